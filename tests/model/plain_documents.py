"""Three short documents as people have them, made up for tests, and plain questions about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.pdfs import PdfPage, make_pdf

FERRY, DISHWASHER, LEASE = "ferry.pdf", "dishwasher.pdf", "lease.pdf"

_FERRY_PAGES = (
    (
        "About this handbook",
        "This handbook is for everyone who works on board or on the quays of the Sundholm ferry "
        "line. It explains hours, leave, clothing and what to do in case of illness. Where the "
        "handbook and a contract of employment differ, the contract counts.\n\n"
        "The crew office is on the first floor of the terminal. It is open on working days from "
        "8 to 16. The handbook is printed anew every January, and changes during the year are "
        "posted on the board beside the crew room.",
    ),
    (
        "Working hours",
        "A week has 38 working hours. The roster is posted 14 days before it begins. Crew "
        "members may swap shifts when both have the same certificate and the duty officer has "
        "signed the swap.\n\n"
        "After six hours of work there is a break of 30 minutes. Between two shifts lie at least "
        "11 hours of rest. Overtime is paid with a supplement of 25 percent, or given back as "
        "free time within three months.",
    ),
    (
        "Leave",
        "Full-time crew members have 28 days of paid leave a year. Part-time crew members have a "
        "share that follows their hours. Leave in July and August is asked for by the end of "
        "February, since these are the busiest months.\n\n"
        "Days that are left at the end of the year can be taken until 30 April of the next year; "
        "after that they are lost. Leave is not paid out, except when employment ends.",
    ),
    (
        "Clothing and safety",
        "The company gives each deck hand two rain jackets, three pairs of trousers and safety "
        "shoes. Whoever loses a rain jacket pays 60 euros for a new one. Shoes are replaced when "
        "their soles are worn.\n\n"
        "Life jackets are worn on the car deck whenever the ramp is moving. Alarm exercises are "
        "held on the first Monday of each month, and taking part is a duty for all on board.",
    ),
    (
        "Illness",
        "Whoever is ill calls the duty officer at least two hours before the shift begins. A "
        "doctor's note is needed from the third day on and is sent to the crew office.\n\n"
        "Wages are paid on for six weeks. After an absence of more than 20 days there is a talk "
        "with the company doctor about how work can begin again. Accidents on board are written "
        "into the log on the same day, even when nobody was hurt.",
    ),
)
_DISHWASHER_PAGES = (
    (
        "Before first use",
        "Remove all parts of the packing and the film from the door. Connect the hose to cold "
        "water only. The water pressure must lie between 0.5 and 10 bar.\n\n"
        "Fill the salt container with 1.2 kilograms of dishwasher salt before the first wash, "
        "and fill it up again when the salt lamp lights. Set the hardness of the water as your "
        "water company states it. Then run the rinse programme once without dishes.",
    ),
    (
        "Programmes",
        "The eco programme washes at 50 degrees and takes 3 hours and 25 minutes. It uses 9 "
        "litres of water and is meant for dishes with ordinary dirt.\n\n"
        "The quick programme washes at 60 degrees and takes 35 minutes, for dishes that are only "
        "a little dirty. The intensive programme washes pots at 70 degrees in 2 hours and 10 "
        "minutes. One spoon of detergent is enough for all programmes; use two for pots.",
    ),
    (
        "Care",
        "Clean the filter under running water every two weeks. Turn it to the left, lift it out "
        "and put it back until it clicks. A dirty filter leaves sand on the glasses.\n\n"
        "Wipe the seal of the door with a damp cloth once a month. Take the spray arms out twice "
        "a year and rinse their holes. Never use scouring powder or steam. Before a long absence "
        "close the water tap and leave the door ajar.",
    ),
    (
        "Faults",
        "The display shows a letter and a number when something is wrong. E1: the door is not "
        "closed. E2: no water comes in; open the tap and look at the strainer of the hose. E4: "
        "the drain hose is blocked or bent. E7: the water is not getting warm; call the "
        "service.\n\n"
        "If a fault stays after you have switched the machine off for one minute, call the "
        "service and give the number on the plate inside the door.",
    ),
)
_LEASE_PAGES = (
    (
        "The flat and the rent",
        "The landlord lets to the tenant the flat on the second floor of Weaver Street 14, with "
        "three rooms, kitchen, bath and a compartment in the cellar.\n\n"
        "The rent is 840 euros a month, with a further 160 euros in advance for heating and "
        "water. Both are due on the third working day of each month and are paid into the "
        "landlord's account. The heating costs are settled once a year, by the end of "
        "September.",
    ),
    (
        "Term and deposit",
        "The lease begins on 1 March and has no fixed end. The flat is handed over with two "
        "keys for the house and two for the flat, and its state is written down by both "
        "sides.\n\n"
        "The tenant pays a deposit of 2,520 euros, which may be paid in three parts. The "
        "landlord keeps it in a separate account and pays it back, with interest, within six "
        "months after the flat was given back in good order.",
    ),
    (
        "Use of the flat",
        "The tenant uses the flat for living only. Small animals in cages may be kept; for a dog "
        "or a cat the landlord's written consent is needed.\n\n"
        "The staircase is cleaned by the tenants in turn, week by week. Music and loud work rest "
        "from 22 to 7. Bicycles stand in the yard or in the cellar, and nothing is stored in the "
        "staircase. Laundry is dried in the attic and not in the rooms.",
    ),
    (
        "Repairs and notice",
        "The tenant reports damage to the flat at once. Small repairs of taps, switches and "
        "locks are paid by the tenant up to 90 euros each; everything else is repaired by the "
        "landlord.\n\n"
        "The tenant may end the lease with a notice of three months to the end of a month. The "
        "notice must be in writing and signed. When moving out, the tenant returns all keys and "
        "leaves the walls in light colours.",
    ),
)


DOCUMENTS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    FERRY: ("Sundholm ferry line: handbook for crews", _FERRY_PAGES),
    DISHWASHER: ("Brenta 60 dishwasher: instructions for use", _DISHWASHER_PAGES),
    LEASE: ("Lease of the flat in Weaver Street 14", _LEASE_PAGES),
}
"""Title and pages of each file; a page is a heading and its text."""


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    """A question, and for one that can be answered the words that its answer must hold, each
    given in all its forms, and where they stand: a file and a physical page."""

    text: str
    words: tuple[tuple[str, ...], ...] = ()
    file: str = ""
    page: int = 0

    @property
    def answerable(self) -> bool:
        """Whether the documents answer it."""
        return bool(self.words)


QUESTIONS = (
    PlainQuestion(
        "How many days of paid leave does a full-time crew member have?", (("28",),), FERRY, 3
    ),
    PlainQuestion("How much does a lost rain jacket cost me?", (("60",),), FERRY, 4),
    PlainQuestion(
        "When do I have to call if I am ill?", (("two hours", "2 hours"), ("before",)), FERRY, 5
    ),
    PlainQuestion("How long does the eco programme take?", (("3 hours",), ("25",)), DISHWASHER, 2),
    PlainQuestion(
        "How often should I clean the filter of the dishwasher?",
        (("every two weeks", "every 2 weeks"),),
        DISHWASHER,
        3,
    ),
    PlainQuestion("What does E4 mean?", (("drain hose",), ("blocked", "bent")), DISHWASHER, 4),
    PlainQuestion("On which day is the rent due?", (("third working day",),), LEASE, 1),
    PlainQuestion("How high is the deposit?", (("2,520", "2520"),), LEASE, 2),
    PlainQuestion(
        "How much notice does the tenant have to give?",
        (("three months", "3 months"),),
        LEASE,
        4,
    ),
    PlainQuestion("How many days of parental leave do crew members get?"),
    PlainQuestion("Which brand of detergent does the dishwasher manual recommend?"),
    PlainQuestion("Is a parking space included in the rent?"),
)


def write_documents(folder: Path) -> None:
    """Write the three PDFs. In the ferry handbook the printed labels are not the page numbers."""
    labels = {FERRY: ("i", "ii", "1", "2", "3")}
    for file, (title, pages) in DOCUMENTS.items():
        write_document(folder / file, title, pages, labels=labels.get(file, ()))


def write_document(
    path: Path, title: str, pages: tuple[tuple[str, str], ...], labels: tuple[str, ...] = ()
) -> None:
    make_pdf(
        path,
        [PdfPage(text, heading=heading) for heading, text in pages],
        title=title,
        labels=labels,
        outline=[(1, heading, number) for number, (heading, _) in enumerate(pages, start=1)],
    )
