"""The bar that shows in what steps the time went, with its key below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4, TextRole
from app.gui.inspector.steps import TimeStep, seconds, spoken

_THICKNESS, _SWATCH, _RADIUS = 10, 10, 4
_SLIT = 1.0
_LEAST = 3.0
"""Of a step that took next to no time, so many px are still seen."""


class TimeBar(QWidget):
    """Shows any steps. Their order in the bar is their order in the key, so that no one needs to
    tell the colours apart."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[TimeStep, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    @property
    def steps(self) -> tuple[TimeStep, ...]:
        """What is shown."""
        return self._steps

    def show_steps(self, steps: Sequence[TimeStep]) -> None:
        """Show these steps, each at least 0 s long."""
        self._steps = tuple(steps)
        self.setAccessibleName(spoken(self._steps))
        self.setToolTip(spoken(self._steps))
        self.updateGeometry()
        self.update()

    def pieces(self) -> list[QRectF]:
        """The piece of the bar for each step."""
        thick = float(self._theme.scaled(_THICKNESS))
        total = sum(step.seconds for step in self._steps) or 1.0
        room = max(0.0, self.width() - _LEAST * len(self._steps))
        left, found = 0.0, []
        for step in self._steps:
            width = _LEAST + room * step.seconds / total
            found.append(QRectF(left, 0, width - _SLIT, thick))
            left += width
        return found

    def color(self, step: TimeStep) -> QColor:
        """The colour of a step: its tone, mixed with the ground."""
        tone, ground = self._theme.color(step.tone), self._theme.color("surface")
        share = step.strength
        return QColor.fromRgbF(
            share * tone.redF() + (1 - share) * ground.redF(),
            share * tone.greenF() + (1 - share) * ground.greenF(),
            share * tone.blueF() + (1 - share) * ground.blueF(),
        )

    def _key(self, width: float) -> tuple[list[tuple[QPointF, TimeStep]], float]:
        """Where each step's words stand in the key, and the height of the whole."""
        line = self._theme.line_height(TextRole.SECONDARY)
        top = float(self._theme.scaled(_THICKNESS) + SPACE_2)
        left, places = 0.0, []
        for step in self._steps:
            needed = self._entry_width(step)
            if left > 0 and left + needed > width:
                left, top = 0.0, top + line
            places.append((QPointF(left, top), step))
            left += needed + SPACE_4
        return places, top + line

    def _entry_width(self, step: TimeStep) -> float:
        name = QFontMetricsF(self._theme.font(TextRole.SECONDARY)).horizontalAdvance(step.name)
        bold = QFontMetricsF(self._theme.font(TextRole.CHIP, tabular=True))
        took = bold.horizontalAdvance(seconds(step.seconds))
        return float(self._theme.scaled(_SWATCH) + 2 * SPACE_2 + name + took)

    def _paint_entry(self, painter: QPainter, place: QPointF, step: TimeStep) -> None:
        line, side = self._theme.line_height(TextRole.SECONDARY), self._theme.scaled(_SWATCH)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.color(step))
        swatch = QRectF(place.x(), place.y() + (line - side) / 2, side, side)
        painter.drawRoundedRect(swatch, 2, 2)
        left = place.x() + side + SPACE_2
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for text, role, tone in (
            (step.name, TextRole.SECONDARY, "text2"),
            (seconds(step.seconds), TextRole.CHIP, "text"),
        ):
            font = self._theme.font(role, tabular=True)
            painter.setFont(font)
            painter.setPen(self._theme.color("text" if tone == "text" else "text2"))
            painter.drawText(QRectF(left, place.y(), self.width(), line), flags, text)
            left += QFontMetricsF(font).horizontalAdvance(text) + SPACE_2

    # Qt overrides

    def sizeHint(self) -> QSize:
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def heightForWidth(self, width: int) -> int:
        return round(self._key(width)[1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        pieces = self.pieces()
        if pieces:
            whole = QPainterPath()
            whole.addRoundedRect(pieces[0].united(pieces[-1]), _RADIUS, _RADIUS)
            painter.save()
            painter.setClipPath(whole)
            for step, piece in zip(self._steps, pieces, strict=True):
                painter.fillRect(piece, self.color(step))
            painter.restore()
        for place, step in self._key(self.width())[0]:
            self._paint_entry(painter, place, step)
