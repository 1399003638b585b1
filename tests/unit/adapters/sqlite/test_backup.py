"""The copy from before a library's form changes: there, whole, private, and gone when erased."""

from __future__ import annotations

import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.adapters.sqlite import connection as connection_module
from app.adapters.sqlite.backup import FOLDER, back_up
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.migrate import migrate, scripts
from app.core.errors import StorageError

TITLE = "Jambalaya ledger"


def older_library(folder: Path, form: int = 3) -> Path:
    """A library as an older Pincite left it, with a document."""
    path = folder / "library.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, {number: scripts()[number] for number in range(1, form + 1)})
        connection.execute(
            "INSERT INTO document VALUES (7, x'61', ?, '', 'ab', 1, 1, 'indexed', '', 1, 1, 1)",
            (TITLE,),
        )
    return path


def copies(folder: Path) -> list[str]:
    return sorted(entry.name for entry in (folder / FOLDER).glob("*"))


def test_a_library_of_an_older_form_is_copied_before_it_is_changed(library_dir: Path) -> None:
    path = older_library(library_dir)
    Database(path).close()
    assert copies(library_dir) == ["library-form-3.db"]
    with closing(sqlite3.connect(library_dir / FOLDER / "library-form-3.db")) as copy:
        assert copy.execute("SELECT title FROM document").fetchall() == [(TITLE,)]
        assert copy.execute("PRAGMA user_version").fetchone() == (3,)
        assert copy.execute("PRAGMA quick_check").fetchone() == ("ok",)


def test_the_copy_can_be_put_back(library_dir: Path) -> None:
    path = older_library(library_dir)
    Database(path).close()
    (library_dir / FOLDER / "library-form-3.db").replace(path)
    with closing(Database(path)) as database:
        assert [one.title for one in SqliteLibrary(database).documents()] == [TITLE]


def test_a_new_library_and_one_of_this_form_are_not_copied(library_dir: Path) -> None:
    for _ in range(2):
        Database(library_dir / "library.db").close()
    assert not (library_dir / FOLDER).exists()


def test_only_the_last_form_is_kept(library_dir: Path) -> None:
    path = older_library(library_dir)
    with closing(sqlite3.connect(path)) as connection:
        back_up(connection, path)
        connection.execute("PRAGMA user_version = 4")
        back_up(connection, path)
    assert copies(library_dir) == ["library-form-4.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_only_the_user_can_read_it(library_dir: Path) -> None:
    Database(older_library(library_dir)).close()
    modes = [
        stat.S_IMODE(place.stat().st_mode)
        for place in (library_dir / FOLDER, library_dir / FOLDER / "library-form-3.db")
    ]
    assert modes == [0o700, 0o600]


def test_it_goes_when_text_is_erased(library_dir: Path) -> None:
    path = older_library(library_dir)
    with closing(Database(path)) as database:
        (library_dir / FOLDER / "123.part").write_bytes(b"left by a process that was killed")
        library = SqliteLibrary(database)
        library.remove_documents([7])
        library.erase_free_space()
    assert copies(library_dir) == []
    left = b"".join(file.read_bytes() for file in library_dir.rglob("*") if file.is_file())
    assert b"ambalaya" not in left


def test_without_room_for_it_nothing_is_changed(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = older_library(library_dir)

    def full(connection: sqlite3.Connection, library: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(connection_module, "back_up", full)
    with pytest.raises(StorageError, match="disk is full"):
        Database(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)


def test_a_copy_that_fails_leaves_nothing_and_keeps_the_older_one(library_dir: Path) -> None:
    path = older_library(library_dir)
    with closing(sqlite3.connect(path)) as connection:
        back_up(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.Error):  # a copy cannot be made within a transaction
            back_up(connection, path)
    assert copies(library_dir) == ["library-form-3.db"]
