"""Qualifying words: found where their noun is there and they are not."""

from __future__ import annotations

import pytest

from app.core.support.focus import missing_qualifiers

PAID = "Full-time crew members have 28 days of paid leave a year."


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("How many days of parental leave do crew members get?", ("parental",)),
        ("How many days of paid leave are there?", ()),
        ("Is there leave for parental reasons?", ()),
        ("How many sick-leave days?", ("sick-leave",)),
        ("What is the company's leave like?", ()),
        ("What is the total leave?", ()),
        ("What is the longest leave?", ()),
        ("Parental leave?", ("Parental",)),
        ("", ()),
    ],
)
def test_missing_qualifiers(question: str, missing: tuple[str, ...]) -> None:
    found = missing_qualifiers(question, [PAID])
    assert tuple(qualifier.word for qualifier in found) == missing


def test_what_stands_near_the_noun_may_stand_for_the_qualifier() -> None:
    (found,) = missing_qualifiers("How much parental leave is there?", [PAID])
    assert set(found.near) == {"members", "28", "days", "paid", "leave", "year"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who pays heating?", "Heating is borne by the tenant."),
        ("Can I bring dogs?", "Dogs are allowed."),
        ("How to request leave?", PAID),
    ],
)
def test_what_is_done_to_a_thing_does_not_qualify_it(question: str, text: str) -> None:
    assert missing_qualifiers(question, [text]) == ()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wann endet die Probezeit?", "Die Probezeit beträgt sechs Monate."),
        ("Was kostet Parken?", "Parken: 5 Euro am Tag."),
        ("Quand faut-il payer loyer ?", "Le loyer est dû le 3 du mois."),
        ("¿Quién paga calefacción?", "La calefacción corre a cargo del inquilino."),
    ],
)
def test_only_english_puts_what_qualifies_a_noun_before_it(question: str, text: str) -> None:
    assert missing_qualifiers(question, [text]) == ()
