"""Fields to type into: the search field, and the line that says what is wrong with an entry."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.gui.common.buttons import IconButton
from app.gui.common.keyboard_focus import restyle
from app.gui.common.labels import IconLabel, KeyHint, TextLabel
from app.gui.common.theme import Theme
from app.gui.common.typography import ICON_PX, TextRole


class SearchField(QLineEdit):
    """A line to search with: icon, placeholder, the key that leads here, a button to clear.

    Esc empties it when something stands in it; else Esc goes on to the panel.
    """

    def __init__(
        self,
        theme: Theme,
        placeholder: str,
        *,
        key_hint: QKeySequence | str | None = None,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name or placeholder)
        self._icon = IconLabel(theme, "search", "text2", parent=self)
        self._hint = KeyHint(theme, key_hint or "", self)
        self._hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._hint.setVisible(bool(key_hint))
        self._clear = IconButton(theme, "close", "Clear the search", size=24, parent=self)
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        self._clear.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(9, 0, 5, 0)
        layout.setSpacing(4)
        layout.addWidget(self._icon)
        layout.addStretch(1)
        layout.addWidget(self._hint)
        layout.addWidget(self._clear)
        layout.addSpacing(1)
        self.textChanged.connect(self._text_changed)
        theme.changed.connect(self._fit)
        self._text_changed("")

    def clear_button(self) -> IconButton:
        """Return the button that empties the field, for tests."""
        return self._clear

    def _text_changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._hint.setVisible(not text and bool(self._hint.text()))
        self._fit()

    def _fit(self) -> None:
        right = 0
        if not self._hint.isHidden():
            right = self._hint.sizeHint().width()
        elif not self._clear.isHidden():
            right = self._clear.sizeHint().width()
        self.setTextMargins(self._theme.scaled(ICON_PX) + 6, 0, right, 0)

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        super().keyPressEvent(event)


def set_invalid(field: QWidget, invalid: bool) -> None:
    """Draw a field's edge as wrong, or as usual again."""
    field.setProperty("invalid", invalid)
    restyle(field)


class FieldError(QWidget):
    """The line below a field that says what to enter; hidden while there is nothing to say."""

    def __init__(self, theme: Theme, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = TextLabel(theme, role=TextRole.CHIP, tone="bad", wrap=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(
            IconLabel(theme, "state-failed", "bad", size=14), 0, Qt.AlignmentFlag.AlignTop
        )
        layout.addWidget(self._text, 1)
        self.hide()

    def show_error(self, field: QWidget, sentence: str) -> None:
        """Say what is wrong with ``field``, or that nothing is when ``sentence`` is empty."""
        self._text.setText(sentence)
        self.setVisible(bool(sentence))
        set_invalid(field, bool(sentence))
        field.setAccessibleDescription(sentence)
