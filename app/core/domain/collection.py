"""Collections, and what a user chose to look in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of documents. A document may be in several, and is there without any."""

    id: int
    name: str
    document_ids: frozenset[int]

    @property
    def document_count(self) -> int:
        """How many documents are in it, those that cannot be searched among them."""
        return len(self.document_ids)


@dataclass(frozen=True, slots=True)
class ScopeChoice:
    """Where a question looks, as the user chose it: in a collection, in chosen documents, or, with
    neither, in all documents.

    It is kept with the conversation and resolved to a :class:`~app.core.domain.evidence.Scope` when
    a question is asked, so that a document which joined the collection meanwhile is searched too.

    Raises:
        ValueError: both were given.
    """

    collection_id: int | None = None
    document_ids: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if self.collection_id is not None and self.document_ids is not None:
            raise ValueError("a choice is a collection or documents, not both")


ALL_DOCUMENTS = ScopeChoice()
