"""Titles are whole in the room that they ask for, also with the arrow beside them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter, QStandardItemModel
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.sorted_header import HEADER_PX, SortedHeader
from app.gui.common.theme import Theme

TITLES = ("Document", "Pages", "Text", "OCR", "Unread", "Invoice number")


class _Painter(QPainter):
    """Notes what is written."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.written: list[str] = []

    def drawText(self, rect: QRect, flags: object, text: str) -> None:  # type: ignore[override]
        self.written.append(text)


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("factor", [0.9, 1.0, 1.5, 2.0])
def test_a_title_is_whole_in_the_room_that_it_wants(
    theme: Theme, qtbot: QtBot, factor: float, right: bool
) -> None:
    theme.set_text_factor(factor)
    parent = QWidget()
    qtbot.addWidget(parent)
    header = SortedHeader(theme, parent)
    model = QStandardItemModel(1, len(TITLES), header)
    model.setHorizontalHeaderLabels(TITLES)
    header.setModel(model)
    header.setSortIndicatorShown(True)
    for section, title in enumerate(TITLES):
        header.setSortIndicator(section, Qt.SortOrder.DescendingOrder)
        place = QRect(0, 0, header.wanted_width(title), HEADER_PX)
        image = QImage(place.size(), QImage.Format.Format_RGB32)
        painter = _Painter(image)
        header.paint_title(painter, place, place, section, right=right)
        painter.end()
        assert painter.written == [title]
