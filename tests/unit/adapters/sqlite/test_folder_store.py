"""What SQLite adds to the contract of watched folders: names that follow collections, and keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.folder_store import SqliteFolders
from app.core.domain.folder import LeftOutFile, WatchedFolder


@pytest.fixture
def database(library_dir: Path) -> Iterator[Database]:
    database = Database(library_dir / "library.db")
    yield database
    database.close()


def test_a_folder_follows_the_name_of_its_collection(database: Database) -> None:
    folders, collections = SqliteFolders(database), SqliteCollections(database)
    letters, bills = (
        collections.create_collection("Letters"),
        collections.create_collection("Bills"),
    )
    assert letters is not None
    assert bills is not None
    folders.watch(WatchedFolder(Path("/a"), "Letters"))
    folders.watch(WatchedFolder(Path("/b"), "Bills"))
    collections.rename_collection(letters.id, "Post")
    assert [one.collection for one in folders.folders()] == ["Post", "Bills"]
    collections.delete_collection(letters.id)
    assert [one.collection for one in folders.folders()] == ["", "Bills"]


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems refuse such names.")
def test_names_that_are_no_text(database: Database) -> None:
    folders = SqliteFolders(database)
    odd = Path("/a") / os.fsdecode(b"caf\xe9")
    folders.watch(WatchedFolder(odd, os.fsdecode(b"caf\xe9")))
    folders.change_left_out([], [LeftOutFile(odd / "x", "not_a_pdf")])
    assert folders.folders() == [WatchedFolder(odd, "caf\ufffd")]
    assert [one.path for one in folders.left_out()] == [odd / "x"]
    folders.stop_watching(odd)
    assert folders.left_out() == []


def test_what_was_left_out_below_the_root_of_a_disk_goes_with_it(database: Database) -> None:
    folders = SqliteFolders(database)
    root = Path(Path.cwd().anchor)
    folders.watch(WatchedFolder(root))
    folders.change_left_out([], [LeftOutFile(root / "x", "not_a_pdf")])
    folders.stop_watching(root)
    assert folders.left_out() == []


def test_each_library_marks_in_its_own_way(database: Database, tmp_path: Path) -> None:
    other = Database(tmp_path / "other.db")
    here, there = SqliteFolders(database).removed(), SqliteFolders(other).removed()
    other.close()
    assert here.mark_of_path(Path("/a")) == SqliteFolders(database).removed().mark_of_path(
        Path("/a")
    )
    assert here.mark_of_path(Path("/a")) != there.mark_of_path(Path("/a"))
    assert here.mark_of_path(Path("ab")) != here.mark_of_content("ab")
