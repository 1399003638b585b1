from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import OCR_GAVE_UP, PageKind, PageSize, PageText, WordBox, WordTable
from app.core.reading.state import classify

KINDS = {
    "t": PageKind.TEXT,
    "e": PageKind.EMPTY,
    "s": PageKind.SCAN,
    "u": PageKind.UNREADABLE,
    "f": PageKind.FAILED,
}


def pages(kinds: str, characters: int = 2000) -> list[PageText]:
    return [
        PageText(
            number,
            "",
            PageSize(595, 842, 0),
            KINDS[kind],
            "x" * characters if kind == "t" else "",
            WordTable(),
        )
        for number, kind in enumerate(kinds, 1)
    ]


LETTERS = "the file does not say which letters its shapes stand for."


@pytest.mark.parametrize(
    ("kinds", "status", "message"),
    [
        ("t", DocumentStatus.INDEXED, "1 page can be searched."),
        ("ttte", DocumentStatus.INDEXED, "3 pages can be searched."),
        ("e", DocumentStatus.EMPTY, "Its one page is blank."),
        ("eee", DocumentStatus.EMPTY, "All 3 pages are blank."),
        ("s", DocumentStatus.NO_TEXT, "Its one page is a scan without text."),
        ("s" * 9, DocumentStatus.NO_TEXT, "All 9 pages are scans without text."),
        ("sse", DocumentStatus.NO_TEXT, "2 of 3 pages are scans without text."),
        (
            "t" * 19 + "sss",
            DocumentStatus.PARTIAL,
            "3 of 22 pages are scans without text. The other 19 can be searched.",
        ),
        (
            "tse",
            DocumentStatus.PARTIAL,
            "1 of 3 pages is a scan without text. One page can be searched.",
        ),
        (
            "ttse",
            DocumentStatus.PARTIAL,
            "1 of 4 pages is a scan without text. 2 pages can be searched.",
        ),
        (
            "tt" + "u" * 21,
            DocumentStatus.PARTIAL,
            f"21 of 23 pages cannot be read, since {LETTERS} The other 2 can be searched.",
        ),
        (
            "uu",
            DocumentStatus.UNREADABLE_TEXT,
            f"All 2 pages cannot be read, since {LETTERS}",
        ),
        (
            "ttf",
            DocumentStatus.PARTIAL,
            "1 of 3 pages could not be read. The other 2 can be searched.",
        ),
        ("f", DocumentStatus.FAILED, "Its one page could not be read."),
        ("ff", DocumentStatus.FAILED, "All 2 pages could not be read."),
    ],
)
def test_states(kinds: str, status: DocumentStatus, message: str) -> None:
    assert classify(DocumentHead("title", len(kinds)), pages(kinds)) == (status, message)


def test_all_losses_are_told() -> None:
    status, message = classify(DocumentHead("title", 4), pages("tsuf"))
    assert status is DocumentStatus.PARTIAL
    assert message.count("1 of 4 pages") == 3


def test_scraps_in_a_long_file_are_no_text() -> None:
    kinds = "t" * 6 + "s" * 10 + "e" * 8
    status, message = classify(DocumentHead("title", 24), pages(kinds, 60))
    assert status is DocumentStatus.NO_TEXT
    assert message == (
        "Hardly any of its 24 pages has text. What they show is made of pictures or lines."
    )


@pytest.mark.parametrize(
    ("kinds", "characters"),
    [
        ("tsssss", 60),  # short: each page is worth having
        ("t" + "s" * 30, 1500),  # a cover sheet with a text of its own
        ("t" * 20 + "s" * 10, 60),  # most pages have text
    ],
)
def test_little_text_counts_otherwise(kinds: str, characters: int) -> None:
    status, _ = classify(DocumentHead("title", len(kinds)), pages(kinds, characters))
    assert status is DocumentStatus.PARTIAL


@pytest.mark.parametrize(
    ("files", "pdfs", "sentence"),
    [
        (1, 1, "1 PDF is embedded in it and was not read. You can add it by itself."),
        (2, 2, "2 PDFs are embedded in it and were not read. You can add them by themselves."),
        (1, 0, "1 embedded file is no PDF and was left out."),
        (3, 0, "3 embedded files are no PDFs and were left out."),
        (
            3,
            1,
            "1 PDF is embedded in it and was not read. You can add it by itself. "
            "2 embedded files are no PDFs and were left out.",
        ),
    ],
)
def test_embedded_files_are_told(files: int, pdfs: int, sentence: str) -> None:
    head = DocumentHead("title", 1, embedded_files=files, embedded_pdfs=pdfs)
    assert classify(head, pages("t"))[1] == f"1 page can be searched. {sentence}"


def test_a_dynamic_form_has_no_text_whatever_its_page_says() -> None:
    status, message = classify(DocumentHead("title", 1, dynamic_form=True), pages("t"))
    assert status is DocumentStatus.NO_TEXT
    assert message.startswith("It is a dynamic form")
    assert message.endswith("print it to a new PDF, and add that one.")


OCR = {
    "r": (PageKind.TEXT, 0),
    "q": (PageKind.TEXT, 9),
    "p": (PageKind.SCAN, 0),
    "i": (PageKind.SCAN, 3),
    "n": (PageKind.UNREADABLE, 0),
    "g": (PageKind.SCAN, OCR_GAVE_UP),
}
"""Pages that OCR looked at: read, read for the smaller part, a picture, illegible, noise still,
given up."""

MAY_BE = "The writing may be faint, by hand, or in letters that OCR does not know."


def with_ocr(kinds: str) -> list[PageText]:
    made = []
    for number, letter in enumerate(kinds, 1):
        if letter in KINDS:
            [page] = pages(letter)
            made.append(replace(page, number=number))
            continue
        kind, unread = OCR[letter]
        [page] = pages("t" if kind is PageKind.TEXT else "s")
        words = WordTable.pack([WordBox(0, 1, 0, 0.0, 0.0, 1.0, 1.0)] if page.text else ())
        made.append(
            replace(
                page,
                number=number,
                kind=kind,
                words=words,
                ocr_confidence=0.98 if page.text else None,
                ocr_tried=True,
                ocr_unread_lines=unread,
            )
        )
    return made


@pytest.mark.parametrize(
    ("kinds", "status", "message"),
    [
        ("r", DocumentStatus.INDEXED, "Its one page was read by OCR."),
        ("r" * 9, DocumentStatus.INDEXED, "All 9 pages were read by OCR."),
        ("rre", DocumentStatus.INDEXED, "2 pages were read by OCR."),
        ("tttr", DocumentStatus.INDEXED, "4 pages can be searched, 1 of them read by OCR."),
        (
            "ttp",
            DocumentStatus.INDEXED,
            "2 pages can be searched. OCR found no text on 1 of 3 pages.",
        ),
        ("p", DocumentStatus.NO_TEXT, "OCR found no text on its one page."),
        ("pp", DocumentStatus.NO_TEXT, "OCR found no text on any of its 2 pages."),
        ("i", DocumentStatus.NO_TEXT, f"OCR could not read its one page. {MAY_BE}"),
        ("n", DocumentStatus.UNREADABLE_TEXT, f"OCR could not read its one page. {MAY_BE}"),
        (
            "tri",
            DocumentStatus.PARTIAL,
            f"OCR could not read 1 of 3 pages. {MAY_BE} 2 pages can be searched, 1 of them read by "
            "OCR.",
        ),
        (
            "rq",
            DocumentStatus.PARTIAL,
            f"OCR could not read every line of 1 of 2 pages. {MAY_BE} 2 pages can be searched, "
            "read by OCR.",
        ),
        (
            "ggir",
            DocumentStatus.PARTIAL,
            "Reading 2 of 4 pages by OCR took too long or too much memory. Choose “Read scanned "
            "pages” when the computer is less busy. OCR could not read 1 of 4 pages. "
            f"{MAY_BE} One page can be searched, read by OCR.",
        ),
        (
            "rrss",
            DocumentStatus.PARTIAL,
            "2 of 4 pages are scans without text. 2 pages can be searched, read by OCR.",
        ),
    ],
)
def test_states_after_ocr(kinds: str, status: DocumentStatus, message: str) -> None:
    assert classify(DocumentHead("title", len(kinds)), with_ocr(kinds)) == (status, message)
