"""Qualifying words: found where their noun is there and they are not."""

from __future__ import annotations

import pytest

from app.core.support.focus import distinct_words, missing_qualifiers

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
        ("", ()),
    ],
)
def test_missing_qualifiers(question: str, missing: tuple[str, ...]) -> None:
    assert missing_qualifiers(question, [PAID]) == missing


def test_distinct_words_are_content_words_once() -> None:
    assert distinct_words(["The leave and the Leave", "of days"]) == ["leave", "days"]
