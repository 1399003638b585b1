"""Widens the best passages, where an answer may run over their edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.core.domain.chunk import Chunk
from app.core.domain.evidence import Passage
from app.core.ports import LibraryStore
from app.core.retrieval.widening import widened
from app.services.passages import chunk_boxes, ocr_confidence

WIDENED_PASSAGES = 3
"""Only so many, the best: what is added has to be read by the model before it can answer."""


def widen(library: LibraryStore, passages: Sequence[Passage], question: str) -> tuple[Passage, ...]:
    """All passages in their order, the best of them widened where it helps."""
    first = [passage.chunk for passage in passages[:WIDENED_PASSAGES]]
    # What is a passage already is not read twice.
    known = {passage.chunk.id for passage in passages}
    beside = {
        (one.document_id, one.ordinal): one
        for one in library.chunks_beside([chunk.id for chunk in first]).values()
        if one.id not in known
    }
    wide = []
    for passage, chunk in zip(passages, first, strict=False):
        longer = widened(
            chunk, _neighbour(chunk, -1, beside), _neighbour(chunk, 1, beside), question
        )
        wide.append(passage if longer == chunk else _with_chunk(library, passage, longer))
    return (*wide, *passages[WIDENED_PASSAGES:])


def _neighbour(chunk: Chunk, step: int, beside: dict[tuple[int, int], Chunk]) -> Chunk | None:
    return beside.get((chunk.document_id, chunk.ordinal + step))


def _with_chunk(library: LibraryStore, passage: Passage, chunk: Chunk) -> Passage:
    numbers = sorted({span.page for span in chunk.spans})
    pages = {page.number: page for page in library.pages(chunk.document_id, numbers)}
    return replace(
        passage,
        chunk=chunk,
        boxes=chunk_boxes(chunk, pages),
        ocr_confidence=ocr_confidence(chunk, pages),
    )
