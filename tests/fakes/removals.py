"""Notes what is taken out of a library."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.document import Document


class NotedRemovals:
    """A `Removals` that keeps the documents in `documents`."""

    def __init__(self) -> None:
        self.documents: list[Document] = []

    def removed(self, documents: Sequence[Document]) -> None:
        self.documents += documents
