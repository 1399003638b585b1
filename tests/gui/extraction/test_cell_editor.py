"""Correcting in place: editors by type, what is no value, and when it ends."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.extraction import FieldType, SchemaField, Value
from app.gui.common.theme import Theme
from app.gui.common.widgets import Select
from app.gui.extraction.cell_editor import CellEditor, choices_of
from tests.gui.chat.windows import bring_up, settle

ENTER, ESC, TAB = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab


class Editing:
    """An editor over a page, and what it says."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.theme, self.qtbot = theme, qtbot
        self.page = QWidget()
        self.page.resize(500, 300)
        self.other = QLineEdit(self.page)
        qtbot.addWidget(self.page)
        bring_up(self.page, qtbot)
        self.heard: list[str] = []

    def open(self, kind: FieldType, value: Value, choices: tuple[str, ...] = ()) -> CellEditor:
        """Open an editor."""
        field = SchemaField("f", "Field", kind, choices=choices)
        editor = CellEditor(self.theme, field, "Invoice 17", self.page)
        editor.kept.connect(lambda: self.heard.append("kept"))
        editor.given_up.connect(lambda: self.heard.append("given up"))
        editor.setGeometry(20, 60, 260, 90)
        editor.begin(value)
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        settle()
        return editor

    def write(self, editor: CellEditor, text: str) -> None:
        """Write in place of what stands there."""
        assert isinstance(editor.field, QLineEdit)
        editor.field.selectAll()
        self.qtbot.keyClicks(editor.field, text)


@pytest.fixture
def editing(theme: Theme, qtbot: QtBot) -> Editing:
    return Editing(theme, qtbot)


@pytest.mark.parametrize(
    ("kind", "value", "begins", "written"),
    [
        (FieldType.TEXT, "RE-1", "RE-1", "RE-2"),
        (FieldType.MONEY, 1234.5, "1234.50", "12 345,67"),
        (FieldType.NUMBER, 12.0, "12", "13"),
        (FieldType.DATE, date(2024, 3, 3), "2024-03-03", "4 March 2024"),
        (FieldType.TEXT, None, "", "something"),
    ],
)
def test_what_is_written_is_kept_by_enter(
    editing: Editing, kind: FieldType, value: Value, begins: str, written: str
) -> None:
    editor = editing.open(kind, value)
    assert editor.text == begins
    assert editor.field.accessibleName() == "Field, Invoice 17"
    editing.write(editor, written)
    editing.qtbot.keyClick(editor.field, ENTER)
    assert editing.heard == ["kept"]
    assert editor.text == written


def test_what_is_no_value_says_how_to_write_it_and_stays(editing: Editing) -> None:
    editor = editing.open(FieldType.DATE, date(2024, 3, 3))
    editing.write(editor, "next week")
    editing.qtbot.keyClick(editor.field, ENTER)
    assert editing.heard == []
    assert editor.error.isVisible()
    assert "next week" in editor.field.accessibleDescription()
    editing.write(editor, "2024-03-04")
    assert editor.error.isHidden()
    editing.qtbot.keyClick(editor.field, TAB)
    assert editing.heard == ["kept"]


def test_esc_gives_up(editing: Editing) -> None:
    editor = editing.open(FieldType.MONEY, 5.0)
    editing.write(editor, "6")
    editing.qtbot.keyClick(editor.field, ESC)
    assert editing.heard == ["given up"]


def test_what_is_as_before_is_no_correction(editing: Editing) -> None:
    editor = editing.open(FieldType.MONEY, 5.0)
    editing.qtbot.keyClick(editor.field, ENTER)
    assert editing.heard == ["given up"]


@pytest.mark.parametrize(("written", "heard"), [("6", "kept"), ("soon", "given up")])
def test_who_goes_elsewhere_keeps_what_is_a_value(
    editing: Editing, written: str, heard: str
) -> None:
    editor = editing.open(FieldType.MONEY, 5.0)
    editing.write(editor, written)
    editing.other.setFocus(Qt.FocusReason.MouseFocusReason)
    assert editing.heard == [heard]


def test_an_end_is_told_once(editing: Editing) -> None:
    editor = editing.open(FieldType.MONEY, 5.0)
    editing.write(editor, "6")
    editing.qtbot.keyClick(editor.field, ENTER)
    editing.other.setFocus(Qt.FocusReason.MouseFocusReason)
    assert editing.heard == ["kept"]


def test_choices_are_chosen(editing: Editing) -> None:
    editor = editing.open(FieldType.CHOICE, "EUR", ("EUR", "USD"))
    assert isinstance(editor.field, Select)
    words = [editor.field.itemText(number) for number in range(editor.field.count())]
    assert words == ["EUR", "USD", "Not stated"]
    assert editor.text == "EUR"
    editing.qtbot.keyClick(editor.field, Qt.Key.Key_Down)
    editing.qtbot.keyClick(editor.field, ENTER)
    assert (editor.text, editing.heard) == ("USD", ["kept"])


def test_yes_and_no_are_chosen_and_a_pick_is_kept_at_once(editing: Editing) -> None:
    editor = editing.open(FieldType.YES_NO, True)
    assert isinstance(editor.field, Select)
    assert editor.text == "yes"
    editor.field.setCurrentIndex(2)
    editor.field.activated.emit(2)
    assert (editor.text, editing.heard) == ("", ["kept"])


def test_only_closed_sets_are_chosen_from() -> None:
    chosen = {kind for kind in FieldType if choices_of(SchemaField("f", "F", kind))}
    assert chosen == {FieldType.YES_NO, FieldType.CHOICE}
