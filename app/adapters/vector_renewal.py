"""Erases vectors by copying the others: Chroma, and the rows beside it, keep what they were told to
delete in their files.

The copy grows beside the vectors, a few at a time, and is nothing until it is whole: then it takes
the place of the vectors, which are deleted. Meanwhile they are searched, and may change.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.adapters.chroma_collection import ROWS_PER_ADD, open_collection
from app.adapters.vector_rows import VectorRows
from app.core.domain.cancel import CancelToken

ROWS_PER_STEP = 1_000
"""About two seconds of work; a question waits for so long at most."""

INTERRUPTED = (
    "The index for search by meaning was restarted while it was being erased. Nothing is lost. "
    "Erase again."
)


class Renewable(Protocol):
    """An index whose erasing goes on step by step, so that questions pass in between."""

    def begin_renewal(self, document_ids: Collection[int]) -> int:
        """Begin a copy without these documents; returns how many vectors are to be copied."""
        ...

    def renew_some(self) -> int:
        """Copy some more; returns how many are left. StorageError where none was begun."""
        ...

    def finish_renewal(self) -> None:
        """Let the copy take the place of the vectors, and delete these."""
        ...

    def drop_renewal(self) -> None:
        """Give up the copy, if there is one."""
        ...


def renewed(
    index: Renewable, document_ids: Collection[int], cancel: CancelToken
) -> Iterator[tuple[int, int]]:
    """Go through all steps; yields (vectors copied, vectors in all). Cancelled where the token was
    cancelled; nothing is erased then."""
    total = left = index.begin_renewal(document_ids)
    with contextlib.ExitStack() as undo:
        undo.callback(index.drop_renewal)
        while left:
            yield max(0, total - left), total
            cancel.raise_if_cancelled()
            left = index.renew_some()
        cancel.raise_if_cancelled()
        undo.pop_all()
    index.finish_renewal()
    yield total, total


class VectorRenewal:
    """A copy that grows.

    Args:
        folder: Where; it must be there and empty.
        without: Documents whose vectors are not copied.
    """

    def __init__(self, folder: Path, dimensions: int, without: frozenset[int]) -> None:
        self._without = without
        self._client: Any
        self._client, self._collection = open_collection(folder)
        self._rows = VectorRows(folder, dimensions)

    def left(self, rows: VectorRows) -> int:
        """How many vectors are still to be copied."""
        return len(self._missing(rows))

    def copy_some(self, rows: VectorRows) -> int:
        """Copy at most ROWS_PER_STEP; returns how many are left."""
        missing = self._missing(rows)
        for start in range(0, min(len(missing), ROWS_PER_STEP), ROWS_PER_ADD):
            places, vectors = rows.some(missing[start : start + ROWS_PER_ADD])
            chunk_ids, document_ids = places["chunk_id"].tolist(), places["document_id"].tolist()
            self._collection.add(
                ids=[str(chunk_id) for chunk_id in chunk_ids],
                embeddings=vectors,
                metadatas=[{"document_id": document_id} for document_id in document_ids],
            )
            self._rows.put(chunk_ids, document_ids, vectors)
        return max(0, len(missing) - ROWS_PER_STEP)

    def finish(self, rows: VectorRows) -> None:
        """Copy what was added meanwhile, take out what was removed, and close."""
        while self.copy_some(rows):
            pass
        gone = np.setdiff1d(self._rows.chunk_ids(), rows.chunk_ids()).tolist()
        self._rows.forget_chunks(gone)
        for start in range(0, len(gone), ROWS_PER_ADD):
            some = gone[start : start + ROWS_PER_ADD]
            self._collection.delete(ids=[str(chunk_id) for chunk_id in some])
        self.close()

    def close(self) -> None:
        """Close the copy's files."""
        self._rows.close()
        self._client.close()

    def _missing(self, rows: VectorRows) -> NDArray[np.int64]:
        wanted = rows.chunk_ids(without=self._without)
        return np.setdiff1d(wanted, self._rows.chunk_ids())
