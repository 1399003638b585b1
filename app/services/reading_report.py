"""The report on what was read: of each document and in all, what needs the user, what was left out.

It is made from what is stored, so that it says the same after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from app.core.domain.document import Document
from app.core.domain.reading_report import (
    LastReading,
    ReadDocument,
    ReadingReport,
    ReadPages,
)
from app.core.export.reading_csv import reading_csv
from app.core.ports import LibraryStore, ReadingReportStore
from app.core.reading.needs import need_of

OCR_PAGE_SECONDS = 2.4
"""How long OCR takes for a page on two cores of a desktop of 2020, measured; where pages were read
here, their time counts instead."""
_LEAST_OCR_PAGES = 5
"""Fewer pages tell nothing of how fast this computer is."""
APART = timedelta(minutes=1)
"""Between documents that were read one after another; after more, another reading began."""
_NO_PAGES = ReadPages()


class ReadingReportService:
    """Makes the report, and changes what it says of documents. Safe to call from any thread.

    Args:
        ocr_available: Whether OCR can be had.
    """

    def __init__(
        self,
        library: LibraryStore,
        store: ReadingReportStore,
        ocr_available: Callable[[], bool] = lambda: False,
    ) -> None:
        self._library = library
        self._store = store
        self._ocr_available = ocr_available

    def report(self) -> ReadingReport:
        """The report as things stand.

        Raises:
            StorageError: the library cannot be read.
        """
        pages = self._store.pages()
        read = [(one, pages.get(one.id, _NO_PAGES)) for one in self._library.documents()]
        seconds = ocr_page_seconds(read) if self._ocr_available() else None
        documents = tuple(
            ReadDocument(document, its, need_of(document, its, seconds)) for document, its in read
        )
        last = last_reading(one.document for one in documents)
        return ReadingReport(documents, tuple(self._store.left_out()), last)

    def ignore(self, document_ids: Sequence[int], *, ignored: bool = True) -> None:
        """Tell no more what these documents need, or tell it again.

        Raises:
            StorageError: the library cannot be written.
        """
        self._store.set_ignored(document_ids, ignored=ignored)

    def forget_reading(self, document_ids: Sequence[int]) -> tuple[Path, ...]:
        """Let ingest read these documents again, although their files have not changed; returns
        the paths that it is to be given.

        Raises:
            StorageError: the library cannot be written.
        """
        self._store.forget_reading(document_ids)
        found = self._library.documents_by_id(document_ids)
        return tuple(found[one].path for one in document_ids if one in found)

    def csv(self) -> bytes:
        """The report as a file for spreadsheets.

        Raises:
            StorageError: the library cannot be read.
        """
        return reading_csv(self.report())


def ocr_page_seconds(read: Iterable[tuple[Document, ReadPages]]) -> float:
    """How long OCR takes for a page here, by the documents that it read; text of the files
    themselves takes next to no time beside it."""
    pages, seconds = 0, 0.0
    for document, its in read:
        if its.kinds.ocr and document.read_seconds:
            pages += its.kinds.ocr
            seconds += document.read_seconds
    return seconds / pages if pages >= _LEAST_OCR_PAGES else OCR_PAGE_SECONDS


def last_reading(documents: Iterable[Document]) -> LastReading | None:
    """The newest documents that were read one after another, or at the same time."""
    times = sorted(
        (
            (document.read_at, document.read_seconds, document.pages)
            for document in documents
            if document.read_at is not None
        ),
        key=lambda one: one[0],
        reverse=True,
    )
    if not times:
        return None
    ended_at = times[0][0]
    began_at: datetime = ended_at
    pages = 0
    for read_at, seconds, count in times:
        if began_at - read_at > APART:
            break
        began_at = min(began_at, read_at - timedelta(seconds=seconds))
        pages += count
    return LastReading(ended_at, (ended_at - began_at).total_seconds(), pages)
