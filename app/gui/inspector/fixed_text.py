"""Text as a model read or wrote it: of fixed width, to be selected from, never acted on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.generation import ChatMessage, Segment
from app.gui.common.flow_text import FlowText
from app.gui.common.keyboard_focus import KeyboardFocus, has_keyboard_focus, paint_focus_ring
from app.gui.common.safe_text import safe_lines
from app.gui.common.theme import Theme
from app.gui.common.typography import RADIUS_CARD, SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Card

_ROLES = {"system": "System", "user": "User", "assistant": "Assistant"}


class FixedText(FlowText):
    """What a model wrote, as it stands."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self._messages: tuple[ChatMessage, ...] = ()
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        KeyboardFocus(self)

    def show_text(self, text: str) -> None:
        """Show a text without any part that is set apart."""
        self.show_messages((ChatMessage("", (Segment(text, trusted=False),)),))

    def show_messages(self, messages: Sequence[ChatMessage]) -> None:
        """Show messages below each other, each under its role; what is ours is bold, what is not
        stands on coloured ground."""
        self._messages = tuple(messages)
        self.rebuild()

    def text(self) -> str:
        """All of it, in plain text."""
        return self.toPlainText()

    def rebuild(self) -> None:
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for number, message in enumerate(self._messages):
            if message.role:
                self._begin(cursor, TextRole.SECTION, SPACE_4 if number else 0, first=number == 0)
                cursor.insertText(_ROLES.get(message.role, message.role), self._heading())
            self._begin(cursor, TextRole.SECONDARY, 0, first=not message.role and number == 0)
            for segment in message.segments:
                cursor.insertText(safe_lines(segment.text), self._form(message, segment))
        cursor.endEditBlock()

    def _begin(self, cursor: QTextCursor, role: TextRole, above: int, *, first: bool) -> None:
        block: QTextBlockFormat = self.block_format(role)
        block.setTopMargin(above)
        if first:
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)

    def _heading(self) -> QTextCharFormat:
        return self.char_format(TextRole.SECTION, "text3")

    def _form(self, message: ChatMessage, segment: Segment) -> QTextCharFormat:
        form = QTextCharFormat()
        font = self.theme.fixed_font()
        ours = segment.trusted and message.role != ""
        font.setWeight(QFont.Weight.Bold if ours else QFont.Weight.Normal)
        form.setFont(font)
        form.setForeground(self.theme.color("text"))
        if message.role and not segment.trusted:
            form.setBackground(self.theme.color("tint"))
        return form

    # Qt overrides

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(safe_lines(self.textCursor().selectedText()))
        return data

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell_frame()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._tell_frame()

    def _tell_frame(self) -> None:
        frame = self.parentWidget()
        if frame is not None:
            frame.update()


class TextCard(Card):
    """A card around such a text, which shows the ring of its focus."""

    def __init__(self, theme: Theme, text: FixedText, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self._text = text
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        layout.setSpacing(SPACE_2)
        layout.addWidget(text)

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if has_keyboard_focus(self._text):
            painter = QPainter(self)
            paint_focus_ring(painter, QRectF(self.rect()), RADIUS_CARD - 1, self._theme)
