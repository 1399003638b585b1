"""Finding text on pages: matches, steps, and the bar."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.document import Document
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.viewer.find_bar import FindBar
from app.gui.viewer.marks import Matches
from app.gui.viewer.page_items import MatchMarks
from app.gui.viewer.panel import ViewerPanel
from app.services.viewing import FoundText
from tests.gui.viewer.looking import has_picture, seen
from tests.viewed_documents import Shelf

Cite = Callable[..., Citation]


def marks_on(panel: ViewerPanel, page: int) -> tuple[int, int]:
    """How many boxes of other matches, and of the current one, are drawn on a page."""
    item = panel.frame.view.pages_scene().page_item(page)
    for child in item.childItems() if item is not None else []:
        if isinstance(child, MatchMarks):
            return len(child.others), len(child.current)
    return 0, 0


def type_text(qtbot: QtBot, panel: ViewerPanel, text: str) -> None:
    with qtbot.waitSignal(panel.frame.find_bar.searched):
        qtbot.keyClicks(panel.frame.find_bar.field(), text)


@pytest.fixture
def open_panel(qtbot: QtBot, panel: ViewerPanel, handbook: Document) -> ViewerPanel:
    panel.show_page(handbook.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    return panel


def test_ctrl_f_opens_the_bar(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    bar = open_panel.frame.find_bar
    assert not bar.isVisible()
    qtbot.keyClick(open_panel.frame.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
    assert bar.field().hasFocus()
    assert open_panel.frame.find_button.isChecked()


def test_ctrl_f_without_a_document_does_nothing(qtbot: QtBot, panel: ViewerPanel) -> None:
    qtbot.keyClick(panel, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert not panel.frame.find_bar.isVisible()


def test_find_and_step(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    panel, bar = open_panel, open_panel.frame.find_bar
    panel.edit_find()
    type_text(qtbot, panel, "carry over")
    qtbot.waitUntil(lambda: bar.count_text() == "1 of 3")
    qtbot.waitUntil(lambda: panel.frame.view.page == 14)
    qtbot.waitUntil(lambda: marks_on(panel, 14) == (1, 1))
    qtbot.keyClick(bar.field(), Qt.Key.Key_Return)
    assert bar.count_text() == "2 of 3"
    qtbot.keyClick(panel, Qt.Key.Key_F3)
    assert bar.count_text() == "3 of 3"
    qtbot.waitUntil(lambda: panel.frame.view.page == 20)
    qtbot.waitUntil(lambda: marks_on(panel, 20) == (0, 1))
    qtbot.keyClick(panel, Qt.Key.Key_F3)
    assert bar.count_text() == "1 of 3"  # after the last comes the first
    qtbot.keyClick(panel, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count_text() == "3 of 3"
    qtbot.keyClick(bar.field(), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count_text() == "2 of 3"


def test_the_current_match_is_brought_into_view(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    panel = open_panel
    panel.frame.view.set_zoom(4.0)
    panel.edit_find()
    type_text(qtbot, panel, "line manager")
    view = panel.frame.view
    qtbot.waitUntil(lambda: panel.frame.find_bar.count_text() == "1 of 2")

    def in_view() -> bool:
        item = view.pages_scene().page_item(14)
        marks = [c for c in item.childItems() if isinstance(c, MatchMarks)] if item else []
        return bool(marks) and seen(panel).contains(marks[0].mapRectToScene(marks[0].current[0]))

    qtbot.waitUntil(in_view)


def test_the_search_begins_where_one_is(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    open_panel.frame.view.go_to_page(17)
    open_panel.edit_find()
    type_text(qtbot, open_panel, "carry over")
    qtbot.waitUntil(lambda: open_panel.frame.find_bar.count_text() == "3 of 3")
    assert open_panel.frame.view.page == 20


def test_not_found(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    open_panel.edit_find()
    type_text(qtbot, open_panel, "submarine")
    qtbot.waitUntil(lambda: open_panel.frame.find_bar.count_text() == "Not found")
    qtbot.keyClick(open_panel, Qt.Key.Key_F3)
    assert open_panel.frame.find_bar.count_text() == "Not found"


def test_an_emptied_field_unmarks(qtbot: QtBot, open_panel: ViewerPanel) -> None:
    panel, bar = open_panel, open_panel.frame.find_bar
    panel.edit_find()
    type_text(qtbot, panel, "page 1")
    qtbot.waitUntil(lambda: sum(marks_on(panel, 1)) == 1)
    with qtbot.waitSignal(bar.searched):
        bar.field().clear()
    assert bar.count_text() == ""
    assert marks_on(panel, 1) == (0, 0)


@pytest.mark.parametrize("way", ["escape", "button", "toggle"])
def test_closing_unmarks_and_gives_the_focus_back(
    qtbot: QtBot, open_panel: ViewerPanel, way: str
) -> None:
    panel, bar = open_panel, open_panel.frame.find_bar
    panel.edit_find()
    type_text(qtbot, panel, "page 1")
    qtbot.waitUntil(lambda: sum(marks_on(panel, 1)) == 1)
    if way == "escape":
        stolen = QShortcut(QKeySequence("Esc"), panel)  # as the window binds it
        stolen.activated.connect(pytest.fail)
        qtbot.keyClick(bar.field(), Qt.Key.Key_Escape)
    elif way == "button":
        bar.close_button().click()
    else:
        panel.frame.find_button.click()
    assert not bar.isVisible()
    assert not panel.frame.find_button.isChecked()
    assert marks_on(panel, 1) == (0, 0)
    assert panel.frame.view.hasFocus()
    # Opened again, it marks what it marked.
    panel.edit_find()
    qtbot.waitUntil(lambda: sum(marks_on(panel, 1)) == 1)


def test_another_document_is_searched_as_well_without_leaving_the_citation(
    qtbot: QtBot, panel: ViewerPanel, cite: Cite, shelf: Shelf
) -> None:
    other = shelf.put("Other", shelf.pages("carry over", 3))
    panel.show_page(other.id, 1)
    qtbot.waitUntil(lambda: has_picture(panel, 1))
    panel.edit_find()
    type_text(qtbot, panel, "carry over")
    qtbot.waitUntil(lambda: panel.frame.find_bar.count_text() == "1 of 3")
    panel.show_citation(cite(), 0, 1)
    qtbot.waitUntil(lambda: marks_on(panel, 14) == (1, 1))
    assert panel.frame.view.page == 14
    assert panel.frame.find_bar.isVisible()


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> FindBar:
    bar = FindBar(theme)
    qtbot.addWidget(bar)
    return bar


@pytest.mark.parametrize(
    ("count", "current", "more", "words"),
    [
        (3, 1, False, "2 of 3"),
        (1000, 0, True, f"1 of the first {Formats().number(1000)}"),
        (0, None, False, "Not found"),
    ],
)
def test_count(bar: FindBar, count: int, current: int | None, more: bool, words: str) -> None:
    bar.field().setText("x")
    bar.show_count(count, current, more=more)
    assert bar.count_text() == words


def test_enter_does_not_wait_for_a_pause(qtbot: QtBot, bar: FindBar) -> None:
    qtbot.keyClicks(bar.field(), "leave")
    searched: list[str] = []
    bar.searched.connect(searched.append)
    qtbot.keyClick(bar.field(), Qt.Key.Key_Return)
    assert searched == ["leave"]


def found(*pages: int) -> tuple[FoundText, ...]:
    return tuple(FoundText(page, 0, 1, ()) for page in pages)


@pytest.mark.parametrize(("page", "first"), [(1, 0), (3, 0), (4, 1), (9, 2), (10, 0)])
def test_first_match_from_a_page(page: int, first: int) -> None:
    assert Matches(found(3, 8, 9)).first_from(page) == first


def test_stepping() -> None:
    matches = Matches(found(1, 2, 3), 2)
    assert matches.stepped(1).current == 0
    assert matches.stepped(-1).current == 1
    assert Matches(found(1, 2, 3)).stepped(1).current == 0
    assert Matches().stepped(1).current is None
    assert Matches(found(1)).first_from(1) == 0
    assert Matches().first_from(1) is None
