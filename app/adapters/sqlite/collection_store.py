"""The store of collections on SQLite, in the library file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from app.adapters.sqlite import collection_table
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.core.domain.collection import Collection

_Change = Callable[[sqlite3.Connection], object]


class SqliteCollections:
    """Implements :class:`~app.core.ports.CollectionStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collections(self) -> list[Collection]:
        """See the port."""
        with self._database.read() as connection:
            return collection_table.all_collections(connection)

    def collection(self, collection_id: int) -> Collection | None:
        """See the port."""
        if not may_be_id(collection_id):
            return None
        with self._database.read() as connection:
            return collection_table.by_id(connection, collection_id)

    def collection_by_name(self, name: str) -> Collection | None:
        """See the port."""
        with self._database.read() as connection:
            found = collection_table.id_of_name(connection, name)
            return None if found is None else collection_table.by_id(connection, found)

    def create_collection(self, name: str) -> Collection | None:
        """See the port."""
        with self._database.write() as connection:
            made = collection_table.put(connection, name)
            return None if made is None else collection_table.by_id(connection, made)

    def rename_collection(self, collection_id: int, name: str) -> Collection | None:
        """See the port."""
        if not may_be_id(collection_id):
            return None
        with self._database.write() as connection:
            if not collection_table.put_name(connection, collection_id, name):
                return None
            return collection_table.by_id(connection, collection_id)

    def delete_collection(self, collection_id: int) -> None:
        """See the port."""
        self._change(collection_id, lambda to: collection_table.delete(to, collection_id))

    def add_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        """See the port."""
        ids = [document_id for document_id in document_ids if may_be_id(document_id)]
        return self._change(
            collection_id, lambda to: collection_table.put_documents(to, collection_id, ids)
        )

    def take_documents(self, collection_id: int, document_ids: Sequence[int]) -> Collection | None:
        """See the port."""
        ids = [document_id for document_id in document_ids if may_be_id(document_id)]
        return self._change(
            collection_id, lambda to: collection_table.take_documents(to, collection_id, ids)
        )

    def inherit(self, document_id: int, heir_id: int) -> None:
        """See the port."""
        with self._database.write() as connection:
            collection_table.put_heir(connection, document_id, heir_id)

    def expect(self, collection_id: int, paths: Sequence[Path]) -> None:
        """See the port."""
        self._change(collection_id, lambda to: collection_table.expect(to, collection_id, paths))

    def settle(self, path: Path, document_id: int | None) -> None:
        """See the port."""
        with self._database.read() as connection:
            if not collection_table.expecting(connection, path):
                return  # as for nearly every file: nothing to write
        with self._database.write() as connection:
            if document_id is not None:
                for collection_id in collection_table.expecting(connection, path):
                    collection_table.put_documents(connection, collection_id, [document_id])
            collection_table.forget(connection, path)

    def expect_nothing(self) -> None:
        """See the port."""
        with self._database.write() as connection:
            collection_table.forget(connection, None)

    def _change(self, collection_id: int, change: _Change) -> Collection | None:
        """Change a collection that is there, and return it as it is then."""
        if not may_be_id(collection_id):
            return None
        with self._database.write() as connection:
            if collection_table.by_id(connection, collection_id) is None:
                return None
            change(connection)
            return collection_table.by_id(connection, collection_id)
