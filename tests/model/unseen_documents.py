"""Three more invented documents with plain questions, written before any answer was seen.

The prompt and the checks must not be mended while looking at these: they tell how answers fare on
documents that nobody had in mind.
"""

from __future__ import annotations

from pathlib import Path

from tests.model.plain_documents import PlainQuestion, write_document

GARDEN, BICYCLE, INSURANCE = "garden.pdf", "bicycle.pdf", "insurance.pdf"

_GARDEN_PAGES = (
    (
        "Plots",
        "The garden has 64 plots of between 120 and 200 square metres. A plot is given to "
        "the person who has waited longest, and the waiting list is kept by the secretary.\n\n"
        "The yearly rent is 1.20 euros for each square metre. It is paid by the end of "
        "February. A shed on the plot may have at most 12 square metres and one storey.",
    ),
    (
        "Water and fire",
        "Water is turned on in the first week of April and turned off on 31 October. Each "
        "plot has a meter, and the water is paid at the end of the season.\n\n"
        "Open fires are forbidden. Grills may be used until 22 hours when no neighbour is "
        "disturbed by smoke. Garden waste is composted on the plot or brought to the "
        "container beside the gate on Saturdays.",
    ),
    (
        "Quiet and animals",
        "Motor mowers may be used on working days from 8 to 12 and from 14 to 19, and not "
        "at all on Sundays. Dogs are kept on a lead on all paths.\n\n"
        "Keeping bees needs the consent of the board. Hens may be kept, at most five on a "
        "plot, and no cocks. Trampolines and pools of more than 3 metres are not allowed.",
    ),
    (
        "Community work",
        "Each tenant works six hours a year for the community. Whoever cannot come sends "
        "someone else or pays 20 euros an hour. Tenants over 75 need not work.\n\n"
        "The general meeting takes place in March. Decisions need a simple majority; "
        "changes of these rules need two thirds of those who are present.",
    ),
)
_BICYCLE_PAGES = (
    (
        "Battery",
        "Charge the battery fully before the first ride, which takes about 5 hours. Use "
        "only the charger that came with the bicycle. Do not charge below 0 degrees.\n\n"
        "When the bicycle is not used for long, store the battery at 30 to 60 percent in a "
        "dry place. The battery keeps at least 70 percent of its capacity after 500 "
        "charges.",
    ),
    (
        "Riding",
        "The motor helps up to 25 kilometres an hour. Choose between the steps Eco, Tour "
        "and Boost with the buttons on the left grip. In Eco the range is up to 110 "
        "kilometres, in Boost about 45.\n\n"
        "The push aid moves the bicycle at walking speed while you hold the plus button. "
        "The greatest permitted weight of rider, load and bicycle is 140 kilograms.",
    ),
    (
        "Maintenance",
        "Pump the tyres to between 3.5 and 4 bar. Oil the chain every 300 kilometres and "
        "after riding in rain. Brake pads are replaced when they are thinner than 1 "
        "millimetre.\n\n"
        "Have the bicycle inspected by a dealer after the first 200 kilometres and then "
        "once a year. Never clean it with a pressure washer.",
    ),
    (
        "Messages",
        "The display shows a code when something is wrong. W2: the speed sensor is dirty; "
        "clean the magnet on the rear wheel. W5: the battery is too warm; let it cool for "
        "half an hour. W9: the motor needs service; ride to a dealer without help.\n\n"
        "To reset the display hold the light button for ten seconds.",
    ),
)
_INSURANCE_PAGES = (
    (
        "What is insured",
        "The policy covers journeys of up to 56 days in all countries of Europe. It pays "
        "for treatment by doctors and in hospitals that is necessary during the journey, "
        "and for the way home when a doctor orders it.\n\n"
        "The excess is 75 euros for each case. Dental treatment is covered up to 400 euros, "
        "for pain only.",
    ),
    (
        "Luggage",
        "Luggage is insured up to 2,000 euros for each person. Cameras and computers are "
        "covered to half of that sum. Money, tickets and jewellery are not covered.\n\n"
        "Theft is reported to the police within 24 hours, and a copy of the report is sent "
        "to us. Luggage in a parked car is covered between 6 and 22 hours only.",
    ),
    (
        "Cancellation",
        "If you fall seriously ill before the journey, we pay the cost of cancelling it up "
        "to 3,000 euros. We need a doctor's certificate that was issued before the "
        "cancellation.\n\n"
        "A pregnancy, the loss of employment and damage to your home by fire count as "
        "reasons as well. Fear of travelling is no reason.",
    ),
    (
        "Claims",
        "Report a claim within 14 days after the end of the journey, by telephone, by "
        "letter or on our page. The emergency line can be reached day and night. Keep all "
        "bills; we need the originals.\n\n"
        "We pay within 30 days after all papers have arrived. The policy ends by itself "
        "after one year when it is not renewed.",
    ),
)

DOCUMENTS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    GARDEN: ("Rules of the Elm Hill allotments", _GARDEN_PAGES),
    BICYCLE: ("Corvo E3 electric bicycle: owner's manual", _BICYCLE_PAGES),
    INSURANCE: ("Travel insurance policy", _INSURANCE_PAGES),
}
"""Title and pages of each file; a page is a heading and its text."""

QUESTIONS = (
    PlainQuestion("What is the rent for a plot?", (("1.20",),), GARDEN, 1),
    PlainQuestion("When is the water turned off?", (("31 october", "october 31"),), GARDEN, 2),
    PlainQuestion("How many hens can I keep?", (("five", "5"),), GARDEN, 3),
    PlainQuestion("What do I pay if I don't do my community work?", (("20 euros",),), GARDEN, 4),
    PlainQuestion("How long does it take to charge the battery?", (("5 hours",),), BICYCLE, 1),
    PlainQuestion("How far can I ride in Boost?", (("45",),), BICYCLE, 2),
    PlainQuestion("What should I do when the display shows W5?", (("cool",),), BICYCLE, 4),
    PlainQuestion("What is the excess?", (("75",),), INSURANCE, 1),
    PlainQuestion("How soon must I report a claim?", (("14 days",),), INSURANCE, 4),
    PlainQuestion("How often should the brake fluid be changed?"),
    PlainQuestion("Does the insurance cover skiing accidents in Canada?"),
    PlainQuestion("How high may a hedge between two plots be?"),
    PlainQuestion("Is jewellery covered?", (("not covered",),), INSURANCE, 2),
    PlainQuestion("What tyre pressure do I need?", (("3.5",), ("4 bar",)), BICYCLE, 3),
    PlainQuestion("When may I mow with a motor mower on weekdays?", (("8",), ("19",)), GARDEN, 3),
    PlainQuestion("How much does a new battery cost?"),
    PlainQuestion("Who is the chairman of the garden?"),
    PlainQuestion("What does the policy cost a year?"),
)


def write_documents(folder: Path) -> None:
    """Write the three PDFs."""
    for file, (title, pages) in DOCUMENTS.items():
        write_document(folder / file, title, pages)
