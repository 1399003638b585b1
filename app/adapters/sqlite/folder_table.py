"""The tables of watched folders, of files that are no documents, and of what was taken out."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.adapters.sqlite.stored_text import path_key, path_of, storable
from app.core.domain.document import FileStamp
from app.core.domain.folder import KnownFile, LeftOutFile, RemovedFiles, Sighting, WatchedFolder

# A place that no file has: while documents change places, each stands at its own number.
_NOWHERE = b"\0"


def folders(connection: sqlite3.Connection) -> list[WatchedFolder]:
    """All watched folders by path."""
    rows = connection.execute("SELECT path, collection FROM watched_folder ORDER BY path")
    return [WatchedFolder(path_of(key), str(collection)) for key, collection in rows]


def put(connection: sqlite3.Connection, folder: WatchedFolder) -> None:
    """Insert a folder, or renew the collection of one that is there."""
    connection.execute(
        """
        INSERT INTO watched_folder (path, collection) VALUES (?, ?)
        ON CONFLICT (path) DO UPDATE SET collection = excluded.collection
        """,
        (path_key(folder.path), storable(folder.collection)),
    )


def delete(connection: sqlite3.Connection, path: Path) -> bool:
    """Delete a folder; whether it was there."""
    deleted = connection.execute("DELETE FROM watched_folder WHERE path = ?", (path_key(path),))
    return deleted.rowcount > 0


def known_files(connection: sqlite3.Connection) -> list[KnownFile]:
    """Where each document was seen last."""
    rows = connection.execute("SELECT id, path, size, mtime_ns, sha256 FROM document")
    return [
        KnownFile(id_, path_of(key), FileStamp(size, mtime_ns), sha256)
        for id_, key, size, mtime_ns, sha256 in rows
    ]


def put_sightings(connection: sqlite3.Connection, sightings: Sequence[Sighting]) -> None:
    """Record where documents were seen, all at once: some may take the places of others."""
    connection.executemany(
        "UPDATE document SET path = ? WHERE id = ?",
        [(_NOWHERE + str(one.document_id).encode(), one.document_id) for one in sightings],
    )
    connection.executemany(
        "UPDATE document SET path = ?, size = ?, mtime_ns = ? WHERE id = ?",
        [
            (path_key(one.path), one.stamp.size, one.stamp.mtime_ns, one.document_id)
            for one in sightings
        ],
    )


def ids_at(connection: sqlite3.Connection, paths: Iterable[Path]) -> dict[Path, int]:
    """The documents that were seen last at these paths."""
    found = {}
    for path in paths:
        row = connection.execute(
            "SELECT id FROM document WHERE path = ?", (path_key(path),)
        ).fetchone()
        if row is not None:
            found[path] = int(row[0])
    return found


def left_out(connection: sqlite3.Connection) -> list[LeftOutFile]:
    """Files that are no documents, by path."""
    rows = connection.execute(
        "SELECT path, reason, size, mtime_ns, sha256 FROM skipped_file ORDER BY path"
    )
    return [
        LeftOutFile(path_of(key), reason, FileStamp(size, mtime_ns) if size >= 0 else None, sha256)
        for key, reason, size, mtime_ns, sha256 in rows
    ]


def put_left_out(connection: sqlite3.Connection, files: Iterable[LeftOutFile]) -> None:
    """Insert or replace files that are no documents."""
    connection.executemany(
        "INSERT OR REPLACE INTO skipped_file VALUES (?, ?, ?, ?, ?)",
        [
            (
                path_key(file.path),
                file.reason,
                -1 if file.stamp is None else file.stamp.size,
                0 if file.stamp is None else file.stamp.mtime_ns,
                file.sha256,
            )
            for file in files
        ],
    )


def delete_left_out(connection: sqlite3.Connection, paths: Iterable[Path]) -> None:
    """Delete some of them."""
    connection.executemany(
        "DELETE FROM skipped_file WHERE path = ?", [(path_key(path),) for path in paths]
    )


def delete_left_out_below(connection: sqlite3.Connection, folder: Path) -> None:
    """Delete those that lie below a folder."""
    start = path_key(folder).rstrip(os.fsencode(os.sep)) + os.fsencode(os.sep)
    after = start[:-1] + bytes([start[-1] + 1])
    connection.execute("DELETE FROM skipped_file WHERE path >= ? AND path < ?", (start, after))


def removed(connection: sqlite3.Connection) -> RemovedFiles:
    """The marks of what was taken out, and the key that they were made with."""
    (key,) = connection.execute("SELECT key FROM removed_key").fetchone()
    marks = connection.execute("SELECT mark FROM removed_file")
    return RemovedFiles(key, frozenset(mark for (mark,) in marks))


def put_removed(connection: sqlite3.Connection, marks: Iterable[bytes]) -> None:
    """Remember marks."""
    connection.executemany(
        "INSERT INTO removed_file VALUES (?) ON CONFLICT DO NOTHING", [(mark,) for mark in marks]
    )


def delete_removed(connection: sqlite3.Connection, marks: Iterable[bytes]) -> None:
    """Forget marks."""
    connection.executemany("DELETE FROM removed_file WHERE mark = ?", [(mark,) for mark in marks])
