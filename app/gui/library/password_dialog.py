"""Asks for the password of a locked file."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.document import Document
from app.gui.common.notice_area import short
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
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
OF_THE_SCREEN = 0.92


class PasswordDialog(QDialog):
    """Stays open until the password is right, or the user gives up. Signal: `entered` with the
    password, and whether it is for other locked files as well."""

    entered = Signal(str, bool)

    def __init__(self, theme: Theme, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.document = document
        self.setWindowTitle(TITLE)
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
        theme.changed.connect(self._fit)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        entry = QVBoxLayout()
        entry.setSpacing(SPACE_1)
        entry.addWidget(self._label)
        entry.addWidget(self.field)
        entry.addWidget(self.error)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_2)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.unlock_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_6, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(TextLabel(self._theme, TITLE, role=TextRole.TITLE))
        column.addWidget(self._what)
        column.addLayout(entry)
        column.addWidget(self.others)
        column.addWidget(self._promise)
        column.addStretch(1)
        column.addLayout(buttons)
        room = round(self.screen().availableSize().width() * OF_THE_SCREEN)
        self.setFixedWidth(min(self._theme.scaled(WIDTH), room))
        self._fit()

    @Slot(str)
    def refuse(self, sentence: str) -> None:
        """Say why the password was not taken, and let the user enter another."""
        self._set_trying(trying=False)
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self.error.show_error(self.field, sentence)
        self._fit()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _fit(self) -> None:
        """Make room for the words as they wrap. Not adjustSize(): that gives a dialog no more than
        two thirds of the screen, whatever the size of the text."""
        column = self.layout()
        assert column is not None
        column.activate()
        self.setMinimumHeight(column.totalHeightForWidth(self.width()))
        self.resize(self.width(), self.minimumHeight())

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
