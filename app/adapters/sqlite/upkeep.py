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
    """ "ok", or what is wrong: rows, references, or the full-text index against the chunks."""
    try:
        with database.write() as connection:
            return _first_fault(connection) or "ok"
    except StorageError as error:
        return error.message


def _first_fault(connection: sqlite3.Connection) -> str | None:
    (report,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if report != "ok":
        return str(report)
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        return "Some pages or passages belong to no document."
    try:
        connection.execute("INSERT INTO chunk_fts (chunk_fts) VALUES ('integrity-check')")
    except sqlite3.DatabaseError:
        return "The full-text index is damaged."
    (stray,) = connection.execute(
        """
        SELECT (SELECT count(*) FROM chunk_fts_docsize WHERE id NOT IN (SELECT id FROM chunk))
             + (SELECT count(*) FROM chunk WHERE id NOT IN (SELECT id FROM chunk_fts_docsize))
        """
    ).fetchone()
    return "The full-text index does not fit the passages." if stray else None
