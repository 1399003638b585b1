"""Says why a document needs the user, and what can be done about it."""

from __future__ import annotations

import math

from app.core.domain.document import Document, DocumentStatus
from app.core.domain.reading_report import Need, PagesByKind, ReadPages, Remedy

_LOCKED = (
    "It is protected with a password. Pincite remembers the password only until you close the "
    "program."
)
_LEAVE = (Remedy.SHOW_FILE, Remedy.REMOVE)
_REMEDIES: dict[DocumentStatus, tuple[Remedy, ...]] = {
    DocumentStatus.NEEDS_PASSWORD: (Remedy.UNLOCK, *_LEAVE),
    DocumentStatus.DAMAGED: (Remedy.RETRY, *_LEAVE),
    DocumentStatus.FAILED: (Remedy.RETRY, *_LEAVE),
}
_BY_OCR = (DocumentStatus.PARTIAL, DocumentStatus.NO_TEXT, DocumentStatus.UNREADABLE_TEXT)
_MOST_NAMED = 3
"""More pages than these that do not follow each other are counted only."""
_LEAST_SECONDS = 45
"""Shorter times are less than a minute."""


def need_of(document: Document, pages: ReadPages, ocr_page_seconds: float | None) -> Need | None:
    """What a document needs; None where all of it can be searched.

    Args:
        ocr_page_seconds: How long OCR takes for a page here; None where it cannot be had.
    """
    status = document.status
    if status is DocumentStatus.INDEXED:
        return None
    if status is DocumentStatus.NEEDS_PASSWORD and not pages.kinds.all:
        return Need(_LOCKED, _REMEDIES[status])
    if status in _BY_OCR and pages.unread:
        return _unread(document, pages, ocr_page_seconds)
    return Need(document.status_text, _REMEDIES.get(status, _LEAVE))


def about(seconds: float) -> str:
    """How long something will take, rounded up: "less than a minute", "about 3 minutes"."""
    if seconds < _LEAST_SECONDS:
        return "less than a minute"
    minutes = math.ceil(seconds / 60)
    if minutes < 90:
        return "about 1 minute" if minutes == 1 else f"about {minutes} minutes"
    hours = math.ceil(seconds / 3600)
    return f"about {hours} hours"


def _unread(document: Document, pages: ReadPages, page_seconds: float | None) -> Need:
    kinds = pages.kinds
    remedies: tuple[Remedy, ...] = _LEAVE
    if kinds.failed:
        remedies = (Remedy.RETRY, *remedies)
    if page_seconds is None or not pages.for_ocr:
        return Need(document.status_text, remedies)
    sentences = [_what(pages)]
    scraps = document.status is DocumentStatus.NO_TEXT and kinds.searchable
    if scraps:
        sentences = [document.status_text]
    elif kinds.searchable:
        sentences.append(_rest(kinds))
    sentences.append(_offer(pages, page_seconds))
    return Need(" ".join(sentences), (Remedy.READ_PAGES, *remedies))


def _what(pages: ReadPages) -> str:
    """Which pages cannot be searched, and why."""
    kinds, number = pages.kinds, len(pages.unread)
    subject = _subject(pages)
    if kinds.scan == number:
        scans = "is a scan" if number == 1 else "are scans"
        return f"{subject} {scans}{' without text' if number == kinds.all else ''}."
    if kinds.unreadable == number and number == kinds.all:
        return "The file does not say which letters its shapes stand for."
    if kinds.unreadable == number:
        return (
            f"{subject} cannot be read, since the file does not say which letters the shapes stand "
            "for."
        )
    parts = []
    if kinds.scan:
        parts.append("1 is a scan" if kinds.scan == 1 else f"{kinds.scan} are scans")
    if kinds.unreadable:
        parts.append(f"{kinds.unreadable} without known letters")
    if kinds.failed:
        parts.append(f"{kinds.failed} could not be opened")
    return f"{subject} cannot be searched: {', '.join(parts)}."


def _subject(pages: ReadPages) -> str:
    numbers, whole = pages.unread, pages.kinds.all
    if len(numbers) == whole:
        return "Its one page" if whole == 1 else f"All {whole} pages"
    if len(numbers) == 1:
        return f"Page {numbers[0]}"
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        join = "and" if len(numbers) == 2 else "to"
        return f"Pages {numbers[0]} {join} {numbers[-1]}"
    if len(numbers) <= _MOST_NAMED:
        return f"Pages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    return f"{len(numbers)} of {whole} pages"


def _rest(kinds: PagesByKind) -> str:
    other = "" if kinds.empty else "other "
    if kinds.searchable == 1:
        return f"{'The' if other else 'One'} {other}page is ready to search."
    start = "The other " if other else ""
    return f"{start}{kinds.searchable} pages are ready to search."


def _offer(pages: ReadPages, page_seconds: float) -> str:
    time, kinds = about(pages.for_ocr * page_seconds), pages.kinds
    one = pages.for_ocr == 1
    if kinds.unreadable and not kinds.scan:
        subject = f"Its {kinds.all} pages" if pages.for_ocr == kinds.all else "They"
        subject = "It" if one else subject
        picture = "a picture" if one else "pictures"
        return f"{subject} can be read as {picture} instead, in {time}."
    return f"Reading {'it' if one else 'them'} takes {time}."
