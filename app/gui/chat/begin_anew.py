"""Asks, above the question field, whether a conversation is to end while its answer is written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.gui.chat import wording
from app.gui.common.theme import Theme
from app.gui.common.widgets import Notice, NoticeKind


class BeginAnewNotice(Notice):
    """`action` says that the answer is to be stopped, `closed` that the user goes on with it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme,
            NoticeKind.WARN,
            wording.BEGIN_ANEW,
            wording.STAYS_KEPT,
            button="Begin anew",
            closable=True,
            stacked=True,
            parent=parent,
        )
        self.button().setAccessibleDescription(self.text())
        self.hide()

    def set_kept(self, kept: bool) -> None:
        """Tell whether conversations are kept."""
        words = wording.STAYS_KEPT if kept else wording.NOT_KEPT
        self.set_content(NoticeKind.WARN, wording.BEGIN_ANEW, words, button="Begin anew")
        self.button().setAccessibleDescription(self.text())

    @property
    def in_use(self) -> bool:
        """Whether the user is on it."""
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def ask(self) -> None:
        """Show the question and bring the user to the button that does it."""
        self.show()
        self.button().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def put_away(self) -> None:
        """The user goes on with the conversation."""
        self._put_away()

    def withdraw(self) -> None:
        """The answer has ended: there is nothing left to stop, so nothing to ask."""
        if self.in_use:
            self.put_away()
        self.hide()
