"""Files and folders that cannot be read: each ends in its own state with its own sentence, the
others are read, and nothing that was stored is lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.services.events import FileFinished, IngestEvent, IngestFinished, ScanFinished
from tests.integration.conftest import Shelf
from tests.integration.handbook import write_kettle
from tests.pdfs import PdfPage, make_damaged_pdf, make_pdf

ModelPaths = Callable[[str], tuple[Path, ...]]


def _truncated(path: Path) -> None:
    make_pdf(path, ["The first page.", "The second page."] * 20)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])


BAD_FILES: dict[str, tuple[Callable[[Path], object], set[DocumentStatus]]] = {
    "empty": (lambda path: path.write_bytes(b""), {DocumentStatus.DAMAGED, DocumentStatus.EMPTY}),
    "no pdf": (lambda path: path.write_text("Dear Sir or Madam"), {DocumentStatus.DAMAGED}),
    "damaged": (make_damaged_pdf, {DocumentStatus.DAMAGED}),
    "truncated": (_truncated, {DocumentStatus.DAMAGED, DocumentStatus.PARTIAL}),
    "encrypted": (
        lambda path: make_pdf(path, ["A secret."], password="open sesame"),
        {DocumentStatus.NEEDS_PASSWORD},
    ),
    "scan": (
        lambda path: make_pdf(path, [PdfPage("A letter as a picture.", scanned=True)]),
        {DocumentStatus.NO_TEXT},
    ),
    "blank": (lambda path: make_pdf(path, [""]), {DocumentStatus.EMPTY, DocumentStatus.NO_TEXT}),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_has_a_state_and_a_sentence(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths, kind: str
) -> None:
    model_paths("embedder")
    model_paths("ocr")
    make, states = BAD_FILES[kind]
    make(pdfs / "a-bad.pdf")
    write_kettle(pdfs)

    events = list(empty_application.ingest.run([pdfs], cancel=CancelToken()))

    done = [event.document for event in events if isinstance(event, FileFinished)]
    bad, good = sorted(done, key=lambda document: document.path)  # whichever was read first
    assert bad.status in states
    assert bad.status_text.endswith(".")
    assert bad.chunks == 0
    assert good.status is DocumentStatus.INDEXED
    end = events[-1]
    assert isinstance(end, IngestFinished)
    # OCR has read the scan before the run ends.
    assert (end.need_attention, end.recognised) == ((0, 1) if kind == "scan" else (1, 0))
    assert (end.failed, end.degraded) == (0, "")


def test_a_folder_that_cannot_be_looked_into_is_left_out(
    empty_application: Application,
    pdfs: Path,
    model_paths: ModelPaths,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system's refusal is played, since it refuses an administrator nothing."""
    model_paths("embedder")
    closed = pdfs / "closed"
    closed.mkdir()
    write_kettle(closed)
    write_kettle(pdfs)
    scandir = os.scandir

    def refusing(path: Any = ".") -> Iterator[os.DirEntry[str]]:
        if Path(path) == closed:
            raise PermissionError(13, os.strerror(13), str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)

    events = list(empty_application.ingest.run([pdfs], cancel=CancelToken()))

    scanned = events[0]
    assert isinstance(scanned, ScanFinished)
    [skipped] = scanned.skipped
    assert (skipped.path, skipped.reason) == (closed, "unreadable")
    assert "permissions" in skipped.message
    assert [event.path.name for event in events if isinstance(event, FileFinished)] == [
        "kettle.pdf"
    ]


def test_a_bad_new_version_keeps_the_document_and_says_so(
    empty_application: Application, pdfs: Path, model_paths: ModelPaths
) -> None:
    model_paths("embedder")
    path = write_kettle(pdfs)
    _run(empty_application, path)
    [before] = empty_application.library_service.documents()
    path.write_bytes(path.read_bytes()[:300])

    _run(empty_application, path)

    [after] = empty_application.library_service.documents()
    assert (after.id, after.status) == (before.id, DocumentStatus.DAMAGED)
    assert after.status_text.endswith(".")
    assert empty_application.vectors.chunk_ids() == set()


def test_a_file_that_vanishes_costs_no_other(
    application: Application, shelf: Shelf, pdfs: Path
) -> None:
    gone = write_kettle(pdfs)
    later = make_pdf(pdfs / "later.pdf", ["The lamp at the pier burns from dusk to dawn."])
    events: list[IngestEvent] = []
    for event in application.ingest.run([pdfs], cancel=CancelToken()):
        events.append(event)
        if isinstance(event, ScanFinished):
            gone.unlink()

    end = events[-1]
    assert isinstance(end, IngestFinished)
    assert (end.failed, end.added) == (1, 1)
    titles = {document.path for document in application.library_service.documents()}
    assert {later, shelf.handbook} <= titles
    assert application.library.queue() == []


def _run(application: Application, path: Path) -> None:
    for _ in application.ingest.run([path], cancel=CancelToken()):
        pass
