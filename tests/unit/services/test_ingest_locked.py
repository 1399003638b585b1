"""Ingest of locked files: read once a password is known, and never read away."""

from __future__ import annotations

import dataclasses

import pytest

from app.core.domain.document import Document, DocumentStatus
from app.core.domain.evidence import EVERYTHING
from app.core.ports import NewDocument
from app.core.reading.version import READING_VERSION
from app.services.events import FileFinished, PageRead
from tests.fakes.text_extractor import FakePdf
from tests.workbench import FOLDER, Workbench, only

PAY = "The salary bands begin at forty thousand."
LOCKED = FakePdf(pages=(PAY,), password="right")
S = DocumentStatus


def read(bench: Workbench) -> list[tuple[str, str]]:
    """Outcome and state of each file of a run."""
    return [
        (event.outcome, event.document.status.value) for event in only(bench.read(), FileFinished)
    ]


def stored(bench: Workbench) -> Document:
    [document] = bench.library.documents()
    return document


def test_a_file_that_needed_a_password_is_read_when_one_is_known(bench: Workbench) -> None:
    bench.put("pay.pdf", LOCKED)
    assert read(bench) == [("added", "needs_password")]
    assert stored(bench).status_text == "It is protected with a password."
    assert read(bench) == [("unchanged", "needs_password")]
    locked = stored(bench)
    bench.passwords.offer("right")
    assert read(bench) == [("replaced", "indexed")]
    assert stored(bench).id == locked.id
    assert len(bench.lexical.search(["salary"], 5, EVERYTHING)) == 1
    assert read(bench) == [("unchanged", "indexed")]


def test_the_password_of_one_file_is_not_tried_on_others(bench: Workbench) -> None:
    bench.put("pay.pdf", LOCKED)
    bench.put("rent.pdf", LOCKED)
    read(bench)
    bench.passwords.accept(bench.library.documents()[0].sha256, "right")
    assert read(bench) == [("replaced", "indexed"), ("unchanged", "needs_password")]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["wrong"], "the one that was given does not open it"),
        (["wrong", "worse"], "none of the 2 that were given opens it"),
    ],
)
def test_wrong_passwords_are_said_and_not_tried_again(
    bench: Workbench, given: list[str], words: str
) -> None:
    bench.put("pay.pdf", LOCKED)
    for word in given:
        bench.passwords.offer(word)
    assert read(bench) == [("added", "needs_password")]
    text = stored(bench).status_text
    assert words in text
    assert text.endswith("Check capitals and keyboard layout, then enter it again.")
    assert not any(word in text for word in given)
    assert read(bench) == [("unchanged", "needs_password")]
    bench.passwords.offer("right")
    assert read(bench) == [("replaced", "indexed")]


def test_what_opened_it_is_known_to_whoever_shows_its_pages(bench: Workbench) -> None:
    bench.put("pay.pdf", LOCKED)
    bench.put_text("open.pdf", PAY)
    bench.passwords.offer("wrong")
    bench.passwords.offer("right")
    read(bench)
    digests = {one.path.name: one.sha256 for one in bench.library.documents()}
    assert bench.passwords.attempts(digests["pay.pdf"]) == ("right",)
    assert bench.passwords.attempts(digests["open.pdf"]) == (None, "wrong", "right")


def test_a_forgotten_password_takes_no_text_away(bench: Workbench) -> None:
    """As after a restart, when a newer Pincite would read the file again."""
    path = bench.put("pay.pdf", LOCKED)
    bench.passwords.offer("right")
    read(bench)
    document = stored(bench)
    fields = {field.name for field in dataclasses.fields(NewDocument)}
    same = {name: getattr(document, name) for name in fields if hasattr(document, name)}
    pages = tuple(bench.library.pages(document.id, range(1, 2)))
    older = NewDocument(
        **same | {"pages": pages, "chunks": (), "reading_version": READING_VERSION - 1}
    )
    bench.library.save_document(older)
    bench.restart()
    bench.put("pay.pdf", LOCKED, mtime_ns=2)
    assert read(bench) == [("unchanged", "indexed")]
    kept = bench.library.document_by_path(path)
    assert kept is not None
    assert (kept.pages, kept.stamp) == (1, bench.files.stamp(path))
    bench.passwords.offer("right")
    assert read(bench) == [("replaced", "indexed")]


def test_a_locked_file_that_was_moved_keeps_one_document(bench: Workbench) -> None:
    old = bench.put("a.pdf", LOCKED, data=b"same")
    read(bench)
    del bench.files.files[old]
    new = bench.put("b.pdf", LOCKED, data=b"same")
    bench.passwords.offer("wrong")
    assert read(bench) == [("unchanged", "needs_password")]
    assert stored(bench).path == new
    del bench.files.files[new]
    last = bench.put("c.pdf", LOCKED, data=b"same")
    bench.passwords.offer("right")
    assert read(bench) == [("added", "indexed")]
    assert stored(bench).path == last


def test_an_unlocked_copy_takes_the_place_of_the_locked_one(bench: Workbench) -> None:
    bench.put("a.pdf", LOCKED, data=b"same")
    read(bench)
    shelf = bench.collections.create_collection("HR")
    assert shelf is not None
    bench.collections.add_documents(shelf.id, [stored(bench).id])
    bench.put("b.pdf", LOCKED, data=b"same")
    bench.passwords.offer("right")
    list(bench.read(FOLDER / "b.pdf"))
    document = stored(bench)
    assert (document.path.name, document.status) == ("b.pdf", S.INDEXED)
    [collection] = bench.collections.collections()
    assert collection.document_ids == {document.id}
    assert read(bench) == [("duplicate", "indexed"), ("unchanged", "indexed")]


def test_a_fault_while_pages_are_read_is_not_taken_for_a_wrong_password(bench: Workbench) -> None:
    bench.put("bad.pdf", FakePdf(failure=(S.DAMAGED, "It is damaged."), password="right"))
    bench.passwords.offer("right")
    events = bench.read()
    assert [event.document.status for event in only(events, FileFinished)] == [S.DAMAGED]
    assert only(events, PageRead) == []
