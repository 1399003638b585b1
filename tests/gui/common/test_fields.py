"""The search field by key and pointer, and the line that says what is wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.gui.common.theme import SchemeChoice, Theme
from app.gui.common.widgets import FieldError, KeyHint, SearchField
from tests.gui.common.looking import colors_in, role_of, show


class Panel(QWidget):
    """A panel that counts the Esc keys which reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.escapes = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.escapes += event.key() == Qt.Key.Key_Escape


def test_search_field_is_named(theme: Theme, qtbot: QtBot) -> None:
    field = SearchField(theme, "Find in library")
    named = SearchField(theme, "carry over", name="Find on pages")
    qtbot.addWidget(field)
    qtbot.addWidget(named)
    assert role_of(field) == (QAccessible.Role.EditableText, "Find in library")
    assert role_of(named)[1] == "Find on pages"
    assert role_of(field.clear_button())[1] == "Clear the search"


def test_hint_gives_way_to_the_button_that_clears(theme: Theme, qtbot: QtBot) -> None:
    field = show(qtbot, SearchField(theme, "Find in library", key_hint="Ctrl+L"))
    hint = field.findChild(KeyHint)
    assert isinstance(hint, KeyHint)
    assert hint.isVisible()
    assert not field.clear_button().isVisible()
    QTest.keyClicks(field, "carry over")
    assert not hint.isVisible()
    QTest.mouseClick(field.clear_button(), Qt.MouseButton.LeftButton)
    assert field.text() == ""
    assert hint.isVisible()


def test_text_ends_before_what_stands_at_the_right(theme: Theme, qtbot: QtBot) -> None:
    field = show(qtbot, SearchField(theme, "Find in library", key_hint="Ctrl+L"))
    margins = field.textMargins()
    hint = field.findChild(KeyHint)
    assert isinstance(hint, KeyHint)
    assert margins.left() >= 16
    assert margins.right() >= hint.width()
    field.setText("carry over")
    assert field.textMargins().right() >= field.clear_button().width()


def test_escape_empties_the_field_and_then_goes_on(theme: Theme, qtbot: QtBot) -> None:
    panel = Panel()
    field = SearchField(theme, "Find in library")
    QVBoxLayout(panel).addWidget(field)
    show(qtbot, panel)
    field.setText("carry over")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), panel.escapes) == ("", 0)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert panel.escapes == 1


def test_field_shows_focus_however_it_came(theme: Theme, qtbot: QtBot) -> None:
    for scheme in (SchemeChoice.LIGHT, SchemeChoice.DARK):
        theme.set_scheme(scheme)
        field = show(qtbot, SearchField(theme, "Find in library"))
        field.clearFocus()
        assert theme.color("focus").name() not in colors_in(field)
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        assert theme.color("focus").name() in colors_in(field)


def test_field_keeps_its_height_when_focused(theme: Theme, qtbot: QtBot) -> None:
    field = show(qtbot, SearchField(theme, "Find in library"))
    field.clearFocus()
    rest = field.sizeHint()
    field.setFocus()
    assert field.sizeHint() == rest
    assert rest.height() == 32


def test_error_is_shown_below_and_said_to_readers(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    layout = QVBoxLayout(window)
    field, error = QLineEdit("abc"), FieldError(theme)
    layout.addWidget(field)
    layout.addWidget(error)
    show(qtbot, window)
    field.clearFocus()
    assert not error.isVisible()
    error.show_error(field, "Enter a number from 1 to 12.")
    assert error.isVisible()
    assert field.accessibleDescription() == "Enter a number from 1 to 12."
    assert theme.color("bad").name() in colors_in(field)
    error.show_error(field, "")
    assert not error.isVisible()
    assert field.accessibleDescription() == ""
    assert theme.color("bad").name() not in colors_in(field)
