"""Reads bookmarks."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.opening import ENGINE_ERRORS
from app.core.domain.document import OutlineEntry
from app.core.reading.characters import normalised
from app.core.reading.space import Rect, to_unrotated

# More bookmarks than this help nobody, and may be an attack.
_MOST_ENTRIES = 20_000
_LONGEST_TITLE = 300
# Each bookmark is kept with those above it. What lies deeper counts as if it lay here.
_DEEPEST = 16


def outline(document: pymupdf.Document) -> tuple[OutlineEntry, ...]:
    """Bookmarks that lead to a page of the document, in their order."""
    entries = []
    heights = _Heights(document)
    try:
        for level, bookmark in _bookmarks(mupdf.fz_load_outline(document.this)):
            title = " ".join(normalised(bookmark.title or "").split())[:_LONGEST_TITLE]
            page = bookmark.page.page
            if title and 0 <= page < len(document):
                y = heights.of(page, bookmark.x, bookmark.y)
                entries.append(OutlineEntry(min(level, _DEEPEST), title, page + 1, y))
            if len(entries) == _MOST_ENTRIES:
                break
    except ENGINE_ERRORS:
        pass  # what was read until then is still right
    return tuple(entries)


def _bookmarks(first: mupdf.FzOutline) -> Iterator[tuple[int, mupdf.fz_outline]]:
    waiting = [(1, first)]
    while waiting:
        level, bookmark = waiting.pop()
        if bookmark.m_internal is None:
            continue
        yield level, bookmark.m_internal
        waiting.append((level, bookmark.next()))
        waiting.append((level + 1, bookmark.down()))


class _Heights:
    """Heights on unrotated pages; MuPDF gives places on the displayed page."""

    def __init__(self, document: pymupdf.Document) -> None:
        self._document = document
        self._pages: dict[int, tuple[int, float, float]] = {}

    def of(self, page: int, x: float, y: float) -> float:
        """The height of a place on a page, which counts from 0; 0.0 where there is none."""
        if not math.isfinite(y):
            return 0.0
        x = x if math.isfinite(x) else 0.0
        rotation, width, height = self._page(page)
        top = to_unrotated(rotation, width, height, Rect(x, y, x, y)).y0
        return max(0.0, min(top, height))

    def _page(self, index: int) -> tuple[int, float, float]:
        if index not in self._pages:
            try:
                page = self._document.load_page(index)
                width, height = page.rect.width, page.rect.height
                turned = page.rotation in (90, 270)
                self._pages[index] = (
                    page.rotation,
                    height if turned else width,
                    width if turned else height,
                )
            except ENGINE_ERRORS:
                self._pages[index] = (0, 0.0, 0.0)
        return self._pages[index]
