"""Vectors in Chroma: one collection with cosine space, ids and document ids, and no text.

Everything here can be made anew from the library. Chroma keeps deleted vectors in its files, so
erasing means a new folder: `<folder>/<generation>.<number>`, of which the highest number counts.
Only one process may use the folder at a time.
"""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.adapters.library_folder import make_private
from app.core.domain.evidence import RankedChunk, Scope
from app.core.domain.model import EmbedderIdentity
from app.core.errors import StorageError
from app.core.ports import Vectors

log = logging.getLogger(__name__)

COLLECTION = "chunks"

# Accuracy of the graph search. On 20,000 clustered vectors these found 99.2 to 100 % of the true
# best 50 in every scope, at 3 ms without and 35 ms with a scope of half the library.
EF_SEARCH = 256
EF_CONSTRUCTION = 200
_CONFIGURATION: Any = {
    "hnsw": {"space": "cosine", "ef_search": EF_SEARCH, "ef_construction": EF_CONSTRUCTION}
}

# Chroma holds the interpreter while it adds rows, so few at a time.
ROWS_PER_ADD = 100
ROWS_PER_READ = 10_000
# SQLite takes 32,766 values in a statement.
DOCUMENTS_PER_QUERY = 10_000
# Rows beyond k, so that ties at the end of the list are seen.
TIE_MARGIN = 16

# Chroma reads some damaged files without checks and ends the process. Once may also be a power cut
# or an impatient user, so the index is given a second chance.
DEATHS_BEFORE_REPLACING = 2

# SQLite's result codes, as Chroma's messages give them, that speak of the machine and not of a
# damaged file: busy, locked, read-only, I/O, full, cannot open, permission.
_ENVIRONMENT = re.compile(r"\(code: (?:5|6|8|10|13|14|23)\)|No space left|Permission denied")
_FULL = re.compile(r"\(code: 13\)|No space left")

DISK_FULL = (
    "The disk is full, so passages could not be prepared for search by meaning. What was stored "
    "before is kept. Free some space, then try again."
)
UNUSABLE = (
    "The index for search by meaning could not be used. Search by words still works, and nothing "
    "of your library is lost. Check the permissions of the library folder and the space on the "
    "disk, then try again."
)

DAMAGED = (
    "The index for search by meaning is damaged. Search by words still works, and nothing of your "
    "library is lost: `pincite ingest` with any path makes the index anew."
)


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
    """

    def __init__(self, folder: Path, identity: EmbedderIdentity) -> None:
        self._folder = folder
        self._generation = identity.generation
        self._client: Any = None  # its declared type lacks `close`
        self._collection: Any = None

    def add(self, chunk_ids: Sequence[int], document_ids: Sequence[int], vectors: Vectors) -> None:
        """See the port."""
        if not len(chunk_ids) == len(document_ids) == len(vectors):
            raise ValueError("there must be one chunk id and one document id for each vector")
        with self._usable() as collection:
            for start in range(0, len(chunk_ids), ROWS_PER_ADD):
                rows = slice(start, start + ROWS_PER_ADD)
                collection.upsert(
                    ids=[str(chunk_id) for chunk_id in chunk_ids[rows]],
                    embeddings=np.asarray(vectors[rows], dtype=np.float32),
                    metadatas=[{"document_id": int(one)} for one in document_ids[rows]],
                )

    def search(self, vector: Vectors, k: int, scope: Scope) -> list[RankedChunk]:
        """See the port."""
        require_query(vector, k)
        with self._usable() as collection:
            found = [
                hit
                for condition in _conditions(scope)
                for hit in _nearest(collection, vector, k, condition)
            ]
        return sorted(found, key=_best_first)[:k]

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """See the port. The bytes stay in Chroma's files until `erase`."""
        with self._usable() as collection:
            for condition in _conditions(Scope(frozenset(document_ids))):
                collection.delete(where=condition)

    def remove_chunks(self, chunk_ids: Sequence[int]) -> None:
        """See the port. The bytes stay in Chroma's files until `erase`."""
        with self._usable() as collection:
            for start in range(0, len(chunk_ids), ROWS_PER_ADD):
                collection.delete(ids=[str(one) for one in chunk_ids[start : start + ROWS_PER_ADD]])

    def chunk_ids(self) -> set[int]:
        """See the port."""
        with self._usable() as collection:
            return _all_ids(collection)

    def look(self) -> set[int]:
        """See the port."""
        generations = self._generations()
        if self._collection is None and not generations:
            return set()
        try:
            if self._collection is None:
                self._connect(generations[-1], make=False)
            return _all_ids(self._collection)
        except Exception as error:
            self.close()
            if _is_environment(error):
                raise _storage_error(error) from error
            raise StorageError(DAMAGED, code="vectors_damaged", detail=_kind(error)) from error

    def erase(self) -> None:
        """See the port. Works on a damaged index too; takes out other embedders' vectors."""
        fresh = self._start_anew()
        for entry in self._folder.iterdir():
            if entry != fresh:
                _delete(entry)

    def close(self) -> None:
        """See the port."""
        client, self._client, self._collection = self._client, None, None
        if client is not None:
            client.close()

    @contextlib.contextmanager
    def _usable(self) -> Iterator[Any]:
        """The collection, with faults of Chroma as StorageError."""
        try:
            if self._collection is None:
                self._open()
            yield self._collection
        except (StorageError, ValueError):
            raise
        except Exception as error:  # Chroma's classes for faults of the disk are too many to list
            raise _storage_error(error) from error

    def _open(self) -> None:
        generations = self._generations()
        if not generations:
            self._connect(self._start_anew())
            return
        for older in generations[:-1]:  # left over from an erase that was interrupted
            _delete(older)
        try:
            with _counting_deaths(_marker(generations[-1])):
                self._connect(generations[-1])
        except Exception as error:
            self.close()
            if _is_environment(error):
                raise
            log.warning("vector index is damaged (%s); an empty one is started", _kind(error))
            self._connect(self._start_anew())

    def _connect(self, generation: Path, *, make: bool = True) -> None:
        import chromadb
        from chromadb.config import Settings

        settings = Settings(
            anonymized_telemetry=False,
            chroma_otel_granularity="none",  # else an environment variable could turn it on
            _env_file=None,  # type: ignore[call-arg]  # else a .env of the working folder is read
        )
        self._client = chromadb.PersistentClient(generation, settings=settings)
        self._collection = (
            self._client.get_or_create_collection(
                COLLECTION, embedding_function=None, configuration=_CONFIGURATION
            )
            if make
            else self._client.get_collection(COLLECTION, embedding_function=None)
        )
        # Chroma reads its files with the first use, so damage shows here and not in a search.
        if probe := self._collection.get(limit=1, include=["embeddings"])["embeddings"].tolist():
            self._collection.query(query_embeddings=probe, n_results=1, include=[])

    def _start_anew(self) -> Path:
        """Make an empty folder, which counts from now on, then delete this embedder's others."""
        self.close()
        generations = self._generations()
        number = _number(generations[-1]) + 1 if generations else 1
        fresh = self._folder / f"{self._generation}.{number}"
        make_private(self._folder)
        make_private(fresh)
        for older in generations:
            _delete(older)
            _marker(older).unlink(missing_ok=True)
        return fresh

    def _generations(self) -> list[Path]:
        """Folders of this embedder's vectors, oldest first."""
        found = self._folder.glob(f"{self._generation}.*") if self._folder.is_dir() else ()
        return sorted((entry for entry in found if entry.suffix[1:].isdigit()), key=_number)


class _DeadlyIndexError(Exception):
    """Opening the index has ended the process before."""


@contextlib.contextmanager
def _counting_deaths(marker: Path) -> Iterator[None]:
    """Keep a file while something runs that may end the process; it has a byte for each time
    that it did."""
    deaths = marker.stat().st_size if marker.exists() else 0
    if deaths >= DEATHS_BEFORE_REPLACING:
        raise _DeadlyIndexError
    marker.write_bytes(b"." * (deaths + 1))
    try:
        yield
    finally:
        marker.unlink(missing_ok=True)


def _marker(generation: Path) -> Path:
    return generation.with_name(f"{generation.name}.opening")


def _number(generation: Path) -> int:
    return int(generation.suffix[1:])


def _delete(entry: Path) -> None:
    try:
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    except OSError as error:
        raise _storage_error(error) from error


def _conditions(scope: Scope) -> Iterator[dict[str, Any] | None]:
    """Filters that together make the scope, each of a length that Chroma takes."""
    if scope.document_ids is None:
        yield None
        return
    listed = sorted(scope.document_ids)
    for start in range(0, len(listed), DOCUMENTS_PER_QUERY):
        yield {"document_id": {"$in": listed[start : start + DOCUMENTS_PER_QUERY]}}


def _nearest(
    collection: Any, vector: Vectors, k: int, condition: dict[str, Any] | None
) -> list[RankedChunk]:
    """The `k` nearest, ties by id: asks for more until the last one is no tie of the k-th."""
    wanted = k + TIE_MARGIN
    while True:
        rows = collection.query(
            query_embeddings=[vector.tolist()],
            n_results=wanted,
            where=condition,
            include=["distances"],
        )
        hits = [
            RankedChunk(int(chunk_id), min(1.0, 1.0 - distance))
            for chunk_id, distance in zip(rows["ids"][0], rows["distances"][0], strict=True)
        ]
        hits.sort(key=_best_first)
        if len(hits) < wanted or hits[k - 1].score > hits[-1].score:
            return hits[:k]
        wanted *= 2


def _best_first(hit: RankedChunk) -> tuple[float, int]:
    return -hit.score, hit.chunk_id


def _all_ids(collection: Any) -> set[int]:
    found: set[int] = set()
    for offset in range(0, collection.count(), ROWS_PER_READ):
        rows = collection.get(include=[], limit=ROWS_PER_READ, offset=offset)
        found.update(map(int, rows["ids"]))
    return found


def _is_environment(error: Exception) -> bool:
    """Whether a fault speaks of the machine and not of a damaged file."""
    return isinstance(error, OSError) or _ENVIRONMENT.search(str(error)) is not None


def _storage_error(error: Exception) -> StorageError:
    sentence = DISK_FULL if _FULL.search(str(error)) else UNUSABLE
    return StorageError(sentence, code="vectors_unusable", detail=_kind(error))


def _kind(error: Exception) -> str:
    return type(error).__name__
