"""The list: by mouse and keyboard, and how its rows are painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document
from app.gui.common.formats import Formats
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.library.document_list import DocumentList
from app.gui.library.document_model import DocumentFilter, DocumentListModel
from app.gui.library.document_rows import reading_row
from tests.gui.chat.windows import bring_up
from tests.gui.library.shelves import row

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class View:
    """A shown list of three documents and what it opens."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.model = DocumentListModel()
        self.model.set_rows([row(1, "Atlas"), row(2, "Lease"), row(3, "Zoo")])
        self.shown = DocumentFilter()
        self.shown.setSourceModel(self.model)
        self.list = DocumentList(theme, self.shown)
        qtbot.addWidget(self.list)
        self.list.resize(264, 400)
        self.opened: list[str] = []
        self.list.opened.connect(self._note)
        bring_up(self.list, qtbot)

    def _note(self, document: Document) -> None:
        self.opened.append(document.title)

    def middle(self, position: int) -> QPoint:
        return self.list.visualRect(self.shown.index(position, 0)).center()

    def click(self, position: int, modifiers: Qt.KeyboardModifier | None = None) -> None:
        plain = Qt.KeyboardModifier.NoModifier
        self.qtbot.mouseClick(self.list.viewport(), LEFT, modifiers or plain, self.middle(position))

    def press(self, key: Qt.Key) -> None:
        self.qtbot.keyClick(self.list, key)

    @property
    def chosen(self) -> list[str]:
        return [document.title for document in self.list.chosen()]


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> View:
    return View(theme, qtbot)


def test_a_click_opens_a_document(view: View) -> None:
    view.click(1)
    assert view.opened == ["Lease"]
    assert view.chosen == ["Lease"]


def test_clicks_that_choose_several_open_nothing(view: View) -> None:
    view.click(0)
    view.click(2, CTRL)
    assert view.chosen == ["Atlas", "Zoo"]
    view.click(0, SHIFT)
    assert view.chosen == ["Atlas", "Lease", "Zoo"]
    assert view.opened == ["Atlas"]


def test_arrows_go_through_the_list_and_enter_opens(view: View) -> None:
    view.list.setFocus()
    view.press(Qt.Key.Key_Down)
    assert view.opened == []
    view.press(Qt.Key.Key_Return)
    assert view.opened == ["Lease"]


def test_letters_go_to_a_title(view: View) -> None:
    view.list.setFocus()
    view.press(Qt.Key.Key_Z)
    assert view.list.currentIndex().data() == "Zoo"


def test_a_file_that_is_being_read_cannot_be_opened_or_chosen(view: View) -> None:
    view.model.show_reading(reading_row("Aardvark", 1, 2, Formats()))
    view.click(0)
    assert view.opened == []
    assert view.chosen == []


def color_at(image: QImage, place: QPoint) -> QColor:
    return image.pixelColor(place * image.devicePixelRatio())


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_the_chosen_row_has_its_colour_and_the_icon_its_own(
    view: View, theme: Theme, scheme: SchemeChoice
) -> None:
    theme.set_scheme(scheme)
    view.click(1)
    image = view.list.viewport().grab().toImage()
    edge = view.list.visualRect(view.shown.index(1, 0))
    assert color_at(image, QPoint(edge.right() - 14, edge.center().y())) == theme.color("select")
    icons = {
        color_at(image, QPoint(x, y)).name()
        for x in range(14, 36)
        for y in range(edge.top(), edge.bottom())
    }
    assert theme.color("ok").name() in icons


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.0])
def test_rows_grow_with_the_text(view: View, theme: Theme, factor: float, qtbot: QtBot) -> None:
    theme.set_text_factor(factor)
    qtbot.waitUntil(
        lambda: view.list.visualRect(view.shown.index(0, 0)).height() >= round(44 * factor) - 1
    )


@pytest.mark.parametrize(
    "title",
    [
        "word " * 2000,
        "Donaudampfschifffahrtsgesellschaftskapitän" * 50,
        "two\nlines\tand a tab",
        "دليل الموظف",
        "管理規程第十二版",
        "😀" * 300,
        "",
    ],
)
def test_any_title_is_painted_on_one_line(view: View, theme: Theme, title: str) -> None:
    view.model.put(row(9, title))
    assert not view.list.grab().isNull()
    position = next(i for i in range(4) if view.shown.index(i, 0).data() == title)
    assert view.list.visualRect(view.shown.index(position, 0)).height() == 44


def test_thousands_of_rows_scroll_smoothly(view: View, theme: Theme) -> None:
    view.model.set_rows([row(number, f"Document {number:05}") for number in range(1, 3000)])
    view.list.scrollToBottom()
    image = view.list.viewport().grab().toImage()
    assert not image.isNull()
    assert view.list.visualRect(view.shown.index(2998, 0)).bottom() <= view.list.viewport().height()
