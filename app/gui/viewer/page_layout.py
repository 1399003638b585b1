"""Where pages lie in the scene, and where boxes lie on pages. Geometry only, no drawing.

Scene units are logical pixels at the zoom in use: a page's picture is drawn one to one, which
keeps it sharp. At zoom 1 a point of the page is one logical pixel.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.core.domain.geometry import Box
from app.core.domain.page import PageSize
from app.services.viewing import ViewedPage

MARGIN = 24
"""Space around the column of pages, in pixels."""
GAP = 32
"""Space between two pages, in pixels."""


def shown_size(size: PageSize) -> QSizeF:
    """Width and height of a page as it is shown, in points."""
    if size.rotation % 180 == 0:
        return QSizeF(size.width, size.height)
    return QSizeF(size.height, size.width)


def shown_rect(box: Box, size: PageSize) -> QRectF:
    """Where a box of unrotated page space lies on the page as it is shown, in points.

    The rotation of a PDF page is clockwise, so at 90 degrees its left edge is shown at the top.
    """
    width, height = size.width, size.height
    match size.rotation % 360:
        case 90:
            left, top, right, bottom = height - box.y1, box.x0, height - box.y0, box.x1
        case 180:
            left, top = width - box.x1, height - box.y1
            right, bottom = width - box.x0, height - box.y0
        case 270:
            left, top, right, bottom = box.y0, width - box.x1, box.y1, width - box.x0
        case _:
            left, top, right, bottom = box.x0, box.y0, box.x1, box.y1
    return QRectF(QPointF(left, top), QPointF(right, bottom))


class PageLayout:
    """A column of pages, each centred in at least `width` pixels. Pages count from 1."""

    def __init__(self, pages: Sequence[ViewedPage], zoom: float, width: float = 0.0) -> None:
        self._pages = tuple(pages)
        self.zoom = zoom
        # Plain numbers: this runs at each step of the zoom, for thousands of pages.
        self._sizes: list[tuple[int, int]] = []
        self._tops: list[int] = []
        top, widest = MARGIN, 0
        for page in self._pages:
            size = page.size
            across, down = size.width, size.height
            if size.rotation % 180:
                across, down = down, across
            across, down = round(across * zoom) or 1, round(down * zoom) or 1
            self._sizes.append((across, down))
            self._tops.append(top)
            top += down + GAP
            widest = max(widest, across)
        self._width = max(width, widest + 2 * MARGIN)
        self._height = top - GAP + MARGIN if self._pages else 0

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def bounds(self) -> QRectF:
        """The whole scene."""
        return QRectF(0, 0, self._width, self._height)

    def rect(self, page: int) -> QRectF:
        """Where a page lies in the scene. IndexError for a page that is not there."""
        width, height = self._sizes[self._index(page)]
        left = round((self._width - width) / 2)
        return QRectF(left, self._tops[page - 1], width, height)

    def size_in_points(self, page: int) -> QSizeF:
        """Size of a page as it is shown, in points."""
        return shown_size(self._pages[self._index(page)].size)

    def pages_between(self, top: float, bottom: float) -> range:
        """Numbers of the pages that reach into [top, bottom] of the scene."""
        first = bisect_right(self._tops, top)
        # The page that begins above may have ended above as well.
        if first > 0 and self._tops[first - 1] + self._sizes[first - 1][1] >= top:
            first -= 1
        return range(first + 1, bisect_right(self._tops, bottom) + 1)

    def page_at(self, y: float) -> int:
        """Number of the page at a height of the scene, or of the one before the gap there."""
        return max(1, bisect_right(self._tops, y))

    def on_page(self, box: Box) -> QRectF:
        """Where a box lies, in pixels from the top left of its page as it is shown."""
        rect = shown_rect(box, self._pages[self._index(box.page)].size)
        zoom = self.zoom
        return QRectF(rect.topLeft() * zoom, rect.bottomRight() * zoom)

    def in_scene(self, box: Box) -> QRectF:
        """Where a box lies in the scene."""
        return self.on_page(box).translated(self.rect(box.page).topLeft())

    def _index(self, page: int) -> int:
        if not 1 <= page <= len(self._pages):
            raise IndexError(page)
        return page - 1
