"""The bar above the conversation: its title, how to begin another one or to export it, and the
way to earlier ones."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.safe_text import one_line
from app.gui.common.shared_keys import CONVERSATIONS_KEY
from app.gui.common.theme import Theme

NEW_CONVERSATION_KEY = "Ctrl+N"
EXPORT_KEY = "Ctrl+E"
UNTITLED = "New conversation"


class ChatHeader(ModeHeader):
    """The title is that of the conversation, cut where room ends.

    Signals: `new_conversation`, `conversations_requested` for the list of all of them,
    `export_requested`.
    """

    new_conversation = Signal()
    conversations_requested = Signal()
    export_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, UNTITLED, Mode.ASK, parent=parent)
        self._new = self.menu.addAction("New conversation")
        self._new.triggered.connect(self._begin_anew)
        listing = self.menu.addAction("Conversations")
        listing.triggered.connect(self._list)
        self._export = self.menu.addAction("Export this conversation…")
        self._export.triggered.connect(self._ask_to_export)
        # The window binds the keys; here they are only shown.
        for action, key in (
            (self._new, NEW_CONVERSATION_KEY),
            (listing, CONVERSATIONS_KEY),
            (self._export, EXPORT_KEY),
        ):
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.set_title("")

    def set_title(self, title: str) -> None:
        """Show the title; "" where nothing was asked, and there is nothing to end."""
        super().set_title(one_line(title) or UNTITLED)
        for action in (self._new, self._export):
            action.setEnabled(bool(title))

    def _begin_anew(self) -> None:
        self.new_conversation.emit()

    def _ask_to_export(self) -> None:
        self.export_requested.emit()

    def _list(self) -> None:
        self.conversations_requested.emit()
