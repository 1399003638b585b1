"""Vectors as plain rows in two files, for exact search: beside Chroma, whose graph answers fast
where all of a large library is searched, and slowly where a part of it is (`docs/scale.md`).

Chroma stays the one that says which vectors there are. The rows are always some of its own: a row
is forgotten here before Chroma changes it and written after. So where a process ended in between,
rows are missing and none is wrong, and equal counts mean equal content. What a row held stays in
its file until it is written over or the index is erased, as in Chroma's own files.
"""

from __future__ import annotations

import itertools
import mmap
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.core.domain.evidence import RankedChunk, Scope
from app.core.ports import Vectors

PLACES_FILE, VECTORS_FILE = "rows.places", "rows.vectors"

_PLACE = np.dtype([("chunk_id", "<i8"), ("document_id", "<i8")])
_FORGOTTEN = -1

# Rows that are gathered at once where the ones of a scope lie apart: they stay in the cache.
_BLOCK = 512

# Sums of float32 are off by less than this; what is that near to the last of the best is compared
# once more, exactly.
_TOLERANCE = 1e-5


class VectorRows:
    """The rows of one generation. Not for several threads.

    Args:
        folder: Where the files lie or are made; it must be there.
        dimensions: Numbers of a vector.

    Raises:
        OSError: the files cannot be read or written, here and in every method.
    """

    def __init__(self, folder: Path, dimensions: int) -> None:
        self._dimensions = dimensions
        self._places_file = _open(folder / PLACES_FILE)
        self._vectors_file = _open(folder / VECTORS_FILE)
        self._map: mmap.mmap | None = None
        self._vectors: Vectors = np.zeros((0, dimensions), dtype=np.float32)
        self._places = self._read_places()

    def __len__(self) -> int:
        return int(np.count_nonzero(self._places["chunk_id"] != _FORGOTTEN))

    def chunk_ids(self, *, without: frozenset[int] = frozenset()) -> NDArray[np.int64]:
        """Ids of all rows, or of those that do not belong to some documents, shape (rows,)."""
        chosen = self._places["chunk_id"] != _FORGOTTEN
        if without:
            chosen &= ~self.inside(Scope(without))
        held: NDArray[np.int64] = self._places["chunk_id"][chosen]
        return held

    def some(self, chunk_ids: NDArray[np.int64]) -> tuple[NDArray[np.void], Vectors]:
        """The rows of these chunks, which must have one: their places, as `read_rows` gives them,
        and their vectors, shape (chunks, dimensions)."""
        rows = self._rows_of(chunk_ids)
        return self._places[rows], self._mapped()[rows]

    def put(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """Write rows of chunks that have none. Vectors of any length, shape (n, dimensions)."""
        places = np.zeros(len(chunk_ids), dtype=_PLACE)
        places["chunk_id"], places["document_id"] = chunk_ids, document_ids
        rows = self._free_rows(len(places))
        for start, stop in _runs(rows):
            self._write(self._vectors_file, rows[start], _unit(vectors[start:stop]))
        os.fsync(self._vectors_file)  # a place must not outlive its vector in a power cut
        for start, stop in _runs(rows):
            self._write(self._places_file, rows[start], places[start:stop])
        os.fsync(self._places_file)
        if len(rows) and rows[-1] >= len(self._places):
            more = np.full(rows[-1] + 1 - len(self._places), _FORGOTTEN, dtype=_PLACE)
            self._places = np.concatenate([self._places, more])
        self._places[rows] = places

    def forget_chunks(self, chunk_ids: Iterable[int]) -> None:
        """Drop the rows of these chunks; ids without one are left alone."""
        self._forget(self._rows_of(np.fromiter(chunk_ids, dtype=np.int64)))

    def forget_documents(self, document_ids: frozenset[int]) -> None:
        """Drop the rows of these documents."""
        self._forget(np.flatnonzero(self.inside(Scope(document_ids))))

    def forget_all(self) -> None:
        """Drop every row."""
        self._forget(np.arange(len(self._places)))

    def inside(self, scope: Scope) -> NDArray[np.bool_]:
        """Which places hold a row of the scope, shape (places,)."""
        held: NDArray[np.bool_] = self._places["chunk_id"] != _FORGOTTEN
        if scope.document_ids is None or not len(held):
            return held
        documents = self._places["document_id"]
        # A table of documents, as numpy's own search in lists is slower.
        chosen = np.zeros(int(documents.max()) + 1, dtype=bool)
        chosen[[one for one in scope.document_ids if 0 <= one < len(chosen)]] = True
        held &= chosen[documents]
        return held

    def among(self, chunk_ids: Iterable[int]) -> NDArray[np.bool_]:
        """Which places hold a row of one of these chunks, shape (places,)."""
        held = np.zeros(len(self._places), dtype=bool)
        held[self._rows_of(np.fromiter(chunk_ids, dtype=np.int64))] = True
        return held

    def nearest(self, vector: Vectors, k: int, inside: NDArray[np.bool_]) -> list[RankedChunk]:
        """The `k` nearest by cosine similarity of all rows inside; ties by chunk id."""
        query = _unit(vector[None, :])[0]
        rows = np.flatnonzero(inside)
        similarities = self._similarities(rows, query)
        if len(rows) > k:
            last_of_best = np.partition(similarities, len(rows) - k)[len(rows) - k]
            rows = rows[similarities >= last_of_best - _TOLERANCE]
        return self._ranked(rows, query)[:k]

    def ranked(
        self, chunk_ids: Sequence[int], vector: Vectors, inside: NDArray[np.bool_]
    ) -> list[RankedChunk]:
        """Those of these chunks that lie inside, by cosine similarity; ties by chunk id."""
        rows = self._rows_of(np.array(chunk_ids, dtype=np.int64))
        return self._ranked(rows[inside[rows]], _unit(vector[None, :])[0])

    def close(self) -> None:
        """Close the files."""
        self._unmap()
        for file in (self._places_file, self._vectors_file):
            os.close(file)

    def _ranked(self, rows: NDArray[np.int64], query: Vectors) -> list[RankedChunk]:
        """Rows by their similarity, which is added up alike for each."""
        products = self._mapped()[rows].astype(np.float64) * query
        scored = map(
            RankedChunk,
            self._places["chunk_id"][rows].tolist(),
            np.minimum(products.sum(axis=1), 1.0).tolist(),
        )
        return sorted(scored, key=lambda hit: (-hit.score, hit.chunk_id))

    def _similarities(self, rows: NDArray[np.int64], query: Vectors) -> Vectors:
        # Not `@`: its threads keep turning for 30 ms after a product of 1 ms, at the cost of
        # whatever else the computer does.
        held = self._mapped()
        if len(rows) == len(held):
            return np.asarray(np.vecdot(held, query))
        found = np.empty(len(rows), dtype=np.float32)
        block = np.empty((min(_BLOCK, len(rows)), self._dimensions), dtype=np.float32)
        for start in range(0, len(rows), _BLOCK):
            some = rows[start : start + _BLOCK]
            part = np.take(held, some, axis=0, out=block[: len(some)], mode="clip")
            np.vecdot(part, query, out=found[start : start + len(some)])
        return found

    def _rows_of(self, chunk_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Ascending rows of the chunks that have one."""
        every = self._places["chunk_id"]
        if not len(every):
            return np.zeros(0, dtype=np.int64)
        order = np.argsort(every, kind="stable")  # quick, as they are nearly in order
        found = order[np.searchsorted(every, chunk_ids, sorter=order).clip(max=len(every) - 1)]
        return np.sort(found[(every[found] == chunk_ids) & (chunk_ids != _FORGOTTEN)])

    def _forget(self, rows: NDArray[np.int64]) -> None:
        if not len(rows):
            return
        self._places["chunk_id"][rows] = _FORGOTTEN
        for start, stop in _runs(rows):
            self._write(self._places_file, rows[start], self._places[rows[start:stop]])
        os.fsync(self._places_file)

    def _free_rows(self, count: int) -> NDArray[np.int64]:
        """Rows to write to: forgotten ones, then new ones at the end."""
        free = np.flatnonzero(self._places["chunk_id"] == _FORGOTTEN)[:count]
        end = len(self._places)
        return np.concatenate([free, np.arange(end, end + count - len(free))])

    def _write(self, file: int, row: int, values: NDArray[Any]) -> None:
        os.lseek(file, row * values.strides[0], os.SEEK_SET)
        left = values.tobytes()
        while left:
            left = left[os.write(file, left) :]

    def _read_places(self) -> NDArray[np.void]:
        """Places whose vectors are there too; files that were cut off hold fewer."""
        rows = os.fstat(self._vectors_file).st_size // (4 * self._dimensions)
        os.lseek(self._places_file, 0, os.SEEK_SET)
        with os.fdopen(os.dup(self._places_file), "rb") as file:
            data = file.read(rows * _PLACE.itemsize)
        return np.frombuffer(data[: len(data) - len(data) % _PLACE.itemsize], dtype=_PLACE).copy()

    def _mapped(self) -> Vectors:
        """All vectors, mapped anew where rows were added since. Shape (all rows, dimensions)."""
        rows = len(self._places)
        if len(self._vectors) != rows:
            self._unmap()
            self._map = mmap.mmap(
                self._vectors_file, rows * 4 * self._dimensions, access=mmap.ACCESS_READ
            )
            flat = np.frombuffer(self._map, dtype="<f4")
            self._vectors = flat.reshape(rows, self._dimensions)
        return self._vectors

    def _unmap(self) -> None:
        self._vectors = np.zeros((0, self._dimensions), dtype=np.float32)
        if self._map is not None:
            self._map.close()
            self._map = None


def read_rows(folder: Path, dimensions: int) -> tuple[NDArray[np.void], Vectors]:
    """All rows that are not forgotten, read without changing anything: their places, shape (rows,),
    with the fields `chunk_id` and `document_id`, and their vectors, shape (rows, dimensions). None
    where there are no files."""
    places, vectors = folder / PLACES_FILE, folder / VECTORS_FILE
    if not (places.exists() and vectors.exists()):
        return np.zeros(0, dtype=_PLACE), np.zeros((0, dimensions), dtype=np.float32)
    width = 4 * dimensions
    rows = min(places.stat().st_size // _PLACE.itemsize, vectors.stat().st_size // width)
    if not rows:
        return np.zeros(0, dtype=_PLACE), np.zeros((0, dimensions), dtype=np.float32)
    found = np.fromfile(places, dtype=_PLACE, count=rows)
    mapped = np.memmap(vectors, dtype="<f4", mode="r", shape=(rows, dimensions))
    held = found["chunk_id"] != _FORGOTTEN
    return (found, mapped) if held.all() else (found[held], mapped[held])


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)


def _runs(rows: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Ranges of positions in ascending rows that follow each other without a gap."""
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    edges = [0, *breaks.tolist(), len(rows)]
    return list(itertools.pairwise(edges))


def _unit(vectors: Vectors) -> Vectors:
    wide = np.asarray(vectors, dtype=np.float64)
    lengths = np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return np.asarray(wide / lengths, dtype=np.float32)
