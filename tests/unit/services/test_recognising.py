"""Scanned pages are read by OCR after everything else, and what is read is never half stored."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.evidence import EVERYTHING
from app.core.domain.page import PageKind
from app.core.errors import ModelUnavailable, StorageError
from app.core.settings import LibrarySettings, Settings
from app.services.events import (
    DocumentRecognised,
    EmbedProgress,
    FileFinished,
    IngestEvent,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    RecognitionProgress,
)
from app.services.ingest_control import Inbox, PauseSwitch, Scans
from tests.fakes.page_renderer import FakeSheets
from tests.fakes.text_extractor import FakePdf
from tests.workbench import FOLDER, Workbench, only

SCAN, NOISE = PageKind.SCAN, PageKind.UNREADABLE
LEAVE = "Unused days of leave expire on 31 March."
FEES = "Boats under eight metres pay fourteen euros a night."
S = DocumentStatus


def the(bench: Workbench, name: str = "scan.pdf") -> Document:
    document = bench.library.document_by_path(FOLDER / name)
    assert document is not None
    return document


def kinds(bench: Workbench, name: str = "scan.pdf") -> list[PageKind]:
    return [page.kind for page in bench.library.pages(the(bench, name).id)]


def finished(events: list[IngestEvent]) -> IngestFinished:
    [end] = only(events, IngestFinished)
    return end


def put_scan(bench: Workbench, *texts: str, name: str = "scan.pdf") -> Path:
    """A file of scans; OCR finds these texts on its pages."""
    bench.ocr.texts = dict(enumerate(texts, 1))
    return bench.put(name, FakePdf(pages=[SCAN] * len(texts)))


# --- what is read ---------------------------------------------------------------------------


def test_a_scan_is_read_found_and_embedded(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    events = bench.read()
    [file] = only(events, FileFinished)
    assert file.document.status is S.NO_TEXT
    [read] = only(events, DocumentRecognised)
    assert (read.pages, read.read) == (2, 2)
    document = the(bench)
    assert (document.status, document.status_text) == (S.INDEXED, "All 2 pages were read by OCR.")
    assert read.document.status is S.INDEXED
    [page, _] = bench.library.pages(document.id)
    assert (page.text, page.kind, page.ocr_confidence) == (LEAVE, PageKind.TEXT, 1.0)
    assert len(bench.lexical.search(["leave"], 5, EVERYTHING)) == 1
    every, embedded = bench.library.count_chunks()
    assert every == embedded == len(bench.vectors.chunk_ids()) > 0
    end = finished(events)
    assert (end.recognised, end.need_attention, end.ocr_note) == (2, 0, "")


def test_everything_else_comes_first(bench: Workbench) -> None:
    put_scan(bench, LEAVE)
    bench.put_text("fees.pdf", FEES)
    events = bench.read()
    order = [type(event) for event in events]
    assert order.index(RecognitionProgress) > max(
        index
        for index, kind in enumerate(order[: order.index(RecognitionProgress)])
        if kind in (FileFinished, EmbedProgress)
    )
    first = only(events, EmbedProgress)[0]
    assert events.index(first) < order.index(RecognitionProgress)


def test_progress_counts_pages_of_all_documents(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES, name="a.pdf")
    put_scan(bench, LEAVE, name="b.pdf")
    told = only(bench.read(), RecognitionProgress)
    assert [(one.document.title, one.page, one.done, one.total) for one in told] == [
        ("a", 1, 0, 3),
        ("a", 1, 1, 3),
        ("a", 2, 2, 3),
        ("b", 1, 2, 3),
        ("b", 1, 3, 3),
    ]
    assert told[0].seconds_left is None
    assert told[1].seconds_left is not None


def test_only_pages_without_text_are_looked_at(bench: Workbench) -> None:
    bench.ocr.texts = {2: FEES, 4: "Noise no more."}
    bench.put("scan.pdf", FakePdf(pages=(LEAVE, SCAN, "", NOISE, None)))
    bench.read()
    assert bench.ocr.asked == [2, 4]
    document = the(bench)
    text, scan, _, noise, _ = bench.library.pages(document.id)
    assert (text.text, text.ocr_confidence, text.ocr_tried) == (LEAVE, None, False)
    assert (scan.text, noise.text) == (FEES, "Noise no more.")
    assert document.status is S.PARTIAL
    assert document.status_text == (
        "1 of 5 pages could not be read. 3 pages can be searched, 2 of them read by OCR."
    )


def test_passages_of_other_pages_keep_their_ids_and_vectors(bench: Workbench) -> None:
    bench.ocr.texts = {2: FEES}
    text = " ".join(f"Sentence number {number} of the first page." for number in range(60))
    bench.put("scan.pdf", FakePdf(pages=(text, SCAN)))
    ids: list[int] = []
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, FileFinished):
            ids = [chunk.id for chunk in bench.library.document_chunks(event.document.id)]
    kept = [chunk.id for chunk in bench.library.document_chunks(the(bench).id)]
    assert len(ids) > 1
    assert kept[: len(ids) - 1] == ids[:-1]
    assert set(kept) == bench.vectors.chunk_ids()


def test_a_picture_stays_one_and_is_not_looked_at_again(bench: Workbench) -> None:
    bench.put("scan.pdf", FakePdf(pages=(LEAVE, SCAN)))
    end = finished(bench.read())
    assert (the(bench).status, end.recognised, end.need_attention) == (S.INDEXED, 0, 0)
    assert the(bench).status_text == ("1 page can be searched. OCR found no text on 1 of 2 pages.")
    assert kinds(bench) == [PageKind.TEXT, SCAN]
    bench.read()
    assert bench.ocr.asked == [2]


def test_a_page_that_cannot_be_read_costs_that_page(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES, LEAVE)
    bench.ocr.failing = {1}
    path = FOLDER / "scan.pdf"
    bench.renderer.files[path] = FakeSheets(bench.renderer.files[path].sizes[:2])
    bench.read()
    assert bench.ocr.asked == [1, 2]  # the third could not even be drawn
    assert kinds(bench) == [SCAN, PageKind.TEXT, SCAN]
    assert the(bench).status is S.PARTIAL
    assert the(bench).status_text == (
        "Reading 2 of 3 pages by OCR took too long or too much memory. Choose “Read scanned pages” "
        "when the computer is less busy. One page can be searched, read by OCR."
    )
    assert not bench.recognition.any_waiting()


def test_a_bug_costs_its_page_and_is_logged_without_text(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    put_scan(bench, LEAVE, FEES)
    read = bench.ocr.read

    def broken(*given: object, **named: object) -> object:
        if not bench.ocr.asked:
            bench.ocr.asked.append(0)
            raise ValueError(LEAVE)
        return read(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(bench.ocr, "read", broken)
    with caplog.at_level(logging.ERROR):
        bench.read()
    assert kinds(bench) == [SCAN, PageKind.TEXT]
    assert "looking at a page ended by a bug: ValueError" in caplog.text
    assert LEAVE not in caplog.text


# --- what is left for later -----------------------------------------------------------------


def test_a_file_that_is_not_what_was_read_is_left_and_not_marked(bench: Workbench) -> None:
    put_scan(bench, LEAVE)
    list(bench.ingest.run((FOLDER,), cancel=CancelToken(), scans=Scans.LEFT))
    assert bench.ocr.asked == []
    bench.files.put(FOLDER / "scan.pdf", b"other", 99)
    end = finished(list(bench.ingest.run((), cancel=CancelToken())))
    assert (bench.ocr.asked, end.recognised) == ([], 0)
    del bench.files.files[FOLDER / "scan.pdf"]
    list(bench.ingest.run((), cancel=CancelToken()))
    assert bench.ocr.asked == []
    assert bench.recognition.any_waiting()


def test_a_file_that_only_moved_in_time_is_read(bench: Workbench) -> None:
    path = put_scan(bench, LEAVE)
    list(bench.ingest.run((FOLDER,), cancel=CancelToken(), scans=Scans.LEFT))
    pdf = bench.extractor.files[path]
    bench.put("scan.pdf", pdf, mtime_ns=77)
    list(bench.ingest.run((), cancel=CancelToken()))
    assert the(bench).status is S.INDEXED
    assert the(bench).stamp.mtime_ns == 77


def test_a_file_that_changes_meanwhile_is_left(bench: Workbench) -> None:
    path = put_scan(bench, LEAVE, FEES)
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, RecognitionProgress) and event.done == 1:
            bench.files.put(path, b"other", 99)
    assert kinds(bench) == [PageKind.TEXT, SCAN]
    assert bench.recognition.waiting() == {the(bench).id: (2,)}


def test_a_locked_file_is_read_with_a_password_that_is_known(bench: Workbench) -> None:
    bench.ocr.texts = {1: LEAVE}
    path = bench.put("scan.pdf", FakePdf(pages=[SCAN], password="right"))
    bench.renderer.files[path] = FakeSheets(password="right")
    bench.passwords.offer("right")
    list(bench.ingest.run((FOLDER,), cancel=CancelToken(), scans=Scans.LEFT))
    bench.restart()
    list(bench.ingest.run((), cancel=CancelToken()))
    assert bench.ocr.asked == []
    assert bench.recognition.any_waiting()
    bench.passwords.offer("right")
    list(bench.ingest.run((), cancel=CancelToken()))
    assert the(bench).status is S.INDEXED


def test_a_removed_document_leaves_nothing_behind(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, RecognitionProgress) and event.done == 1:
            bench.library.remove_documents([the(bench).id])
    assert bench.library.count_chunks() == (0, 0)
    assert bench.library.documents() == []


# --- stopping and going on ------------------------------------------------------------------


class Ticks:
    """A clock that goes on by so many seconds each time it is asked."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def slow_bench(bench: Workbench) -> Workbench:
    """Each page takes so long that it is stored at once."""
    bench.clock = Ticks(25.0)
    bench.restart()
    return bench


def test_a_long_document_is_found_little_by_little(slow_bench: Workbench) -> None:
    put_scan(slow_bench, LEAVE, FEES)
    found = []
    for event in slow_bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, DocumentRecognised):
            hits = slow_bench.lexical.search(["leave", "boats"], 5, EVERYTHING)
            found.append((event.document.status, bool(hits)))
    assert found[0] == (S.PARTIAL, True)
    assert found[-1] == (S.INDEXED, True)


def test_a_long_scan_lets_search_by_meaning_be_prepared_in_between(bench: Workbench) -> None:
    bench.clock = Ticks(70.0)
    bench.restart()
    put_scan(bench, LEAVE, FEES, "The third page.")
    order = [type(event) for event in bench.read()]
    first = order.index(DocumentRecognised)
    last = len(order) - 1 - order[::-1].index(DocumentRecognised)
    assert EmbedProgress in order[first:last]
    assert not bench.ingest.pending()


def test_a_killed_run_leaves_each_page_done_or_not_and_the_next_goes_on(
    slow_bench: Workbench,
) -> None:
    put_scan(slow_bench, LEAVE, FEES, "The third page.")
    run = slow_bench.ingest.run((FOLDER,), cancel=CancelToken())
    stored = next(event for event in run if isinstance(event, DocumentRecognised))
    assert stored.read == 1
    killed = run  # stays where it is, as a killed program does
    slow_bench.restart()
    assert slow_bench.ingest.pending()
    slow_bench.ocr.asked.clear()
    list(slow_bench.ingest.run((), cancel=CancelToken()))
    assert slow_bench.ocr.asked == [2, 3]
    assert the(slow_bench).status is S.INDEXED
    assert not slow_bench.ingest.pending()
    every, embedded = slow_bench.library.count_chunks()
    assert every == embedded == len(slow_bench.vectors.chunk_ids())
    del killed


def test_stopping_keeps_what_was_read(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    cancel = CancelToken()
    events = []
    for event in bench.ingest.run((FOLDER,), cancel=cancel):
        events.append(event)
        if isinstance(event, RecognitionProgress) and event.done == 1:
            cancel.cancel()
    assert finished(events).cancelled
    assert kinds(bench) == [PageKind.TEXT, SCAN]
    assert bench.ingest.pending()


def test_a_full_disk_ends_the_run_and_loses_nothing_else(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_scan(bench, LEAVE)

    def full(found: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(bench.recognition, "save_recognised", full)
        with pytest.raises(StorageError):
            bench.read()
    assert kinds(bench) == [SCAN]
    list(bench.ingest.run((), cancel=CancelToken()))
    assert the(bench).status is S.INDEXED


def test_it_waits_while_paused_and_for_answers(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    pause = PauseSwitch()
    halted: list[tuple[bool, int]] = []
    run = bench.ingest.run((FOLDER,), cancel=CancelToken(), pause=pause)
    answering = bench.priority.answering()
    for event in run:
        if isinstance(event, RecognitionProgress) and event.done == 0:
            pause.pause()
        elif isinstance(event, RecognitionProgress) and event.done == 1:
            answering.__enter__()
        elif isinstance(event, IngestPaused):
            halted.append((event.for_answer, len(bench.ocr.asked)))
            end = (
                (lambda: answering.__exit__(None, None, None)) if event.for_answer else pause.resume
            )
            threading.Timer(0.0, end).start()
        elif isinstance(event, IngestResumed):
            assert halted
    assert halted == [(False, 0), (True, 1)]
    assert the(bench).status is S.INDEXED


def test_new_files_are_read_first(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    inbox = Inbox()
    order: list[str] = []
    run = bench.ingest.run((FOLDER,), cancel=CancelToken(), inbox=inbox)
    for event in run:
        if isinstance(event, RecognitionProgress) and event.done == 1 and "new" not in order:
            bench.put_text("new.pdf", "Something new.")
            inbox.put([FOLDER / "new.pdf"])
            order.append("new")
        elif isinstance(event, FileFinished):
            order.append(event.path.stem)
        elif isinstance(event, DocumentRecognised):
            order.append(f"{event.read} read")
    assert order == ["scan", "new", "1 read", "new", "1 read"]


# --- switched off, missing, asked for -------------------------------------------------------


@pytest.fixture
def switched_off(library_dir: Path) -> Iterator[Workbench]:
    bench = Workbench(library_dir, Settings(library=LibrarySettings(ocr=False)))
    yield bench
    bench.close()


def test_switched_off_nothing_is_read_and_nothing_is_pending(switched_off: Workbench) -> None:
    put_scan(switched_off, LEAVE)
    end = finished(switched_off.read())
    assert (switched_off.ocr.asked, end.ocr_note, end.need_attention) == ([], "", 1)
    assert not switched_off.ingest.pending()


def test_the_switch_takes_effect_at_once(bench: Workbench) -> None:
    put_scan(bench, LEAVE, FEES)
    off = Settings(library=LibrarySettings(ocr=False))
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, RecognitionProgress) and event.done == 1:
            bench.preferences.change(off)
    assert kinds(bench) == [PageKind.TEXT, SCAN]


def test_what_is_asked_for_is_read_although_it_is_switched_off(switched_off: Workbench) -> None:
    put_scan(switched_off, LEAVE, name="a.pdf")
    put_scan(switched_off, LEAVE, name="b.pdf")
    switched_off.read()
    switched_off.ingest.read_pages([the(switched_off, "b.pdf").id])
    assert (switched_off.ingest.pages_requested, switched_off.ingest.pending()) == (True, True)
    list(switched_off.ingest.run((), cancel=CancelToken()))
    assert (switched_off.ingest.pages_requested, switched_off.ingest.pending()) == (False, False)
    assert the(switched_off, "b.pdf").status is S.INDEXED
    assert the(switched_off, "a.pdf").status is S.NO_TEXT


def test_what_was_recognised_stays_when_the_same_file_is_read_again(
    switched_off: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = switched_off
    path = put_scan(bench, LEAVE, "")
    bench.read()
    bench.ingest.read_pages([the(bench).id])
    list(bench.ingest.run((), cancel=CancelToken()))
    before, asked = the(bench), list(bench.ocr.asked)
    assert kinds(bench) == [PageKind.TEXT, SCAN]
    for module in ("file_intake", "file_extraction"):
        name = f"app.services.{module}.READING_VERSION"
        monkeypatch.setattr(name, before.reading_version + 1)
    bench.read()
    after = the(bench)
    assert after.reading_version == before.reading_version + 1
    assert (kinds(bench), bench.ocr.asked) == ([PageKind.TEXT, SCAN], asked)
    assert (after.status, after.status_text) == (before.status, before.status_text)
    assert len(bench.lexical.search(["leave"], 5, EVERYTHING)) == 1
    # Other content is another thing.
    bench.put(path.name, FakePdf(pages=[SCAN, SCAN]), data=b"other", mtime_ns=9)
    bench.read()
    assert kinds(bench) == [SCAN, SCAN]


def test_what_is_asked_for_comes_first_and_is_tried_again(bench: Workbench) -> None:
    put_scan(bench, "", name="old.pdf")
    bench.read()
    put_scan(bench, LEAVE, FEES, name="new.pdf")
    order: list[str] = []
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        if isinstance(event, RecognitionProgress):
            if event.done == 1 and len(order) == 1:
                bench.ingest.read_pages([the(bench, "old.pdf").id])
            order.append(event.document.title)
    assert order == ["new", "new", "old", "old", "new", "new"]
    assert the(bench, "old.pdf").status is S.INDEXED


def test_a_request_is_given_up_with_the_run(switched_off: Workbench) -> None:
    put_scan(switched_off, LEAVE)
    switched_off.read()
    switched_off.ingest.read_pages([the(switched_off).id])
    switched_off.ingest.forget()
    list(switched_off.ingest.run((), cancel=CancelToken()))
    assert switched_off.ocr.asked == []


def test_without_the_model_it_is_said_how_to_get_it(bench: Workbench) -> None:
    bench.ocr_missing = "Fetch the model."
    put_scan(bench, LEAVE, FEES)
    end = finished(bench.read())
    assert end.ocr_note == "2 pages are scans without text. Fetch the model."
    assert bench.ocr.asked == []
    assert not bench.ingest.pending()
    bench.ocr_missing = ""
    assert bench.ingest.pending()


def test_a_damaged_model_ends_it_for_this_run(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_scan(bench, LEAVE, FEES)

    def damaged(*given: object, **named: object) -> None:
        raise ModelUnavailable("The model is damaged.")

    monkeypatch.setattr(bench.ocr, "read", damaged)
    end = finished(bench.read())
    assert end.ocr_note == "The model is damaged."
    assert kinds(bench) == [SCAN, SCAN]


def test_only_what_is_asked_for_is_read_where_a_run_says_so(bench: Workbench) -> None:
    put_scan(bench, LEAVE, name="a.pdf")
    put_scan(bench, LEAVE, name="b.pdf")
    list(bench.ingest.run((FOLDER,), cancel=CancelToken(), scans=Scans.LEFT))
    bench.ingest.read_pages([the(bench, "b.pdf").id])
    list(bench.ingest.run((), cancel=CancelToken(), scans=Scans.REQUESTED))
    assert the(bench, "a.pdf").status is S.NO_TEXT
    assert the(bench, "b.pdf").status is S.INDEXED
