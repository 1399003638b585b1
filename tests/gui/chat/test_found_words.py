"""Has and lacks, as a refusal tells them."""

from __future__ import annotations

import pytest

from app.gui.chat.found_words import FoundWords, found_words

QUESTION = "What is the hourly rate for overtime at sea?"


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        (
            "Overtime on travel days is given back.",
            FoundWords(("overtime",), ("hourly rate", "sea")),
        ),
        (
            "The hourly rate and any overtime supplement are stated.",
            FoundWords(("hourly rate", "overtime"), ("sea",)),
        ),
        ("Nothing of the kind.", FoundWords((), ("hourly rate", "overtime", "sea"))),
    ],
)
def test_words_are_sorted_into_has_and_lacks(passage: str, expected: FoundWords) -> None:
    assert found_words(QUESTION, passage) == expected


def test_a_word_is_named_once() -> None:
    assert found_words("leave, or leave?", "no such thing").lacks == ("leave",)
