"""What is read for a collection is found there, however reading goes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.core.domain.cancel import CancelToken
from app.services.events import FileFinished, IngestEvent
from app.services.ingest_control import CollectedPath, Inbox
from tests.fakes.text_extractor import FakePdf
from tests.workbench import FOLDER, Workbench

HR = CollectedPath(FOLDER / "HR", "HR")


@pytest.fixture
def shelf(bench: Workbench) -> Workbench:
    """Two files in a folder and one beside it."""
    for name in ("HR/a.pdf", "HR/deep/b.pdf", "c.pdf"):
        bench.put_text(name, f"This is said in {name} and nowhere else.")
    return bench


def filed(bench: Workbench) -> dict[str, set[str]]:
    """The titles of the documents in each collection."""
    titles = {document.id: document.title for document in bench.library.documents()}
    return {
        collection.name: {titles[number] for number in collection.document_ids}
        for collection in bench.collections.collections()
    }


def until_first_file(events: Iterable[IngestEvent], cancel: CancelToken) -> None:
    """Play a run, and cancel it once a file was read."""
    for event in events:
        if isinstance(event, FileFinished):
            cancel.cancel()


def test_a_folder_becomes_a_collection(shelf: Workbench) -> None:
    shelf.read(HR, FOLDER / "c.pdf")
    assert filed(shelf) == {"HR": {"a", "b"}}
    assert len(shelf.library.documents()) == 3


def test_a_folder_gives_its_own_name_and_a_file_none(shelf: Workbench) -> None:
    shelf.read(CollectedPath(FOLDER / "HR" / "deep"), CollectedPath(FOLDER / "c.pdf"))
    assert filed(shelf) == {"deep": {"b"}}
    assert len(shelf.library.documents()) == 2


def test_a_folder_without_pdfs_becomes_none(shelf: Workbench) -> None:
    shelf.files.put(FOLDER / "notes" / "x.txt", b"no PDF")
    shelf.read(CollectedPath(FOLDER / "notes"), CollectedPath(FOLDER / "none"))
    assert filed(shelf) == {}


def test_a_folder_whose_name_cannot_be_shown_becomes_none(shelf: Workbench) -> None:
    shelf.read(CollectedPath(FOLDER / "HR", ""))
    assert filed(shelf) == {}
    assert len(shelf.library.documents()) == 2


def test_what_was_read_before_joins_too(shelf: Workbench) -> None:
    shelf.read()
    shelf.put("HR/copy.pdf", FakePdf(pages=("x",)), data=shelf.files.files[FOLDER / "c.pdf"].data)
    shelf.read(HR)
    assert filed(shelf) == {"HR": {"a", "b", "c"}}


def test_a_collection_of_that_name_is_filled(shelf: Workbench) -> None:
    shelf.read(FOLDER / "c.pdf")
    [c] = shelf.library.documents()
    made = shelf.collections.create_collection("hr")
    assert made is not None
    shelf.collections.add_documents(made.id, [c.id])
    shelf.read(HR)
    assert filed(shelf) == {"hr": {"a", "b", "c"}}


def test_a_file_that_needs_a_password_joins_as_well(shelf: Workbench) -> None:
    shelf.put("HR/locked.pdf", FakePdf(password="secret"))
    shelf.read(HR)
    assert filed(shelf) == {"HR": {"a", "b", "locked"}}


def test_what_is_added_meanwhile_joins_its_own(shelf: Workbench) -> None:
    inbox = Inbox()
    inbox.put([CollectedPath(FOLDER / "HR" / "deep", "deep")])
    for _ in shelf.ingest.run([HR], cancel=CancelToken(), inbox=inbox):
        pass
    assert filed(shelf) == {"HR": {"a", "b"}, "deep": {"b"}}


def test_a_run_that_was_cut_short_goes_on_filing(shelf: Workbench) -> None:
    cancel = CancelToken()
    until_first_file(shelf.ingest.run([HR], cancel=cancel), cancel)
    assert filed(shelf) == {"HR": {"a"}}
    list(shelf.ingest.run([], cancel=CancelToken()))
    assert filed(shelf) == {"HR": {"a", "b"}}


def test_what_is_given_up_is_not_filed_later(shelf: Workbench) -> None:
    cancel = CancelToken()
    until_first_file(shelf.ingest.run([HR], cancel=cancel), cancel)
    shelf.ingest.forget()
    shelf.read(FOLDER)
    assert filed(shelf) == {"HR": {"a"}}


def test_a_file_that_vanished_is_expected_no_more(shelf: Workbench) -> None:
    path, gone = FOLDER / "HR" / "deep" / "b.pdf", None
    for event in shelf.ingest.run([HR], cancel=CancelToken()):
        if isinstance(event, FileFinished):
            gone = gone or shelf.files.files.pop(path)
    assert gone is not None
    shelf.files.files[path] = gone
    shelf.read(FOLDER)
    assert filed(shelf) == {"HR": {"a"}}


def test_a_changed_file_stays_where_it_was(shelf: Workbench) -> None:
    shelf.read(HR)
    shelf.put_text("HR/a.pdf", "Something else.", title="new", mtime_ns=9)
    shelf.read()
    assert filed(shelf) == {"HR": {"new", "b"}}


def test_a_file_that_became_a_copy_leaves_its_place_to_the_other(shelf: Workbench) -> None:
    shelf.read(HR, FOLDER / "c.pdf")
    shelf.put("HR/a.pdf", FakePdf(), data=shelf.files.files[FOLDER / "c.pdf"].data, mtime_ns=9)
    shelf.read()
    assert filed(shelf) == {"HR": {"b", "c"}}


def test_a_collection_that_was_deleted_meanwhile_stays_deleted(shelf: Workbench) -> None:
    for event in shelf.ingest.run([HR], cancel=CancelToken()):
        if isinstance(event, FileFinished):
            for collection in shelf.collections.collections():
                shelf.collections.delete_collection(collection.id)
    assert filed(shelf) == {}
    assert len(shelf.library.documents()) == 2
