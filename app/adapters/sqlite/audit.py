"""Looks for rows of a library that should not be there, and compares its full-text indexes with
the passages, chunk by chunk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from app.adapters.sqlite import chunk_table, document_table
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.core.domain.document import DocumentStatus
from app.core.domain.library_check import StrayKind

_INDEXES = ("chunk_fts", "chunk_bigram_fts")

_COUNTS = {
    StrayKind.PAGES: (
        "SELECT count(*) FROM page WHERE document_id NOT IN (SELECT id FROM document)"
    ),
    StrayKind.CHUNKS: (
        "SELECT count(*) FROM chunk WHERE document_id NOT IN (SELECT id FROM document)"
    ),
    StrayKind.SPANS: "SELECT count(*) FROM span WHERE chunk_id NOT IN (SELECT id FROM chunk)",
    StrayKind.INDEX_ROWS: " UNION ALL ".join(
        f"SELECT id FROM {index}_docsize WHERE id NOT IN (SELECT id FROM chunk)"
        for index in _INDEXES
    ).join(("SELECT count(*) FROM (", ")")),
    # What failed once is read from another copy, so that both stand there.
    StrayKind.SAME_CONTENT: (
        "SELECT count(*) - count(DISTINCT sha256) FROM document "
        f"WHERE status <> '{DocumentStatus.FAILED.value}'"
    ),
}


class SqliteAudit:
    """Implements :class:`~app.core.ports.LibraryAudit`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def stray_rows(self) -> Mapping[StrayKind, int]:
        """See the port."""
        with self._database.read() as connection:
            counts = {
                kind: int(connection.execute(query).fetchone()[0])
                for kind, query in _COUNTS.items()
            }
        return {kind: count for kind, count in counts.items() if count}

    def wrongly_indexed(self, document_id: int) -> frozenset[int]:
        """See the port. An index keeps no text, but of each row how many words it has."""
        if not may_be_id(document_id):
            return frozenset()
        with self._database.read() as connection:
            document = document_table.by_id(connection, document_id)
            if document is None:
                return frozenset()
            chunks = chunk_table.of_document(connection, document_id)
            ids = json.dumps([chunk.id for chunk in chunks])
            held = [_sizes(connection, index, ids) for index in _INDEXES]
            schemas = [_schema(connection, index) for index in _INDEXES]
        with _beside(schemas) as fresh:
            chunk_table.put_into_indexes(fresh, document.indexed_title, chunks)
            called_for = [_sizes(fresh, index, ids) for index in _INDEXES]
        return frozenset(
            chunk.id
            for chunk in chunks
            for is_, should_be in zip(held, called_for, strict=True)
            if is_.get(chunk.id) != should_be.get(chunk.id)
        )


def _sizes(connection: sqlite3.Connection, index: str, ids: str) -> dict[int, bytes]:
    """How many words each column of a row has, as the index notes it, by chunk id."""
    rows = connection.execute(
        f"SELECT id, sz FROM {index}_docsize WHERE id IN (SELECT value FROM json_each(?))", (ids,)
    )
    return dict(rows.fetchall())


def _schema(connection: sqlite3.Connection, index: str) -> str:
    (statement,) = connection.execute(
        "SELECT sql FROM sqlite_master WHERE name = ?", (index,)
    ).fetchone()
    return str(statement)


@contextmanager
def _beside(schemas: list[str]) -> Iterator[sqlite3.Connection]:
    """Empty indexes of the same kind in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for schema in schemas:
            connection.execute(schema)
        yield connection
