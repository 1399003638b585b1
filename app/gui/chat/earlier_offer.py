"""Below the words of an empty conversation: the way back to the last one, and to all of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui.chat import wording
from app.gui.common.labels import as_tip
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1
from app.gui.common.widgets import Button, ButtonVariant

MOST_LETTERS = 60
"""Of a title in the link; its tip shows the whole."""


class EarlierOffer(QWidget):
    """Hidden as long as no conversation is kept.

    Signals: `go_on_requested` for the last conversation, `list_requested` for all of them.
    """

    go_on_requested = Signal()
    list_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._go_on = Button(theme, variant=ButtonVariant.LINK, elide=True)
        self._go_on.clicked.connect(self._ask_to_go_on)
        self._list = Button(theme, wording.ALL_CONVERSATIONS, variant=ButtonVariant.LINK)
        self._list.clicked.connect(self._ask_for_list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        for link in (self._go_on, self._list):
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    @property
    def go_on_link(self) -> Button:
        """The link that leads to the last conversation."""
        return self._go_on

    @property
    def list_link(self) -> Button:
        """The link that leads to all of them."""
        return self._list

    def show_last(self, title: str) -> None:
        """Offer the conversation with this title; "" where there is none."""
        words = wording.go_on_with(title)
        shown = one_line(title)
        if len(shown) > MOST_LETTERS:
            shown = f"{shown[: MOST_LETTERS - 1].rstrip()}…"
        self._go_on.setText(wording.go_on_with(shown).replace("&", "&&"))
        self._go_on.setAccessibleName(words)
        self._go_on.setToolTip(as_tip(words))
        self._go_on.updateGeometry()
        self.setVisible(bool(title))

    def _ask_to_go_on(self) -> None:
        self.go_on_requested.emit()

    def _ask_for_list(self) -> None:
        self.list_requested.emit()
