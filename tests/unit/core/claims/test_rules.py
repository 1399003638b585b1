"""Which passages state another scope than the question (F2 to F4). All texts are made up here."""

from __future__ import annotations

import itertools

import pytest

from app.core.claims.findings import ScopedText
from app.core.claims.rules import rulings
from app.core.domain.claim_filter import ScopeSlot


def text(body: str, *headings: str) -> ScopedText:
    return ScopedText(("Manual", *headings), body)


def removed(question: str, *passages: ScopedText) -> list[int]:
    return [n for n, one in enumerate(rulings(question, passages)) if one.against is not None]


PAIRS = {
    "ward": (
        "On Ward 9 lights go out at ten.",
        "On Ward 4 lights go out at eight.",
        "When do the lights go out on Ward 9?",
        "When do the lights go out on Ward 4?",
    ),
    "revision": (
        "Heat to 80 degrees. This is revision C of the method.",
        "Heat to 70 degrees. This is revision D of the method.",
        "To what is it heated in revision C?",
        "To what is it heated in revision D?",
    ),
    "round as ordinal": (
        "In round 7 the ceiling was 60,000 crowns.",
        "In round 8 the ceiling is 72,000 crowns.",
        "What was the ceiling in the seventh round?",
        "What is the ceiling in the eighth round?",
    ),
    "suffix": (
        "The bolts of the QX-300S take 38 Nm.",
        "The bolts of the QX-300 take 24 Nm.",
        "What torque do the bolts of the QX-300S take?",
        "What torque do the bolts of the QX-300 take?",
    ),
    "strength": (
        "After the 40 mg tablet do not drive for a day.",
        "After the 10 mg tablet do not drive for an hour.",
        "I took a 40 mg tablet. When may I drive?",
        "I took a 10 mg tablet. When may I drive?",
    ),
    "mass": (
        "Up to 40 kg the field is open after six days.",
        "Over 90 kg the field is open after 24 days.",
        "I spread 35 kg. When is the field open?",
        "I spread 0.12 t. When is the field open?",
    ),
    "volume in other units": (
        "Spills of less than one litre are wiped up.",
        "If five litres or more have run out, leave the room.",
        "About 300 ml are on the floor. What now?",
        "A can of 10 litres ran out. What now?",
    ),
    "hours a week": (
        "Contracts of fewer than 36 hours are counted in hours.",
        "Those with at least 36 hours a week have 31 days.",
        "I work 20 hours a week. How much leave?",
        "I work 38.5 hours a week. How much leave?",
    ),
    "days": (
        "After one or two days away, go on as before. It is at most two days.",
        "After three or more days away, go on with half.",
        "I was away for two days. How do I go on?",
        "I was away for five days. How do I go on?",
    ),
    "age": (
        "Children aged 6 to 11 years take 7 ml.",
        "People of 16 years and over take 15 ml.",
        "My son is nine. How much does he take?",
        "I am forty-three and have a cold. How much do I take?",
    ),
    "times": (
        "Where the alarm has tripped once, press the button.",
        "If the alarm has tripped more than five times in a week, call us.",
        "The alarm tripped once today. What now?",
        "The alarm has tripped eight times since Monday. What now?",
    ),
    "period": (
        "From 1 November to 31 March the last boat goes at five.",
        "Between April and October the last boat goes at nine.",
        "When does the last boat go on 9 February?",
        "When does the last boat go on 14 July?",
    ),
    "wing": (
        "From the East Wing go down the stone stairs.",
        "From the West Wing go down the iron stairs.",
        "Which stairs do I take from the East Wing?",
        "Which stairs do I take from the West Wing?",
    ),
    "small letters": (
        "In the lap pool the water is kept at 26 degrees.",
        "In the therapy pool the water is kept at 33 degrees.",
        "How warm is the water kept in the lap pool?",
        "How warm is the water kept in the therapy pool?",
    ),
    "second name": (
        "Charge the Merlin Pro to 65 per cent.",
        "Charge the Merlin Mini to 40 per cent.",
        "To what is a Merlin Pro charged?",
        "To what is a Merlin Mini charged?",
    ),
    "land": (
        "In the Republic of Ostrel the limit is 80 m.",
        "In the Federation of Varmia the limit is 150 m.",
        "What is the limit in Ostrel?",
        "What is the limit in Varmia?",
    ),
    "release": (
        "Under the terms of Orbit 4.1 a key works on two machines.",
        "Under the terms of Orbit 4.10 a key works on five machines.",
        "On how many machines does a key of Orbit 4.1 work?",
        "On how many machines does a key of Orbit 4.10 work?",
    ),
    "one letter and a suffix": (
        "The A-12 takes a fuse of 10 A.",
        "The A-12S takes a fuse of 16 A.",
        "Which fuse does the A-12 take?",
        "Which fuse does the A-12S take?",
    ),
    "ages without a unit": (
        "Persons aged 12 and over take 15 ml.",
        "Children aged 6 to 11 take 5 ml.",
        "My son is fifteen and coughs. How much does he take?",
        "How much does my 8-year-old daughter take?",
    ),
    "contracts before and after a date": (
        "For contracts concluded before 1 July 2019 bicycles are paid up to 1 percent.",
        "For contracts concluded on or after 1 July 2019 bicycles are paid up to 3 percent.",
        "I took out my policy in March 2017. What is paid for a bicycle?",
        "My policy was signed on 12 November 2021. What is paid for a bicycle?",
    ),
    "years": (
        "Cars first registered from 2010 to 2018 are taxed at once.",
        "Cars first registered in 2020 or later are taxed in parts.",
        "My car was first registered on 12 March 2017. How is it taxed?",
        "My car was first registered on 3 May 2021. How is it taxed?",
    ),
    "what is counted": (
        "Places of fewer than 5,000 inhabitants get a half.",
        "Places of 5,000 to 20,000 inhabitants get a third.",
        "Our village has 1,800 inhabitants. What do we get?",
        "Our town has 12,400 inhabitants. What do we get?",
    ),
    "compounds": (
        "After a low-dose course you stop at once.",
        "After a high-dose course the amount comes down.",
        "How do I end the low-dose course?",
        "How do I end the high-dose course?",
    ),
    "one letter and digits": (
        "On the W60 press the key.",
        "On the W60e turn the dial.",
        "How do I clear a fault of the W60?",
        "How do I clear a fault of the W60e?",
    ),
    "late, in a sentence on the text itself": (
        "Pull the pin and wait a minute before the cover is lifted. All this concerns Ward 9.",
        "Turn the key and wait an hour before the cover is lifted. These details are of Ward 4.",
        "How long do I wait on Ward 9?",
        "How long do I wait on Ward 4?",
    ),
    "fasting": (
        "After an overnight fast 35 to 62 units are normal.",
        "Two hours after a meal 88 to 140 units are normal.",
        "Blood was taken before breakfast. What is normal?",
        "Blood was taken after lunch. What is normal?",
    ),
}


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("order", [0, 1], ids=["as it is", "turned round"])
def test_each_question_loses_the_other_passage(name: str, order: int) -> None:
    one, other, asks_one, asks_other = PAIRS[name]
    neutral = text("Keep the key in the glass box at the door.")
    passages = [text(one), text(other), neutral]
    if order:
        passages.reverse()
    mine, theirs = passages.index(text(one)), passages.index(text(other))
    assert removed(asks_one, *passages) == [theirs]
    assert removed(asks_other, *passages) == [mine]


def test_headings_state_scopes_too() -> None:
    summer = text("The last boat goes at nine.", "Crossings", "Summer (1 April to 31 October)")
    winter = text("The last boat goes at five.", "Crossings", "Winter (1 November to 31 March)")
    assert removed("When does the last boat go on 14 July?", winter, summer) == [0]
    old = ScopedText(("Travel Policy 2022", "Allowance"), "The allowance is 33 crowns.")
    new = ScopedText(("Travel Policy 2024", "Allowance"), "The allowance is 41 crowns.")
    assert removed("What is the allowance under the 2024 rules?", old, new) == [0]
    adults = text("It is taken with water.", "Dose", "Adults")
    babies = text("It is given with milk.", "Dose", "Babies")
    assert removed("I am 30. With what do I take the dose?", adults, babies) == [1]


HEADINGS = {
    "how often": ("Daily inspection", "Monthly inspection", "the daily inspection"),
    "state": ("Dry runway", "Wet runway", "a dry runway"),
    "place": ("4.1 Upper hall", "4.2 Lower hall", "the upper hall"),
    "version": ("Release 4.1", "Release 4.10", "version 4.1"),
    "kind": ("Models with hub motor", "Models with mid-drive", "models with a hub motor"),
}


@pytest.mark.parametrize("name", HEADINGS)
def test_headings_side_by_side_are_told_apart(name: str) -> None:
    mine, other, asked = HEADINGS[name]
    passages = [
        text("It takes ten minutes.", "Work", mine),
        text("It takes an hour.", "Work", other),
        text("It is written into the book.", "Work", "Records"),
        text("It is done in the yard.", "Places", other),
    ]
    assert removed(f"How long does it take with {asked}?", *passages) == [1]
    both = f"How long does it take with {asked}, and how long with {other.lower()}?"
    assert removed(both, *passages) == []


def test_another_activity_is_no_other_scope() -> None:
    passages = [
        text("Rinse it.", "Filter", "Cleaning the filter"),
        text("Pull it out.", "Filter", "Removing the filter"),
    ]
    assert removed("How do I go about cleaning the filter?", *passages) == []


def test_what_is_named_by_the_way_is_no_scope() -> None:
    """A number, an amount or a person in the middle of a sentence on something else."""
    floors = (
        text("Residents of floors 1 to 6 leave by the east stairs."),
        text("Faulty detectors beep; report each of them to the warden, who sits on floor 2."),
    )
    assert removed("I live on the third floor. What do I do when it beeps?", *floors) == []
    meat = (
        text("If the core of the meat is at 7 °C or below, it is accepted."),
        text("The probe is checked in ice water each Monday, where it shows up to 0.5 °C."),
    )
    assert removed("The core is at 4 °C. Which probe counts?", *meat) == []
    swim = (
        text("Children up to 13 years wear a cap."),
        text("Up to 13 years: a cap, and an adult within reach."),
    )
    assert removed("My son is 10. Does he need a cap?", *swim) == []


def test_a_question_about_two_of_them_is_left_alone() -> None:
    pumps = (text("The A-12 takes 10 A."), text("The A-12S takes 16 A."))
    assert removed("I replace an A-12 by an A-12S. Which fuse?", *pumps) == []
    wards = (text("Ward 9: at ten."), text("Ward 4: at eight."))
    assert removed("When do lights go out on Ward 9 and on Ward 4?", *wards) == []


def test_without_a_better_passage_nothing_is_removed() -> None:
    two, five = text("Line 2 is switched off at Q7."), text("Line 5 is switched off at Q22.")
    assert removed("Which switch is that of Line 7?", two, five) == []
    assert removed("Which switch is that of Line 2?", five) == []


def test_a_passage_that_holds_for_both_stays() -> None:
    both = text("On Ward 9 lights go out at ten, on Ward 4 at eight.")
    assert removed("When do the lights go out on Ward 4?", both, text("Ward 4 is quiet.")) == []
    assert (
        removed(
            "When do lights go out on Ward 3?",
            text("Wards 2 to 4: at ten."),
            text("Ward 3 is small."),
        )
        == []
    )
    table = text("Up to 40 kg: 6 days. Above 40 kg: 24 days.")
    assert removed("I spread 35 kg. When?", table, text("Up to 50 kg is usual.")) == []


def test_a_table_with_a_row_for_the_question_stays() -> None:
    table = text(
        "Table 3. Readings and labels\nReading | Label | What is done with the crate\n"
        "5 °C or below | none | it goes into the store as it is\n"
        "6 to 8 °C | yellow | it is used on the day\nmore than 8 °C | red | it goes back"
    )
    rule = text("If the core is at more than 8 °C, the crate goes back.")
    assert removed("The core is at 11 °C. What now?", table, rule) == []
    low = text("If the core is at 5 °C or below, the crate is stored.")
    assert removed("The core is at 11 °C. What now?", low, rule) == [0]


@pytest.mark.parametrize(
    ("question", "better", "answer"),
    [
        (
            "What weight does the roof of the van bear, for a box of 60 kg?",
            "The hitch bears up to 75 kg.",
            "The roof of the van bears up to 50 kg.",
        ),
        (
            "In which months is the hedge cut, if not in July?",
            "The lawn is watered from 1 April to 31 October.",
            "The hedge is cut from 1 October to 28 February.",
        ),
    ],
)
def test_a_better_passage_is_as_much_on_the_subject(
    question: str, better: str, answer: str
) -> None:
    assert removed(question, text(better), text(answer)) == []


@pytest.mark.parametrize(
    ("question", "other", "answer"),
    [
        ("Can children take Kestrin?", "Children take Kestrin.", "Kestrin is for adults only."),
        (
            "My son is 12. May he drive a kart?",
            "Karts from age 6 to 13.",
            "Karts: aged 14 and over.",
        ),
        (
            "Darf die Miete um 25 % steigen?",
            "Die Miete: bis zu 50 %.",
            "Die Miete: höchstens 15 %.",
        ),
    ],
)
def test_a_question_of_yes_or_no_removes_nothing(question: str, other: str, answer: str) -> None:
    """What seems to be of another scope is the no."""
    assert removed(question, text(other), text(answer)) == []


def test_a_passage_that_goes_is_no_better_one() -> None:
    passages = [
        text("Ward 9, revision C: lights at ten."),
        text("Ward 4, revision D: lights at eight."),
        text("Bring warm shoes."),
    ]
    assert removed("When are the lights of Ward 9 by revision D?", *passages) == []


@pytest.mark.parametrize(
    ("question", "passages"),
    [
        ("How many weeks after dose 3 is the next?", ("Dose 3 is given.", "Dose 4 comes later.")),
        ("Which wards other than Ward 9 are open?", ("Ward 9 is open.", "Ward 4 is open.")),
        ("On what does version 5 run?", ("Version 5 runs.", "Version 3 or later runs on all.")),
        ("What is fault E12?", ("E12 is a fault.", "E10 to E15: fault of the water.")),
        ("Which filter is for the HX-120?", ("The HX-120 filter.", "HX-120: filter HX-505.")),
        ("Which filter is for the HX-120?", ("The HX-120 has a filter.", "Order filter HX-505.")),
        ("What do 3 rooms cost?", ("Up to 4 rooms cost 9.", "Over 5 rooms: 8\n3 rooms | 150")),
        (
            "What is it at 20 m?",
            ("At up to 30 m it is safe.", "In wind of up to 12 m/s it is safe."),
        ),
        (
            "Who drives our car? It is 10 years old.",
            ("Children sit behind.", "Adults drive the car."),
        ),
        ("Wer repariert die Heizung?", ("Die Heizung ist alt.", "Die Kosten trägt er.")),
        (
            "Wie oft wird die Maschine gewartet?",
            ("Die Maschine läuft.", "Die Wartung ist jährlich."),
        ),
        ("What kind of lamp is it?", ("This kind of lamp.", "Adults light the lamp.")),
        ("How do I store it after opening?", ("After opening keep it.", "Keep it tightly sealed.")),
        ("What was sold in 2023?", ("In 2023 it rose.", "From 2023 to 2024 it was sold.")),
        (
            "What does it cost in July?",
            ("From May to August 9.", "November to March 8, otherwise 12."),
        ),
    ],
)
def test_forms_that_look_like_scopes(question: str, passages: tuple[str, str]) -> None:
    assert removed(question, *[text(one) for one in passages]) == []


def test_what_is_named_for_contrast_is_no_scope() -> None:
    small = text("On the Orla 2 use one sachet.")
    large = text("The Orla 4 takes two sachets. Unlike the smaller Orla 2 it has two circuits.")
    assert removed("How many sachets for an Orla 2?", small, large) == [1]
    assert removed("How many sachets for an Orla 4?", small, large) == [0]


def test_a_question_without_a_scope_removes_nothing() -> None:
    for one, other, _, _ in PAIRS.values():
        assert removed("What does the manual say of this?", text(one), text(other)) == []


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("How do I fit the SCSI tape?", "Supported Tape Drives"),
        ("How many Debian Developers are there?", "Debian New Maintainers"),
        ("How much annual leave do I have?", "Special leave"),
        ("What does table 3 say?", "Table 4 lists the fees."),
        ("What is on page 12?", "Page 14 lists the fees."),
        ("May I pay 30 euros?", "Fees over 50 euros are paid by card."),
        ("How many people use it once?", "Once installed, it is used each day."),
        ("Who was there in 2019?", "In 2018 twelve people came."),
        ("What did the band buy in 1958?", "Since 2016 the band has played in the park."),
        ("How is a child given it?", "A child waits at least six hours, an hour at the least."),
    ],
)
def test_what_only_looks_like_another_scope(question: str, passage: str) -> None:
    same = question.rstrip("?").split(" ", 1)[1]
    lower = text("All supported drives and new developers are listed here.")
    assert removed(question, text(passage), text(f"{same}."), lower) == []


def test_the_reason_is_in_the_words_of_question_and_passage() -> None:
    question = "When do the lights go out on Ward 9?"
    (_, other) = rulings(question, [text("Ward 9: at ten."), text("On Ward 4 at eight.")])
    assert other.against is not None
    assert (other.against.asked, other.against.stated) == ("Ward 9", "Ward 4")
    assert other.against.slot is ScopeSlot.VARIANT


def test_nothing_depends_on_the_order() -> None:
    passages = [
        text("Ward 9: at ten."),
        text("On Ward 4 at eight."),
        text("Ward 9 has a bell."),
        text("Bring shoes."),
        text("Ward 5: at nine."),
    ]
    question = "When do the lights go out on Ward 9?"
    for order in itertools.permutations(passages):
        gone = {order[place].text for place in removed(question, *order)}
        assert gone == {"On Ward 4 at eight.", "Ward 5: at nine."}


def test_odd_texts_are_no_trouble() -> None:
    odd = [
        "",
        "\n\n",
        "Ward",
        "9",
        "°" * 50,
        "Ward 9 " * 200,
        "１２ kg",
        "I am.",
        "Press ① or more.",
    ]
    odd += ["② or more kg", "³ or more days", "9" * 30 + " or more kg", "up to ½ kg"]
    for question in odd:
        found = removed(question, *[text(one) for one in odd], text("x", "", " "))
        assert set(found) < set(range(len(odd) + 1))
