"""Lanes: several files at once, none of which holds up the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import PageText
from app.core.errors import Cancelled
from app.core.ports import ExtractionFailed
from app.services.events import FileFinished, FileStarted, IngestFinished, MoreFound, PageRead
from app.services.ingest_control import Inbox, PauseSwitch
from app.services.reading_lanes import Done, LaneReader, PageRoom, ReadingLanes, Told
from tests.fakes.text_extractor import FakePdf
from tests.workbench import FOLDER, Workbench, only

PATIENCE = 20.0


@pytest.fixture
def two(library_dir: Path) -> Iterator[Workbench]:
    """A workbench that reads two files at once."""
    bench = Workbench(library_dir, lanes=2)
    yield bench
    bench.close()


class Gates:
    """Makes the extractor wait within files of a name, until their gate is opened."""

    def __init__(self, bench: Workbench, *names: str) -> None:
        self.gates = {name: threading.Event() for name in names}
        self.reached = {name: threading.Event() for name in names}
        self._extract = bench.extractor.extract
        bench.extractor.extract = self.extract  # type: ignore[method-assign]

    def extract(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> Iterator[DocumentHead | PageText]:
        gate = self.gates.get(path.name)
        for item in self._extract(path, cancel=cancel, password=password):
            if gate is not None and isinstance(item, PageText):
                self.reached[path.name].set()
                while not gate.wait(0.01):
                    cancel.raise_if_cancelled()
            yield item

    def open(self, name: str) -> None:
        self.gates[name].set()


def test_a_slow_file_holds_up_no_other(two: Workbench) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf", "d.pdf"):
        two.put_text(name, f"This is said in {name} only.")
    gates = Gates(two, "a.pdf")
    done = []
    for event in two.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, FileFinished):
            done.append((event.path.name, event.position))
            if len(done) == 3:
                gates.open("a.pdf")
    assert done == [("b.pdf", 2), ("c.pdf", 3), ("d.pdf", 4), ("a.pdf", 1)]
    assert two.library.queue() == []


def test_pages_of_several_files_are_told_with_their_file(two: Workbench) -> None:
    two.put_text("a.pdf", "One.", "Two.")
    two.put_text("b.pdf", "Three.", "Four.", "Five.")
    events = two.read()
    assert [event.position for event in only(events, FileStarted)] == [1, 2]
    pages = only(events, PageRead)
    assert [page.total_pages for page in pages] == [1, 2, 3, 4, 5]
    for name, count in (("a.pdf", 2), ("b.pdf", 3)):
        found = [(page.page, page.pages) for page in pages if page.path.name == name]
        assert found == [(number, count) for number in range(1, count + 1)]


def test_copies_are_one_document_though_read_side_by_side(two: Workbench) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        two.put(name, FakePdf(pages=("The same.",)), data=b"same")
    events = two.read()
    outcomes = sorted(event.outcome for event in only(events, FileFinished))
    assert outcomes == ["added", "duplicate", "duplicate"]
    assert len(two.library.documents()) == 1
    assert len(only(events, PageRead)) == 1


def test_what_takes_the_old_content_of_a_file_that_is_read_anew_is_not_lost(
    two: Workbench,
) -> None:
    two.put("a.pdf", FakePdf(pages=("Old.",)), data=b"old")
    two.read()
    two.put("a.pdf", FakePdf(pages=("New.",)), data=b"new", mtime_ns=2)
    two.put("b.pdf", FakePdf(pages=("Old.",)), data=b"old", mtime_ns=2)
    gates = Gates(two, "a.pdf")
    run = two.ingest.run((FOLDER,), cancel=CancelToken())
    outcomes = {}
    for event in run:
        if isinstance(event, FileStarted) and event.path.name == "b.pdf":
            gates.open("a.pdf")
        if isinstance(event, FileFinished):
            outcomes[event.path.name] = event.outcome
    assert outcomes == {"a.pdf": "replaced", "b.pdf": "added"}
    assert sorted(document.path.name for document in two.library.documents()) == ["a.pdf", "b.pdf"]


def test_two_files_that_changed_places_both_stay(two: Workbench) -> None:
    two.put("a.pdf", FakePdf(pages=("First.",)), data=b"1")
    two.put("b.pdf", FakePdf(pages=("Second.",)), data=b"2")
    two.read()
    two.put("a.pdf", FakePdf(pages=("Second.",)), data=b"2", mtime_ns=2)
    two.put("b.pdf", FakePdf(pages=("First.",)), data=b"1", mtime_ns=2)
    two.read()
    texts = {two.library.pages(document.id)[0].text for document in two.library.documents()}
    assert texts == {"First.", "Second."}
    two.ingest.reconcile()
    assert two.vectors.chunk_ids() == two.library.embedded_chunk_ids()


def test_a_bad_file_costs_only_itself(two: Workbench) -> None:
    two.put("a.pdf", FakePdf(failure=(DocumentStatus.DAMAGED, "It is damaged.")))
    two.put_text("b.pdf", "Fine.")
    two.put_text("c.pdf", "Fine too.")
    states = {e.path.name: e.document.status for e in only(two.read(), FileFinished)}
    assert states == {
        "a.pdf": DocumentStatus.DAMAGED,
        "b.pdf": DocumentStatus.INDEXED,
        "c.pdf": DocumentStatus.INDEXED,
    }


def test_text_that_cannot_be_cut_fails_with_its_sentence(two: Workbench) -> None:
    two.put_text("a.pdf", "Odd.")
    two.cutter.fault = ExtractionFailed(DocumentStatus.FAILED, "It takes too long.")
    (done,) = only(two.read(), FileFinished)
    assert (done.document.status, done.document.status_text) == (
        DocumentStatus.FAILED,
        "It takes too long.",
    )


def test_a_cancel_stops_all_lanes_and_remembers_their_files(two: Workbench) -> None:
    for name in ("a.pdf", "b.pdf", "c.pdf"):
        two.put_text(name, f"In {name}.")
    gates = Gates(two, "a.pdf", "b.pdf")
    cancel = CancelToken()
    events = []
    for event in two.ingest.run((FOLDER,), cancel=cancel):
        events.append(event)
        if len(only(events, FileStarted)) == 2:
            cancel.cancel()
    assert isinstance(events[-1], IngestFinished)
    assert events[-1].cancelled
    assert not any(gate.is_set() for gate in gates.gates.values())
    assert [path.name for path in two.library.queue()] == ["a.pdf", "b.pdf", "c.pdf"]


def test_leaving_a_run_in_the_middle_joins_its_threads(two: Workbench) -> None:
    two.put_text("a.pdf", "One.")
    Gates(two, "a.pdf")
    run = two.ingest.run((FOLDER,), cancel=CancelToken())
    while not isinstance(next(run), FileStarted):
        pass
    run.close()  # type: ignore[attr-defined]
    assert not [one for one in threading.enumerate() if one.name == "reading lane"]


def test_no_page_is_taken_while_paused(two: Workbench) -> None:
    two.put_text("a.pdf", *(f"Page {number}." for number in range(5)))
    pause = PauseSwitch()
    gates = Gates(two, "a.pdf")
    run = two.ingest.run((FOLDER,), cancel=CancelToken(), pause=pause)
    while not isinstance(next(run), FileStarted):
        pass
    pause.pause()
    gates.open("a.pdf")
    lifted = threading.Thread(target=pause.resume)
    pages = 0
    for event in run:
        pages += isinstance(event, PageRead)
        if type(event).__name__ == "IngestPaused":
            assert pages == 0
            lifted.start()
    lifted.join()
    assert pages == 5


def test_a_file_that_is_added_again_while_it_is_read_is_read_once_more(two: Workbench) -> None:
    two.put_text("a.pdf", "Before.")
    gates = Gates(two, "a.pdf")
    inbox = Inbox()
    events = []
    for event in two.ingest.run((FOLDER,), cancel=CancelToken(), inbox=inbox):
        events.append(event)
        if isinstance(event, FileStarted) and len(only(events, FileStarted)) == 1:
            inbox.put([FOLDER / "a.pdf"])
        if isinstance(event, MoreFound):
            gates.open("a.pdf")
    assert [event.outcome for event in only(events, FileFinished)] == ["added", "unchanged"]
    assert two.library.queue() == []


# --- the lanes themselves ---------------------------------------------------------------------


def lanes_of(two: Workbench, count: int, cancel: CancelToken) -> ReadingLanes[str]:
    reader = LaneReader(None, two.cutter)  # type: ignore[arg-type]
    return ReadingLanes([reader] * count, cancel)


def test_what_work_tells_comes_before_its_end(two: Workbench) -> None:
    def work(reader: LaneReader, tell: Callable[[object], None]) -> object:
        tell("half")
        return "all"

    with lanes_of(two, 1, CancelToken()) as lanes:
        lanes.start("job", work)
        assert (lanes.free, lanes.busy) == (False, True)
        assert lanes.news(PATIENCE) == Told("job", "half")
        assert lanes.news(PATIENCE) == Done("job", "all")
        assert (lanes.free, lanes.busy) == (True, False)
        assert lanes.news(0.0) is None


def test_a_fault_arrives_and_leaves_the_lane_free(two: Workbench) -> None:
    def work(reader: LaneReader, tell: Callable[[object], None]) -> object:
        raise ValueError("odd")

    with lanes_of(two, 1, CancelToken()) as lanes:
        lanes.start("job", work)
        done = lanes.news(PATIENCE)
        assert isinstance(done, Done)
        assert isinstance(done.fault, ValueError)
        assert lanes.free


def test_only_the_first_goes_on_where_there_is_no_room_for_more_pages() -> None:
    room = PageRoom(3)
    cancel = CancelToken()
    for holder in ("first", "second", "first"):
        room.take(holder, cancel)
    for _ in range(4):
        room.take("first", cancel)  # of any length
    assert room.held == 7
    taken = threading.Event()

    def second() -> None:
        room.take("second", cancel)
        taken.set()

    thread = threading.Thread(target=second)
    thread.start()
    assert not taken.wait(0.05)
    room.leave("first")
    assert taken.wait(PATIENCE)
    thread.join()
    assert room.held == 2


def test_waiting_for_room_ends_with_a_cancel() -> None:
    room = PageRoom(1)
    cancel = CancelToken()
    room.take("first", cancel)
    cancel.cancel()
    with pytest.raises(Cancelled):
        room.take("second", cancel)
