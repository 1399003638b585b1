"""Lines between the field and what was found: no model, an arm that is missing, more was read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import ICON_PX, SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import Button, ButtonVariant, IconLabel, TextLabel

_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class Note(QFrame):
    """An icon, a sentence, and links at its right, or below it where room is scarce."""

    def __init__(
        self,
        theme: Theme,
        sentence: str = "",
        links: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("notice", "info")
        self._theme = theme
        self._sentence = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.links = tuple(
            Button(theme, words, variant=ButtonVariant.LINK, compact=True) for words in links
        )
        self._row = QBoxLayout(_BESIDE)
        self._row.setSpacing(SPACE_1)
        self._row.addWidget(self._sentence, 1)
        self._links = QBoxLayout(_BESIDE)
        self._links.setSpacing(SPACE_2)
        for link in self.links:
            self._links.addWidget(link)
        self._links.addStretch(1)
        self._row.addLayout(self._links)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_3, SPACE_1, SPACE_2, SPACE_1)
        layout.setSpacing(SPACE_3)
        layout.addWidget(IconLabel(theme, "info", "text2"), 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(self._row, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.say(sentence)

    def text(self) -> str:
        """What is said."""
        return self._sentence.text()

    def say(self, sentence: str) -> None:
        """Say something else."""
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self._arrange()

    def show_link(self, number: int, shown: bool) -> None:
        """Show a link, or not."""
        self.links[number].setVisible(shown)
        self._arrange()

    def _arrange(self) -> None:
        """Put the links beside the sentence if that fits on one line, else below it, and below
        each other where even they do not fit beside each other."""
        links = [link.sizeHint().width() for link in self.links if not link.isHidden()]
        room = self.width() - self._theme.scaled(ICON_PX) - 2 * SPACE_3 - SPACE_2
        metrics = QFontMetrics(self._theme.font(TextRole.SECONDARY))
        wanted = sum(links) + (len(links) - 1) * SPACE_2
        beside = metrics.horizontalAdvance(self.text()) + SPACE_3 + wanted <= room
        self._row.setDirection(_BESIDE if beside else _BELOW)
        self._links.setDirection(_BESIDE if wanted <= room else _BELOW)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
