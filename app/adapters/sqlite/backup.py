"""A copy of the library file from before a newer Pincite changes its form.

A migration is whole or did not happen; the copy is for one that was whole and wrong. There is at
most one, of the last form before this; it lies in `backups/` beside the library file, and goes when
text is erased, since it may hold that text too.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

FOLDER = "backups"
_NAME = "library-form-{}.db"
_ANY, _ANY_PART = "library-form-*.db", "*.part"


def back_up(connection: sqlite3.Connection, library: Path) -> Path | None:
    """Copy the library as it is now, in the place of an older copy; None where another process
    changed its form meanwhile.

    Args:
        connection: To the library, outside a transaction.
        library: The library file.

    Raises:
        sqlite3.Error, OSError: there is no room, or no permission. Nothing is left behind, and an
            older copy stays.
    """
    before = _form(connection)
    folder = library.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    # One for each process: several may open the library at once.
    part = folder / f"{os.getpid()}.part"
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        # Without free pages, so nothing that was deleted is copied.
        connection.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part)) as copy:
            copied = _form(copy)
        if copied != before:
            return None
        made = folder / _NAME.format(copied)
        part.replace(made)
    finally:
        part.unlink(missing_ok=True)
    for other in folder.glob(_ANY):
        if other != made:
            other.unlink(missing_ok=True)
    return made


def erase_copies(library: Path) -> None:
    """Delete the copy, and what a process that was killed left of one.

    Raises:
        OSError: a file cannot be deleted.
    """
    folder = library.parent / FOLDER
    for pattern in (_ANY, _ANY_PART):
        for copy in folder.glob(pattern):
            copy.unlink(missing_ok=True)


def _form(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
