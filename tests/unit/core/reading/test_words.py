from __future__ import annotations

import pytest

from app.core.reading.words import (
    Word,
    in_logical_order,
    is_right_to_left,
    with_spaced_letters_joined,
)
from tests.unit.core.reading.lines import line


def spaced(text: str, gap: float) -> list[Word]:
    """One word a letter, `gap` points apart; a space widens the gap threefold."""
    words, x = [], 0.0
    for letter in text:
        if letter == " ":
            x += 2 * gap
            continue
        words.append(Word(x, 0, x + 6, 10, letter))
        x += 6 + gap
    return words


@pytest.mark.parametrize(
    ("text", "gap", "joined"),
    [
        ("abstract", 3, ["abstract"]),
        ("article info", 2, ["article", "info"]),
        ("ABSTRACT", 4, ["ABSTRACT"]),
        ("Summary", 3, ["Summary"]),
        # Variables, options of a form, columns of a table, consonants.
        ("abcde", 3, list("abcde")),
        ("axis", 3, list("axis")),
        ("total", 20, list("total")),
        ("xkcdq", 3, list("xkcdq")),
    ],
)
def test_letter_spaced_words_are_joined(text: str, gap: float, joined: list[str]) -> None:
    assert [word.text for word in with_spaced_letters_joined(spaced(text, gap))] == joined


def test_a_joined_word_has_the_box_of_its_letters() -> None:
    (word,) = with_spaced_letters_joined(spaced("abstract", 3))
    assert (word.x0, word.x1) == (0, 8 * 6 + 7 * 3)


def test_words_around_spaced_letters_stay() -> None:
    words = [*line("see the", -100, 0).words, *spaced("abstract", 3)]
    assert [word.text for word in with_spaced_letters_joined(words)] == ["see", "the", "abstract"]


@pytest.mark.parametrize(
    ("text", "result"),
    [("plain words", False), ("שלום עולם", True), ("2024 סעיף", True), ("see סעיף below", False)],
)
def test_direction_of_words(text: str, result: bool) -> None:
    assert is_right_to_left(line(text, 0, 0).words) is result


def test_a_line_from_right_to_left_is_read_so() -> None:
    # Seen from left to right: "?" touches the last word, and the number keeps its order.
    seen = line("עולם 15 of 20 שלום", 10, 0).words
    question_mark = Word(5, 0, 10, 10, "?")
    ordered = in_logical_order([question_mark, *seen])
    assert [word.text for word in ordered] == ["שלום", "15", "of", "20", "עולם", "?"]
    assert [word.glued for word in ordered] == [False] * 5 + [True]
