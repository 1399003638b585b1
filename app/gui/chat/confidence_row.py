"""The line above an answer that says how far it can be trusted: three squares and words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.domain.answer import Answer
from app.gui.chat import wording
from app.gui.common.confidence import confidence, confidence_figures
from app.gui.common.labels import as_tip
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import TextLabel

SQUARE_PX, SQUARE_GAP = 8, 2
_SQUARES = 3


class ConfidenceRow(QWidget):
    """Squares, the step of confidence, and how many sentences are supported."""

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer = answer
        step = confidence(answer.confidence)
        self._title = TextLabel(theme, step.title, role=TextRole.HEADING)
        self._words = TextLabel(
            theme, wording.support_sentence(answer), tone="text2", wrap=True, selectable=True
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_2, 0, 0, 0)
        layout.setSpacing(SPACE_2)
        top = Qt.AlignmentFlag.AlignTop
        layout.addWidget(_Squares(theme, step.squares), 0, top)
        layout.addWidget(self._title, 0, top)
        layout.addWidget(self._words, 1)
        figures = confidence_figures(answer)
        self.setToolTip("\n".join(as_tip(line) for line in figures.splitlines()))
        self.setAccessibleDescription(figures)

    def text(self) -> str:
        """Return what the row says."""
        return f"{self._title.text()}. {self._words.text()}"

    def set_narrow(self, narrow: bool) -> None:
        """Say it shorter, or in full."""
        self._words.setText(wording.support_sentence(self._answer, short=narrow))


class _Squares(QWidget):
    def __init__(self, theme: Theme, filled: int) -> None:
        super().__init__()
        self._theme = theme
        self._filled = filled
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(SQUARE_PX)
        width = _SQUARES * side + (_SQUARES - 1) * SQUARE_GAP
        return QSize(width, self._theme.line_height(TextRole.CONTROL))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        side = self._theme.scaled(SQUARE_PX)
        top = (self.height() - side) / 2
        for number in range(_SQUARES):
            token: TokenName = "text2" if number < self._filled else "track"
            painter.setBrush(self._theme.color(token))
            left = number * (side + SQUARE_GAP)
            painter.drawRoundedRect(QRectF(left, top, side, side), 2, 2)
