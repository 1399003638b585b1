"""Looks after the library file as a whole: erasing what was deleted, and checking it."""

from __future__ import annotations

import sqlite3

from app.adapters.sqlite.backup import erase_copies
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.faults import storage_faults
from app.core.errors import LibraryBusy, StorageError

STILL_READ = (
    "Removed text could not be erased yet, because another Pincite reads this library. "
    "Close it, then erase again."
)

_EXTRACTED = ("extraction", "extracted_field", "field_correction", "extraction_job")

_INDEXES = ("chunk_fts", "chunk_bigram_fts", "conversation_fts", "conversation_bigram_fts")


def erase_free_space(database: Database) -> None:
    """Leave no byte of deleted rows in the file, its full-text indexes, its write-ahead log or a
    copy from before the form of the library changed.

    Raises:
        LibraryBusy: another process reads the library, so the log cannot be emptied.
    """
    with database.write() as connection:
        # Deleted words stay in an index until its segments are merged into one.
        for index in _INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
    with storage_faults():
        erase_copies(database.path)
        connection = database.connection()
        # Pages that were split or moved may keep old bytes: only a fresh copy has none.
        connection.execute("VACUUM")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise LibraryBusy(STILL_READ)


def integrity(database: Database) -> str:
    """ "ok", or what is wrong: rows, references, or the full-text indexes against their tables.

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
    stray = connection.execute("PRAGMA foreign_key_check").fetchone()
    if stray is not None:
        return _stray_rows(str(stray[0]))
    if not _index_is_readable(connection, "chunk_fts"):
        return "The full-text index is damaged."
    if not _index_fits(connection, "chunk_fts", "chunk"):
        return "The full-text index does not fit the passages."
    if not _index_is_readable(connection, "conversation_fts"):
        return "The full-text index of conversations is damaged."
    if not _index_fits(connection, "conversation_fts", "conversation"):
        return "The full-text index does not fit the conversations."
    return None


def _stray_rows(table: str) -> str:
    """What rows of a table without those that they belong to are called."""
    if table in ("turn", "turn_document"):
        return "Some questions belong to no conversation."
    if table in _EXTRACTED:
        return "Some extracted values belong to no document."
    return "Some pages or passages belong to no document."


def _index_fits(connection: sqlite3.Connection, index: str, table: str) -> bool:
    """Whether a full-text index has a row for each of its table, and no other."""
    (stray,) = connection.execute(
        f"""
        SELECT (SELECT count(*) FROM {index}_docsize WHERE id NOT IN (SELECT id FROM {table}))
             + (SELECT count(*) FROM {table} WHERE id NOT IN (SELECT id FROM {index}_docsize))
        """
    ).fetchone()
    return not stray


def _index_is_readable(connection: sqlite3.Connection, index: str) -> bool:
    """Whether every word of a full-text index and every place of it can be read.

    FTS5's own check is a statement that writes, and would lock out others for as long. Since
    SQLite 3.44 `quick_check` runs it too.
    """
    # Of the temporary schema, and gone with the transaction.
    words = f"word_of_{index}"
    connection.execute(f"CREATE VIRTUAL TABLE temp.{words} USING fts5vocab(main, {index}, row)")
    try:
        connection.execute(f"SELECT sum(cnt) FROM temp.{words}").fetchone()
    except sqlite3.DatabaseError:
        return False
    return True
