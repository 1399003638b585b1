"""What counts as verbatim: the words, whatever the layout of a page did to them (C10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.citations.verbatim import find_verbatim

TEXT = (
    "Members may carry over  up to\nten days. The ofﬁce’s “summer” rule is un-\nchanged; a well-\n"
    "known case. Soft\u00adware costs 1,200.50 euros – or £9."
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("carry over up to ten days", "carry over  up to\nten days"),
        ("the office's", None),
        ('The office\'s "summer" rule', "The ofﬁce’s “summer” rule"),
        ("rule is unchanged; a", "rule is un-\nchanged; a"),
        ("rule is un-changed", "rule is un-\nchanged"),
        ("a well-known case", "a well-\nknown case"),
        ("a wellknown case.", "a well-\nknown case."),
        ("Software costs", "Soft\u00adware costs"),
        ("“ten days.”", "ten days."),
        ("'carry over up to ten.'", "carry over  up to\nten"),
        ("1,200.50 euros - or", "1,200.50 euros – or"),
        ("1,200.51 euros", None),
        ("1,200", "1,200"),
        ("200", "200"),
        ("20", None),
        ("carry over up to eleven days", None),
        ("carry over … ten days", None),
        ("arry over", None),
        ("Carry over", None),
        ("", None),
        ("\"'", None),
        (".", None),
        ("£9", "£9"),
        ("\ud800", None),
        ("(carry", None),
        ("over.*ten", None),
    ],
)
def test_places(quote: str, found: str | None) -> None:
    place = find_verbatim(TEXT, quote)
    assert (TEXT[slice(*place)] if place else None) == found


@given(st.integers(0, 20), st.integers(1, 12))
def test_whole_words_of_a_text_are_found_in_it(first: int, count: int) -> None:
    pieces = TEXT.split()
    quote = " ".join(pieces[first : first + count]).replace("- ", "")
    if any(character.isalnum() for character in quote):
        assert find_verbatim(TEXT, quote) is not None


@given(st.text(max_size=60), st.text(max_size=20))
def test_a_place_lies_in_the_text(text: str, quote: str) -> None:
    place = find_verbatim(text, quote)
    if place is not None:
        assert 0 <= place[0] < place[1] <= len(text)
