"""The library as a user handles it: listed at once, and documents taken out of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileState
from app.core.errors import Cancelled, NotFound
from app.services import library
from app.services.library import LibraryService, ListedDocument
from tests.fakes.removals import NotedRemovals
from tests.fakes.vector_index import ExactVectorIndex
from tests.stored_documents import new_document
from tests.viewed_documents import StatedFiles


class Shelf:
    """A library of two documents, and its service."""

    def __init__(self, folder: Path) -> None:
        self.library = SqliteLibrary(Database(folder / "library.db"))
        self.vectors = ExactVectorIndex()
        self.states = StatedFiles()
        self.removals = NotedRemovals()
        self.service = LibraryService(self.library, self.vectors, self.states, self.removals)
        self.lease = self.put("lease.pdf")
        self.atlas = self.put("atlas.pdf")

    def put(self, name: str) -> Document:
        return self.library.save_document(new_document(name, [f"This is {name}."]))

    def listings(self) -> list[tuple[ListedDocument, ...]]:
        return list(self.service.listed(cancel=CancelToken()))


@pytest.fixture
def shelf(library_dir: Path) -> Iterator[Shelf]:
    shelf = Shelf(library_dir)
    yield shelf
    shelf.library.close()


def test_documents_are_listed_by_title_before_their_files_are_looked_at(shelf: Shelf) -> None:
    def look(document: Document) -> FileState:
        raise AssertionError(document.title)

    shelf.states.state = shelf.states.glance = look  # type: ignore[method-assign]
    first = next(iter(shelf.service.listed(cancel=CancelToken())))
    assert [listed.document for listed in first] == [shelf.atlas, shelf.lease]


def test_states_follow(shelf: Shelf) -> None:
    shelf.states.stated[shelf.lease.id] = FileState.CHANGED
    first, second = shelf.listings()
    assert [listed.file_state for listed in first] == [None, None]
    assert [listed.file_state for listed in second] == [FileState.UNCHANGED, FileState.CHANGED]
    assert [listed.document for listed in second] == [shelf.atlas, shelf.lease]


def test_what_a_look_does_not_tell_comes_last_and_only_a_little_of_it(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.states.touched = {shelf.atlas.id, shelf.lease.id}
    shelf.states.stated[shelf.atlas.id] = FileState.CHANGED
    _, second, third = shelf.listings()
    assert [listed.file_state for listed in second] == [None, None]
    assert [listed.file_state for listed in third] == [FileState.CHANGED, FileState.UNCHANGED]
    monkeypatch.setattr(library, "MOST_READ_BYTES", shelf.atlas.stamp.size)
    *_, third = shelf.listings()
    assert [listed.file_state for listed in third] == [FileState.CHANGED, None]


def test_an_empty_library_is_listed_too(library_dir: Path) -> None:
    library = SqliteLibrary(Database(library_dir / "library.db"))
    service = LibraryService(library, ExactVectorIndex(), StatedFiles(), NotedRemovals())
    assert next(iter(service.listed(cancel=CancelToken()))) == ()
    library.close()


def test_looking_at_files_can_be_stopped(shelf: Shelf) -> None:
    cancel = CancelToken()
    listing = shelf.service.listed(cancel=cancel)
    next(listing)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(listing)


def test_documents_are_taken_out_of_both_stores_and_given_back(shelf: Shelf) -> None:
    assert shelf.service.remove([shelf.lease.id, shelf.lease.id]) == [shelf.lease]
    assert shelf.service.documents() == [shelf.atlas]
    assert shelf.removals.documents == [shelf.lease]


def test_nothing_is_removed_where_one_is_not_there(shelf: Shelf) -> None:
    with pytest.raises(NotFound, match="no document 99"):
        shelf.service.remove([shelf.lease.id, 99])
    assert len(shelf.service.documents()) == 2
    assert shelf.removals.documents == []


def test_the_state_of_one_file(shelf: Shelf) -> None:
    shelf.states.stated[shelf.atlas.id] = FileState.MISSING
    assert shelf.service.file_state(shelf.atlas) is FileState.MISSING
