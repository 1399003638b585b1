"""The support check: inventions of small models are caught, true claims pass."""

from __future__ import annotations

import pytest

from app.core.support.check import check, known_numbers, numbers, turned_round

LEAVE = (
    "An employee may carry over up to ten unused working days into the following calendar year. "
    "Days carried over are to be taken by 31 March; unused days expire on that date and are not "
    "paid out."
)


@pytest.mark.parametrize(
    "claim",
    [
        "Employees may carry over up to ten unused working days.",
        "Up to 10 unused working days can be carried over.",
        "Carried over days must be taken by 31 March.",
        "Unused days are not paid out.",
    ],
)
def test_true_claims_are_supported(claim: str) -> None:
    assert check(claim, [LEAVE], "How many days can I carry over?").supported


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Employees may carry over up to 12 unused working days.", "12"),
        ("Expired days are paid out with the April salary.", "April"),
        ("The manager Smith approves unused working days.", "Smith"),
    ],
)
def test_inventions_are_named(claim: str, missing: str) -> None:
    support = check(claim, [LEAVE])
    assert not support.supported
    assert missing in support.missing
    assert f"“{missing}”" in support.reason


def test_a_denial_needs_a_denial() -> None:
    assert not check("Boats may not anchor here.", ["Boats may anchor here."]).supported


def test_words_of_two_passages_under_one_marker_are_caught() -> None:
    passages = ["The ferry leaves at 08:15 from Quay 4."]
    assert not check("The ferry leaves at 08:15 and costs 14 euros.", passages).supported


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,234.50 and 1.234,5", {"1234.5"}),
        ("1,117,320,768 bytes", {"1117320768"}),
        ("3.5 %", {"3.5%"}),
        ("25 percent", {"25%"}),
        ("1.5 million", {"1.5million"}),
        ("ten days", {"10"}),
        ("one of them", set()),
        ("2,000", {"2000"}),
        ("08:15", {"8", "15"}),
    ],
)
def test_numbers_have_one_form(text: str, expected: set[str]) -> None:
    assert numbers(text) == expected


def test_a_number_bears_out_itself_without_its_scale_but_no_other_scale() -> None:
    assert "25" in known_numbers("25 percent")
    assert not numbers("1.5 million") <= known_numbers("1.5 thousand")
    assert numbers("1.5 million") <= known_numbers("some 1.5 million euros")


@pytest.mark.parametrize(
    ("claim", "sentence", "word"),
    [
        ("Employees may carry over days.", "Employees may not carry over days.", "carry"),
        ("The kettle must not be used outdoors.", "The kettle must be used outdoors.", "used"),
        ("Days expire on 31 March.", "Days expire on 31 March and are not paid out.", ""),
        ("Unused days are not paid out.", "Unused days expire and are not paid out.", ""),
        ("It is not only cheap.", "It is cheap.", ""),
        ("Dogs aren't allowed.", "Dogs are allowed.", "allowed"),
    ],
)
def test_turned_round(claim: str, sentence: str, word: str) -> None:
    assert turned_round(claim, sentence) == word
