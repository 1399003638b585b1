"""What OCR is still to look at, and what it found, on SQLite."""

from __future__ import annotations

from collections.abc import Sequence

from app.adapters.sqlite import chunk_table, document_table, page_table
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.core.ports import RecognisedPages, StoredRecognition


class SqliteRecognition:
    """Implements :class:`~app.core.ports.RecognitionStore`. May be used from any thread. Every
    method may raise StorageError, as those of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self) -> dict[int, tuple[int, ...]]:
        """See the port."""
        found: dict[int, list[int]] = {}
        with self._database.read() as connection:
            for document_id, number in page_table.for_ocr(connection):
                found.setdefault(document_id, []).append(number)
        return {document_id: tuple(numbers) for document_id, numbers in found.items()}

    def any_waiting(self) -> bool:
        """See the port."""
        with self._database.read() as connection:
            return page_table.any_for_ocr(connection)

    def look_again(self, document_ids: Sequence[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            for document_id in filter(may_be_id, document_ids):
                page_table.forget_ocr(connection, document_id)

    def save_recognised(self, found: RecognisedPages) -> StoredRecognition | None:
        """See the port."""
        with self._database.write() as connection:
            document = document_table.by_id(connection, found.document_id)
            if document is None or document.sha256 != found.sha256:
                return None
            page_table.put_recognised(connection, document.id, found.pages)
            gone: list[int] = []
            if found.chunks is not None:
                gone = chunk_table.renew(
                    connection, document.id, document.indexed_title, found.chunks
                )
            document_table.put_recognised(connection, found)
            stored = document_table.by_id(connection, document.id)
            assert stored is not None
            return StoredRecognition(stored, tuple(gone))
