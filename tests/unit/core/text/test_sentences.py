"""Sentences: where they end, and that no character of them is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Smith paid $3.50, e.g. at noon. Then he left.", 2),
        ("See Fig. 3 for more. It helps.", ["See Fig. 3 for more.", "It helps."]),
        ("Heading\n\nBody text.", ["Heading", "Body text."]),
        ("First line\nsecond line.", ["First line\nsecond line."]),
        ("Items:\n• one\n• two", ["Items:", "• one", "• two"]),
        ("これはテスト。次の文。", ["これはテスト。", "次の文。"]),
        ("He said “Stop.” She did.", ["He said “Stop.”", "She did."]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_sentences(text: str, expected: list[str] | int) -> None:
    found = [text[start:end] for start, end in sentences(text)]
    if isinstance(expected, int):
        assert len(found) == expected
    else:
        assert found == expected


@given(st.text(alphabet="aB1.!? \n•-。)”", max_size=80))
def test_ranges_are_in_order_trimmed_and_cover_all_words(text: str) -> None:
    ranges = sentences(text)
    last = 0
    for start, end in ranges:
        assert last <= start < end
        assert text[start:end] == text[start:end].strip()
        last = end
    kept = "".join(text[start:end] for start, end in ranges)
    assert "".join(kept.split()) == "".join(text.split())


@pytest.mark.parametrize("row", [".", "…", "....!", "Mr. ", "A. B. "])
def test_a_long_row_of_dots_or_initials_takes_no_longer_than_other_text(row: str) -> None:
    # Tried anew from each dot, or from the start of the paragraph, this takes minutes.
    text = row * (60_000 // len(row)) + "\n\nOne. Two."
    began = time.process_time()
    found = [text[start:end] for start, end in sentences(text)]
    assert time.process_time() - began < 5.0
    assert found[-2:] == ["One.", "Two."]
