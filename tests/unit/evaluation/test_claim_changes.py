"""Claims made false are false as is told, and only where there is something to change."""

from __future__ import annotations

from random import Random

import pytest

from app.evaluation.claim_changes import Change, changed, names_in

NAMES = ["NATO", "WHO"]


def made(change: Change, claim: str, passage: str = "") -> str | None:
    return changed(change, claim, passage, NAMES, Random(1))


@pytest.mark.parametrize(
    ("change", "claim", "result"),
    [
        (Change.NEGATION_IN, "Boats are allowed.", "Boats are not allowed."),
        (Change.NEGATION_IN, "It reduces risk.", "It does not reduce risk."),
        (Change.NEGATION_IN, "Boats are not allowed.", None),
        (Change.NEGATION_OUT, "Boats are not allowed.", "Boats are allowed."),
        (Change.NEGATION_OUT, "Entry without a permit.", "Entry with a permit."),
        (Change.NEGATION_OUT, "Boats are allowed.", None),
        (Change.OPPOSITE, "It increases risk.", "It decreases risk."),
        (Change.OPPOSITE, "Boats are here.", None),
        (Change.NUMBER, "Boats are here.", None),
        (Change.UNIT, "Boats are here.", None),
        (Change.NAME, "Boats are here.", None),
    ],
)
def test_what_is_made_of_a_claim(change: Change, claim: str, result: str | None) -> None:
    assert made(change, claim) == result


def test_another_number_does_not_stand_in_the_passage() -> None:
    passage = " ".join(str(number) for number in range(10) if number != 7)
    assert made(Change.NUMBER, "Take 5 pills.", passage) in ("Take 7 pills.", None)
    assert made(Change.NUMBER, "Use p53 and IL-6.") is None


def test_another_unit_is_of_the_same_kind() -> None:
    assert made(Change.UNIT, "Take 5 mg daily.") in ("Take 5 g daily.", "Take 5 kg daily.")


def test_another_name_is_one_of_another_claim() -> None:
    assert names_in("The EU and NATO agree.") == ["EU", "NATO"]
    assert made(Change.NAME, "The EU agrees.", "NATO is far.") == "The WHO agrees."
    assert made(Change.NAME, "The EU agrees.", "NATO and WHO are far.") is None
