"""What every CollectionStore does: SQLite here, and the fake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.sqlite.collection_store import SqliteCollections
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.collection import Collection
from app.core.ports import CollectionStore
from tests.fakes.collection_store import MemoryCollections
from tests.stored_documents import FOLDER, new_document

LEASE, MANUAL = FOLDER / "lease.pdf", FOLDER / "manual.pdf"


class Shelf(Protocol):
    """Collections, and the documents that they are of."""

    store: CollectionStore

    def put(self, name: str) -> int:
        """A document of this name, or a new version of it."""
        ...

    def remove(self, document_id: int) -> None:
        """Take a document out of the library."""
        ...

    def reopened(self) -> CollectionStore:
        """The same collections, as the next start of the program finds them."""
        ...

    def close(self) -> None:
        """Close what is open."""
        ...


class SqliteShelf:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "library.db"
        self.database = Database(self.path)
        self.library = SqliteLibrary(self.database)
        self.store: CollectionStore = SqliteCollections(self.database)
        self.versions = 0

    def put(self, name: str) -> int:
        self.versions += 1
        new = new_document(name, ["Rent is due monthly."])
        return self.library.save_document(replace(new, title=f"{name} {self.versions}")).id

    def remove(self, document_id: int) -> None:
        self.library.remove_documents([document_id])

    def reopened(self) -> CollectionStore:
        self.database.close()
        self.database = Database(self.path)
        return SqliteCollections(self.database)

    def close(self) -> None:
        self.database.close()


class MemoryShelf:
    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.kept = MemoryCollections()
        self.store: CollectionStore = self.kept

    def put(self, name: str) -> int:
        number = self.names.setdefault(name, len(self.names) + 1)
        self.kept.library.add(number)
        return number

    def remove(self, document_id: int) -> None:
        self.kept.library.discard(document_id)

    def reopened(self) -> CollectionStore:
        return self.store

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(params=["sqlite", "fake"])
def shelf(request: pytest.FixtureRequest, library_dir: Path) -> Iterator[Shelf]:
    made = SqliteShelf(library_dir) if request.param == "sqlite" else MemoryShelf()
    yield made
    made.close()


def made(shelf: Shelf, name: str, *documents: int) -> Collection:
    """A new collection of these documents."""
    collection = shelf.store.create_collection(name)
    assert collection is not None
    filled = shelf.store.add_documents(collection.id, documents)
    assert filled is not None
    return filled


def names(store: CollectionStore) -> list[str]:
    return [collection.name for collection in store.collections()]


# --- names ----------------------------------------------------------------------------------


def test_at_first_there_is_none(shelf: Shelf) -> None:
    assert shelf.store.collections() == []
    assert shelf.store.collection(1) is None
    assert shelf.store.collection_by_name("HR") is None


def test_a_new_collection_is_empty_and_is_found_again(shelf: Shelf) -> None:
    hr = shelf.store.create_collection("HR policies")
    assert hr is not None
    assert (hr.name, hr.document_ids, hr.document_count) == ("HR policies", frozenset(), 0)
    assert shelf.store.collections() == [hr]
    store = shelf.reopened()
    assert store.collections() == [hr]
    assert store.collection(hr.id) == hr
    assert store.collection_by_name("hr POLICIES") == hr


def test_collections_come_by_name_ignoring_case(shelf: Shelf) -> None:
    for name in ("vessels", "Äther", "HR", "lease"):
        made(shelf, name)
    assert names(shelf.store) == ["HR", "lease", "vessels", "Äther"]


@pytest.mark.parametrize("again", ["Straße", "STRASSE", "strasse"])
def test_a_name_is_taken_whatever_its_case(shelf: Shelf, again: str) -> None:
    street = made(shelf, "Straße", shelf.put("lease.pdf"))
    assert shelf.store.create_collection(again) is None
    assert shelf.store.collections() == [street]


@pytest.mark.parametrize("name", ["日本", "a'b\"c;--", "%_", "\U0001f4c1", "x" * 500])
def test_any_name_is_kept(shelf: Shelf, name: str) -> None:
    collection = made(shelf, name)
    assert shelf.store.collection_by_name(name) == collection
    assert names(shelf.store) == [name]


def test_a_collection_gets_another_name(shelf: Shelf) -> None:
    hr = made(shelf, "HR", shelf.put("lease.pdf"))
    renamed = shelf.store.rename_collection(hr.id, "People")
    assert renamed == replace(hr, name="People")
    assert shelf.store.collections() == [renamed]
    assert shelf.store.collection_by_name("HR") is None


def test_only_the_case_of_a_name_can_be_changed(shelf: Shelf) -> None:
    hr = made(shelf, "hr")
    assert shelf.store.rename_collection(hr.id, "HR") == replace(hr, name="HR")


def test_the_name_of_another_stays_its_own(shelf: Shelf) -> None:
    hr, lease = made(shelf, "HR"), made(shelf, "Lease")
    assert shelf.store.rename_collection(lease.id, "hr") is None
    assert shelf.store.collections() == [hr, lease]


# --- documents ------------------------------------------------------------------------------


def test_documents_join_and_leave(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    hr = made(shelf, "HR", lease)
    assert hr.document_ids == {lease}
    both = shelf.store.add_documents(hr.id, [manual, lease, manual])
    assert both == replace(hr, document_ids=frozenset({lease, manual}))
    assert shelf.store.collections() == [both]
    assert shelf.store.collection_by_name("HR") == both
    assert shelf.store.take_documents(hr.id, [manual, 99]) == hr
    assert shelf.store.collection(hr.id) == hr


def test_a_document_may_be_in_several(shelf: Shelf) -> None:
    lease = shelf.put("lease.pdf")
    first, second = made(shelf, "A", lease), made(shelf, "B", lease)
    shelf.store.take_documents(first.id, [lease])
    assert shelf.store.collection(second.id) == second


@pytest.mark.parametrize("number", [99, -1, 0, 2**63, 10**20])
def test_what_is_not_in_the_library_is_left_out(shelf: Shelf, number: int) -> None:
    lease = shelf.put("lease.pdf")
    assert made(shelf, "HR", lease, number).document_ids == {lease}


@pytest.mark.parametrize("number", [99, -1, 0, 2**63, 10**20])
def test_numbers_that_no_collection_has(shelf: Shelf, number: int) -> None:
    hr = made(shelf, "HR", shelf.put("lease.pdf"))
    assert shelf.store.collection(number) is None
    assert shelf.store.add_documents(number, [1]) is None
    assert shelf.store.take_documents(number, [1]) is None
    assert shelf.store.rename_collection(number, "Other") is None
    shelf.store.delete_collection(number)
    assert shelf.store.collections() == [hr]


def test_a_removed_document_leaves_its_collections(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    hr = made(shelf, "HR", lease, manual)
    shelf.remove(lease)
    assert shelf.store.collection(hr.id) == replace(hr, document_ids=frozenset({manual}))


def test_a_replaced_document_stays_in_its_collections(shelf: Shelf) -> None:
    hr = made(shelf, "HR", shelf.put("lease.pdf"))
    shelf.put("lease.pdf")
    assert shelf.store.collections() == [hr]


def test_documents_stay_when_a_collection_goes(shelf: Shelf) -> None:
    lease = shelf.put("lease.pdf")
    hr, other = made(shelf, "HR", lease), made(shelf, "Other", lease)
    shelf.store.delete_collection(hr.id)
    assert shelf.store.collections() == [other]
    assert made(shelf, "Again", lease).document_ids == {lease}


def test_an_id_is_never_used_again(shelf: Shelf) -> None:
    hr = made(shelf, "HR")
    shelf.store.delete_collection(hr.id)
    assert made(shelf, "HR").id > hr.id


def test_a_document_inherits_the_collections_of_another(shelf: Shelf) -> None:
    lease, manual = shelf.put("lease.pdf"), shelf.put("manual.pdf")
    first, second, third = (
        made(shelf, "A", lease),
        made(shelf, "B", lease, manual),
        made(shelf, "C"),
    )
    shelf.store.inherit(lease, manual)
    both = frozenset({lease, manual})
    assert shelf.store.collections() == [
        replace(first, document_ids=both),
        replace(second, document_ids=both),
        third,
    ]


# --- files that are expected ----------------------------------------------------------------


def test_a_document_joins_what_expected_its_file(shelf: Shelf) -> None:
    first, second, third = made(shelf, "A"), made(shelf, "B"), made(shelf, "C")
    shelf.store.expect(first.id, [LEASE, MANUAL])
    shelf.store.expect(second.id, [LEASE])
    shelf.store.expect(second.id, [LEASE])
    lease = shelf.put("lease.pdf")
    store = shelf.reopened()
    store.settle(LEASE, lease)
    assert store.collections() == [
        replace(first, document_ids=frozenset({lease})),
        replace(second, document_ids=frozenset({lease})),
        third,
    ]


def test_a_file_is_expected_once(shelf: Shelf) -> None:
    hr, lease = made(shelf, "HR"), shelf.put("lease.pdf")
    shelf.store.expect(hr.id, [LEASE])
    shelf.store.settle(LEASE, lease)
    shelf.store.take_documents(hr.id, [lease])
    shelf.store.settle(LEASE, lease)
    assert shelf.store.collections() == [hr]


def test_a_file_that_could_not_be_read_is_expected_no_more(shelf: Shelf) -> None:
    hr, lease = made(shelf, "HR"), shelf.put("lease.pdf")
    shelf.store.expect(hr.id, [LEASE])
    shelf.store.settle(LEASE, None)
    shelf.store.settle(LEASE, lease)
    assert shelf.store.collections() == [hr]


def test_nothing_joins_what_is_gone_or_given_up(shelf: Shelf) -> None:
    hr, other, lease = made(shelf, "HR"), made(shelf, "Other"), shelf.put("lease.pdf")
    shelf.store.expect(hr.id, [LEASE])
    shelf.store.expect(other.id, [MANUAL])
    shelf.store.expect(99, [LEASE])
    shelf.store.delete_collection(hr.id)
    shelf.store.settle(LEASE, lease)
    shelf.store.expect_nothing()
    shelf.store.settle(MANUAL, lease)
    assert shelf.store.collections() == [other]


def test_odd_file_names_are_expected_too(shelf: Shelf) -> None:
    hr, lease = made(shelf, "HR"), shelf.put("lease.pdf")
    odd = FOLDER / "caf\udce9\n.pdf"
    shelf.store.expect(hr.id, [odd])
    shelf.store.settle(odd, lease)
    assert shelf.store.collections() == [replace(hr, document_ids=frozenset({lease}))]
