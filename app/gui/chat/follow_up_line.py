"""The line below a question that was understood as a follow-up: with which earlier questions it
was searched, and the link that asks it without them, or with them again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.chat import wording
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, TextRole
from app.gui.common.widgets import Button, ButtonVariant, ElidedLabel


class FollowUpLine(QWidget):
    """Hidden as long as a question is taken as it stands.

    `switched` says that the user wants the question asked alone, or else as a follow-up.
    """

    switched = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alone = False
        self._words = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._link = Button(theme, variant=ButtonVariant.LINK, compact=True)
        self._link.clicked.connect(self._switch)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_1)
        row.addWidget(self._words)
        row.addWidget(self._link)
        row.addStretch(1)
        self.hide()

    @property
    def link(self) -> Button:
        """The link at its end."""
        return self._link

    def text(self) -> str:
        """What the line says, whole also where it is cut; "" while it is hidden."""
        return "" if self.isHidden() else self._words.text()

    def show_context(self, context: str) -> None:
        """Show the earlier questions, one a line, that the question was searched with; "" hides
        the line."""
        self._alone = False
        if context:
            self._say(wording.understood_with(context), "Ask it alone", wording.ASK_ALONE)
        self.setVisible(bool(context))

    def show_alone(self) -> None:
        """Tell that the user had a follow-up question asked alone."""
        self._alone = True
        self._say(wording.ASKED_ALONE, "Ask it as a follow-up", wording.ASK_FOLLOWING_UP)
        self.show()

    def _say(self, words: str, link: str, hint: str) -> None:
        self._words.setText(words)
        self._words.updateGeometry()
        self._link.setText(link)
        self._link.setToolTip(hint)
        self._link.setAccessibleDescription(hint)
        self._link.updateGeometry()

    def _switch(self) -> None:
        self.switched.emit(not self._alone)
