"""The card at the top: how long it took in all, who wrote, and in what steps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.answer import Answer
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Card, ElidedLabel, TextLabel
from app.gui.inspector import wording
from app.gui.inspector.steps import seconds, spoken, steps
from app.gui.inspector.time_bar import TimeBar


class TimeCard(Card):
    """Shows the timings of one answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._total = TextLabel(theme, role=TextRole.HEADING)
        self._writer = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._writer.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._bar = TimeBar(theme)
        top = QHBoxLayout()
        top.setSpacing(SPACE_4)
        top.addWidget(self._total)
        top.addWidget(self._writer, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_4, SPACE_2, SPACE_4, SPACE_3)
        layout.setSpacing(SPACE_2)
        layout.addLayout(top)
        layout.addWidget(self._bar)

    @property
    def bar(self) -> TimeBar:
        """The steps."""
        return self._bar

    def show_answer(self, answer: Answer) -> None:
        """Show how long an answer took."""
        record = answer.trace.claim_filter
        shown = steps(answer.timings, answer.style, record.seconds if record else 0.0)
        self._total.setText(f"{seconds(answer.timings.total_s)} in all")
        self._writer.setText(wording.written_by(answer))
        self._bar.show_steps(shown)
        self._bar.setVisible(bool(shown))

    def text(self) -> str:
        """All that the card says."""
        said = (self._total.text(), self._writer.text(), spoken(self._bar.steps))
        return ". ".join(filter(None, said))
