"""The place in a pane where it asks, warns, and tells what went wrong."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.errors import PinciteError
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2
from app.gui.common.widgets import Notice, NoticeKind

MOST_LETTERS = 60
"""Of a name in a sentence; the list shows it whole in its tip."""


class NoticeArea(QWidget):
    """One notice at a time, with what its button does. Signal: `answered` when the user pressed
    its button or put it away; the focus was on it, and has to go somewhere."""

    answered = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._act: Callable[[], None] | None = None
        self.notice = Notice(theme, NoticeKind.WARN, "", closable=True, stacked=True)
        self.notice.action.connect(self._act_on_it)
        self.notice.closed.connect(self.put_away)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        layout.addWidget(self.notice)
        self.hide()

    def say(
        self,
        kind: NoticeKind,
        title: str,
        sentence: str,
        *,
        button: str = "",
        act: Callable[[], None] | None = None,
    ) -> None:
        """Say something, in place of what was said before."""
        self._act = act
        self.notice.set_content(kind, title, sentence, button=button)
        self.notice.button().setAccessibleDescription(self.notice.text())
        self.notice.show()
        self.show()

    def ask(self, title: str, sentence: str, button: str, act: Callable[[], None]) -> None:
        """Ask whether something is to be done, and bring the user to the button that does it."""
        self.say(NoticeKind.WARN, title, sentence, button=button, act=act)
        self.notice.button().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say_error(
        self, error: PinciteError, *, button: str = "", act: Callable[[], None] | None = None
    ) -> None:
        """Tell what went wrong."""
        title, _, rest = error.message.partition(". ")
        self.say(NoticeKind.ERROR, f"{title.rstrip('.')}.", rest, button=button, act=act)

    @Slot()
    def put_away(self) -> None:
        """The user does not want what was asked."""
        self.close_notice()
        self.answered.emit()

    def close_notice(self) -> None:
        """It is not true any more."""
        self._act = None
        self.hide()

    @Slot()
    def _act_on_it(self) -> None:
        act = self._act
        self.put_away()
        if act is not None:
            act()


def short(name: str) -> str:
    """A name as it is said in a sentence."""
    line = " ".join(name.split())
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1].rstrip()}…"
