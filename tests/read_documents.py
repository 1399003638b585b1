"""Documents as the report on what was read tells of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.reading_report import (
    PagesByKind,
    ReadDocument,
    ReadingReport,
    ReadPages,
)
from app.core.reading.needs import need_of

FOLDER = Path("/documents/HR")
ENDED = datetime(2026, 3, 2, 13, 40, tzinfo=UTC)
PAGE_SECONDS = 2.4


def read_document(
    number: int,
    title: str,
    status: DocumentStatus = DocumentStatus.INDEXED,
    kinds: PagesByKind | None = None,
    *,
    unread: tuple[int, ...] | None = None,
    sentence: str = "",
    ignored: bool = False,
    read_at: datetime | None = ENDED,
    read_seconds: float = 2.0,
    page_seconds: float | None = PAGE_SECONDS,
    path: Path | None = None,
) -> ReadDocument:
    """A document of these pages; the first ones are those that cannot be searched."""
    kinds = PagesByKind(text=3) if kinds is None else kinds
    document = Document(
        id=number,
        title=title,
        path=path or FOLDER / f"{title}.pdf",
        sha256=f"{number:064x}",
        stamp=FileStamp(1000, 1),
        status=status,
        status_text=sentence or f"{kinds.searchable} pages can be searched.",
        pages=kinds.all,
        chunks=kinds.searchable,
        embedded=0,
        read_at=read_at,
        read_seconds=read_seconds,
        ignored=ignored,
    )
    numbers = tuple(range(1, kinds.unread + 1)) if unread is None else unread
    pages = ReadPages(kinds, numbers, kinds.scan + kinds.unreadable)
    return ReadDocument(document, pages, need_of(document, pages, page_seconds))


def every_need() -> tuple[ReadDocument, ...]:
    """A document for each way in which one needs the user, and two that are ready."""
    states = DocumentStatus
    return (
        read_document(1, "Employee Handbook 2026", kinds=PagesByKind(text=62, empty=2)),
        read_document(2, "Salary Bands 2026", states.NEEDS_PASSWORD, PagesByKind()),
        read_document(3, "Works Council Minutes 2019", states.NO_TEXT, PagesByKind(scan=9)),
        read_document(
            4,
            "Travel and Expenses 2025",
            states.PARTIAL,
            PagesByKind(text=19, scan=3),
            unread=(20, 21, 22),
        ),
        read_document(5, "Hull Survey 2014", states.UNREADABLE_TEXT, PagesByKind(unreadable=29)),
        read_document(
            6,
            "Mooring Plan Rev C",
            states.DAMAGED,
            PagesByKind(),
            sentence="The file is damaged and ends after 12 kB.",
        ),
        read_document(7, "Lease Quay 4, with annexes", kinds=PagesByKind(131, 78, 3)),
    )


def reading_report(*documents: ReadDocument) -> ReadingReport:
    """A report of these documents, of `every_need` without any."""
    return ReadingReport(documents or every_need())
