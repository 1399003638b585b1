"""Sentences of the search, one and many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.evidence import Passage
from app.gui.search import wording
from tests.gui.scripted_searches import listed
from tests.gui.search.examples import HITS

S = "\u00a0s"


@pytest.mark.parametrize(
    ("lexical", "dense", "words"),
    [(3, None, "words"), (None, 1, "meaning"), (2, 9, "words and meaning")],
)
def test_how_a_passage_was_found(lexical: int | None, dense: int | None, words: str) -> None:
    assert wording.found_by(replace(HITS[0], lexical_rank=lexical, dense_rank=dense)) == words


@pytest.mark.parametrize(
    ("passages", "documents", "more", "words"),
    [
        (HITS[:1], 1, False, f"1 passage in 1 document, 0.2{S}"),
        (HITS, 4, False, f"9 passages in 4 documents, 0.2{S}"),
        (HITS, 4, True, f"The best 9 passages in 4 documents, 0.2{S}"),
    ],
)
def test_how_much_was_found(
    passages: tuple[Passage, ...], documents: int, more: bool, words: str
) -> None:
    assert wording.summary(listed(*passages, more=more), documents) == words


def test_a_passage_is_read_out_without_what_is_not_known() -> None:
    bare = replace(
        HITS[0], label="", dense_rank=None, chunk=replace(HITS[0].chunk, heading_path=())
    )
    assert wording.spoken_passage(bare, 0, 1) == (
        "Passage 1 of 1, Employee Handbook 2026, page 14, found by words"
    )


def test_what_acts_on_its_surroundings_is_taken_out() -> None:
    odd = replace(HITS[0], label="\u202e12\n", document_title="A\u0000 title\nin two lines")
    assert wording.page(odd) == "p.\u00a014 (label 12)"
    assert "A title in two lines" in wording.spoken_passage(odd, 0, 1)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "Searching…"), (2.9, f"Searching… 2{S} gone")]
)
def test_how_long_a_search_takes(seconds: float, words: str) -> None:
    assert wording.searching(seconds) == words
