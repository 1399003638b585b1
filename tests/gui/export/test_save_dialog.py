"""Asking where to save: a safe name, the ending of the form, and no file replaced unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.gui.export.save_dialog import ExportForm, SaveDialog

BOTH = (ExportForm.PDF, ExportForm.MARKDOWN)


def ask(qtbot: QtBot, folder: Path, forms: tuple[ExportForm, ...] = BOTH) -> SaveDialog:
    dialog = SaveDialog("When: do they expire?", folder, forms)
    qtbot.addWidget(dialog)
    dialog.open()
    return dialog


def named(dialog: QFileDialog) -> str:
    return Path(dialog.selectedFiles()[0]).name


def test_a_name_is_proposed_that_every_system_takes(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(qtbot, tmp_path)
    assert named(dialog) == "When do they expire.pdf"
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [tmp_path / "When do they expire.pdf", ExportForm.PDF]


def test_the_other_form_has_its_own_ending(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(qtbot, tmp_path)
    dialog.selectNameFilter(ExportForm.MARKDOWN.filter_words)
    dialog.filterSelected.emit(ExportForm.MARKDOWN.filter_words)
    assert named(dialog) == "When do they expire.md"
    dialog.selectFile("mine")
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [tmp_path / "mine.md", ExportForm.MARKDOWN]


def test_the_ending_that_is_written_decides(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(qtbot, tmp_path)
    dialog.selectFile("mine.MD")
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [tmp_path / "mine.MD", ExportForm.MARKDOWN]


def test_an_ending_that_is_not_offered_decides_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(qtbot, tmp_path, (ExportForm.JSON,))
    assert named(dialog) == "When do they expire.json"
    dialog.selectFile("mine.md")
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [tmp_path / "mine.md", ExportForm.JSON]


@pytest.mark.parametrize(
    ("button", "replaced"),
    [(QMessageBox.StandardButton.No, False), (QMessageBox.StandardButton.Yes, True)],
)
def test_a_file_that_is_there_is_replaced_only_when_that_is_wanted(
    qtbot: QtBot, tmp_path: Path, button: QMessageBox.StandardButton, replaced: bool
) -> None:
    (tmp_path / "mine.md").write_bytes(b"old")
    dialog = ask(qtbot, tmp_path, (ExportForm.MARKDOWN,))
    dialog.selectFile("mine")  # the ending is put to it before it is looked for
    chosen: list[Path] = []
    asked: list[str] = []
    dialog.chosen.connect(lambda path, form: chosen.append(path))

    def reply() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        box.button(button).click()

    QTimer.singleShot(0, reply)
    dialog.accept()
    assert "mine.md" in asked[0]
    assert chosen == ([tmp_path / "mine.md"] if replaced else [])
