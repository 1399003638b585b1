"""Vectors in Chroma: one collection with cosine space, ids and document ids, and no text.

Chroma's graph answers where much of a large library is searched. Small libraries and scopes are
searched exactly, in rows that are kept beside it (`vector_rows`); `docs/scale.md` has the
measurements. Chroma says which vectors there are. Everything here can be made anew from the
library. Only one process may use the folder at a time.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.adapters.chroma_collection import ROWS_PER_ADD, all_ids, open_collection
from app.adapters.library_folder import LibraryLock, wait_for_lock
from app.adapters.vector_comparison import compare
from app.adapters.vector_faults import DAMAGED, is_environment, kind_of, storage_error
from app.adapters.vector_generations import VectorGenerations, counting_deaths, delete
from app.adapters.vector_renewal import INTERRUPTED, VectorRenewal, renewed
from app.adapters.vector_rows import VectorRows
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.library_check import VectorContents
from app.core.domain.model import EmbedderIdentity
from app.core.errors import StorageError
from app.core.ports import Vectors

log = logging.getLogger(__name__)

EXACT_ROWS = 20_000
"""So many vectors are compared one by one in any case; of more, the graph may be asked."""

GRAPH_HITS = 2_000
"""Most hits that the graph is asked for. Where a scope needs more, to be left with enough of its
own, it is searched exactly."""

ROWS_PER_READ = 10_000
# SQLite takes 32,766 values in a statement.
DOCUMENTS_PER_QUERY = 10_000
# Rows beyond k, so that ties at the end of the list are seen.
TIE_MARGIN = 16
# The graph is asked for more than a scope's share of hits calls for: its documents may be a little
# further from the question than others.
_SCOPE_MARGIN = 1.5


def require_query(vector: Vectors, k: int) -> None:
    """Raise ValueError for k < 1 or an empty vector (R1)."""
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    if vector.ndim != 1 or vector.size == 0:
        raise ValueError("the query vector is empty")


class ChromaVectors:
    """Implements :class:`~app.core.ports.VectorIndex`. Opens its files when they are needed.

    A folder that turns out to be damaged is replaced by an empty one; compare `chunk_ids` with
    what the library believes, and embed what is missing.

    Args:
        folder: Holds the generations; made where it is not there.
        identity: The embedder whose vectors these are; each has a generation of its own.
        rows_per_add: Rows that are handed to Chroma at once. More than ROWS_PER_ADD only where no
            other thread of the process is waiting.
        exact_rows: As EXACT_ROWS.
    """

    def __init__(
        self,
        folder: Path,
        identity: EmbedderIdentity,
        *,
        rows_per_add: int = ROWS_PER_ADD,
        exact_rows: int = EXACT_ROWS,
    ) -> None:
        self._generations = VectorGenerations(folder, identity.generation)
        self._dimensions = identity.dimensions
        self._rows_per_add = rows_per_add
        self._exact_rows = exact_rows
        self._client: Any = None  # its declared type lacks `close`
        self._collection: Any = None
        self._opened_rows: VectorRows | None = None
        self._lock: LibraryLock | None = None
        self._renewal: VectorRenewal | None = None

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """See the port."""
        if not len(chunk_ids) == len(document_ids) == len(vectors):
            raise ValueError("there must be one chunk id and one document id for each vector")
        if len(vectors) and np.shape(vectors[0]) != (self._dimensions,):
            raise ValueError(f"a vector must have {self._dimensions} numbers")
        with self._usable() as (collection, rows):
            for start in range(0, len(chunk_ids), self._rows_per_add):
                some = slice(start, start + self._rows_per_add)
                rows.forget_chunks(chunk_ids[some])
                collection.upsert(
                    ids=[str(chunk_id) for chunk_id in chunk_ids[some]],
                    embeddings=np.asarray(vectors[some], dtype=np.float32),
                    metadatas=[{"document_id": int(one)} for one in document_ids[some]],
                )
                rows.put(chunk_ids[some], document_ids[some], vectors[some])

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """See the port."""
        require_query(vector, k)
        with self._usable() as (collection, rows):
            inside = rows.inside(scope)
            size = int(np.count_nonzero(inside))
            if size > max(self._exact_rows, k):
                # The best of all that lie in the scope are the best of the scope.
                wanted = TIE_MARGIN + int(k * len(rows) / size * _SCOPE_MARGIN)
                if wanted <= GRAPH_HITS:
                    found = rows.ranked(_graph_hits(collection, vector, wanted), vector, inside)
                    if len(found) >= k:
                        return found[:k]
            return rows.nearest(vector, k, inside)

    def rank(self, vector: Vectors, chunk_ids: Collection[int], k: int) -> list[RankedChunk]:
        """See the port."""
        require_query(vector, k)
        with self._usable() as (_, rows):
            return rows.nearest(vector, k, rows.among(chunk_ids))

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """See the port. The bytes stay in the files until `erase`."""
        with self._usable() as (collection, rows):
            rows.forget_documents(frozenset(document_ids))
            listed = sorted(set(document_ids))
            for start in range(0, len(listed), DOCUMENTS_PER_QUERY):
                some = listed[start : start + DOCUMENTS_PER_QUERY]
                collection.delete(where={"document_id": {"$in": some}})

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """See the port. The bytes stay in the files until `erase`."""
        with self._usable() as (collection, rows):
            rows.forget_chunks(chunk_ids)
            for start in range(0, len(chunk_ids), ROWS_PER_ADD):
                collection.delete(ids=[str(one) for one in chunk_ids[start : start + ROWS_PER_ADD]])

    def chunk_ids(self) -> set[int]:
        """See the port."""
        with self._usable() as (_, rows):
            return set(rows.chunk_ids().tolist())

    def look(self) -> set[int]:
        """See the port."""
        with self._seen() as seen:
            return set() if seen is None else all_ids(seen[0])

    def examine(self) -> VectorContents:
        """See the port."""
        with self._seen() as seen:
            return VectorContents() if seen is None else compare(*seen, self._dimensions)

    @contextlib.contextmanager
    def _seen(self) -> Iterator[tuple[Any, Path] | None]:
        """The collection and its folder, as they are; None where there are none."""
        generations = self._generations.all()
        if self._collection is None and not generations:
            yield None
            return
        self._own()
        try:
            if self._collection is None:
                self._connect(generations[-1], make=False)
            yield self._collection, generations[-1]
        except Exception as error:
            self.close()
            if is_environment(error):
                raise storage_error(error) from error
            raise StorageError(DAMAGED, code="vectors_damaged", detail=kind_of(error)) from error

    def erase(self) -> None:
        """See the port. Works on a damaged index too; takes out other embedders' vectors."""
        self.drop_renewal()
        self._generations.delete_all_but(self._start_anew())

    def erase_documents(
        self, document_ids: Collection[int], *, cancel: CancelToken
    ) -> Iterator[tuple[int, int]]:
        """See the port."""
        return renewed(self, document_ids, cancel)

    def begin_renewal(self, document_ids: Collection[int]) -> int:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        self.drop_renewal()
        with self._usable() as (_, rows):
            copy = self._generations.copy_of_newest()
            self._renewal = VectorRenewal(copy, self._dimensions, frozenset(document_ids))
            return self._renewal.left(rows)

    def renew_some(self) -> int:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        with self._usable() as (_, rows):
            return self._renewing().copy_some(rows)

    def finish_renewal(self) -> None:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        with self._usable() as (_, rows):
            self._renewing().finish(rows)
            self._renewal = None
            # The lock is kept: nobody may come in between.
            lock, self._lock = self._lock, None
            self.close()
            self._lock = lock
            self._generations.delete_all_but(self._generations.take_copy())

    def drop_renewal(self) -> None:
        """See :class:`~app.adapters.vector_renewal.Renewable`."""
        renewal, self._renewal = self._renewal, None
        if renewal is not None:
            renewal.close()
        self._generations.delete_copy()

    def _renewing(self) -> VectorRenewal:
        if self._renewal is None:
            raise StorageError(INTERRUPTED, code="vectors_unusable")
        return self._renewal

    def close(self) -> None:
        """See the port."""
        renewal, self._renewal = self._renewal, None
        if renewal is not None:
            renewal.close()
        rows, self._opened_rows = self._opened_rows, None
        if rows is not None:
            rows.close()
        client, self._client, self._collection = self._client, None, None
        if client is not None:
            client.close()
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    @contextlib.contextmanager
    def _usable(self) -> Iterator[tuple[Any, VectorRows]]:
        """The collection and its rows, with faults as StorageError."""
        try:
            if self._collection is None or self._opened_rows is None:
                self._open()
            assert self._opened_rows is not None
            yield self._collection, self._opened_rows
        except (StorageError, ValueError):
            raise
        except Exception as error:  # Chroma's classes for faults of the disk are too many to list
            # Rows and collection may differ now; opening compares them.
            self.close()
            raise storage_error(error) from error

    def _open(self) -> None:
        self.close()  # `look` opens the collection alone
        self._own()
        generations = self._generations.all()
        if not generations:
            self._connect_with_rows(self._start_anew())
            return
        for older in generations[:-1]:  # left over from an erase that was interrupted
            delete(older)
        try:
            with counting_deaths(generations[-1]):
                self._connect_with_rows(generations[-1])
        except Exception as error:
            self.close()
            if is_environment(error):
                raise
            log.warning("vector index is damaged (%s); an empty one is started", kind_of(error))
            self._connect_with_rows(self._generations.replace_damaged())

    def _connect_with_rows(self, generation: Path) -> None:
        self._connect(generation)
        self._opened_rows = VectorRows(generation, self._dimensions)
        _complete(self._opened_rows, self._collection)

    def _connect(self, generation: Path, *, make: bool = True) -> None:
        self._own()
        self._client, self._collection = open_collection(generation, make=make)

    def _own(self) -> None:
        """Wait until a process that was killed has let go of the files."""
        if self._lock is None:
            self._lock = wait_for_lock(self._generations.lock)

    def _start_anew(self) -> Path:
        self.close()
        self._own()
        return self._generations.start_anew()


def _graph_hits(collection: Any, vector: Vectors, wanted: int) -> list[int]:
    found = collection.query(query_embeddings=[vector.tolist()], n_results=wanted, include=[])
    return [int(chunk_id) for chunk_id in found["ids"][0]]


def _complete(rows: VectorRows, collection: Any) -> None:
    """Give the rows what they miss of the collection: what an older Pincite or an interrupted
    write left. Where they agree, which is the rule, nothing but two counts is read."""
    if len(rows) == collection.count():
        return
    held, stored = set(rows.chunk_ids().tolist()), all_ids(collection)
    if held - stored:  # never written like that
        rows.forget_all()
        held = set()
    missing = sorted(stored - held)
    for start in range(0, len(missing), ROWS_PER_READ):
        found = collection.get(
            ids=[str(chunk_id) for chunk_id in missing[start : start + ROWS_PER_READ]],
            include=["embeddings", "metadatas"],
        )
        rows.put(
            [int(chunk_id) for chunk_id in found["ids"]],
            [one["document_id"] for one in found["metadatas"]],
            np.asarray(found["embeddings"], dtype=np.float32),
        )
