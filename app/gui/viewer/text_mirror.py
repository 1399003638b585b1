"""The text of the page for screen readers, for which the picture is mute.

It lies below the pages, where readers find it and eyes do not. When the keyboard comes to it, it
is shown in front, so that the focus is never out of sight; its text can then be selected and
copied.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import TextRole


class TextMirror(QPlainTextEdit):
    """Read-only text of one page. It shares its place with the widget that it mirrors."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        theme.changed.connect(self._fit)
        self._fit()

    def show_text(self, place: str, text: str) -> None:
        """Mirror a page's text. `place` names the page, as it is read out."""
        self.setAccessibleName(self.tr("Text of {place}").format(place=place))
        self.setPlainText(text or self.tr("This page has no text."))

    def _fit(self) -> None:
        self.setFont(self._theme.font(TextRole.ANSWER))

    # Qt overrides

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.raise_()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.lower()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        super().keyPressEvent(event)
