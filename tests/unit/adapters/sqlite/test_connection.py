from __future__ import annotations

import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.adapters.sqlite import connection as connection_module
from app.adapters.sqlite import faults
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.errors import LibraryBusy, StorageError
from tests.stored_documents import new_document


@pytest.fixture
def path(library_dir: Path) -> Path:
    return library_dir / "library.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = Database(path)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("foreign_keys", 1),
        ("secure_delete", 1),
        ("synchronous", 1),
        ("busy_timeout", 10_000),
    ],
)
def test_every_connection_is_set_up(database: Database, pragma: str, value: object) -> None:
    def look() -> object:
        return database.connection().execute(f"PRAGMA {pragma}").fetchone()[0]

    with ThreadPoolExecutor(1) as pool:
        assert [look(), pool.submit(look).result()] == [value, value]


def test_a_write_that_raises_leaves_nothing(database: Database) -> None:
    def write() -> None:
        with database.write() as connection:
            connection.execute("INSERT INTO queue (path) VALUES (x'61')")
            raise KeyError

    with pytest.raises(KeyError):
        write()
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM queue").fetchone() == (0,)


def test_a_read_that_sqlite_ended_keeps_its_own_fault(database: Database) -> None:
    def read() -> None:
        with database.read() as connection:
            connection.execute("ROLLBACK")  # as SQLite does by itself where the disk is lost
            raise StorageError("The disk is lost.")

    with pytest.raises(StorageError, match="The disk is lost"):
        read()
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM queue").fetchone() == (0,)


def test_a_bug_of_ours_stays_what_it_is(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.write() as connection:
        connection.execute("INSERT INTO queue (path) VALUES (NULL)")
    with pytest.raises(sqlite3.OperationalError), database.read() as connection:
        connection.execute("SELECT * FROM none")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_files_are_private(database: Database, path: Path) -> None:
    SqliteLibrary(database).save_document(new_document("a.pdf", ["Text."]))
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"library.db": 0o600, "library.db-wal": 0o600, "library.db-shm": 0o600}


def test_close_closes_the_connections_of_all_threads(database: Database, path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(database.connection).result()
    database.close()
    # The last connection takes these files with it.
    assert [file.name for file in path.parent.iterdir()] == ["library.db"]
    with ThreadPoolExecutor(1) as pool, pytest.raises(RuntimeError, match="closed"):
        pool.submit(database.connection).result()


# --- what cannot be opened ------------------------------------------------------------------


def refused(path: Path) -> StorageError:
    with pytest.raises(StorageError) as caught:
        Database(path)
    return caught.value


def test_garbage_is_called_damaged_and_kept(path: Path) -> None:
    path.write_bytes(b"This was a library once." * 1000)
    assert refused(path).message == faults.DAMAGED
    assert path.read_bytes() == b"This was a library once." * 1000


def test_a_damaged_page_is_called_damaged(path: Path) -> None:
    library = SqliteLibrary(Database(path))
    library.save_document(new_document("a.pdf", [f"Text {number}." for number in range(200)]))
    library.close()
    content = bytearray(path.read_bytes())
    content[100:4096] = bytes(3996)  # the schema
    path.write_bytes(content)
    assert refused(path).message == faults.DAMAGED


def test_a_file_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    before = path.read_bytes()
    error = refused(path)
    assert (error.message, error.code) == (faults.FOREIGN, "foreign_library")
    assert path.read_bytes() == before


def test_a_newer_library_asks_for_an_update(path: Path) -> None:
    Database(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 4000")
    newer.close()
    error = refused(path)
    assert (error.message, error.code) == (faults.NEWER, "newer_library")
    assert "Update Pincite" in error.message


def test_a_folder_in_the_way_is_told(path: Path) -> None:
    path.mkdir()
    assert refused(path).message == faults.NO_PERMISSION


def test_a_sqlite_without_full_text_search_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_modules(connection: sqlite3.Connection) -> None:
        raise StorageError(faults.ENGINE_TOO_OLD)

    monkeypatch.setattr(connection_module, "_require_full_text_search", without_modules)
    assert refused(path).message == faults.ENGINE_TOO_OLD


# --- what goes wrong while it is open -------------------------------------------------------


def test_a_full_disk_loses_nothing_and_more_room_helps(database: Database) -> None:
    library = SqliteLibrary(database)
    small = library.save_document(new_document("small.pdf", ["A few words."]))
    connection = database.connection()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 20}")
    large = new_document("large.pdf", ["many words " * 500] * 100)
    with pytest.raises(StorageError) as caught:
        library.save_document(large)
    assert caught.value.message.startswith("The disk is full")
    assert library.documents() == [small]
    assert library.document_chunks(small.id)[0].text == "A few words."
    assert library.integrity() == "ok"

    connection.execute("PRAGMA max_page_count = 1000000")
    assert library.save_document(large).chunks == 100


def test_a_read_only_library_is_told(database: Database) -> None:
    library = SqliteLibrary(database)
    database.connection().execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError) as caught:
        library.save_document(new_document("a.pdf", ["Text."]))
    assert caught.value.message == faults.NO_PERMISSION


def test_two_writers_wait_and_then_tell(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "BUSY_SECONDS", 0.05)
    one, two = Database(path), Database(path)
    with one.write(), pytest.raises(LibraryBusy) as caught:
        SqliteLibrary(two).enqueue([Path("a.pdf")])
    assert caught.value.message == faults.BUSY
    SqliteLibrary(two).enqueue([Path("a.pdf")])
    one.close()
    two.close()


# --- where nothing can be written -------------------------------------------------------------


def only_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the file system refuse to open files for writing, as one does that is only read."""
    usual = os.open

    def refuse(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, "Read-only file system")
        return usual(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)


def test_what_can_only_be_read_is_read(library_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = library_dir / "library 50% #1?.db"
    written = Database(path)
    SqliteLibrary(written).enqueue([Path("a.pdf")])
    written.close()
    only_read(monkeypatch)
    opened = Database(path)
    library = SqliteLibrary(opened)
    assert library.queue() == [Path("a.pdf")]
    with pytest.raises(StorageError) as caught:
        library.enqueue([Path("b.pdf")])
    assert caught.value.message == faults.NO_PERMISSION
    opened.close()
    assert [entry.name for entry in library_dir.iterdir()] == [path.name]


def test_what_was_left_in_the_middle_is_not_read_as_if_it_were_whole(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library_dir / "library.db"
    Database(path).close()
    path.with_name("library.db-wal").write_bytes(b"what was written last")
    only_read(monkeypatch)
    with pytest.raises(StorageError, match="Copy its folder") as caught:
        Database(path)
    assert caught.value.code == "read_only"


def test_an_older_form_that_can_only_be_read_is_refused(
    library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library_dir / "library.db"
    opened = Database(path)
    opened.connection().execute("PRAGMA user_version = 6")
    opened.close()
    only_read(monkeypatch)
    with pytest.raises(StorageError, match="Copy its folder"):
        Database(path)
