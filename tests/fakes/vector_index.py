"""Vectors in memory, compared one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING, RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.errors import PinciteError
from app.core.ports import Vectors


class ExactVectorIndex:
    """Set `fault` to make the next calls raise it."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[int, Vectors]] = {}
        self.fault: PinciteError | None = None
        self.closed = False

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        self._raise_fault()
        for chunk_id, document_id, vector in zip(chunk_ids, document_ids, vectors, strict=True):
            self._rows[chunk_id] = (document_id, vector / np.linalg.norm(vector))

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        self._raise_fault()
        if k < 1:
            raise ValueError("k must be at least 1")
        if vector.ndim != 1 or vector.size == 0:
            raise ValueError("the query vector is empty")
        query = vector / np.linalg.norm(vector)
        hits = [
            RankedChunk(chunk_id, float(stored @ query))
            for chunk_id, (document_id, stored) in self._rows.items()
            if scope.holds(document_id)
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))[:k]

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        if k < 1:
            raise ValueError("k must be at least 1")
        found = self.search(vector, max(1, len(self._rows)), EVERYTHING)
        return [hit for hit in found if hit.chunk_id in set(chunk_ids)][:k]

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        self._raise_fault()
        gone = set(document_ids)
        self._rows = {chunk_id: row for chunk_id, row in self._rows.items() if row[0] not in gone}

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        self._raise_fault()
        gone = set(chunk_ids)
        self._rows = {number: row for number, row in self._rows.items() if number not in gone}

    def chunk_ids(self) -> set[int]:
        self._raise_fault()
        return set(self._rows)

    def look(self) -> set[int]:
        return self.chunk_ids()

    def examine(self) -> VectorContents:
        self._raise_fault()
        documents = {chunk_id: document_id for chunk_id, (document_id, _) in self._rows.items()}
        return VectorContents(documents, documents)

    def erase(self) -> None:
        self._raise_fault()
        self._rows.clear()

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        kept = sum(of not in document_ids for of, _ in self._rows.values())
        yield 0, kept
        cancel.raise_if_cancelled()
        self.remove_documents(list(document_ids))
        yield kept, kept

    def close(self) -> None:
        self.closed = True

    def _raise_fault(self) -> None:
        if self.fault is not None:
            raise self.fault
