"""The pictures of pages that were drawn lately, within a fixed amount of memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container
from dataclasses import dataclass

from PySide6.QtGui import QImage, QPixmap

from app.core.ports import RenderedPage

BUDGET_BYTES = 96 * 1024 * 1024
"""Memory for pictures, at 4 bytes a pixel: some 15 pages at the usual zoom on a dense screen."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A drawn page. `scale` is the one that was asked for, in pixels per point; the picture may
    have fewer pixels, where a page is huge."""

    pixmap: QPixmap
    scale: float

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return self.pixmap.width() * self.pixmap.height() * 4


def picture_of(rendered: RenderedPage, scale: float) -> PagePicture:
    """Make a picture of the bytes that a renderer sent."""
    image = QImage(
        rendered.rgb,
        rendered.width,
        rendered.height,
        rendered.width * 3,
        QImage.Format.Format_RGB888,
    )
    # fromImage copies, so the bytes may go.
    return PagePicture(QPixmap.fromImage(image), scale)


class PagePictures:
    """Keeps pictures by page; the ones used longest ago go first when memory runs out."""

    def __init__(self, budget: int = BUDGET_BYTES) -> None:
        self._budget = budget
        self._pictures: OrderedDict[int, PagePicture] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def size(self) -> int:
        """Bytes that all pictures take."""
        return sum(picture.size for picture in self._pictures.values())

    def get(self, page: int) -> PagePicture | None:
        """The picture of a page, at whatever scale it was drawn last."""
        picture = self._pictures.get(page)
        if picture is not None:
            self._pictures.move_to_end(page)
        return picture

    def put(self, page: int, picture: PagePicture, needed: Container[int] = ()) -> None:
        """Keep a picture in the place of an older one. Pages that are `needed` are never let go,
        even when they take more than the budget."""
        self._pictures[page] = picture
        self._pictures.move_to_end(page)
        size = self.size
        for other in list(self._pictures):
            if size <= self._budget:
                return
            if other != page and other not in needed:
                size -= self._pictures.pop(other).size

    def clear(self) -> None:
        """Let all of them go."""
        self._pictures.clear()
