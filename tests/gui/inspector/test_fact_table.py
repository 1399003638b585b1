"""Tables: opened by mouse and keyboard, high as their rows, heard row by row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.core.domain.evidence import Passage
from app.gui.common.keyboard_focus import has_keyboard_focus
from app.gui.common.theme import Theme
from app.gui.inspector import tables
from app.gui.inspector.fact_table import FactTable
from app.gui.inspector.facts import Cell, Column, Facts, Row
from tests.gui.chat.windows import bring_up, settle
from tests.gui.inspector.examples import SEEN, WRITTEN

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> FactTable:
    table = FactTable(theme)
    qtbot.addWidget(table)
    table.resize(800, 400)
    table.show_facts(tables.seen_passages(WRITTEN, compact=False))
    bring_up(table, qtbot)
    return table


@pytest.fixture
def opened(table: FactTable) -> list[Passage]:
    found: list[Passage] = []
    table.passage_activated.connect(found.append)
    return found


def middle(table: FactTable, row: int, column: int) -> QPoint:
    return table.visualRect(table.model().index(row, column)).center()


def test_a_click_on_a_marker_opens_its_passage(
    table: FactTable, opened: list[Passage], qtbot: QtBot
) -> None:
    qtbot.mouseClick(table.viewport(), LEFT, pos=middle(table, 1, 0))
    assert opened == [SEEN[1]]


def test_a_click_elsewhere_opens_nothing(
    table: FactTable, opened: list[Passage], qtbot: QtBot
) -> None:
    qtbot.mouseClick(table.viewport(), LEFT, pos=middle(table, 1, 1))
    assert opened == []


def test_the_keyboard_goes_from_row_to_row_and_opens(
    table: FactTable, opened: list[Passage], qtbot: QtBot
) -> None:
    table.clearFocus()
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert has_keyboard_focus(table)
    assert table.currentIndex().row() == 0
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened == [SEEN[1]]


def test_no_row_is_chosen_once_the_user_is_elsewhere(table: FactTable) -> None:
    table.clearFocus()
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert table.selectionModel().hasSelection()
    table.clearFocus()
    assert not table.selectionModel().hasSelection()


def test_tab_leaves_the_table(table: FactTable) -> None:
    assert not table.tabKeyNavigation()


def test_a_row_that_was_reached_says_where_it_is(table: FactTable, qtbot: QtBot) -> None:
    table.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(table.row_reached) as reached:
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert reached.args[0].top() > table.horizontalHeader().height()


def test_it_is_as_high_as_its_rows(table: FactTable) -> None:
    rows = sum(table.rowHeight(number) for number in range(6))
    assert table.sizeHint().height() == table.horizontalHeader().height() + rows
    assert sum(table.columnWidth(number) for number in range(7)) == table.viewport().width()


def test_long_words_take_more_lines_where_there_is_less_room(table: FactTable) -> None:
    facts = tables.checked_sentences(WRITTEN)
    table.show_facts(facts)
    settle()
    wide = table.rowHeight(0)
    table.resize(420, 400)
    settle()
    assert table.rowHeight(0) > wide


def test_rows_grow_with_the_text(table: FactTable, theme: Theme) -> None:
    before = table.rowHeight(0)
    theme.set_text_factor(2.0)
    settle()
    assert table.rowHeight(0) >= 1.6 * before


def test_figures_stand_at_the_right_under_their_title(table: FactTable) -> None:
    image = table.grab().toImage()
    assert image.height() > 0
    header = table.horizontalHeader()
    assert header.sectionSize(2) == table.columnWidth(2)


def test_a_reader_hears_names_and_words(table: FactTable) -> None:
    assert table.accessibleName() == "The model saw 6 passages"
    index = table.model().index(0, 2)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "By words 1st"
    header = table.model().headerData(2, Qt.Orientation.Horizontal)
    assert header == "By words"


def test_tips_are_text_and_not_mark_up(table: FactTable) -> None:
    cell = Cell("x", tip="<b>bold</b>")
    table.show_facts(Facts("Tips", (Column("", share=1),), (Row((cell,)),)))
    tip = table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;" in tip


def test_without_titles_there_is_no_header(table: FactTable) -> None:
    table.show_facts(Facts("Plain", (Column("", share=1),), (Row((Cell("One."),)),)))
    assert not table.horizontalHeader().isVisible()
    assert table.sizeHint().height() == table.rowHeight(0)
