"""Widens the best passages, where an answer may run over their edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.core.domain.chunk import Chunk
from app.core.domain.evidence import Passage
from app.core.ports import LibraryStore
from app.core.retrieval.widening import widened
from app.services.passages import chunk_boxes

WIDENED_PASSAGES = 3
"""Only so many, the best: what is added has to be read by the model before it can answer."""


def widen(library: LibraryStore, passages: Sequence[Passage], question: str) -> tuple[Passage, ...]:
    """All passages in their order, the best of them widened where it helps."""
    first = [passage.chunk for passage in passages[:WIDENED_PASSAGES]]
    # Chunks of a document follow each other by id. What is a passage already is not read twice.
    wanted = {one.id + step for one in first for step in (-1, 1)}
    beside = library.chunks(sorted(wanted - {passage.chunk.id for passage in passages}))
    wide = []
    for passage, chunk in zip(passages, first, strict=False):
        longer = widened(
            chunk, _neighbour(chunk, -1, beside), _neighbour(chunk, 1, beside), question
        )
        wide.append(passage if longer == chunk else _with_chunk(library, passage, longer))
    return (*wide, *passages[WIDENED_PASSAGES:])


def _neighbour(chunk: Chunk, step: int, beside: dict[int, Chunk]) -> Chunk | None:
    found = beside.get(chunk.id + step)
    if found is None or found.document_id != chunk.document_id:
        return None
    return found if found.ordinal == chunk.ordinal + step else None


def _with_chunk(library: LibraryStore, passage: Passage, chunk: Chunk) -> Passage:
    numbers = sorted({span.page for span in chunk.spans})
    pages = {page.number: page for page in library.pages(chunk.document_id, numbers)}
    return replace(passage, chunk=chunk, boxes=chunk_boxes(chunk, pages))
