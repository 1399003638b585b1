"""Pictures of pages: made of bytes, and kept within bounds."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.core.ports import RenderedPage
from app.gui.viewer.page_pictures import PagePicture, PagePictures, picture_of


def picture(width: int = 10, height: int = 10, scale: float = 1.0) -> PagePicture:
    rgb = bytes([10, 20, 30]) * (width * height)
    return picture_of(RenderedPage(1, width, height, rgb, scale), scale)


def test_picture_of_bytes(qapp: QApplication) -> None:
    # Rows of 7 * 3 bytes are no multiple of four.
    made = picture(7, 3)
    assert (made.pixmap.width(), made.pixmap.height(), made.size) == (7, 3, 84)
    assert made.pixmap.toImage().pixelColor(6, 2).name() == "#0a141e"


def test_the_oldest_goes_first(qapp: QApplication) -> None:
    pictures = PagePictures(budget=1000)
    pictures.put(1, picture())
    pictures.put(2, picture())
    assert pictures.get(1) is not None  # used again, so 2 is the oldest now
    pictures.put(3, picture())
    assert [page for page in (1, 2, 3) if pictures.get(page)] == [1, 3]
    assert pictures.size == 800


def test_what_is_needed_stays(qapp: QApplication) -> None:
    pictures = PagePictures(budget=500)
    for page in (1, 2, 3):
        pictures.put(page, picture(), needed=range(1, 4))
    assert len(pictures) == 3
    pictures.put(4, picture(), needed=range(4, 5))
    assert len(pictures) == 1


def test_a_new_picture_takes_the_place_of_the_old_one(qapp: QApplication) -> None:
    pictures = PagePictures()
    pictures.put(1, picture(scale=1.0))
    pictures.put(1, picture(20, 20, scale=2.0))
    found = pictures.get(1)
    assert found is not None
    assert (found.scale, pictures.size) == (2.0, 1600)


def test_clear(qapp: QApplication) -> None:
    pictures = PagePictures()
    pictures.put(1, picture())
    pictures.clear()
    assert pictures.get(1) is None
