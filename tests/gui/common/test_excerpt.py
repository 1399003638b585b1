"""Excerpts begin at their match and mark whole words only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gui.common.excerpt import LENGTH, Excerpt, excerpt
from tests.gui.chat.examples import PASSAGES


def marked(found: Excerpt) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_it_begins_at_the_place_with_most_matches() -> None:
    found = excerpt(PASSAGES[0].chunk.text, PASSAGES[0].terms)
    assert found.text.startswith("…an employee may carry over up to ten unused working days")
    assert marked(found)[:2] == ["employee", "carry"]


def test_with_room_more_is_shown_of_what_stands_before() -> None:
    text, terms = PASSAGES[0].chunk.text, ("carry", "unused")
    assert excerpt(text, terms).text.startswith("…may carry over up to ten unused")
    roomy = excerpt(text, terms, room=120)
    assert roomy.text.startswith("…for operational reasons, an employee may carry over")
    assert marked(roomy)[:2] == ["carry", "unused"]


def test_the_lead_leaves_room_for_the_matches() -> None:
    text = f"{'before ' * 30}first {'between ' * 14}second and the end"
    found = excerpt(text, ("first", "second"), room=120)
    assert found.text.startswith("…first")


def test_what_fits_is_shown_whole() -> None:
    text = "The days that were kept are taken before any days carried over."
    assert excerpt(text, ("carried",)).text.startswith("…days carried")
    assert excerpt(text, ("carried",), room=120).text == text


def test_neighbours_are_marked_as_one() -> None:
    found = excerpt("You may carry over ten days.", ("carry", "over"))
    assert marked(found) == ["carry over"]


def test_a_match_near_the_beginning_keeps_the_beginning() -> None:
    found = excerpt("A request to carry days over is made.", ("carry",))
    assert found.text.startswith("A request")


@pytest.mark.parametrize(
    ("text", "terms", "words"),
    [
        ("overtime is over", ("over",), ["over"]),
        ("注文の誤りを直す", ("誤り",), ["誤り"]),
        ("a+b (c) a+b", ("(c)", "a+b"), ["a+b (c) a+b"]),
        ("nothing here", ("absent",), []),
        ("no terms at all", (), []),
    ],
)
def test_whole_words_are_marked(text: str, terms: tuple[str, ...], words: list[str]) -> None:
    assert marked(excerpt(text, terms)) == words


def test_long_passages_are_cut() -> None:
    found = excerpt("word " * 1000, ())
    assert len(found.text) == LENGTH + 1
    assert found.text.endswith("…")


@given(st.text(max_size=900), st.lists(st.text(min_size=1, max_size=6), max_size=4))
def test_marks_lie_in_the_text_in_order(text: str, terms: list[str]) -> None:
    found = excerpt(text, terms)
    edges = [edge for mark in found.marks for edge in mark]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(found.text) for edge in edges)
