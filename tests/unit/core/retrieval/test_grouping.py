"""Found passages by document: order of documents and of passages, and what is near enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage
from app.core.retrieval.grouping import HitOrder, by_document, is_near


def found(chunk_id: int, document_id: int, page: int = 1, *, ordinal: int | None = None) -> Passage:
    at = chunk_id if ordinal is None else ordinal
    chunk = Chunk(chunk_id, document_id, at, "Text.", (), (Span(page, 0, 5, 0),), 2)
    path = Path(f"{document_id}.pdf")
    return Passage(chunk, f"Document {document_id}", path, page, "", (), 0.5, 1, 1)


# Best first; the second document has the third-best passage on an early page.
BEST_FIRST = (found(4, 1, 9), found(7, 2, 5), found(2, 1, 3), found(6, 2, 1), found(3, 1, 9))


def ids(order: HitOrder) -> list[tuple[int, list[int]]]:
    groups = by_document(BEST_FIRST, order)
    return [(group.document_id, [p.chunk.id for p in group.passages]) for group in groups]


def test_best_first_keeps_the_order_in_each_document() -> None:
    assert ids(HitOrder.BEST) == [(1, [4, 2, 3]), (2, [7, 6])]


def test_by_pages_no_document_moves_and_passages_follow_the_pages() -> None:
    assert ids(HitOrder.PAGES) == [(1, [2, 3, 4]), (2, [6, 7])]


def test_on_one_page_the_order_of_reading_holds() -> None:
    passages = (found(1, 1, 2, ordinal=8), found(2, 1, 2, ordinal=5))
    [group] = by_document(passages, HitOrder.PAGES)
    assert [p.chunk.id for p in group.passages] == [2, 1]


def test_a_group_has_its_title_and_nothing_makes_no_group() -> None:
    assert by_document(BEST_FIRST, HitOrder.BEST)[1].title == "Document 2"
    assert by_document((), HitOrder.PAGES) == ()


@pytest.mark.parametrize(
    ("lexical_rank", "similarity", "near"),
    [
        (1, None, True),
        (40, 0.1, True),
        (None, 0.3, True),
        (None, 0.29, False),
        (None, None, False),
    ],
)
def test_near_is_what_holds_a_word_or_is_similar(
    lexical_rank: int | None, similarity: float | None, near: bool
) -> None:
    passage = replace(found(1, 1), lexical_rank=lexical_rank, similarity=similarity)
    assert is_near(passage, 0.3) is near
