"""The bar above the conversation: its title, and how to begin another one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme

UNTITLED = "New conversation"


class ChatHeader(ModeHeader):
    """The title is the first question, cut where room ends."""

    new_conversation = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, UNTITLED, Mode.ASK, parent=parent)
        self.menu.addAction("New conversation").triggered.connect(self._begin_anew)

    def set_title(self, title: str) -> None:
        super().set_title(one_line(title) or UNTITLED)

    def _begin_anew(self) -> None:
        self.new_conversation.emit()
