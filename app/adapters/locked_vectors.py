"""Stands in for the vectors of a library that another Pincite has open.

Two programs on one Chroma folder damage it, so the second one searches by words alone and says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.errors import LibraryBusy
from app.core.ports import Vectors

MESSAGE = (
    "Another Pincite has this library open, so search by meaning is not available here. "
    "Close it and try again."
)


READ_ONLY = (
    "This library can only be read where it is, so search by meaning is not available. Copy its "
    "folder to where you may write, and open the copy."
)


class LockedVectorIndex:
    """Implements the port by refusing; closing it does nothing.

    Args:
        message: Says why.
    """

    def __init__(self, message: str = MESSAGE) -> None:
        self._message = message

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Always refused."""
        raise LibraryBusy(self._message)

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """Always refused; the search is marked as degraded."""
        raise LibraryBusy(self._message)

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        """Always refused; the search is marked as degraded."""
        raise LibraryBusy(self._message)

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Always refused."""
        raise LibraryBusy(self._message)

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """Always refused."""
        raise LibraryBusy(self._message)

    def chunk_ids(self) -> set[int]:
        """Always refused."""
        raise LibraryBusy(self._message)

    def look(self) -> set[int]:
        """Always refused."""
        raise LibraryBusy(self._message)

    def examine(self) -> VectorContents:
        """Always refused."""
        raise LibraryBusy(self._message)

    def erase(self) -> None:
        """Always refused."""
        raise LibraryBusy(self._message)

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        """Always refused."""
        raise LibraryBusy(self._message)

    def close(self) -> None:
        """Nothing is open."""
