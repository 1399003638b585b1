"""The thin bar of 4 px that says how far something is."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName

# At the design's text size, in px.
_THICKNESS = 4


class ProgressState(StrEnum):
    """What the bar stands for; the words beside it say the same."""

    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"


_FILLS: dict[ProgressState, TokenName] = {
    ProgressState.RUNNING: "bar",
    ProgressState.PAUSED: "control",
    ProgressState.DONE: "ok",
}


class ProgressBar(QProgressBar):
    """A bar from 0 to ``maximum``; its name is what screen readers say before the number."""

    def __init__(
        self, theme: Theme, name: str, *, maximum: int = 100, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = ProgressState.RUNNING
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setRange(0, maximum)
        self.setValue(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @property
    def state(self) -> ProgressState:
        """The state in use."""
        return self._state

    def set_state(self, state: ProgressState) -> None:
        """Change the colour; a bar that is done is full."""
        self._state = state
        if state is ProgressState.DONE:
            self.setValue(self.maximum())
        self.update()

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(120, self._theme.scaled(_THICKNESS))

    def minimumSizeHint(self) -> QSize:
        return QSize(32, self._theme.scaled(_THICKNESS))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        thick = self._theme.scaled(_THICKNESS)
        whole = QRectF(0, (self.height() - thick) / 2, self.width(), thick)
        path = QPainterPath()
        path.addRoundedRect(whole, thick / 2, thick / 2)
        painter.setClipPath(path)
        painter.fillRect(whole, self._theme.color("track"))
        span = self.maximum() - self.minimum()
        if span > 0:
            share = (self.value() - self.minimum()) / span
            done = QRectF(whole)
            done.setWidth(whole.width() * max(0.0, min(1.0, share)))
            if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                done.moveRight(whole.right())
            painter.fillRect(done, self._theme.color(_FILLS[self._state]))
