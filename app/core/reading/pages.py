"""Pages put together from what was read of them, or from there being nothing to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.reading.compose import PARAGRAPH_END

UNKNOWN_SIZE = PageSize(0.0, 0.0, 0)
"""Size of a page that could not be read."""


def failed_page(number: int, label: str = "") -> PageText:
    """What stands for a page that could not be read."""
    return page_without_text(number, label, UNKNOWN_SIZE, PageKind.FAILED)


def page_without_text(number: int, label: str, size: PageSize, kind: PageKind) -> PageText:
    """A page of any kind but text."""
    return PageText(number, label, size, kind, "", WordTable())


def with_recognised(pages: Iterable[PageText], before: Iterable[PageText]) -> list[PageText]:
    """Pages of a file that is read anew, with what OCR found on them `before`: its content is the
    same, so that OCR need not look again where reading still finds no text."""
    looked_at = {page.number: page for page in before if page.ocr_tried}
    kept = []
    for page in pages:
        known = looked_at.get(page.number)
        waits = page.kind in (PageKind.SCAN, PageKind.UNREADABLE)
        fits = waits and known is not None and known.size == page.size
        kept.append(replace(known, label=page.label) if known is not None and fits else page)
    return kept


def page_with_text(
    number: int,
    label: str,
    size: PageSize,
    seen: tuple[str, Sequence[WordBox]],
    unseen: tuple[str, Sequence[WordBox]] = ("", ()),
) -> PageText:
    """A page with text, given with its words as `compose` writes them: first what can be seen on
    it, then what is hidden there."""
    text, words = seen
    hidden, hidden_words = unseen
    if not hidden:
        return PageText(number, label, size, PageKind.TEXT, text, WordTable.pack(words))
    before = text + PARAGRAPH_END if text else ""
    line = words[-1].line + 1 if words else 0
    moved = (
        word._replace(
            start=word.start + len(before), end=word.end + len(before), line=word.line + line
        )
        for word in hidden_words
    )
    return PageText(
        number,
        label,
        size,
        PageKind.TEXT,
        before + hidden,
        WordTable.pack([*words, *moved]),
        hidden_from=len(before),
    )
