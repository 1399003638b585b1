"""The form: what is wrong is told where it is, and fields are added, moved and taken out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.core.domain.extraction import FieldType, SchemaField
from app.core.extraction.schema_rules import (
    MAX_CHOICE_CHARACTERS,
    MAX_CHOICES,
    MAX_DESCRIPTION_CHARACTERS,
    MAX_FIELDS,
    MAX_TITLE_CHARACTERS,
)
from app.gui.schemas.entries import Entry
from app.gui.schemas.field_card import FieldCard
from app.gui.schemas.field_editor import FieldEditor
from app.gui.schemas.form import SchemaForm
from tests.gui.chat.windows import settle
from tests.gui.common.looking import role_of
from tests.gui.schemas.conftest import BILLS, SchemaDesk

ALT = Qt.KeyboardModifier.AltModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
LOST = "Values that were read for “Total” before are not shown any more, once this is saved."

OLD_TYPE = (
    "Values that were read for “Total” before stay as they are (money) until the documents are "
    "read anew."
)


def write(entry: Entry, text: str) -> None:
    field = entry.field
    if isinstance(field, QLineEdit):
        field.setText(text)
    else:
        assert isinstance(field, QPlainTextEdit)
        field.setPlainText(text)


def unfolded(desk: SchemaDesk, place: int) -> FieldEditor:
    card = desk.dialog.pane.form.fields.cards[place]
    card.set_open(True)
    settle()
    assert card.editor is not None
    return card.editor


def titles(form: SchemaForm) -> list[str]:
    return [draft.title for draft in form.fields.drafts]


def choose(editor: FieldEditor, kind: FieldType) -> None:
    editor.type.setCurrentIndex(editor.type.findData(kind.value))


# --- what is wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "text", "said"),
    [
        ("title", "", "There is no title."),
        ("title", "a" * (MAX_TITLE_CHARACTERS + 1), "The title is longer than 80 characters."),
        ("title", "a\x07", "characters that cannot be shown"),
        ("description", "a" * (MAX_DESCRIPTION_CHARACTERS + 1), "longer than 400 characters"),
        ("choices", "\n \n", "Add the values"),
        ("choices", "a\nA", "“a” twice"),
        ("choices", "a" * (MAX_CHOICE_CHARACTERS + 1), "longer than 80 characters"),
        ("choices", "\n".join(map(str, range(MAX_CHOICES + 1))), "at most 50 are possible"),
    ],
)
def test_what_is_wrong_is_told_at_its_place_while_one_writes(
    desk: SchemaDesk, part: str, text: str, said: str
) -> None:
    dialog = desk.open()
    editor = unfolded(desk, 2)
    entry: Entry = getattr(editor, part)
    assert entry.error.isHidden()
    before = entry.text
    write(entry, text)
    assert said in entry.shown_fault
    assert entry.error.isVisible()
    assert entry.field.property("invalid")
    assert entry.field.accessibleDescription() == entry.shown_fault
    assert not dialog.pane.save_button.isEnabled()
    assert dialog.pane.why.startswith("Field 3")
    assert entry.shown_fault in dialog.pane.why
    assert dialog.pane.save_button.accessibleDescription() == dialog.pane.why
    write(entry, before)
    assert entry.error.isHidden()
    assert dialog.pane.why == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [("Total", "small letters"), ("number", "Another field has this name."), ("a" * 41, "longer")],
)
def test_a_name_that_cannot_be_is_told(desk: SchemaDesk, name: str, said: str) -> None:
    dialog = desk.open()
    fold = unfolded(desk, 1).name
    fold.set_open(True)
    write(fold.entry, name)
    assert said in fold.entry.shown_fault
    assert dialog.pane.why.startswith("Field 2")
    # Nobody can correct what is folded away.
    fold.button.click()
    assert not fold.entry.field.isVisible()
    write(unfolded(desk, 1).title, "Sum")
    assert fold.entry.field.isVisible()
    write(unfolded(desk, 1).title, "Total")
    # Without a name of its own, it is made from the title.
    write(fold.entry, "")
    assert fold.button.text() == "Name in files: total"
    assert dialog.pane.why == ""


def test_a_new_field_is_not_blamed_before_it_is_written(desk: SchemaDesk) -> None:
    dialog = desk.open(None)
    card = dialog.pane.form.fields.cards[0]
    assert card.editor is not None
    assert card.editor.title.error.isHidden()
    assert dialog.pane.why == "Schema: There is no title. Write what people are to see."
    dialog.pane.fault_link.click()
    settle()
    assert dialog.pane.form.title.field.hasFocus()
    assert dialog.pane.form.title.error.isVisible()
    desk.type("Bills")
    assert dialog.pane.why == "Field 1: There is no title. Write what people are to see."
    dialog.pane.fault_link.click()
    settle()
    assert card.editor.title.field.hasFocus()
    assert card.editor.title.error.isVisible()


def test_a_fault_in_a_folded_field_is_told_in_its_line_and_unfolded(desk: SchemaDesk) -> None:
    dialog = desk.open()
    editor = unfolded(desk, 2)
    write(editor.choices, "")
    card = dialog.pane.form.fields.cards[2]
    card.set_open(False)
    assert card.head.lines == ("State", "Add the values from which one is chosen.")
    assert card.head.accessibleDescription() == "Add the values from which one is chosen."
    dialog.pane.fault_link.click()
    settle()
    assert card.is_open
    assert editor.choices.field.hasFocus()


def test_a_schema_without_fields_or_with_too_many(desk: SchemaDesk) -> None:
    fields = tuple(SchemaField(f"f{n}", f"F {n}", FieldType.TEXT) for n in range(MAX_FIELDS))
    desk.put(replace(BILLS, fields=fields))
    form = desk.open().pane.form
    assert not form.add_button.isEnabled()
    for _ in range(MAX_FIELDS):
        form.fields.cards[0].delete.click()
    assert form.add_button.isEnabled()
    assert desk.dialog.pane.why == "Schema: The schema has no fields. Add at least one."


# --- fields -----------------------------------------------------------------------------------


def test_all_types_can_be_chosen_and_one_of_a_list_has_choices(desk: SchemaDesk) -> None:
    desk.open()
    editor = unfolded(desk, 1)
    words = [editor.type.itemText(place) for place in range(editor.type.count())]
    assert words == ["Text", "Number", "Money", "Date", "Yes or no", "One of a list"]
    assert editor.choices.isHidden()
    choose(editor, FieldType.CHOICE)
    assert editor.choices.isVisible()
    write(editor.choices, "paid \n\nopen\n")
    editor.required.click()
    write(editor.description, "As stamped.")
    assert desk.save().fields[1] == SchemaField(
        "total", "Total", FieldType.CHOICE, "As stamped.", True, ("paid", "open")
    )


def test_a_name_follows_the_title_until_it_is_saved(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.pane.form.add_button.click()
    settle()
    desk.type("Total")
    card = dialog.pane.form.fields.cards[-1]
    assert card.editor is not None
    assert card.editor.name.button.text() == "Name in files: total_2"
    desk.type(" due")
    assert card.editor.name.button.text() == "Name in files: total_due"
    first = unfolded(desk, 0)
    write(first.title, "Number of the bill")
    assert first.name.button.text() == "Name in files: number"


def test_fields_are_moved_by_keys_and_buttons(desk: SchemaDesk, spoken: list[str]) -> None:
    form = desk.open().pane.form
    editor = unfolded(desk, 0)
    editor.description.field.setFocus()
    desk.press(Qt.Key.Key_Down, ALT)
    assert titles(form) == ["Total", "Number", "State"]
    assert editor.description.field.hasFocus()
    assert spoken[-1] == "Number is now field 2 of 3"
    card = form.fields.cards[1]
    assert card.pos().y() > form.fields.cards[0].pos().y()
    card.down.setFocus()
    desk.press(Qt.Key.Key_Return)
    assert titles(form) == ["Total", "State", "Number"]
    # At the end it goes no further, and the focus stays in the field.
    assert not card.down.isEnabled()
    assert card.up.hasFocus()
    desk.press(Qt.Key.Key_Down, ALT)
    assert titles(form) == ["Total", "State", "Number"]
    desk.press(Qt.Key.Key_Up, ALT)
    assert [field.name for field in desk.save().fields] == ["total", "number", "state"]


def test_tab_follows_the_order_of_the_fields(desk: SchemaDesk) -> None:
    form = desk.open().pane.form
    unfolded(desk, 0)
    form.fields.cards[0].head.setFocus()
    desk.press(Qt.Key.Key_Down, ALT)
    order: list[QWidget] = []
    form.title.field.setFocus()
    for _ in range(16):
        desk.press(Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        order.append(focused)
    heads = [place for place, card in enumerate(form.fields.cards) if card.head in order]
    assert heads == [0, 1, 2]
    places = [order.index(card.head) for card in form.fields.cards]
    assert places == sorted(places)
    editor = form.fields.cards[1].editor
    assert editor is not None
    inside = [order.index(stop) for stop in editor.stops() if stop.isVisible()]
    assert inside == sorted(inside)
    assert places[1] < inside[0]
    assert inside[-1] < places[2]
    assert form.add_button in order


def test_arrows_go_from_field_to_field(desk: SchemaDesk) -> None:
    form = desk.open().pane.form
    cards = form.fields.cards
    cards[0].head.setFocus()
    desk.press(Qt.Key.Key_Down)
    assert cards[1].head.hasFocus()
    desk.press(Qt.Key.Key_Return)
    assert cards[1].is_open
    assert role_of(cards[1].head)[1] == "Field 2 of 3: Total, Money, unfolded"
    desk.press(Qt.Key.Key_Up)
    desk.press(Qt.Key.Key_Up)
    assert form.name.button.hasFocus()


def test_a_field_is_added_below_the_one_that_one_is_at(desk: SchemaDesk) -> None:
    form = desk.open().pane.form
    form.fields.cards[0].head.setFocus()
    desk.press(Qt.Key.Key_Return, CONTROL)
    desk.type("Second")
    assert titles(form) == ["Number", "Second", "Total", "State"]
    form.add_button.click()
    settle()
    desk.type("Last")
    assert titles(form)[-1] == "Last"


def test_a_field_is_taken_out_and_put_back(desk: SchemaDesk, spoken: list[str]) -> None:
    form = desk.open().pane.form
    form.fields.cards[1].head.setFocus()
    desk.press(Qt.Key.Key_Delete, ALT)
    assert titles(form) == ["Number", "State"]
    notice = form.fields.gone_notice
    assert notice.text() == f"“Total” was deleted. {LOST}"
    assert spoken[-1] == notice.text()
    assert notice.button().hasFocus()
    assert form.fields.cards[0].y() < notice.y() < form.fields.cards[1].y()
    desk.press(Qt.Key.Key_Return)
    assert titles(form) == ["Number", "Total", "State"]
    assert form.fields.cards[1].head.hasFocus()
    assert notice.isHidden()
    assert not desk.dialog.changed


def test_several_are_put_back_one_after_the_other(desk: SchemaDesk) -> None:
    form = desk.open().pane.form
    for _ in range(2):
        form.fields.cards[0].set_open(True)
        form.fields.cards[0].delete.click()
    notice = form.fields.gone_notice
    assert notice.text().startswith("“Total” was deleted. Values that were read for “Number”, “T")
    notice.button().click()
    assert notice.text().startswith("“Number” was deleted. Values that were read for “Number” b")
    notice.button().click()
    assert titles(form) == ["Number", "Total", "State"]
    form.fields.cards[0].delete.click()
    desk.save()
    assert notice.isHidden()


def test_nothing_is_lost_with_a_field_that_was_never_saved(desk: SchemaDesk) -> None:
    form = desk.open(None).pane.form
    form.fields.cards[0].delete.click()
    assert form.fields.gone_notice.text() == "“Field without a title” was deleted."


@pytest.mark.parametrize("change", ["type", "name"])
def test_what_a_change_means_for_values_is_told(desk: SchemaDesk, change: str) -> None:
    form = desk.open().pane.form
    editor = unfolded(desk, 1)
    card = form.fields.cards[1]
    write(editor.title, "Sum")
    assert card.note == ""
    if change == "type":
        choose(editor, FieldType.NUMBER)
    else:
        write(editor.name.entry, "sum")
    assert card.note == (LOST if change == "name" else OLD_TYPE)
    if change == "type":
        choose(editor, FieldType.MONEY)
    else:
        write(editor.name.entry, "total")
    assert card.note == ""
    choose(editor, FieldType.NUMBER)
    desk.save()
    assert card.note == ""


def test_the_wheel_scrolls_the_form_and_changes_no_type(desk: SchemaDesk) -> None:
    desk.open()
    editor = unfolded(desk, 1)
    place = QPointF(5, 5)
    event = QWheelEvent(
        place,
        place,
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    editor.type.setFocus()
    QApplication.sendEvent(editor.type, event)
    assert editor.type.currentText() == "Money"


def test_everything_has_a_name_that_says_which_field_it_is_of(desk: SchemaDesk) -> None:
    desk.open()
    editor = unfolded(desk, 2)
    names = [role_of(stop)[1] for stop in editor.stops()]
    assert names[0] == "Title, field 3"
    assert editor.type.accessibleName() == "Type, field 3"
    assert "Required, field 3" in names
    assert all(names)
    card: FieldCard = desk.dialog.pane.form.fields.cards[2]
    assert card.up.accessibleName() == "Move field 3 up"
    assert card.up.toolTip() == "Move up (Alt+Up)"
