"""The report on what was read, made over a real library."""

from __future__ import annotations

from datetime import timedelta

from app.adapters.sqlite.reading_report_store import SqliteReadingReport
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.reading_report import LastReading, PagesByKind, Remedy
from app.services.events import FileFinished
from app.services.reading_report import (
    OCR_PAGE_SECONDS,
    ReadingReportService,
    last_reading,
    ocr_page_seconds,
)
from tests.fakes.text_extractor import FakePdf
from tests.read_documents import ENDED, read_document
from tests.workbench import Workbench, only


def service(bench: Workbench) -> ReadingReportService:
    return ReadingReportService(bench.library, SqliteReadingReport(bench.database), lambda: True)


def test_an_empty_library(bench: Workbench) -> None:
    report = service(bench).report()
    assert (report.documents, report.needing, report.last) == ((), (), None)
    assert report.totals == PagesByKind()


def test_what_was_read(bench: Workbench) -> None:
    bench.put_text("lease.pdf", "The rent is due.", "Second page.", title="Lease")
    bench.put("minutes.pdf", FakePdf(password="secret"))
    bench.read()
    report = service(bench).report()
    lease, minutes = report.documents
    assert lease.pages.kinds == PagesByKind(text=2)
    assert lease.need is None
    assert minutes.document.status is DocumentStatus.NEEDS_PASSWORD
    assert minutes.need is not None
    assert minutes.need.remedies[0] is Remedy.UNLOCK
    assert report.needing == (minutes,)
    assert report.last is not None
    assert report.last.pages == 2
    assert all(one.document.read_at is not None for one in report.documents)
    assert all(one.document.read_seconds > 0 for one in report.documents)


def test_ignoring(bench: Workbench) -> None:
    bench.put("minutes.pdf", FakePdf(password="secret"))
    bench.read()
    reports = service(bench)
    [minutes] = reports.report().needing
    reports.ignore([minutes.document.id])
    report = reports.report()
    assert report.needing == ()
    assert [one.document.id for one in report.ignored] == [minutes.document.id]
    reports.ignore([minutes.document.id], ignored=False)
    assert reports.report().needing


def test_reading_again_although_nothing_changed(bench: Workbench) -> None:
    path = bench.put_text("lease.pdf", "The rent is due.")
    bench.read()
    [first] = only(bench.read(), FileFinished)
    assert first.outcome == "unchanged"
    document = bench.library.document_by_path(path)
    assert document is not None
    assert service(bench).forget_reading([document.id, 999]) == (path,)
    [again] = only(bench.read(path), FileFinished)
    assert again.outcome == "replaced"
    assert again.document.id == document.id


def test_the_report_as_csv(bench: Workbench) -> None:
    bench.put_text("lease.pdf", "The rent is due.", title="Lease")
    bench.read()
    assert b'"Lease"' in service(bench).csv()


def test_ocr_takes_as_long_as_it_took_here() -> None:
    text = read_document(1, "Text", kinds=PagesByKind(text=100), read_seconds=9.0)
    scan = read_document(2, "Scan", kinds=PagesByKind(ocr=4, empty=1), read_seconds=40.0)
    more = read_document(3, "More", kinds=PagesByKind(ocr=1), read_seconds=20.0)
    assert ocr_page_seconds([(one.document, one.pages) for one in (text, scan, more)]) == 12.0
    assert ocr_page_seconds([(one.document, one.pages) for one in (text, scan)]) == OCR_PAGE_SECONDS
    assert ocr_page_seconds([]) == OCR_PAGE_SECONDS


def test_the_last_reading_is_of_documents_that_followed_each_other() -> None:
    pages = PagesByKind(text=10)

    def read(number: int, before: float, seconds: float) -> Document:
        at = ENDED - timedelta(seconds=before)
        return read_document(number, "D", kinds=pages, read_at=at, read_seconds=seconds).document

    documents = [
        read(1, 0, 30),
        read(2, 80, 10),  # 50 seconds after this one the newest began
        read(3, 30, 100),  # at the same time as both
        read(4, 300, 10),  # an earlier reading
        read_document(5, "Old", read_at=None).document,
    ]
    assert last_reading(documents) == LastReading(ENDED, 130.0, 30)
    assert last_reading(documents[4:]) is None
    assert LastReading(ENDED, 0.0, 3).pages_a_second == 0.0
    assert LastReading(ENDED, 2.0, 3).pages_a_second == 1.5
