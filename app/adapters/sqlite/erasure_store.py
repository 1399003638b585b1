"""Erasing in the database: what is to be erased, and every row that has anything of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from app.adapters.sqlite import chunk_table, document_table, folder_table, queue_table, upkeep
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.adapters.sqlite.stored_text import path_key
from app.core.domain.document import Document

_BEFORE = 0
"""Stands for documents that were taken out before; no document has this number."""

# How a question's scope was called may be a title. "3 documents" is as true, and says nothing.
_UNNAMED = """
    UPDATE turn SET
        scope_label = scope_documents || iif(scope_documents = 1, ' document', ' documents'),
        scope_spoken = scope_documents || iif(scope_documents = 1, ' document', ' documents')
    WHERE document_ids IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(turn.document_ids) AS asked
        WHERE asked.value IN (SELECT value FROM json_each(?))
    )
"""

# Copies of documents that are gone, now or before.
_COPIES_OF_NONE = """
    DELETE FROM skipped_file WHERE sha256 <> '' AND sha256 NOT IN (SELECT sha256 FROM document)
"""


class SqliteErasure:
    """Implements :class:`~app.core.ports.ErasureStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, document_ids: Collection[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO erasure VALUES (?) ON CONFLICT DO NOTHING",
                [(one,) for one in (_BEFORE, *document_ids) if one == _BEFORE or may_be_id(one)],
            )

    def unfinished(self) -> frozenset[int] | None:
        """See the port."""
        with self._database.read() as connection:
            rows = connection.execute("SELECT document_id FROM erasure").fetchall()
        return frozenset(one for (one,) in rows if one != _BEFORE) if rows else None

    def take_out(self, document_ids: Collection[int]) -> None:
        """See the port."""
        ids = [one for one in document_ids if may_be_id(one)]
        with self._database.write() as connection:
            for document in document_table.by_ids(connection, ids):
                chunk_table.delete(connection, document.id, document.indexed_title)
                _forget_files(connection, document)
            document_table.delete(connection, ids)
            connection.execute(_COPIES_OF_NONE)
            connection.execute(_UNNAMED, (json.dumps(ids),))

    def clean(self) -> None:
        """See the port."""
        upkeep.erase_free_space(self._database)

    def finish(self) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM erasure")


def _forget_files(connection: sqlite3.Connection, document: Document) -> None:
    """Forget the name of a document's file."""
    queue_table.delete(connection, [document.path])
    connection.execute("DELETE FROM expected_file WHERE path = ?", (path_key(document.path),))
    folder_table.delete_left_out(connection, [document.path])
