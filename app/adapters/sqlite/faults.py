"""Turns what SQLite reports about the environment into sentences for the user.

What is left over (a constraint, a wrong statement) is a bug of ours and stays a `sqlite3.Error`.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from app.core.errors import LibraryBusy, StorageError

DISK_FULL = (
    "The disk is full, so this could not be saved. What was stored before is kept. "
    "Free some space, then try again."
)
NO_PERMISSION = (
    "Pincite may not write to its library folder, so this could not be saved. What was stored "
    "before is kept. Check the permissions of the folder, then try again."
)
UNSETTLED = (
    "This library can only be read where it is, and has to be written to once before. Copy its "
    "folder to where you may write, and open the copy."
)
UNREADABLE = (
    "The library file library.db could not be read from the disk. Check that the disk is "
    "connected, then start Pincite again."
)
DAMAGED = (
    "The library file library.db is damaged. Put back a copy of the library folder, or move the "
    "folder away and add your PDFs again. The PDFs themselves are untouched."
)
BUSY = "Another Pincite is using this library right now. Close it, then try again."
FOREIGN = (
    "The file library.db in this folder does not belong to Pincite. It was left as it is. "
    "Choose another folder for the library."
)
NEWER = "This library was made by a newer Pincite. Update Pincite to open it."
ENGINE_TOO_OLD = (
    "The SQLite of this system was built without full-text search (FTS5), which Pincite needs. "
    "Install a Python whose SQLite has it."
)

# By prefix of the extended error name, most specific first.
_SENTENCES: tuple[tuple[str, str, type[StorageError]], ...] = (
    ("SQLITE_FULL", DISK_FULL, StorageError),
    ("SQLITE_IOERR_SHMSIZE", DISK_FULL, StorageError),  # no room for the index of the WAL
    ("SQLITE_CORRUPT", DAMAGED, StorageError),
    ("SQLITE_NOTADB", DAMAGED, StorageError),
    ("SQLITE_READONLY", NO_PERMISSION, StorageError),
    ("SQLITE_PERM", NO_PERMISSION, StorageError),
    ("SQLITE_AUTH", NO_PERMISSION, StorageError),
    ("SQLITE_CANTOPEN", NO_PERMISSION, StorageError),
    ("SQLITE_IOERR", UNREADABLE, StorageError),
    ("SQLITE_BUSY", BUSY, LibraryBusy),
    ("SQLITE_LOCKED", BUSY, LibraryBusy),
)


@contextmanager
def storage_faults() -> Iterator[None]:
    """Raise StorageError, with the sentence for it, in place of a fault of the environment."""
    try:
        yield
    except sqlite3.Error as error:
        fault = _fault(error)
        if fault is None:
            raise
        raise fault from error
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        sentence = DISK_FULL if full else NO_PERMISSION
        raise StorageError(sentence, detail=errno.errorcode.get(error.errno or 0, "")) from error


def _fault(error: sqlite3.Error) -> StorageError | None:
    # Errors that the Python module raises by itself have no name.
    name = getattr(error, "sqlite_errorname", None) or ""
    for prefix, sentence, kind in _SENTENCES:
        if name.startswith(prefix):
            return kind(sentence, detail=name)
    return None
