"""A field for a password: its letters are hidden until the button in it is pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import IconButton


class PasswordField(QLineEdit):
    """Takes letters as they come: nothing is corrected, completed or learned by the keyboard."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        hints = Qt.InputMethodHint
        # Qt sets them for hidden letters only, and these can be shown.
        self._hints = hints.ImhSensitiveData | hints.ImhNoPredictiveText | hints.ImhNoAutoUppercase
        self.eye = IconButton(
            theme, "eye", "Show the password", size=24, checkable=True, parent=self
        )
        self.eye.setCursor(Qt.CursorShape.ArrowCursor)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 5, 0)
        layout.addStretch(1)
        layout.addWidget(self.eye)
        self.eye.toggled.connect(self._show_letters)
        theme.changed.connect(self._fit)
        self._show_letters(False)
        self._fit()

    def _show_letters(self, shown: bool) -> None:
        modes = QLineEdit.EchoMode
        self.setEchoMode(modes.Normal if shown else modes.Password)
        self.setInputMethodHints(self.inputMethodHints() | self._hints)
        self.eye.set_name("Hide the password" if shown else "Show the password")

    def _fit(self) -> None:
        self.setTextMargins(0, 0, self.eye.sizeHint().width(), 0)
