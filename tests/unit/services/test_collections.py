"""Collections by their names, and what a chosen scope means when a question is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document
from app.core.domain.evidence import EVERYTHING, Scope
from app.core.errors import InvalidInput, NotFound
from app.services.collections import CollectionService, checked_name, name_of_folder
from tests.stored_documents import new_document
from tests.workbench import Workbench


class Desk:
    """A library of two documents, and the service."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.service = CollectionService(bench.collections, bench.library)
        self.lease = self.put("lease.pdf")
        self.manual = self.put("manual.pdf")

    def put(self, name: str) -> Document:
        return self.bench.library.save_document(new_document(name, [f"This is {name}."]))


@pytest.fixture
def desk(bench: Workbench) -> Desk:
    return Desk(bench)


# --- names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("HR policies", "HR policies"),
        ("  HR \n\t policies ", "HR policies"),
        ("\u202eHR\u200b \u2066policies\ufeff", "HR policies"),
        ("Cafe\u0301", "Café"),
        ("a\0b\x1bc", "a b c"),
        ("caf\udce9", "caf"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("x" * 100, "x" * 100),
    ],
)
def test_a_name_is_tidied(given: str, kept: str) -> None:
    assert checked_name(given) == name_of_folder(given) == kept


@pytest.mark.parametrize(
    ("given", "code"),
    [("", "empty_name"), (" \n\0", "empty_name"), ("x" * 101, "name_too_long")],
)
def test_a_name_that_cannot_be_used(given: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_name(given)
    assert caught.value.code == code


def test_the_name_of_a_folder_is_cut_rather_than_refused() -> None:
    assert name_of_folder("") == ""
    long = name_of_folder("word " * 40)
    assert len(long) <= 100
    assert long.endswith("word…")
    assert checked_name(long) == long


# --- making and changing --------------------------------------------------------------------


def test_a_collection_is_made_of_documents(desk: Desk) -> None:
    made = desk.service.create(" HR  policies", [desk.lease.id])
    assert made == Collection(made.id, "HR policies", frozenset({desk.lease.id}))
    assert desk.service.collections() == [made]
    assert desk.service.named("hr Policies ") == made


def test_nothing_is_made_of_a_document_that_is_not_there(desk: Desk) -> None:
    with pytest.raises(NotFound, match="no document 99"):
        desk.service.create("HR", [desk.lease.id, 99])
    assert desk.service.collections() == []


def test_documents_are_put_in_and_taken_out(desk: Desk) -> None:
    made = desk.service.create("HR")
    both = desk.service.add(made.id, [desk.lease.id, desk.manual.id])
    assert both.document_count == 2
    assert desk.service.take(made.id, [desk.lease.id]).document_ids == {desk.manual.id}
    with pytest.raises(NotFound, match="no document 99"):
        desk.service.add(made.id, [desk.lease.id, 99])
    assert desk.service.collections()[0].document_ids == {desk.manual.id}


def test_a_collection_gets_another_name(desk: Desk) -> None:
    made = desk.service.create("HR", [desk.lease.id])
    renamed = desk.service.rename(made.id, " People ")
    assert renamed == Collection(made.id, "People", made.document_ids)
    assert desk.service.rename(made.id, "people").name == "people"


def test_a_deleted_collection_leaves_its_documents(desk: Desk) -> None:
    made = desk.service.create("HR", [desk.lease.id])
    assert desk.service.delete(made.id) == made
    assert desk.service.collections() == []
    assert desk.bench.library.document(desk.lease.id) == desk.lease


@pytest.mark.parametrize(
    "change",
    [
        lambda service, id_: service.rename(id_, "Other"),
        lambda service, id_: service.delete(id_),
        lambda service, id_: service.add(id_, []),
        lambda service, id_: service.take(id_, []),
        lambda service, id_: service.resolve(ScopeChoice(id_)),
    ],
    ids=["rename", "delete", "add", "take", "resolve"],
)
def test_a_collection_that_is_gone(
    desk: Desk, change: Callable[[CollectionService, int], object]
) -> None:
    made = desk.service.create("HR", [desk.lease.id])
    desk.service.delete(made.id)
    desk.service.create("HR", [desk.lease.id])
    with pytest.raises(NotFound, match="not there any more") as caught:
        change(desk.service, made.id)
    assert caught.value.code == "collection_not_found"


def test_two_collections_have_two_names(desk: Desk) -> None:
    desk.service.create("HR")
    other = desk.service.create("Other")
    with pytest.raises(InvalidInput, match="“hr” already"):
        desk.service.create("hr")
    with pytest.raises(InvalidInput, match="“hr” already") as caught:
        desk.service.rename(other.id, "hr")
    assert caught.value.code == "name_taken"


def test_a_name_that_no_collection_has(desk: Desk) -> None:
    with pytest.raises(NotFound, match="no collection “HR”"):
        desk.service.named("HR")


# --- scopes ---------------------------------------------------------------------------------


def test_a_choice_is_one_thing() -> None:
    with pytest.raises(ValueError, match="not both"):
        ScopeChoice(1, frozenset({2}))


def test_without_a_choice_all_documents_are_searched(desk: Desk) -> None:
    assert desk.service.resolve(ALL_DOCUMENTS) == EVERYTHING


def test_a_collection_is_what_is_in_it_when_the_question_is_asked(desk: Desk) -> None:
    made = desk.service.create("HR", [desk.lease.id])
    choice = ScopeChoice(made.id)
    assert desk.service.resolve(choice) == Scope(made.document_ids)
    desk.service.add(made.id, [desk.manual.id])
    assert desk.service.resolve(choice) == Scope(frozenset({desk.lease.id, desk.manual.id}))


def test_an_empty_collection_is_not_everything(desk: Desk) -> None:
    made = desk.service.create("HR")
    assert desk.service.resolve(ScopeChoice(made.id)) == Scope(frozenset())


def test_chosen_documents_are_those_that_are_still_there(desk: Desk) -> None:
    choice = ScopeChoice(document_ids=frozenset({desk.lease.id, desk.manual.id}))
    desk.bench.library.remove_documents([desk.lease.id])
    assert desk.service.resolve(choice) == Scope(frozenset({desk.manual.id}))
    desk.bench.library.remove_documents([desk.manual.id])
    with pytest.raises(NotFound, match="not in the library any more"):
        desk.service.resolve(choice)


def test_search_keeps_to_a_collection(bench: Workbench) -> None:
    for name in ("a", "b"):
        bench.put_text(f"{name}.pdf", "The rent is due monthly.", title=name)
    bench.read()
    wanted = bench.library.documents()[1]
    service = CollectionService(bench.collections, bench.library)
    made = service.create("Only b", [wanted.id])
    result = bench.search.search("rent", 10, service.resolve(ScopeChoice(made.id)))
    assert {passage.document_title for passage in result.passages} == {"b"}
    assert result.searched_documents == 1
