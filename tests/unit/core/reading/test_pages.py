"""Pages put together anew."""

from __future__ import annotations

from dataclasses import replace

from app.core.domain.page import PageKind, PageSize, PageText, WordTable
from app.core.reading.pages import page_without_text, with_recognised

A4 = PageSize(595.0, 842.0, 0)
SCAN = page_without_text(1, "i", A4, PageKind.SCAN)
READ = PageText(1, "", A4, PageKind.TEXT, "Rent.", WordTable(), ocr_confidence=0.9, ocr_tried=True)


def test_what_ocr_found_is_kept_under_the_label_of_now() -> None:
    assert with_recognised([SCAN], [READ]) == [replace(READ, label="i")]
    nothing = replace(SCAN, ocr_tried=True, ocr_unread_lines=2)
    assert with_recognised([SCAN], [nothing]) == [nothing]


def test_what_has_text_or_another_size_or_was_not_looked_at_is_taken_as_it_is() -> None:
    text = PageText(1, "", A4, PageKind.TEXT, "Of the file.", WordTable())
    turned = replace(SCAN, size=PageSize(595.0, 842.0, 90))
    for page in (text, turned, replace(SCAN, number=2)):
        assert with_recognised([page], [READ]) == [page]
    assert with_recognised([SCAN], [text]) == [SCAN]
