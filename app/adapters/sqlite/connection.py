"""The library file: one connection for each thread, transactions, and faults as sentences."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from app.adapters.sqlite import faults
from app.adapters.sqlite.backup import back_up
from app.adapters.sqlite.migrate import check_identity, is_older, migrate, scripts
from app.core.errors import StorageError

# How long a statement waits for another process or thread that writes.
BUSY_SECONDS = 10.0

# In KiB. The default of 2 MB spills while a long document is stored.
_CACHE_KIB = 16_384

# Bytes of the write-ahead log that are kept after a checkpoint.
_WAL_BYTES = 16 * 1024 * 1024


class Database:
    """An open library file, usable from any thread. On a file system that can only be read it is
    read, and every write is a fault.

    Raises:
        StorageError: the file is damaged, foreign, or from a newer Pincite; the folder cannot be
            written; the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._guard = threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False
        self._only_read = False
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._path

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the library, whatever is written meanwhile."""
        with faults.storage_faults():
            connection = self.connection()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                # SQLite ends the transaction by itself after some faults, such as a lost disk.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is stored, or, where anything is raised, nothing."""
        with faults.storage_faults():
            connection = self.connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # SQLite ends the transaction by itself after some faults, such as a full disk.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def connection(self) -> sqlite3.Connection:
        """The connection of the calling thread, outside a transaction."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._local.connection = self._connect()
        return found

    def close(self) -> None:
        """Close the connections of all threads. The last one empties the write-ahead log."""
        with self._guard:
            self._closed = True
            connections, self._connections = self._connections, []
        for connection in connections:
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise RuntimeError("the library is closed")
            # `close` may come from another thread than the one that uses the connection.
            # Nobody writes there, so no locks are needed, which could not be made.
            how = "?mode=ro&immutable=1" if self._only_read else ""
            connection = sqlite3.connect(
                f"file:{quote(os.fsencode(self._path))}{how}",
                uri=True,
                timeout=BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            self._connections.append(connection)
        # NORMAL keeps a WAL database whole through a power cut; only the last writes may be lost.
        for pragma in (
            "foreign_keys = ON",
            "secure_delete = ON",
            "synchronous = NORMAL",
            f"cache_size = -{_CACHE_KIB}",
            f"journal_size_limit = {_WAL_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _prepare(self) -> None:
        with faults.storage_faults():
            try:
                # SQLite gives its other files the permissions of this one.
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            except OSError as error:
                if error.errno != errno.EROFS:
                    raise
                self._only_read = True
            connection = self.connection()
            _require_full_text_search(connection)
            migrations = scripts()
            check_identity(connection, newest=max(migrations))
            if self._only_read:
                _require_settled(connection, self._path, newest=max(migrations))
                return
            connection.execute("PRAGMA journal_mode = WAL")
            if is_older(connection, newest=max(migrations)):
                back_up(connection, self._path)
            migrate(connection, migrations)


def _require_settled(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    """Refuse a file that cannot be read right before it was written to."""
    log = path.with_name(f"{path.name}-wal")
    if is_older(connection, newest) or (log.exists() and log.stat().st_size):
        raise StorageError(faults.UNSETTLED, code="read_only")


def _require_full_text_search(connection: sqlite3.Connection) -> None:
    modules = connection.execute(
        "SELECT count(*) FROM pragma_module_list WHERE name IN ('fts5', 'json_each')"
    )
    if modules.fetchone()[0] != 2:
        raise StorageError(faults.ENGINE_TOO_OLD, code="sqlite_without_fts5")
