"""The table of files that are still to be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from app.adapters.sqlite.stored_text import path_key, path_of


def put(connection: sqlite3.Connection, paths: Sequence[Path]) -> None:
    """Add files at the end, in order; those that wait already keep their place."""
    connection.executemany(
        "INSERT INTO queue (path) VALUES (?) ON CONFLICT (path) DO NOTHING",
        [(path_key(path),) for path in paths],
    )


def delete(connection: sqlite3.Connection, paths: Sequence[Path]) -> None:
    """Take files out."""
    connection.executemany(
        "DELETE FROM queue WHERE path = ?", [(path_key(path),) for path in paths]
    )


def waits(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether a file waits."""
    query = "SELECT EXISTS (SELECT 1 FROM queue WHERE path = ?)"
    return bool(connection.execute(query, (path_key(path),)).fetchone()[0])


def waiting(connection: sqlite3.Connection) -> list[Path]:
    """All files that wait, in order."""
    return [
        path_of(key) for (key,) in connection.execute("SELECT path FROM queue ORDER BY position")
    ]
