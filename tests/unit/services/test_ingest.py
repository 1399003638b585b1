"""Ingest: every file ends in one state, nothing is read twice, nothing stored is lost."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.evidence import EVERYTHING
from app.core.errors import StorageError, WorkerDied
from app.core.ports import NewDocument
from app.core.reading.version import READING_VERSION
from app.core.settings import RetrievalSettings, Settings
from app.services.events import (
    EmbedProgress,
    FileFailed,
    FileFinished,
    FileStarted,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    PageRead,
    ScanFinished,
)
from app.services.ingest_control import PauseSwitch
from tests.fakes.text_extractor import FakePdf
from tests.workbench import FOLDER, Workbench, only

LEAVE = "Unused days of leave expire on 31 March."
FEES = "Boats under eight metres pay fourteen euros a night."


def test_a_folder_is_read_searchable_and_embedded(bench: Workbench) -> None:
    bench.put_text("leave.pdf", LEAVE, title="Handbook")
    bench.put_text("fees.pdf", FEES, "Second page.")
    events = bench.read()
    assert isinstance(events[0], ScanFinished)
    assert events[0].files == 2
    assert len(only(events, PageRead)) == 3
    assert [done.outcome for done in only(events, FileFinished)] == ["added", "added"]
    end = events[-1]
    assert isinstance(end, IngestFinished)
    assert (end.added, end.pages, end.cancelled, end.degraded) == (2, 3, False, "")
    every, embedded = bench.library.count_chunks()
    assert every == embedded == len(bench.vectors.chunk_ids()) == 2
    assert "Handbook" in bench.embedder.passages[0] + bench.embedder.passages[1]
    assert bench.library.embedder() == bench.embedder.identity
    assert bench.library.queue() == []


def test_text_is_searchable_before_any_vector_exists(bench: Workbench) -> None:
    bench.put_text("leave.pdf", LEAVE)
    run = bench.ingest.run((FOLDER,), cancel=CancelToken())
    for event in run:
        if isinstance(event, FileFinished):
            break
    assert bench.vectors.chunk_ids() == set()
    assert len(bench.lexical.search(["leave"], 5, EVERYTHING)) == 1
    run.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pdf", "status"),
    [
        (FakePdf(failure=(DocumentStatus.DAMAGED, "It is damaged.")), DocumentStatus.DAMAGED),
        (FakePdf(pages=("text",), password="x"), DocumentStatus.NEEDS_PASSWORD),
        (FakePdf(pages=("",)), DocumentStatus.EMPTY),
        (FakePdf(pages=(None,)), DocumentStatus.FAILED),
        (FakePdf(pages=(LEAVE * 3, None)), DocumentStatus.PARTIAL),
    ],
)
def test_every_file_ends_in_one_state_with_a_sentence(
    bench: Workbench, pdf: FakePdf, status: DocumentStatus
) -> None:
    bench.put("odd.pdf", pdf)
    bench.put_text("good.pdf", LEAVE)
    events = bench.read()
    states = {event.path.name: event.document for event in only(events, FileFinished)}
    assert states["odd.pdf"].status is status
    assert states["odd.pdf"].status_text.endswith(".")
    assert states["good.pdf"].status is DocumentStatus.INDEXED
    assert isinstance(events[-1], IngestFinished)
    assert events[-1].need_attention == 1


def test_an_unchanged_file_costs_a_stat(bench: Workbench) -> None:
    path = bench.put_text("leave.pdf", LEAVE)
    bench.read()
    bench.files.hashed.clear()
    events = bench.read()
    assert [event.outcome for event in only(events, FileFinished)] == ["unchanged"]
    assert bench.files.hashed == []
    assert only(events, EmbedProgress) == []
    assert bench.library.document_by_path(path) is not None


def test_a_touched_file_is_hashed_but_not_read_again(bench: Workbench) -> None:
    bench.put("leave.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    bench.read()
    bench.put("leave.pdf", FakePdf(pages=(LEAVE,)), data=b"same", mtime_ns=2)
    events = bench.read()
    assert [event.outcome for event in only(events, FileFinished)] == ["unchanged"]
    assert only(events, PageRead) == []


def test_a_changed_file_is_replaced_whole_under_the_same_id(bench: Workbench) -> None:
    path = bench.put_text("leave.pdf", LEAVE)
    bench.read()
    before = bench.library.document_by_path(path)
    assert before is not None
    old = {chunk.id for chunk in bench.library.document_chunks(before.id)}
    bench.put_text("leave.pdf", FEES, mtime_ns=2)
    events = bench.read()
    assert [event.outcome for event in only(events, FileFinished)] == ["replaced"]
    after = bench.library.document_by_path(path)
    assert after is not None
    assert after.id == before.id
    new = {chunk.id for chunk in bench.library.document_chunks(after.id)}
    assert not old & new
    assert bench.vectors.chunk_ids() == new


def test_a_document_that_is_taken_out_while_it_is_read_again_stays_out(bench: Workbench) -> None:
    path = bench.put_text("leave.pdf", LEAVE)
    bench.read()
    document = bench.library.document_by_path(path)
    assert document is not None
    bench.put_text("leave.pdf", FEES, mtime_ns=2)
    events = []
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        events.append(event)
        if isinstance(event, PageRead):
            bench.library.remove_documents([document.id])
    assert [event.reason for event in only(events, FileFailed)] == ["removed"]
    assert bench.library.documents() == []
    assert bench.library.queue() == []
    assert bench.ingest.pending() is False


@pytest.mark.parametrize("event_of", [FileStarted, FileFinished])
def test_a_document_that_is_taken_out_while_its_file_waits_stays_out(
    bench: Workbench, event_of: type[FileStarted | FileFinished]
) -> None:
    """Taken out before its file was begun, and right after, before its content is known."""
    bench.put_text("a.pdf", FEES)
    path = bench.put_text("leave.pdf", LEAVE)
    bench.read()
    document = bench.library.document_by_path(path)
    assert document is not None
    bench.put_text("leave.pdf", LEAVE, mtime_ns=2)
    events = []
    for event in bench.ingest.run((FOLDER,), cancel=CancelToken()):
        events.append(event)
        name = path.name if event_of is FileStarted else "a.pdf"
        if isinstance(event, event_of) and event.path.name == name:
            bench.library.remove_documents([document.id])
    assert [event.reason for event in only(events, FileFailed)] == ["removed"]
    assert [one.path.name for one in bench.library.documents()] == ["a.pdf"]
    assert bench.library.queue() == []
    end = events[-1]
    assert isinstance(end, IngestFinished)
    assert end.failed == 0


def test_the_same_content_twice_is_one_document(bench: Workbench) -> None:
    bench.put("a.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    bench.put("b.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    events = bench.read()
    assert sorted(event.outcome for event in only(events, FileFinished)) == ["added", "duplicate"]
    assert len(bench.library.documents()) == 1


def test_a_moved_file_takes_its_document_along(bench: Workbench) -> None:
    old = bench.put("a.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    bench.read()
    del bench.files.files[old]
    new = bench.put("b.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    bench.read()
    assert [document.path for document in bench.library.documents()] == [new]


def test_a_file_moved_over_another_leaves_no_vector_of_it(bench: Workbench) -> None:
    old = bench.put("a.pdf", FakePdf(pages=(LEAVE,)), data=b"one")
    bench.put("b.pdf", FakePdf(pages=(FEES,)), data=b"two")
    bench.read()
    del bench.files.files[old]
    bench.put("b.pdf", FakePdf(pages=(LEAVE,)), data=b"one", mtime_ns=9)
    bench.read()
    (document,) = bench.library.documents()
    held = {chunk.id for chunk in bench.library.document_chunks(document.id)}
    assert bench.vectors.chunk_ids() == held


def test_a_file_that_vanished_is_reported_and_stops_nothing(bench: Workbench) -> None:
    gone = bench.put_text("a.pdf", LEAVE)
    bench.put_text("b.pdf", FEES)
    run = bench.ingest.run((FOLDER,), cancel=CancelToken())
    events = [next(run)]
    del bench.files.files[gone]
    events += list(run)
    failed = [(event.path.name, event.reason) for event in only(events, FileFailed)]
    assert failed == [("a.pdf", "missing")]
    assert [event.path.name for event in only(events, FileFinished)] == ["b.pdf"]


def test_cancelling_keeps_what_is_finished_and_remembers_the_rest(bench: Workbench) -> None:
    bench.put_text("a.pdf", LEAVE)
    bench.put_text("b.pdf", FEES)
    cancel = CancelToken()
    events = []
    for event in bench.ingest.run((FOLDER,), cancel=cancel):
        events.append(event)
        if isinstance(event, FileFinished):
            cancel.cancel()
    assert isinstance(events[-1], IngestFinished)
    assert events[-1].cancelled
    assert [document.path.name for document in bench.library.documents()] == ["a.pdf"]
    assert [path.name for path in bench.library.queue()] == ["b.pdf"]
    assert bench.ingest.pending()
    later = list(bench.ingest.run((), cancel=CancelToken()))
    assert [event.path.name for event in only(later, FileFinished)] == ["b.pdf"]
    assert not bench.ingest.pending()


def test_forgetting_gives_up_the_queue(bench: Workbench) -> None:
    bench.library.enqueue([FOLDER / "a.pdf"])
    bench.ingest.forget()
    assert bench.library.queue() == []


def test_a_failing_embedder_leaves_the_documents_searchable_by_words(
    bench: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.put_text("leave.pdf", LEAVE)
    bench.embedder.fault = WorkerDied("The search index ended. Try again.")
    with caplog.at_level(logging.WARNING):
        events = bench.read()
    assert isinstance(events[-1], IngestFinished)
    assert events[-1].degraded == "The search index ended. Try again."
    assert len(bench.lexical.search(["leave"], 5, EVERYTHING)) == 1
    bench.embedder.fault = None
    bench.read()
    assert bench.library.count_chunks() == (1, 1)


def test_another_embedder_makes_all_vectors_anew(bench: Workbench) -> None:
    from app.core.domain.model import EmbedderIdentity

    bench.put_text("leave.pdf", LEAVE)
    bench.read()
    bench.library.set_embedder(EmbedderIdentity("older", 8, "1" * 64))
    bench.read()
    assert bench.embedder.passages == [bench.embedder.passages[0]] * 2
    bench.library.set_embedder(EmbedderIdentity("older", 8, "1" * 64))
    bench.put_text("fees.pdf", FEES)
    bench.read()
    assert bench.library.embedder() == bench.embedder.identity
    assert bench.library.count_chunks() == (2, 2)
    assert len(bench.vectors.chunk_ids()) == 2


def test_lost_vectors_are_made_again(bench: Workbench) -> None:
    bench.put_text("leave.pdf", LEAVE)
    bench.read()
    bench.vectors.erase()
    bench.ingest.reconcile()
    assert bench.library.count_chunks() == (1, 0)
    bench.read()
    assert len(bench.vectors.chunk_ids()) == 1


def test_a_full_disk_ends_the_run_and_loses_nothing(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.put_text("a.pdf", LEAVE)
    bench.read()
    bench.put_text("b.pdf", FEES)

    def full(new: object, **options: object) -> object:
        raise StorageError("The disk is full. Free some space, then go on.")

    monkeypatch.setattr(bench.library, "save_document", full)
    with pytest.raises(StorageError, match="full"):
        bench.read()
    assert [document.path.name for document in bench.library.documents()] == ["a.pdf"]
    assert [path.name for path in bench.library.queue()] == ["b.pdf"]


def test_a_pause_holds_the_run_until_it_is_lifted(bench: Workbench) -> None:
    bench.put_text("a.pdf", LEAVE)
    pause = PauseSwitch()
    pause.pause()
    run = bench.ingest.run((FOLDER,), cancel=CancelToken(), pause=pause)
    events = [next(run), next(run)]
    assert events[1] == IngestPaused(for_answer=False)
    lift = threading.Thread(target=pause.resume)
    lift.start()
    events += list(run)
    lift.join()
    assert IngestResumed() in events
    assert only(events, FileFinished)


def test_reading_waits_while_an_answer_is_made(bench: Workbench) -> None:
    bench.put_text("a.pdf", LEAVE)
    run = bench.ingest.run((FOLDER,), cancel=CancelToken())
    next(run)
    with bench.priority.answering():
        assert next(run) == IngestPaused(for_answer=True)
    assert next(run) == IngestResumed()
    assert isinstance(next(run), FileStarted)
    assert only(list(run), FileFinished)


def test_vectors_without_a_chunk_are_taken_out(bench: Workbench) -> None:
    bench.put_text("a.pdf", LEAVE)
    bench.put_text("b.pdf", FEES)
    bench.read()
    gone = next(d for d in bench.library.documents() if d.path.name == "b.pdf")
    bench.library.remove_documents([gone.id])
    bench.vectors.remove_documents([d.id for d in bench.library.documents()])
    bench.ingest.reconcile()
    assert bench.vectors.chunk_ids() == set()
    bench.read(FOLDER / "a.pdf")
    assert bench.vectors.chunk_ids() == bench.library.embedded_chunk_ids()
    assert bench.library.count_chunks() == (1, 1)


def test_a_document_removed_while_it_is_embedded_leaves_no_vector(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bench.put_text("a.pdf", LEAVE)
    embed = bench.embedder.embed_passages

    def removing(texts: list[str]) -> object:
        document = bench.library.document_by_path(path)
        if document is not None:
            bench.library.remove_documents([document.id])
            bench.vectors.remove_documents([document.id])
        return embed(texts)

    monkeypatch.setattr(bench.embedder, "embed_passages", removing)
    bench.read()
    assert bench.vectors.chunk_ids() == set()


def test_a_file_that_holds_another_document_now_drops_what_it_held(bench: Workbench) -> None:
    bench.put("a.pdf", FakePdf(pages=(LEAVE,)), data=b"one")
    bench.put("c.pdf", FakePdf(pages=(FEES,)), data=b"two")
    bench.read()
    bench.put("a.pdf", FakePdf(pages=(FEES,)), data=b"two", mtime_ns=9)
    events = bench.read()
    assert "duplicate" in [event.outcome for event in only(events, FileFinished)]
    (document,) = bench.library.documents()
    assert document.path.name == "c.pdf"
    assert bench.lexical.search(["leave"], 5, EVERYTHING) == []
    held = {chunk.id for chunk in bench.library.document_chunks(document.id)}
    assert bench.vectors.chunk_ids() == held


def test_a_good_copy_of_a_file_that_failed_is_read(bench: Workbench) -> None:
    bench.put("a.pdf", FakePdf(pages=(None,)), data=b"same")
    bench.read()
    bench.put("b.pdf", FakePdf(pages=(LEAVE,)), data=b"same")
    bench.read(FOLDER / "b.pdf")
    states = {d.path.name: d.status for d in bench.library.documents()}
    assert states["b.pdf"] is DocumentStatus.INDEXED


def test_a_bug_with_one_file_stops_no_other(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench.put_text("a.pdf", LEAVE)
    bench.put_text("b.pdf", FEES)
    save = bench.library.save_document

    def failing(new: NewDocument, *, in_place_of: int | None) -> Document:
        if new.path.name == "a.pdf":
            raise OverflowError("secret words of a document")
        return save(new)

    monkeypatch.setattr(bench.library, "save_document", failing)
    with caplog.at_level(logging.ERROR):
        events = bench.read()
    assert [event.path.name for event in only(events, FileFailed)] == ["a.pdf"]
    assert [event.path.name for event in only(events, FileFinished)] == ["b.pdf"]
    assert bench.library.queue() == []
    assert "secret" not in caplog.text


def test_vectors_that_cannot_be_taken_out_stop_nothing(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench.put_text("a.pdf", LEAVE)
    bench.read()
    bench.put_text("a.pdf", FEES, mtime_ns=2)

    def failing(ids: object) -> None:
        raise WorkerDied("It ended.")

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(bench.vectors, "remove_documents", failing)
        events = bench.read()
    assert [event.outcome for event in only(events, FileFinished)] == ["replaced"]
    bench.ingest.reconcile()
    assert bench.vectors.chunk_ids() == bench.library.embedded_chunk_ids()


def test_what_an_older_version_read_is_read_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bench.put_text("lease.pdf", "Rent is due monthly.")
    bench.read()
    (unchanged,) = only(bench.read(), FileFinished)
    assert unchanged.outcome == "unchanged"
    for module in ("file_intake", "file_extraction"):
        monkeypatch.setattr(f"app.services.{module}.READING_VERSION", READING_VERSION + 1)
    (again,) = only(bench.read(), FileFinished)
    assert (again.path, again.outcome) == (path, "replaced")
    assert again.document.reading_version == READING_VERSION + 1
    (unchanged,) = only(bench.read(), FileFinished)
    assert unchanged.outcome == "unchanged"


def test_title_and_headings_may_be_left_out_of_the_index(library_dir: Path) -> None:
    settings = Settings(retrieval=RetrievalSettings(context_in_index=False))
    bench = Workbench(library_dir, settings)
    bench.put_text("a.pdf", "Rent is due monthly.", title="Weaver Street")
    bench.read()
    assert bench.embedder.passages == ["Rent is due monthly."]
    assert bench.lexical.search(["weaver"], 5, EVERYTHING) == []
    assert len(bench.lexical.search(["rent"], 5, EVERYTHING)) == 1
    bench.close()


def test_the_library_knows_how_many_pdfs_are_embedded(bench: Workbench) -> None:
    bench.put("a.pdf", FakePdf(("text",), embedded_files=3, embedded_pdfs=2))
    bench.put("b.pdf", FakePdf(("other text",)))
    bench.read()
    found = {one.path.name: one for one in bench.library.documents()}
    assert (found["a.pdf"].embedded_pdfs, found["b.pdf"].embedded_pdfs) == (2, 0)
    assert "2 PDFs are embedded in it" in found["a.pdf"].status_text
