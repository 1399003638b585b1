"""Found passages by document, for lists that people read: best first, or as the pages go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.core.domain.evidence import Passage


class HitOrder(StrEnum):
    """How the passages of a document are ordered."""

    BEST = "best"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class DocumentHits:
    """A document with its passages, at least one."""

    document_id: int
    title: str
    passages: tuple[Passage, ...]


def by_document(passages: Iterable[Passage], order: HitOrder) -> tuple[DocumentHits, ...]:
    """Group passages, given best first, by their document.

    The document with the best passage comes first in either order, so that a change of order
    moves passages inside their document and no document.
    """
    groups: dict[int, list[Passage]] = {}
    for passage in passages:
        groups.setdefault(passage.chunk.document_id, []).append(passage)
    if order is HitOrder.PAGES:
        for found in groups.values():
            found.sort(key=lambda passage: (passage.page, passage.chunk.ordinal))
    return tuple(
        DocumentHits(document_id, found[0].document_title, tuple(found))
        for document_id, found in groups.items()
    )


def is_near(passage: Passage, least_similarity: float) -> bool:
    """Whether a passage is worth showing for a search: some word of it was asked for, or its
    meaning is close enough. The nearest of all passages may still be far."""
    if passage.lexical_rank is not None:
        return True
    return passage.similarity is not None and passage.similarity >= least_similarity
