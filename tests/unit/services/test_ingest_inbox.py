"""What is added while something is read is read by the same run, and soon."""

from __future__ import annotations

import pytest

from app.core.domain.cancel import CancelToken
from app.services.events import (
    EmbedProgress,
    FileFinished,
    FileStarted,
    IngestEvent,
    IngestFinished,
    MoreFound,
    ScanFinished,
)
from app.services.ingest_control import Inbox
from tests.workbench import FOLDER, Workbench, only

LATER = FOLDER / "later"


@pytest.fixture
def shelf(bench: Workbench) -> Workbench:
    """Two files, and two in a folder that is added later, beside something that is no PDF."""
    for name in ("a.pdf", "b.pdf", "later/c.pdf", "later/d.pdf"):
        bench.put_text(name, f"This is said in {name} and nowhere else.")
    bench.files.put(LATER / "notes.txt", b"no PDF")
    return bench


def run_and_add(bench: Workbench, when: type[IngestEvent]) -> list[IngestEvent]:
    """Read a.pdf and b.pdf, and add the other folder at the first event of a kind."""
    inbox = Inbox()
    events: list[IngestEvent] = []
    paths = (FOLDER / "a.pdf", FOLDER / "b.pdf")
    for event in bench.ingest.run(paths, cancel=CancelToken(), inbox=inbox):
        if isinstance(event, when) and not any(isinstance(e, when) for e in events):
            inbox.put([LATER])
        events.append(event)
    assert not inbox.waiting
    return events


def test_it_is_read_after_the_file_at_hand(shelf: Workbench) -> None:
    events = run_and_add(shelf, FileStarted)
    [more] = only(events, MoreFound)
    assert more.files == 4
    assert [skipped.path.name for skipped in more.skipped] == ["notes.txt"]
    first = events.index(more)
    assert len(only(events[:first], FileFinished)) == 1
    positions = [(event.position, event.files) for event in only(events, FileFinished)]
    assert positions == [(1, 2), (2, 4), (3, 4), (4, 4)]
    end = events[-1]
    assert isinstance(end, IngestFinished)
    assert (end.added, end.skipped, end.degraded) == (4, 1, "")


def test_files_that_are_named_one_by_one_are_read_next(shelf: Workbench) -> None:
    inbox = Inbox()
    read: list[str] = []
    for event in shelf.ingest.run((FOLDER,), cancel=CancelToken(), inbox=inbox):
        if isinstance(event, FileStarted) and event.position == 1:
            inbox.put([LATER / "d.pdf", LATER])
        if isinstance(event, FileFinished):
            read.append(event.path.name)
    assert read == ["a.pdf", "d.pdf", "b.pdf", "c.pdf"]


def test_it_can_be_found_by_its_words_before_search_by_meaning_is_ready(shelf: Workbench) -> None:
    events = run_and_add(shelf, EmbedProgress)
    [more] = only(events, MoreFound)
    at = events.index(more)
    assert len(only(events[:at], FileFinished)) == 2
    assert len(only(events[at:], FileFinished)) == 2
    assert only(events[at:], EmbedProgress)
    every, embedded = shelf.library.count_chunks()
    assert every == embedded == 4
    assert shelf.library.queue() == []


def test_nothing_more_is_nothing_new(shelf: Workbench) -> None:
    inbox = Inbox()
    events = list(shelf.ingest.run((FOLDER / "a.pdf",), cancel=CancelToken(), inbox=inbox))
    assert isinstance(events[0], ScanFinished)
    assert not only(events, MoreFound)


def test_a_cancel_remembers_what_was_added_and_planned(shelf: Workbench) -> None:
    inbox, cancel = Inbox(), CancelToken()
    inbox.put([LATER])
    for event in shelf.ingest.run((FOLDER / "a.pdf",), cancel=cancel, inbox=inbox):
        if isinstance(event, MoreFound):
            cancel.cancel()
    assert sorted(path.name for path in shelf.library.queue()) == ["a.pdf", "c.pdf", "d.pdf"]


def test_the_box_gives_each_path_once() -> None:
    inbox = Inbox()
    inbox.put([LATER])
    inbox.put([FOLDER])
    assert inbox.take() == (LATER, FOLDER)
    assert inbox.take() == ()
