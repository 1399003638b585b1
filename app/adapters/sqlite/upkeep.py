"""Looks after the library file as a whole: erasing what was deleted, and checking it."""

from __future__ import annotations

import sqlite3

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.faults import storage_faults
from app.core.errors import LibraryBusy, StorageError

STILL_READ = (
    "Removed text could not be erased yet, because another Pincite reads this library. "
    "Close it, then erase again."
)


def erase_free_space(database: Database) -> None:
    """Leave no byte of deleted rows in the file, its full-text index or its write-ahead log.

    Raises:
        LibraryBusy: another process reads the library, so the log cannot be emptied.
    """
    with database.write() as connection:
        # Deleted words stay in the index until its segments are merged into one.
        connection.execute("INSERT INTO chunk_fts (chunk_fts) VALUES ('optimize')")
    with storage_faults():
        connection = database.connection()
        # Pages that were split or moved may keep old bytes: only a fresh copy has none.
        connection.execute("VACUUM")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise LibraryBusy(STILL_READ)


def integrity(database: Database) -> str:
    """ "ok", or what is wrong: rows, references, or the full-text index against the chunks.

    Only reads, so that no one who writes has to wait for it.
    """
    try:
        with database.read() as connection:
            return _first_fault(connection) or "ok"
    except StorageError as error:
        return error.message


def _first_fault(connection: sqlite3.Connection) -> str | None:
    (report,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if report != "ok":
        return str(report)
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        return "Some pages or passages belong to no document."
    if not _index_is_readable(connection):
        return "The full-text index is damaged."
    (stray,) = connection.execute(
        """
        SELECT (SELECT count(*) FROM chunk_fts_docsize WHERE id NOT IN (SELECT id FROM chunk))
             + (SELECT count(*) FROM chunk WHERE id NOT IN (SELECT id FROM chunk_fts_docsize))
        """
    ).fetchone()
    return "The full-text index does not fit the passages." if stray else None


def _index_is_readable(connection: sqlite3.Connection) -> bool:
    """Whether every word of the full-text index and every place of it can be read.

    FTS5's own check is a statement that writes, and would lock out others for as long. Since
    SQLite 3.44 `quick_check` runs it too.
    """
    # Of the temporary schema, and gone with the transaction.
    connection.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, chunk_fts, row)")
    try:
        connection.execute("SELECT sum(cnt) FROM temp.word").fetchone()
    except sqlite3.DatabaseError:
        return False
    return True
