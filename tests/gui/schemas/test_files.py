"""Schemas from and to files, with what is asked where a name is taken."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.extraction.built_in import BUILT_IN
from app.core.extraction.schemas import schema_from_json, schema_to_json
from app.gui.export.save_dialog import SaveDialog
from tests.gui.chat.windows import settle
from tests.gui.schemas.conftest import BILLS, SchemaDesk

OTHER = ExtractionSchema("notes", "Notes", (SchemaField("day", "Day", FieldType.DATE),))
CONTROL = Qt.KeyboardModifier.ControlModifier


def pick(desk: SchemaDesk, path: Path) -> None:
    """Choose a file in the dialog that asks for one."""
    asking = desk.dialog.files.dialog
    assert isinstance(asking, QFileDialog)
    assert not asking.isHidden()
    asking.fileSelected.emit(str(path))
    asking.reject()


def bring_in(desk: SchemaDesk, schema: ExtractionSchema, folder: Path) -> None:
    """Import a schema, as far as it goes by itself."""
    path = folder / "schema.json"
    path.write_text(schema_to_json(schema), encoding="utf-8")
    desk.dialog.side.import_button.click()
    with desk.qtbot.waitSignal(desk.worker.opened):
        pick(desk, path)
    settle()


def answer(desk: SchemaDesk, word: str) -> None:
    with desk.qtbot.waitSignal(desk.worker.listed):
        desk.dialog.side.question.buttons[word].click()
    settle()


def test_a_schema_is_imported_and_shown(
    desk: SchemaDesk, tmp_path: Path, spoken: list[str]
) -> None:
    dialog = desk.open()
    with desk.qtbot.waitSignal(desk.worker.listed):
        bring_in(desk, OTHER, tmp_path)
    settle()
    assert desk.saved == [OTHER]
    assert desk.stored == ["bills", "notes"]
    assert dialog.pane.form.schema == OTHER
    assert not dialog.changed
    assert "Notes is imported" in spoken
    assert dialog.files.dialog is None


def test_a_name_that_is_taken_can_be_replaced(desk: SchemaDesk, tmp_path: Path) -> None:
    dialog = desk.open("invoice")
    changed = replace(BILLS, fields=OTHER.fields)
    bring_in(desk, changed, tmp_path)
    question = dialog.side.question
    assert list(question.buttons) == ["Replace", "Keep both", "Cancel"]
    assert dialog.focusWidget() is question.buttons["Keep both"]
    assert question.text.startswith("There is a schema named “bills” already. Replaced, it keeps")
    answer(desk, "Replace")
    assert desk.stored == ["bills"]
    assert dialog.pane.form.schema == changed


def test_or_both_are_kept_and_told_apart(desk: SchemaDesk, tmp_path: Path) -> None:
    dialog = desk.open()
    bring_in(desk, BILLS, tmp_path)
    answer(desk, "Keep both")
    assert desk.stored == ["bills", "bills_2"]
    assert dialog.pane.form.schema == replace(BILLS, name="bills_2", title="Bills (2)")


def test_or_nothing_is_done(desk: SchemaDesk, tmp_path: Path) -> None:
    dialog = desk.open()
    bring_in(desk, BILLS, tmp_path)
    dialog.side.question.buttons["Cancel"].click()
    assert dialog.side.question.isHidden()
    assert dialog.focusWidget() is dialog.side.list
    assert desk.stored == ["bills"]
    assert desk.saved == []


def test_the_programs_own_are_never_replaced(desk: SchemaDesk, tmp_path: Path) -> None:
    dialog = desk.open()
    bring_in(desk, BUILT_IN[0], tmp_path)
    assert list(dialog.side.question.buttons) == ["Keep both", "Cancel"]
    answer(desk, "Keep both")
    assert dialog.pane.form.schema.name == "invoice_2"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "is not there any more"),
        (b"\x89PNG\r\n\x1a\n\xff", "not a text file"),
        (b'{"name": "x", "fields": []}', "no fields"),
    ],
)
def test_a_file_without_a_schema_is_told_at_the_list(
    desk: SchemaDesk,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    content: bytes | None,
    said: str,
) -> None:
    dialog = desk.open()
    path = tmp_path / "schema.json"
    if content is not None:
        path.write_bytes(content)
    desk.press(Qt.Key.Key_O, CONTROL)
    with caplog.at_level(logging.WARNING), desk.qtbot.waitSignal(desk.worker.failed):
        pick(desk, path)
    settle()
    assert said in dialog.side.notices.notice.text()
    assert desk.stored == ["bills"]
    assert dialog.pane.notices.isHidden()


def test_an_import_asks_about_changes_first(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.pane.form.title.field.setText("Changed")  # type: ignore[union-attr]
    dialog.side.import_button.click()
    assert dialog.findChildren(QFileDialog) == []
    dialog.pane.question.buttons["Discard"].click()
    [asking] = dialog.findChildren(QFileDialog)
    asking.reject()


@pytest.mark.parametrize("name", ["bills", "invoice"])
def test_a_schema_is_exported_as_it_is_shown(
    desk: SchemaDesk, tmp_path: Path, spoken: list[str], name: str
) -> None:
    dialog = desk.open(name)
    dialog.side.export_button.click()
    asking = dialog.files.dialog
    assert isinstance(asking, SaveDialog)
    path = tmp_path / "mine.json"
    with desk.qtbot.waitSignal(desk.exports.saved):
        asking.fileSelected.emit(str(path))
    asking.reject()
    settle()
    shown = {schema.name: schema for schema in (BILLS, *BUILT_IN)}[name]
    assert schema_from_json(path.read_text(encoding="utf-8")) == replace(shown, built_in=False)
    notice = dialog.side.notices.notice
    assert notice.text() == f"Exported. “mine.json” is in the folder “{tmp_path.name}”."
    assert notice.button().text() == "Show in folder"
    assert notice.text() in spoken


def test_an_export_that_fails_can_be_tried_again(
    desk: SchemaDesk, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    dialog = desk.open()
    dialog.side.export_button.click()
    asking = dialog.files.dialog
    assert asking is not None
    with caplog.at_level(logging.WARNING), desk.qtbot.waitSignal(desk.exports.failed):
        asking.fileSelected.emit(str(tmp_path / "gone" / "mine.json"))
    asking.reject()
    settle()
    notice = dialog.side.notices.notice
    assert "is not there" in notice.text()
    notice.button().click()
    again = dialog.files.dialog
    assert isinstance(again, SaveDialog)
    again.reject()


def test_what_is_wrong_is_not_exported(desk: SchemaDesk) -> None:
    dialog = desk.open()
    dialog.pane.form.title.field.setText("")  # type: ignore[union-attr]
    assert not dialog.side.export_button.isEnabled()
