"""What every FolderStore does: SQLite here, and the fake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.folder_store import SqliteFolders
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.document import FileStamp
from app.core.domain.folder import KnownFile, LeftOutFile, Sighting, WatchedFolder
from app.core.ports import FolderStore
from tests.fakes.folder_store import MemoryFolders
from tests.stored_documents import FOLDER, new_document

LEASE, MANUAL, NOTES = FOLDER / "lease.pdf", FOLDER / "manual.pdf", FOLDER / "notes.pdf"
LATER = FileStamp(2_000, 5)


class Shelf(Protocol):
    """Folders, and documents whose files lie there."""

    store: FolderStore

    def put(self, name: str) -> KnownFile:
        """A document of this name."""
        ...

    def close(self) -> None:
        """Close what is open."""
        ...


class SqliteShelf:
    def __init__(self, folder: Path) -> None:
        self.database = Database(folder / "library.db")
        self.library = SqliteLibrary(self.database)
        self.store: FolderStore = SqliteFolders(self.database)

    def put(self, name: str) -> KnownFile:
        made = self.library.save_document(new_document(name, ["Rent is due monthly."]))
        return KnownFile(made.id, made.path, made.stamp, made.sha256)

    def close(self) -> None:
        self.database.close()


class MemoryShelf:
    def __init__(self) -> None:
        self.kept = MemoryFolders()
        self.store: FolderStore = self.kept

    def put(self, name: str) -> KnownFile:
        made = new_document(name, ["Rent is due monthly."])
        file = KnownFile(len(self.kept.known) + 1, made.path, made.stamp, made.sha256)
        self.kept.known[file.document_id] = file
        return file

    def close(self) -> None:
        pass


@pytest.fixture(params=["sqlite", "memory"])
def shelf(request: pytest.FixtureRequest, library_dir: Path) -> Iterator[Shelf]:
    shelf: Shelf = SqliteShelf(library_dir) if request.param == "sqlite" else MemoryShelf()
    yield shelf
    shelf.close()


def paths(shelf: Shelf) -> dict[int, Path]:
    return {file.document_id: file.path for file in shelf.store.known_files()}


# --- watched folders ------------------------------------------------------------------------------


def test_folders_are_listed_by_path(shelf: Shelf) -> None:
    assert shelf.store.folders() == []
    shelf.store.watch(WatchedFolder(Path("/b"), "Letters"))
    shelf.store.watch(WatchedFolder(Path("/a")))
    assert shelf.store.folders() == [
        WatchedFolder(Path("/a"), ""),
        WatchedFolder(Path("/b"), "Letters"),
    ]


def test_the_same_folder_may_name_another_collection(shelf: Shelf) -> None:
    shelf.store.watch(WatchedFolder(Path("/a"), "Letters"))
    shelf.store.watch(WatchedFolder(Path("/a"), "Contracts"))
    assert shelf.store.folders() == [WatchedFolder(Path("/a"), "Contracts")]


def test_a_folder_in_a_watched_one_is_not_kept_twice(shelf: Shelf) -> None:
    shelf.store.watch(WatchedFolder(Path("/a"), "Letters"))
    shelf.store.watch(WatchedFolder(Path("/a/b/c"), "Contracts"))
    shelf.store.watch(WatchedFolder(Path("/ab"), "Other"))
    assert [folder.path for folder in shelf.store.folders()] == [Path("/a"), Path("/ab")]


def test_a_folder_takes_the_place_of_those_that_it_holds(shelf: Shelf) -> None:
    for path in ("/a/b", "/a/c", "/ab"):
        shelf.store.watch(WatchedFolder(Path(path)))
    shelf.store.watch(WatchedFolder(Path("/a"), "All"))
    assert shelf.store.folders() == [WatchedFolder(Path("/a"), "All"), WatchedFolder(Path("/ab"))]


def test_a_folder_that_is_not_watched_any_more_leaves_nothing(shelf: Shelf) -> None:
    shelf.store.watch(WatchedFolder(Path("/a")))
    inside, beside = LeftOutFile(Path("/a/x.txt"), "not_a_pdf"), LeftOutFile(Path("/ab.txt"), "x")
    shelf.store.change_left_out([], [inside, beside])
    assert shelf.store.stop_watching(Path("/a"))
    assert not shelf.store.stop_watching(Path("/a"))
    assert shelf.store.folders() == []
    assert shelf.store.left_out() == [beside]


# --- documents and their files --------------------------------------------------------------------


def test_where_documents_were_seen_last(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    assert shelf.store.known_files() == [lease, manual]
    assert (lease.path, lease.stamp.size) == (LEASE, 1_000)


def test_a_document_is_seen_elsewhere(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    seen = Sighting(lease.document_id, NOTES, LATER)
    assert shelf.store.see([seen]) == [seen]
    assert shelf.store.known_files() == [
        KnownFile(lease.document_id, NOTES, LATER, lease.sha256),
        manual,
    ]


def test_documents_change_places(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    shelf.store.see(
        [
            Sighting(lease.document_id, MANUAL, lease.stamp),
            Sighting(manual.document_id, LEASE, manual.stamp),
        ]
    )
    assert paths(shelf) == {lease.document_id: MANUAL, manual.document_id: LEASE}


def test_a_place_that_is_anothers_is_not_taken_nor_what_waits_for_it(shelf: Shelf) -> None:
    lease, manual, notes = (shelf.put(one.name) for one in (LEASE, MANUAL, NOTES))
    free = Sighting(lease.document_id, lease.path, LATER)
    seen = shelf.store.see(
        [
            Sighting(manual.document_id, NOTES, LATER),
            free,
        ]
    )
    assert seen == [free]
    assert paths(shelf) == {
        lease.document_id: LEASE,
        manual.document_id: MANUAL,
        notes.document_id: NOTES,
    }
    # The first waits for the place of the second, which does not become free.
    assert (
        shelf.store.see(
            [
                Sighting(lease.document_id, MANUAL, LATER),
                Sighting(manual.document_id, NOTES, LATER),
            ]
        )
        == []
    )


# --- what was left out ----------------------------------------------------------------------------


def test_what_is_left_out(shelf: Shelf) -> None:
    text = LeftOutFile(Path("/a/b.txt"), "not_a_pdf")
    copy = LeftOutFile(Path("/a/a.pdf"), "duplicate", FileStamp(7, -3), "ab" * 32)
    empty = LeftOutFile(Path("/a/c.pdf"), "failed", FileStamp(0, 0))
    shelf.store.change_left_out([], [text, copy, empty])
    assert shelf.store.left_out() == [copy, text, empty]
    other = LeftOutFile(copy.path, "not_read", FileStamp(8, 1))
    shelf.store.change_left_out([text.path, Path("/never")], [other])
    assert shelf.store.left_out() == [other, empty]


# --- what was taken out ---------------------------------------------------------------------------


def test_what_the_user_took_out_is_known_by_marks_only(shelf: Shelf) -> None:
    removed = shelf.store.removed()
    assert removed.marks == frozenset()
    path, content = removed.mark_of_path(LEASE), removed.mark_of_content("ab" * 32)
    shelf.store.add_removed([path, content, path])
    shelf.store.add_removed([path])
    assert shelf.store.removed() == type(removed)(removed.key, frozenset({path, content}))
    shelf.store.drop_removed([path, b"never"])
    assert shelf.store.removed().marks == {content}
