"""Asking for a password: hidden letters, Enter and Esc, and the error beside the field."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.library.password_dialog import EMPTY, TRYING, UNLOCK, PasswordDialog
from tests.gui.chat.windows import bring_up, settle

WRONG = "This password does not open the file."


def locked(title: str = "Salary Bands 2026") -> Document:
    return Document(
        id=3,
        title=title,
        path=Path("/documents/pay.pdf"),
        sha256="0" * 64,
        stamp=FileStamp(1, 1),
        status=DocumentStatus.NEEDS_PASSWORD,
        status_text="It is protected with a password.",
        pages=0,
        chunks=0,
        embedded=0,
    )


@pytest.fixture
def dialog(theme: Theme, qtbot: QtBot) -> PasswordDialog:
    dialog = PasswordDialog(theme, locked())
    qtbot.addWidget(dialog)
    bring_up(dialog, qtbot)
    return dialog


def test_letters_are_hidden_until_they_are_wanted(dialog: PasswordDialog, qtbot: QtBot) -> None:
    field, modes = dialog.field, QLineEdit.EchoMode
    hints = Qt.InputMethodHint
    assert field.hasFocus()
    for mode, name in ((modes.Password, "Show"), (modes.Normal, "Hide")):
        assert field.echoMode() is mode
        assert field.eye.accessibleName() == f"{name} the password"
        for hint in (hints.ImhSensitiveData, hints.ImhNoPredictiveText):
            assert field.inputMethodHints() & hint
        qtbot.mouseClick(field.eye, Qt.MouseButton.LeftButton)
    assert field.echoMode() is modes.Password


def test_enter_enters_what_was_typed(dialog: PasswordDialog, qtbot: QtBot) -> None:
    dialog.field.setText(" Grüße ")
    with qtbot.waitSignal(dialog.entered) as signal:
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert signal.args == [" Grüße ", False]
    assert dialog.isVisible()
    # Until the answer comes, nothing else can be entered.
    assert not dialog.unlock_button.isEnabled()
    with qtbot.assertNotEmitted(dialog.entered):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    dialog._patience.timeout.emit()
    assert dialog.unlock_button.text() == TRYING
    dialog.refuse(WRONG)
    assert dialog.unlock_button.text() == UNLOCK
    assert not dialog._patience.isActive()


def test_the_button_and_the_box(dialog: PasswordDialog, qtbot: QtBot) -> None:
    dialog.others.setFocus()
    qtbot.keyClick(dialog.others, Qt.Key.Key_Space)
    qtbot.keyClicks(dialog.field, "right")
    with qtbot.waitSignal(dialog.entered) as signal:
        dialog.unlock_button.click()
    assert signal.args == ["right", True]


def test_a_wrong_password_is_told_beside_the_field(dialog: PasswordDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.field, "wrong")
    dialog.unlock_button.click()
    dialog.refuse(WRONG)
    assert dialog.error.isVisible()
    assert dialog.field.accessibleDescription() == WRONG
    assert dialog.field.hasFocus()
    assert dialog.field.selectedText()
    assert dialog.unlock_button.isEnabled()
    qtbot.keyClicks(dialog.field, "r")
    assert dialog.field.text() == "r"
    assert not dialog.error.isVisible()


def test_nothing_is_no_password(dialog: PasswordDialog, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dialog.entered):
        qtbot.keyClick(dialog.field, Qt.Key.Key_Enter)
    assert dialog.field.accessibleDescription() == EMPTY


@pytest.mark.parametrize("way", ["escape", "button"])
def test_giving_up(dialog: PasswordDialog, qtbot: QtBot, way: str) -> None:
    with qtbot.assertNotEmitted(dialog.entered), qtbot.waitSignal(dialog.rejected):
        if way == "escape":
            qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
        else:
            dialog.cancel_button.setFocus()
            qtbot.keyClick(dialog.cancel_button, Qt.Key.Key_Return)
    assert not dialog.isVisible()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_fits(theme: Theme, qtbot: QtBot, scheme: SchemeChoice, factor: float) -> None:
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    dialog = PasswordDialog(theme, locked("A title of very many words " * 8))
    qtbot.addWidget(dialog)
    bring_up(dialog, qtbot)
    dialog.refuse(f"{WRONG} Check capitals and keyboard layout, then enter it again.")
    settle()
    for part in (dialog.field, dialog.error, dialog.others, dialog.unlock_button):
        corner = part.mapTo(dialog, part.rect().bottomRight())
        assert dialog.rect().contains(corner)
        wanted = part.heightForWidth(part.width())
        assert part.height() >= max(wanted, part.minimumSizeHint().height())
