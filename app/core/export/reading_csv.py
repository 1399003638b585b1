"""The report on what was read as CSV (RFC 4180), as spreadsheets open it: a row for each document,
then one for each file that was left out, and one with the sums.

Numbers have a decimal point, times are ISO in the time of this place, so that programs read them
whatever their language.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from app.core.domain.document import Document
from app.core.domain.reading_report import PagesByKind, ReadDocument, ReadingReport
from app.core.export.spreadsheet_text import inert
from app.core.reading.left_out import left_out_sentence
from app.core.reading.state_names import STATE_NAMES
from app.core.text.plain_numbers import plain_number
from app.core.text.safe_text import one_line

# By its mark Excel knows UTF-8; others pass it over.
_ENCODING = "utf-8-sig"
_HEAD = (
    "Document",
    "File",
    "State",
    "Pages",
    "Text",
    "OCR",
    "Empty",
    "Unread",
    "Scans",
    "Unknown letters",
    "Failed",
    "Read at",
    "Seconds",
    "Ignored",
    "What it says",
)
LEFT_OUT = "Left out"


def reading_csv(report: ReadingReport) -> bytes:
    """The bytes of the file."""
    written = io.StringIO(newline="")
    # Quoted throughout, so that a text cannot end its cell in a program with other separators.
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(_HEAD)
    writer.writerows(list(_row(one)) for one in report.documents)
    for left_out in report.left_out:
        name, path = _text(left_out.path.name), _text(str(left_out.path))
        sentence = left_out_sentence(left_out.reason)
        writer.writerow((name, path, LEFT_OUT, *[""] * (len(_HEAD) - 4), sentence))
    writer.writerow(_sums(report))
    return written.getvalue().encode(_ENCODING)


def _row(one: ReadDocument) -> Iterator[str]:
    document, kinds = one.document, one.pages.kinds
    yield _text(document.title)
    yield _text(str(document.path))
    yield STATE_NAMES[document.status]
    yield str(document.pages)
    yield from _counts(kinds)
    yield _time(document)
    yield plain_number(round(document.read_seconds, 2)) if document.read_at else ""
    yield "yes" if document.ignored else ""
    yield _text(document.status_text)


def _counts(kinds: PagesByKind) -> Iterator[str]:
    for count in (kinds.text, kinds.ocr, kinds.empty, kinds.unread):
        yield str(count)
    for count in (kinds.scan, kinds.unreadable, kinds.failed):
        yield str(count)


def _sums(report: ReadingReport) -> list[str]:
    number = len(report.documents)
    title = "1 document" if number == 1 else f"{number} documents"
    pages = sum(one.document.pages for one in report.documents)
    seconds = sum(one.document.read_seconds for one in report.documents)
    counts = _counts(report.totals)
    return [title, "", "", str(pages), *counts, "", plain_number(round(seconds, 2)), "", ""]


def _time(document: Document) -> str:
    at = document.read_at
    return "" if at is None else at.astimezone().isoformat(sep=" ", timespec="seconds")[:19]


def _text(text: str) -> str:
    return inert(one_line(text))
