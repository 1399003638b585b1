"""What the report says, in words and numbers."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QTime

from app.core.domain.reading_report import (
    LastReading,
    PagesByKind,
    ReadDocument,
    ReadingReport,
    Remedy,
)
from app.core.reading.state_names import STATE_NAMES
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line

TITLE = "Report on what was read"
NOTHING_YET = "Nothing was read yet"
NOTHING_YET_MORE = "Add PDFs to the library. What was read of them is told here, page by page."
ALL_READY = "All documents are ready."
KINDS = ("Text, ready to search", "Scans, read by OCR", "Empty pages", "Not readable yet")
"""The four parts of the bar."""
IGNORE, TELL_AGAIN = "Ignore", "Tell me again"
SHOW_IGNORED, HIDE_IGNORED = "Show ignored", "Hide ignored"
SHOW_LIST, HIDE_LIST = "Show list", "Hide list"
READING = "Reading goes on."
WAITING = "It is being read again."
_PATH_PARTS = 3
"""Of a path, that stand beside a title."""


def spoken_kinds(kinds: PagesByKind, formats: Formats) -> str:
    """The parts of a bar, as they are read out."""
    counts = zip(KINDS, parts(kinds), strict=True)
    return ", ".join(f"{name}: {formats.number(count)}" for name, count in counts if count)


def parts(kinds: PagesByKind) -> tuple[int, int, int, int]:
    """The pages of each part of the bar."""
    return kinds.text, kinds.ocr, kinds.empty, kinds.unread


def all_pages(report: ReadingReport, formats: Formats) -> str:
    """What there is in all."""
    pages = formats.count(report.totals.all, "page")
    return f"{pages} in {formats.count(len(report.documents), 'document')}"


def finished(last: LastReading | None, now: datetime, formats: Formats) -> str:
    """When reading ended, and how fast it was; "" where that is not known."""
    if last is None:
        return ""
    at = last.ended_at.astimezone(now.tzinfo)
    words = f"Finished {_day(at, now.date())} at {_time(at)}"
    if last.seconds < 1:
        return f"{words}."
    words += f", after {formats.duration(last.seconds).removeprefix('about ')}"
    rate = last.pages_a_second
    if rate < 0.05:
        return f"{words}."
    number = formats.number(round(rate)) if rate >= 10 else formats.decimal(rate)
    return f"{words} ({number} pages a second)"


def _day(at: datetime, today: date) -> str:
    days = (today - at.date()).days
    if days == 0:
        return "today"
    if days == 1:
        return "yesterday"
    shown = QDate(at.year, at.month, at.day)
    return f"on {QLocale().toString(shown, QLocale.FormatType.LongFormat)}"


def _time(at: datetime) -> str:
    return QLocale().toString(QTime(at.hour, at.minute), QLocale.FormatType.ShortFormat)


def need_title(number: int, formats: Formats) -> str:
    """How many documents need the user."""
    if not number:
        return ALL_READY
    verb = "needs" if number == 1 else "need"
    return f"{formats.count(number, 'document')} {verb} you"


def others(report: ReadingReport, formats: Formats) -> str:
    """How many documents are ready beside those that need the user; "" where all are, or none."""
    ready = len(report.documents) - len(report.needing) - len(report.ignored)
    if not report.needing or not ready:
        return ""
    return (
        "The other one is ready." if ready == 1 else f"The other {formats.number(ready)} are ready."
    )


def ignored_link(number: int, formats: Formats, *, shown: bool) -> str:
    """The words of the link that shows what is ignored."""
    return HIDE_IGNORED if shown else f"{SHOW_IGNORED} ({formats.number(number)})"


def more_link(number: int, formats: Formats) -> str:
    """The words of the link that shows more documents."""
    return f"Show {formats.number(number)} more"


def short_path(path: Path) -> str:
    """The end of a path, by which a file is known."""
    return one_line(str(Path(*path.parts[-_PATH_PARTS:])))


def button(remedy: Remedy, one: ReadDocument, formats: Formats) -> str:
    """The words of a button."""
    if remedy is Remedy.READ_PAGES:
        number = one.pages.for_ocr
        part = number < one.pages.kinds.all
        return f"Read {formats.count(number, 'page')}" if part else "Read pages"
    return {
        Remedy.UNLOCK: "Enter password…",
        Remedy.RETRY: "Try again",
        Remedy.SHOW_FILE: "Show file",
        Remedy.REMOVE: "Remove…",
    }[remedy]


def read_all(pages: int, formats: Formats) -> str:
    """The words of the button that has all pages read by OCR."""
    return f"Read all {formats.count(pages, 'page')}"


def spoken_need(one: ReadDocument) -> str:
    """A document that needs the user, as it is read out."""
    sentence = one.need.sentence if one.need is not None else ""
    ignored = " Ignored." if one.document.ignored else ""
    return f"{one_line(one.document.title)}. {sentence}{ignored}"


def spoken_row(one: ReadDocument, formats: Formats) -> str:
    """A row of the table, as it is read out."""
    document = one.document
    words = [one_line(document.title), STATE_NAMES[document.status]]
    if document.pages:
        words.append(formats.count(document.pages, "page"))
    kinds = spoken_kinds(one.pages.kinds, formats)
    return ", ".join([*words, kinds] if kinds else words)


def row_lines(one: ReadDocument, now: datetime, formats: Formats) -> list[str]:
    """All that is known of a document, for the tip of its row."""
    document = one.document
    lines = [one_line(document.title), one_line(str(document.path)), document.status_text]
    if document.read_at is not None:
        at = document.read_at.astimezone(now.tzinfo)
        took = formats.duration(document.read_seconds)
        lines.append(f"Read {_day(at, now.date())} at {_time(at)}, in {took}.")
    return [line for line in lines if line]


def remove_title(title: str) -> str:
    """What is asked before a document is taken out."""
    return f"Remove “{title}” from the library?"


REMOVE_SENTENCE = "The file stays where it is."
EXPORTED = "Exported."
