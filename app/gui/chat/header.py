"""The bar above the conversation: its title, and how to begin another one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme

NEW_CONVERSATION_KEY = "Ctrl+N"
UNTITLED = "New conversation"


class ChatHeader(ModeHeader):
    """The title is the first question, cut where room ends."""

    new_conversation = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, UNTITLED, Mode.ASK, parent=parent)
        self._new = self.menu.addAction("New conversation")
        self._new.triggered.connect(self._begin_anew)
        # The window binds the key; here it is only shown.
        self._new.setShortcut(QKeySequence(NEW_CONVERSATION_KEY))
        self._new.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.set_title("")

    def set_title(self, title: str) -> None:
        """Show the first question; "" where none was asked, and there is nothing to end."""
        super().set_title(one_line(title) or UNTITLED)
        self._new.setEnabled(bool(title))

    def _begin_anew(self) -> None:
        self.new_conversation.emit()
