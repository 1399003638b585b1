"""Why a document needs the user, in sentences, and what can be done."""

from __future__ import annotations

import pytest

from app.core.domain.document import DocumentStatus
from app.core.domain.reading_report import PagesByKind, Remedy
from app.core.reading.needs import about
from tests.read_documents import every_need, read_document

PARTIAL, NO_TEXT = DocumentStatus.PARTIAL, DocumentStatus.NO_TEXT


def said(status: DocumentStatus, kinds: PagesByKind, unread: tuple[int, ...] | None = None) -> str:
    one = read_document(1, "Lease", status, kinds, unread=unread)
    assert one.need is not None
    return one.need.sentence


def test_the_examples_of_the_design() -> None:
    sentences = [one.need.sentence if one.need else None for one in every_need()]
    assert sentences == [
        None,
        "It is protected with a password. Pincite remembers the password only until you close the "
        "program.",
        "All 9 pages are scans without text. Reading them takes less than a minute.",
        "Pages 20 to 22 are scans. The other 19 pages are ready to search. Reading them takes less "
        "than a minute.",
        "The file does not say which letters its shapes stand for. Its 29 pages can be read as "
        "pictures instead, in about 2 minutes.",
        "The file is damaged and ends after 12 kB.",
        None,
    ]


def test_what_can_be_done() -> None:
    first = [one.need.remedies[0] for one in every_need() if one.need]
    assert first == [
        Remedy.UNLOCK,
        Remedy.READ_PAGES,
        Remedy.READ_PAGES,
        Remedy.READ_PAGES,
        Remedy.RETRY,
    ]
    for one in every_need():
        if one.need:
            assert one.need.remedies[-2:] == (Remedy.SHOW_FILE, Remedy.REMOVE)


@pytest.mark.parametrize(
    ("kinds", "unread", "start"),
    [
        (PagesByKind(text=3, scan=1), (2,), "Page 2 is a scan. The other 3 pages are ready"),
        (PagesByKind(text=1, scan=2), (1, 2), "Pages 1 and 2 are scans. The other page is ready"),
        (PagesByKind(text=9, scan=3), (2, 5, 9), "Pages 2, 5 and 9 are scans. The other 9 pages"),
        (PagesByKind(text=9, scan=4), (2, 5, 9, 11), "4 of 13 pages are scans."),
        (PagesByKind(text=9, empty=2, scan=1), (4,), "Page 4 is a scan. 9 pages are ready"),
        (PagesByKind(text=1, empty=2, scan=1), (4,), "Page 4 is a scan. One page is ready"),
        (
            PagesByKind(text=9, unreadable=2),
            (3, 4),
            "Pages 3 and 4 cannot be read, since the file does not say which letters the shapes "
            "stand for. The other 9 pages are ready to search. They can be read as pictures",
        ),
        (
            PagesByKind(text=9, scan=2, unreadable=1, failed=1),
            (1, 2, 3, 4),
            "Pages 1 to 4 cannot be searched: 2 are scans, 1 without known letters, 1 could not be "
            "opened.",
        ),
    ],
)
def test_which_pages(kinds: PagesByKind, unread: tuple[int, ...], start: str) -> None:
    assert said(PARTIAL, kinds, unread).startswith(start)


def test_one_page() -> None:
    sentence = said(NO_TEXT, PagesByKind(scan=1))
    assert sentence == ("Its one page is a scan without text. Reading it takes less than a minute.")


def test_scraps_of_text_are_no_pages_that_can_be_searched() -> None:
    one = read_document(1, "Plan", NO_TEXT, PagesByKind(text=2, scan=38), sentence="Hardly any.")
    assert one.need is not None
    assert one.need.sentence == "Hardly any. Reading them takes about 2 minutes."


def test_without_ocr_nothing_is_promised() -> None:
    one = read_document(
        1, "Minutes", NO_TEXT, PagesByKind(scan=9), sentence="All are scans.", page_seconds=None
    )
    assert one.need is not None
    assert one.need.sentence == "All are scans."
    assert one.need.remedies == (Remedy.SHOW_FILE, Remedy.REMOVE)


def test_pages_that_failed_can_be_tried_again() -> None:
    one = read_document(1, "Minutes", PARTIAL, PagesByKind(text=9, failed=1), sentence="One failed")
    assert one.need is not None
    assert one.need.remedies[0] is Remedy.RETRY
    assert one.need.sentence == "One failed"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0, "less than a minute"),
        (44.9, "less than a minute"),
        (45.0, "about 1 minute"),
        (61.0, "about 2 minutes"),
        (5340.0, "about 89 minutes"),
        (5400.0, "about 2 hours"),
        (86400.0, "about 24 hours"),
    ],
)
def test_how_long(seconds: float, words: str) -> None:
    assert about(seconds) == words
