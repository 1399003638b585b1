"""Scanned pages, read by the real engine: found, asked, cited with boxes on the words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Application
from app.cli import main
from app.core.domain.answer import AnswerStatus, AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus
from app.core.domain.page import PageKind
from app.services.events import AnswerFinished, DocumentRecognised, IngestFinished
from tests.integration.handbook import words_in
from tests.pdfs import PdfPage, make_pdf

ModelPaths = Callable[[str], tuple[Path, ...]]

LETTER = (
    "The boiler in the east wing is serviced every October.\n\n"
    "Its filters cost 48.50 euros and last two years."
)
PLAN = "The garden gate is painted green in spring."


@pytest.fixture
def scans(pdfs: Path, model_paths: ModelPaths) -> Path:
    """A folder with a scan, and a document of which one page is made of outlines."""
    model_paths("ocr")
    model_paths("embedder")
    make_pdf(pdfs / "letter.pdf", [PdfPage(LETTER, scanned=True, dpi=150)])
    make_pdf(pdfs / "plan.pdf", ["A page with text.", PdfPage(PLAN, outlined=True)])
    return pdfs


def test_a_scan_is_read_asked_and_cited_on_its_words(scans: Path, library_dir: Path) -> None:
    application = Application(library_dir, writing=True)
    try:
        events = list(application.ingest.run([scans], cancel=CancelToken()))
        read = [event for event in events if isinstance(event, DocumentRecognised)]
        assert [(one.pages, one.read, one.document.status) for one in read] == [
            (1, 1, DocumentStatus.INDEXED)
        ] * 2
        end = events[-1]
        assert isinstance(end, IngestFinished)
        assert (end.recognised, end.need_attention, end.degraded) == (2, 0, "")
        [answer] = [
            event.answer
            for event in application.answers.ask(
                "When is the boiler in the east wing serviced?",
                cancel=CancelToken(),
                style=AnswerStyle.QUOTES,
            )
            if isinstance(event, AnswerFinished)
        ]
        assert answer.status is AnswerStatus.ANSWERED
        citation = answer.citations[0]
        assert citation.quote == "The boiler in the east wing is serviced every October."
        page = application.library.page(citation.document_id, 1)
        assert page is not None
        assert page.kind is PageKind.TEXT
        assert page.ocr_confidence is not None
        assert page.ocr_confidence > 0.9
        every, embedded = application.library.count_chunks()
        assert every == embedded
    finally:
        application.close()
    # The same text as letters says where the words stand on the page.
    twin = make_pdf(scans.parent / "twin.pdf", [LETTER])
    inside = words_in(twin, 1, citation.boxes)
    assert inside == citation.quote.split()


def pincite(library: Path, capsys: pytest.CaptureFixture[str], *given: str) -> list[dict[str, Any]]:
    """What a command prints on standard output."""
    assert main(["--library", str(library), "--json", *given]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_command_line_reads_scans_and_marks_what_it_read(
    scans: Path, library_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*given: str) -> list[dict[str, Any]]:
        return pincite(library_dir, capsys, *given)

    *files, end = run("ingest", "--no-ocr", str(scans))
    states = {Path(one["path"]).stem: (one["status"], one["document_id"]) for one in files}
    assert states["letter"][0] == "no_text"
    assert states["plan"][0] == "partial"
    assert end["summary"]["recognised"] == 0

    [one, end] = run("ocr", str(states["plan"][1]))
    assert (one["ocr"]["status"], one["ocr"]["pages_read"]) == ("indexed", 1)
    assert end["summary"]["recognised"] == 1
    assert {record["status"] for record in run("list")} == {"indexed", "no_text"}

    [one, end] = run("ocr")
    assert one["ocr"]["document_id"] == states["letter"][1]
    [hit, *_] = run("search", "boiler serviced October")
    assert hit["ocr"] is True
    assert 0.9 < hit["ocr_confidence"] <= 1.0
    [answer] = run("ask", "When is the boiler serviced?", "--style", "quotes")
    assert answer["citations"][0]["ocr"] is True

    *_, end = run("ingest", str(scans))
    assert (end["summary"]["unchanged"], end["summary"]["recognised"]) == (2, 0)


def test_an_unknown_document_is_bad_input(
    scans: Path, library_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--library", str(library_dir), "ocr", "99"]) == 2
    assert "no document with the number 99" in capsys.readouterr().err
