"""How the dialog looks: in both schemes, at 200 %, in the smallest window, with long texts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from app.core.domain.extraction import FieldType, SchemaField
from app.core.extraction.schema_rules import MAX_FIELDS, MAX_TITLE_CHARACTERS
from app.gui.common.theme import SchemeChoice
from app.gui.common.tokens import TokenName
from tests.gui.chat.windows import settle
from tests.gui.common.looking import colors_in
from tests.gui.schemas.conftest import BILLS, SchemaDesk

LONG = ("Wm" * MAX_TITLE_CHARACTERS)[:MAX_TITLE_CHARACTERS]
TOKENS: tuple[TokenName, ...] = ("sidebar", "window", "surface", "select", "bad")
SIZES = [(588, 404), (640, 440), (1200, 800)]


def inside(widget: QWidget, outer: QWidget) -> bool:
    """Whether all of a widget lies within another one, and it has its height."""
    corner = widget.mapTo(outer, QPoint())
    fits = corner.x() >= 0 and corner.x() + widget.width() <= outer.width()
    seen = corner.y() >= 0 and corner.y() + widget.height() <= outer.height()
    return fits and seen and widget.height() >= widget.minimumSizeHint().height()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_long_titles_and_many_fields_fit(
    desk: SchemaDesk, scheme: SchemeChoice, factor: float, size: tuple[int, int]
) -> None:
    fields = tuple(
        SchemaField(f"f{number}", LONG, FieldType.TEXT, "x" * 400) for number in range(MAX_FIELDS)
    )
    desk.put(replace(BILLS, title=LONG, fields=fields))
    desk.theme.set_scheme(scheme)
    desk.theme.set_text_factor(factor)
    dialog = desk.open()
    dialog.resize(*size)
    dialog.pane.form.fields.cards[0].set_open(True)
    settle()
    form = dialog.pane.form
    assert dialog.width() == size[0]
    assert form.title.width() <= form.viewport().width()
    assert form.fields.width() <= form.viewport().width()
    for button in (dialog.pane.save_button, dialog.pane.done_button):
        assert inside(button, dialog)
    # What is asked can be read and answered, however little room there is.
    form.title.field.setText("")  # type: ignore[union-attr]
    dialog.reject()
    settle()
    for button in dialog.pane.question.buttons.values():
        assert inside(button, dialog)
    dialog.pane.question.decline()
    form.title.field.setText(LONG)  # type: ignore[union-attr]
    dialog.sides.show_list()
    dialog.side.delete_button.click()
    settle()
    for button in dialog.side.question.buttons.values():
        assert inside(button, dialog)
    assert not dialog.grab().isNull()


def test_where_it_is_narrow_list_and_schema_are_shown_in_turn(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.resize(588, 404)
    settle()
    assert not dialog.side.isVisible()
    assert dialog.pane.isVisible()
    dialog.pane.back_button.click()
    assert dialog.side.isVisible()
    assert not dialog.pane.isVisible()
    assert dialog.side.list.hasFocus()
    desk.press(Qt.Key.Key_Up)
    assert not dialog.pane.isVisible()
    desk.press(Qt.Key.Key_Return)
    assert dialog.pane.isVisible()
    assert not dialog.side.isVisible()
    assert dialog.pane.title.text() == "Laboratory report"
    assert dialog.pane.copy_button.hasFocus()
    dialog.resize(1200, 800)
    settle()
    assert dialog.side.isVisible()
    assert dialog.pane.isVisible()
    assert not dialog.pane.back_button.isVisible()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_colours_are_those_of_the_tokens(desk: SchemaDesk, scheme: SchemeChoice) -> None:
    desk.theme.set_scheme(scheme)
    dialog = desk.open()
    dialog.pane.form.title.field.setText("")  # type: ignore[union-attr]
    settle()
    shown = colors_in(dialog)
    for token in TOKENS:
        assert desk.theme.color(token).name() in shown, token


def test_an_opened_field_is_scrolled_to(desk: SchemaDesk) -> None:
    fields = tuple(SchemaField(f"f{n}", f"F {n}", FieldType.TEXT) for n in range(MAX_FIELDS))
    desk.put(replace(BILLS, fields=fields[:-1]))
    form = desk.open().pane.form
    form.add_button.setFocus()
    desk.press(Qt.Key.Key_Return)
    settle()
    card = form.fields.cards[-1]
    assert card.editor is not None
    assert card.editor.title.field.hasFocus()
    desk.qtbot.waitUntil(lambda: inside(card.head, form))
