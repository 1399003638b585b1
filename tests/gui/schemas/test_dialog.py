"""Schemas as one makes and keeps them: new, changed, copied, deleted, and never lost unasked."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.errors import StorageError
from app.core.extraction.built_in import BUILT_IN
from app.gui.schemas.dialog import SchemaDialog
from tests.gui.chat.windows import settle
from tests.gui.endings import end_widgets
from tests.gui.schemas.conftest import BILLS, SchemaDesk

FULL = StorageError("The disk is full. Free some space, then try again.")
CONTROL = Qt.KeyboardModifier.ControlModifier


def write_title(dialog: SchemaDialog, title: str) -> None:
    dialog.pane.form.title.field.setText(title)  # type: ignore[union-attr]


def answer(dialog: SchemaDialog, word: str) -> None:
    dialog.pane.question.buttons[word].click()
    settle()


def test_the_programs_own_come_first_and_say_so(desk: SchemaDesk) -> None:
    desk.open()
    rows = desk.dialog.side.model.rows
    assert [row.title for row in rows] == [*(one.title for one in BUILT_IN), "Bills"]
    assert rows[0].line == "5 fields, part of the program"
    assert rows[-1].line == "3 fields"
    index = desk.dialog.side.model.index(0)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Invoice, 5 fields, part of the program"


def test_a_schema_is_opened_by_its_name(desk: SchemaDesk) -> None:
    dialog = desk.open()
    current = dialog.side.list.current
    assert current is not None
    assert current.name == "bills"
    assert dialog.pane.writing
    assert dialog.pane.form.schema == BILLS
    assert dialog.pane.form.title.field.hasFocus()
    assert not dialog.changed
    assert dialog.pane.state == "All changes are saved."
    assert not dialog.pane.save_button.isEnabled()


@pytest.mark.parametrize("name", ["gone", ""])
def test_where_there_is_none_of_that_name_the_first_is_shown(desk: SchemaDesk, name: str) -> None:
    dialog = desk.open(name)
    assert dialog.pane.title.text() == "Invoice"


def test_a_new_schema_is_written_and_saved_by_keyboard_alone(
    desk: SchemaDesk, spoken: list[str]
) -> None:
    dialog = desk.open(None)
    desk.type("Delivery note")
    for _ in range(7):  # description, name, head, delete, title
        desk.press(Qt.Key.Key_Tab)
        if QApplication.focusWidget() is dialog.pane.form.fields.cards[0].editor.title.field:  # type: ignore[union-attr]
            break
    desk.type("Delivered on")
    assert desk.save() == ExtractionSchema(
        "delivery_note",
        "Delivery note",
        (SchemaField("delivered_on", "Delivered on", FieldType.TEXT),),
    )
    assert desk.stored == ["bills", "delivery_note"]
    assert desk.titles[-1] == "Delivery note"
    assert dialog.side.list.current is not None
    assert dialog.side.list.current.name == "delivery_note"
    assert "Delivery note is saved" in spoken
    assert not dialog.changed


def test_a_new_schema_that_is_still_empty_is_left_unasked(desk: SchemaDesk) -> None:
    dialog = desk.open(None)
    assert desk.titles[-1] == "New schema"
    assert not dialog.changed
    dialog.side.list.setFocus()
    desk.press(Qt.Key.Key_Up)
    assert dialog.pane.question.isHidden()
    assert dialog.pane.title.text() == "Bills"
    assert desk.titles[-1] == "Bills"


def test_changes_are_saved_under_the_same_name(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    assert dialog.side.model.rows[-1].line == "3 fields, changes not saved"
    assert desk.save() == replace(BILLS, title="Supplier bills")
    assert desk.stored == ["bills"]
    assert dialog.side.model.rows[-1].line == "3 fields"
    # Once more: what was saved is what later changes are compared with.
    write_title(dialog, "Bills")
    assert dialog.changed
    write_title(dialog, "Supplier bills")
    assert not dialog.changed


def test_names_of_new_fields_stay_once_they_are_saved(desk: SchemaDesk) -> None:
    dialog = desk.open()
    desk.press(Qt.Key.Key_Return, CONTROL)
    desk.type("Paid on")
    assert desk.save().fields[-1].name == "paid_on"
    card = dialog.pane.form.fields.cards[-1]
    assert card.editor is not None
    card.editor.title.field.setText("Day of payment")  # type: ignore[union-attr]
    made = desk.save().fields[-1]
    assert (made.name, made.title) == ("paid_on", "Day of payment")
    assert card.note == ""


def test_a_fault_of_the_store_is_told_and_nothing_is_lost(
    desk: SchemaDesk, caplog: pytest.LogCaptureFixture, spoken: list[str]
) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    desk.store.fault = FULL
    with caplog.at_level(logging.WARNING), desk.qtbot.waitSignal(desk.worker.failed):
        dialog.pane.save_button.click()
    settle()
    assert dialog.pane.notices.notice.text() == FULL.message
    assert f"! {FULL.message}" in spoken
    assert dialog.changed
    assert desk.saved == []
    desk.store.fault = None
    assert desk.save().title == "Supplier bills"
    assert dialog.pane.notices.isHidden()


def test_under_another_name_it_is_a_schema_of_its_own(desk: SchemaDesk) -> None:
    dialog = desk.open()
    fold = dialog.pane.form.name
    fold.set_open(True)
    fold.entry.field.setText("paper")  # type: ignore[union-attr]
    assert fold.entry.shown_fault == "Another schema has this name. Write another one."
    assert not dialog.pane.save_button.isEnabled()
    fold.entry.field.setText("supplier_bills")  # type: ignore[union-attr]
    assert fold.entry.shown_fault == ""
    assert desk.save().name == "supplier_bills"
    assert desk.stored == ["bills", "supplier_bills"]


# --- the program's own ------------------------------------------------------------------------


def test_the_programs_own_are_read_and_copied(desk: SchemaDesk) -> None:
    dialog = desk.open("invoice")
    pane = dialog.pane
    assert pane.save_button.isHidden()
    assert pane.copy_button.hasFocus()
    assert "Invoice number, Text, required." in pane.reading.accessibleDescription()
    assert not dialog.side.delete_button.isEnabled()
    assert pane.form.isHidden()
    desk.press(Qt.Key.Key_Return)
    assert pane.form.isVisible()
    assert dialog.changed
    assert pane.form.title.text == "Copy of Invoice"
    made = desk.save()
    assert (made.name, made.fields) == ("copy_of_invoice", BUILT_IN[0].fields)


def test_two_copies_are_told_apart(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.side.duplicate_button.click()
    assert desk.save().title == "Copy of Bills"
    dialog.open_schema("bills")
    dialog.side.duplicate_button.click()
    made = desk.save()
    assert (made.title, made.name) == ("Copy of Bills (2)", "copy_of_bills_2")


# --- leaving ----------------------------------------------------------------------------------


def test_going_elsewhere_asks_first(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.side.list.setFocus()
    desk.press(Qt.Key.Key_Up)
    question = dialog.pane.question
    assert question.text == ("Save the changes to “Bills”? Without saving they are lost.")
    assert list(question.buttons) == ["Save", "Discard", "Go on"]
    assert question.buttons["Save"].hasFocus()
    assert dialog.side.list.current is not None
    assert dialog.side.list.current.name == "bills"
    assert dialog.pane.done_button.isHidden() or not dialog.pane.done_button.isVisible()


def test_go_on_changes_nothing(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.open_schema("invoice")
    answer(dialog, "Go on")
    assert dialog.pane.question.isHidden()
    assert dialog.pane.form.title.field.hasFocus()
    assert dialog.pane.form.title.text == "Supplier bills"
    assert dialog.pane.done_button.isVisible()


def test_discard_goes_there(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.open_schema("invoice")
    answer(dialog, "Discard")
    assert dialog.pane.title.text() == "Invoice"
    assert desk.titles[-1] == "Bills"
    dialog.open_schema("bills")
    assert dialog.pane.form.schema == BILLS
    assert desk.saved == []


def test_save_saves_and_then_goes_there(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.open_schema("invoice")
    with desk.qtbot.waitSignal(desk.worker.listed):
        answer(dialog, "Save")
    assert [schema.title for schema in desk.saved] == ["Supplier bills"]
    assert dialog.pane.title.text() == "Invoice"


def test_what_cannot_be_saved_is_discarded_or_gone_on_with(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "")
    dialog.reject()
    question = dialog.pane.question
    assert not question.buttons["Save"].isEnabled()
    assert question.buttons["Go on"].hasFocus()
    assert question.text.endswith("It cannot be saved yet.")


def test_closing_asks_and_esc_goes_on(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    desk.press(Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.pane.question.isHidden()
    desk.press(Qt.Key.Key_Escape)
    assert dialog.pane.question.isHidden()
    assert dialog.isVisible()
    assert not dialog.close()
    with desk.qtbot.waitSignal(dialog.finished):
        answer(dialog, "Discard")
    assert not dialog.isVisible()


def test_closing_saves_first_where_that_is_wanted(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.pane.done_button.click()
    with desk.qtbot.waitSignal(dialog.finished):
        answer(dialog, "Save")
    assert desk.saved[0].title == "Supplier bills"


def test_a_dialog_without_changes_closes_at_once(desk: SchemaDesk) -> None:
    dialog = desk.open()
    desk.press(Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_writing_on_takes_the_question_away(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "")
    dialog.reject()
    write_title(dialog, "Supplier bills")
    assert dialog.pane.question.isHidden()
    assert dialog.pane.save_button.isEnabled()


# --- deleting ---------------------------------------------------------------------------------


def test_deleting_names_what_goes_and_asks(desk: SchemaDesk, spoken: list[str]) -> None:
    dialog = desk.open()
    dialog.side.list.setFocus()
    desk.press(Qt.Key.Key_Delete)
    question = dialog.side.question
    assert question.text == (
        "Delete the schema “Bills”? All values and corrections that were extracted by it are "
        "deleted with it. Documents stay."
    )
    assert question.buttons["Keep"].hasFocus()
    desk.press(Qt.Key.Key_Escape)
    assert question.isHidden()
    assert dialog.isVisible()
    assert dialog.side.list.hasFocus()
    dialog.side.delete_button.click()
    with desk.qtbot.waitSignal(desk.worker.listed):
        question.buttons["Delete"].click()
    settle()
    assert desk.stored == []
    assert desk.removed == ["bills"]
    assert dialog.pane.title.text() == "Laboratory report"
    assert desk.titles[-1] == "Laboratory report"
    assert "Bills is deleted" in spoken
    assert dialog.side.list.hasFocus()


def test_a_fault_while_deleting_is_told_at_the_list(
    desk: SchemaDesk, caplog: pytest.LogCaptureFixture
) -> None:
    dialog = desk.open()
    dialog.side.delete_button.click()
    desk.store.fault = FULL
    with caplog.at_level(logging.WARNING), desk.qtbot.waitSignal(desk.worker.failed):
        dialog.side.question.buttons["Delete"].click()
    settle()
    assert dialog.side.notices.notice.text() == FULL.message
    assert desk.removed == []
    assert dialog.pane.title.text() == "Bills"


def test_the_programs_own_cannot_be_deleted_by_key(desk: SchemaDesk) -> None:
    dialog = desk.open("invoice")
    dialog.side.list.setFocus()
    desk.press(Qt.Key.Key_Delete)
    assert dialog.side.question.isHidden()


def test_what_was_never_saved_is_discarded(desk: SchemaDesk) -> None:
    dialog = desk.open(None)
    write_title(dialog, "Draft")
    dialog.side.delete_button.click()
    assert dialog.side.question.text == "Discard “Draft”? It was not saved yet."
    dialog.side.question.buttons["Discard"].click()
    settle()
    assert desk.titles[-1] == "Bills"
    assert dialog.pane.title.text() == "Bills"
    dialog.open_schema(None)
    dialog.side.delete_button.click()
    assert dialog.side.question.isHidden()
    assert dialog.pane.title.text() == "Bills"


# --- what happens seldom ----------------------------------------------------------------------


def test_a_list_that_cannot_be_read_is_read_again(
    desk: SchemaDesk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise FULL

    with monkeypatch.context() as patched, caplog.at_level(logging.WARNING):
        patched.setattr(desk.store, "schemas", fail)
        dialog = desk.begin()
        dialog.open_schema("bills")
        desk.qtbot.waitUntil(lambda: not dialog.pane.notices.isHidden())
    with desk.qtbot.waitSignal(desk.worker.listed):
        dialog.pane.notices.notice.button().click()
    settle()
    assert dialog.pane.title.text() == "Bills"
    assert dialog.pane.notices.isHidden()


def test_spaces_from_a_file_are_no_change_of_the_user(desk: SchemaDesk) -> None:
    field = replace(BILLS.fields[2], title="State ", choices=("paid  up", "open"))
    desk.put(replace(BILLS, description="What suppliers send.\n", fields=(field,)))
    dialog = desk.open()
    assert not dialog.changed
    assert not dialog.pane.save_button.isEnabled()


def test_while_it_is_being_saved_it_is_not_saved_again(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    dialog.pane.save_button.click()
    assert dialog.pane.state == "It is being saved."
    assert not dialog.pane.save_button.isEnabled()
    dialog.reject()
    assert not dialog.pane.question.buttons["Save"].isEnabled()
    desk.qtbot.waitUntil(lambda: len(desk.saved) == 1)
    assert not dialog.changed


def test_what_is_written_while_it_is_being_saved_is_kept(desk: SchemaDesk) -> None:
    dialog = desk.open()
    write_title(dialog, "Supplier bills")
    with desk.qtbot.waitSignal(desk.worker.listed):
        dialog.pane.save_button.click()
        dialog.pane.form.fields.cards[0].delete.click()
        dialog.pane.form.add_button.click()
        desk.type("Paid on")
    assert [field.name for field in desk.saved[0].fields] == ["number", "total", "state"]
    assert dialog.changed
    names = [field.name for field in dialog.pane.form.schema.fields]
    assert names == ["total", "state", "paid_on"]


def test_a_dialog_that_is_gone_is_told_nothing(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.close()
    end_widgets()
    assert not isValid(dialog)
    with desk.qtbot.waitSignal(desk.worker.listed):
        desk.worker.put(BILLS, True)
