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
        "After three or more days, begin with half.",
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
        "If it has tripped more than five times in a week, call us.",
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
    adults = text("You may drive.", "Dose", "Adults")
    babies = text("Give it slowly.", "Dose", "Babies")
    assert removed("I am 30. May I drive after the dose?", adults, babies) == [1]


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
    odd = ["", "\n\n", "Ward", "9", "°" * 50, "Ward 9 " * 200, "１２ kg", "I am."]
    for question in odd:
        assert removed(question, *[text(one) for one in odd], text("x", "", " ")) == []
