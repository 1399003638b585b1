"""The library store on SQLite: each write is one transaction over the tables it touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from app.adapters.sqlite import (
    chunk_table,
    collection_table,
    document_table,
    page_table,
    queue_table,
    upkeep,
)
from app.adapters.sqlite.connection import Database
from app.core.domain.chunk import Chunk
from app.core.domain.document import Document, FileStamp
from app.core.domain.evidence import Scope
from app.core.domain.model import EmbedderIdentity
from app.core.domain.page import PageRange, PageText
from app.core.ports import NewDocument

# SQLite's rows have ids from 1 to this; a larger number cannot even be asked for.
_LARGEST_ID = 2**63 - 1


class SqliteLibrary:
    """Implements :class:`~app.core.ports.LibraryStore`. May be used from any thread.

    Every method may raise StorageError: the disk is full, the folder cannot be written, the file
    is damaged. What was stored before such a fault is kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def save_document(self, new: NewDocument, *, in_place_of: int | None = None) -> Document:
        """See the port."""
        with self._database.write() as connection:
            old = document_table.by_path(connection, new.path)
            if old is not None:
                chunk_table.delete(connection, old.id, old.indexed_title)
            document_id = document_table.put(connection, new)
            page_table.put(connection, document_id, new.pages)
            chunk_table.put(connection, document_id, new.indexed_title, new.chunks)
            other = document_table.by_id(connection, in_place_of) if in_place_of else None
            if other is not None and other.id != document_id:
                collection_table.put_heir(connection, other.id, document_id)
                chunk_table.delete(connection, other.id, other.indexed_title)
                document_table.delete(connection, [other.id])
            stored = document_table.by_id(connection, document_id)
            assert stored is not None
            return stored

    def update_stamp(self, document_id: int, path: Path, stamp: FileStamp) -> None:
        """See the port. Another document that was read from this path is replaced, as its file
        is not there any more."""
        with self._database.write() as connection:
            other = document_table.by_path(connection, path)
            if other is not None and other.id != document_id:
                chunk_table.delete(connection, other.id, other.indexed_title)
                document_table.delete(connection, [other.id])
            document_table.put_stamp(connection, document_id, path, stamp)

    def remove_documents(self, document_ids: Sequence[int]) -> None:
        """See the port."""
        possible = [document_id for document_id in document_ids if may_be_id(document_id)]
        with self._database.write() as connection:
            for document_id in possible:
                old = document_table.by_id(connection, document_id)
                if old is not None:
                    chunk_table.delete(connection, old.id, old.indexed_title)
                    queue_table.delete(connection, [old.path])
            document_table.delete(connection, possible)

    def erase_free_space(self) -> None:
        """See the port."""
        upkeep.erase_free_space(self._database)

    def documents(self) -> list[Document]:
        """See the port."""
        with self._database.read() as connection:
            return document_table.all_documents(connection)

    def document(self, document_id: int) -> Document | None:
        """See the port."""
        if not may_be_id(document_id):
            return None
        with self._database.read() as connection:
            return document_table.by_id(connection, document_id)

    def documents_by_id(self, document_ids: Iterable[int]) -> dict[int, Document]:
        """See the port."""
        possible = [number for number in document_ids if may_be_id(number)]
        with self._database.read() as connection:
            return {found.id: found for found in document_table.by_ids(connection, possible)}

    def count_searchable(self, scope: Scope) -> int:
        """See the port."""
        documents = scope.document_ids
        with self._database.read() as connection:
            return document_table.count_searchable(
                connection,
                None if documents is None else [one for one in documents if may_be_id(one)],
            )

    def document_by_path(self, path: Path) -> Document | None:
        """See the port."""
        with self._database.read() as connection:
            return document_table.by_path(connection, path)

    def document_by_sha256(self, sha256: str) -> Document | None:
        """See the port."""
        with self._database.read() as connection:
            return document_table.by_sha256(connection, sha256)

    def chunks(self, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.by_ids(connection, chunk_ids)

    def chunks_beside(self, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.beside(connection, chunk_ids)

    def chunk_ids_on_pages(self, pages: Sequence[PageRange], scope: Scope) -> set[int]:
        """See the port."""
        documents = scope.document_ids
        with self._database.read() as connection:
            return chunk_table.ids_on_pages(
                connection,
                [(page.first, page.last) for page in pages],
                None if documents is None else [one for one in documents if may_be_id(one)],
            )

    def document_chunks(self, document_id: int) -> list[Chunk]:
        """See the port."""
        if not may_be_id(document_id):
            return []
        with self._database.read() as connection:
            return chunk_table.of_document(connection, document_id)

    def page(self, document_id: int, number: int) -> PageText | None:
        """See the port."""
        found = self.pages(document_id, [number])
        return found[0] if found else None

    def pages(self, document_id: int, numbers: Sequence[int] | None = None) -> list[PageText]:
        """See the port."""
        if not may_be_id(document_id):
            return []
        with self._database.read() as connection:
            return page_table.some(connection, document_id, numbers)

    def page_labels(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
        """See the port."""
        with self._database.read() as connection:
            return page_table.labels(connection, list(pages))

    def ocr_confidences(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], float]:
        """See the port."""
        with self._database.read() as connection:
            return page_table.ocr_confidences(connection, list(pages))

    def unembedded(self, limit: int) -> list[Chunk]:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.unembedded(connection, limit)

    def has_embedded(self) -> bool:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.has_embedded(connection)

    def count_chunks(self) -> tuple[int, int]:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.count(connection)

    def mark_embedded(self, chunk_ids: Sequence[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            chunk_table.mark_embedded(connection, chunk_ids)

    def embedded_chunk_ids(self) -> set[int]:
        """See the port."""
        with self._database.read() as connection:
            return chunk_table.embedded_ids(connection)

    def reset_embedded(self, keep: set[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            chunk_table.reset_embedded(connection, keep)

    def embedder(self) -> EmbedderIdentity | None:
        """See the port."""
        with self._database.read() as connection:
            row = connection.execute("SELECT name, dimensions, sha256 FROM embedder").fetchone()
        return None if row is None else EmbedderIdentity(*row)

    def set_embedder(self, identity: EmbedderIdentity) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO embedder VALUES (1, ?, ?, ?)",
                (identity.name, identity.dimensions, identity.sha256),
            )

    def enqueue(self, paths: Sequence[Path]) -> None:
        """See the port."""
        with self._database.write() as connection:
            queue_table.put(connection, paths)

    def dequeue(self, paths: Sequence[Path]) -> None:
        """See the port."""
        with self._database.write() as connection:
            queue_table.delete(connection, paths)

    def queue(self) -> list[Path]:
        """See the port."""
        with self._database.read() as connection:
            return queue_table.waiting(connection)

    def is_queued(self, path: Path) -> bool:
        """See the port."""
        with self._database.read() as connection:
            return queue_table.waits(connection, path)

    def integrity(self) -> str:
        """See the port."""
        return upkeep.integrity(self._database)

    def close(self) -> None:
        """See the port."""
        self._database.close()


def may_be_id(number: int) -> bool:
    """Whether a row can have this id."""
    return 0 < number <= _LARGEST_ID
