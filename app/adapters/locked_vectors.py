"""Stands in for the vectors of a library that another Pincite has open, or that is only read.

Two programs on one Chroma folder damage it, so the second one searches by words alone and says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.errors import LibraryBusy, StorageError
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
        only_read: It is not another Pincite that keeps this one out, but a library to which
            nothing can be written, as Chroma has to.
    """

    def __init__(self, *, only_read: bool = False) -> None:
        self._only_read = only_read

    def _refusal(self) -> StorageError:
        if self._only_read:
            return StorageError(READ_ONLY, code="read_only")
        return LibraryBusy(MESSAGE)

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Always refused."""
        raise self._refusal()

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """Always refused; the search is marked as degraded."""
        raise self._refusal()

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        """Always refused; the search is marked as degraded."""
        raise self._refusal()

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """Always refused."""
        raise self._refusal()

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """Always refused."""
        raise self._refusal()

    def chunk_ids(self) -> set[int]:
        """Always refused."""
        raise self._refusal()

    def look(self) -> set[int]:
        """Always refused."""
        raise self._refusal()

    def examine(self) -> VectorContents:
        """Always refused."""
        raise self._refusal()

    def erase(self) -> None:
        """Always refused."""
        raise self._refusal()

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        """Always refused."""
        raise self._refusal()

    def close(self) -> None:
        """Nothing is open."""
