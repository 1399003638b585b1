"""Asks for the password of a locked file."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.document import Document
from app.gui.common.asking_dialog import AskingDialog
from app.gui.common.notice_area import short
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, TextRole
from app.gui.common.widgets import Button, ButtonVariant, CheckBox, FieldError, TextLabel
from app.gui.library.password_field import PasswordField

TITLE = "Enter password"
PROMISE = (
    "Pincite keeps it only until you close the program, and never writes it down. Afterwards you "
    "can search the text without it; to see the pages, you enter it again."
)
EMPTY = "Enter the password of this file."
UNLOCK, TRYING = "Unlock", "Trying…"
TRYING_AFTER_MS = 400
"""Mostly the answer is there before; then nothing flickers."""
WIDTH = 440


class PasswordDialog(AskingDialog):
    """Stays open until the password is right, or the user gives up. Signal: `entered` with the
    password, and whether it is for other locked files as well."""

    entered = Signal(str, bool)

    def __init__(self, theme: Theme, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(theme, TITLE, parent)
        self.document = document
        self._what = TextLabel(
            theme, f"“{short(document.title)}” is protected with a password.", wrap=True
        )
        self._promise = TextLabel(theme, PROMISE, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._label = TextLabel(theme, "Password", role=TextRole.LABEL)
        self.field = PasswordField(theme, "Password")
        self.error = FieldError(theme)
        self.others = CheckBox(theme, "Use for other locked files too")
        self.cancel_button = Button(theme, "Cancel")
        self.unlock_button = Button(theme, UNLOCK, variant=ButtonVariant.PRIMARY)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(TRYING_AFTER_MS)
        self._patience.timeout.connect(self._say_trying)
        self._lay_out()
        self.field.textChanged.connect(self._edited)
        self.cancel_button.clicked.connect(self.reject)
        self.unlock_button.clicked.connect(self._enter)
        theme.changed.connect(self.fit)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        entry = QVBoxLayout()
        entry.setSpacing(SPACE_1)
        entry.addWidget(self._label)
        entry.addWidget(self.field)
        entry.addWidget(self.error)
        parts = (self._what, entry, self.others, self._promise)
        self.put_together(parts, (self.cancel_button, self.unlock_button), width=WIDTH)

    @Slot(str)
    def refuse(self, sentence: str) -> None:
        """Say why the password was not taken, and let the user enter another."""
        self._set_trying(trying=False)
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self.error.show_error(self.field, sentence)
        self.fit()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    @Slot()
    def _enter(self) -> None:
        if self.field.isReadOnly():
            return
        password = self.field.text()
        if not password:
            self._tell(EMPTY)
            return
        self._set_trying(trying=True)
        self.entered.emit(password, self.others.isChecked())

    def _set_trying(self, *, trying: bool) -> None:
        self.field.setReadOnly(trying)
        self.others.setEnabled(not trying)
        self.unlock_button.setEnabled(not trying)
        self.unlock_button.setText(UNLOCK)
        if trying:
            self._patience.start()
        else:
            self._patience.stop()

    @Slot()
    def _say_trying(self) -> None:
        self.unlock_button.setText(TRYING)

    @Slot()
    def _edited(self) -> None:
        self.error.show_error(self.field, "")

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self._enter()
        else:
            super().keyPressEvent(event)
