"""A bar that is parted by kinds of pages."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.domain.reading_report import PagesByKind
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.tokens import ChartName
from app.gui.report import wording

COLORS: tuple[ChartName, ...] = ("text", "ocr", "empty", "unread")
"""Of the parts, in their order."""
_THICKNESS = 12
_LEAST = 4.0
"""Of a part of few pages, so many px are still seen."""
_SLIT = 1.0


def pieces(kinds: PagesByKind, frame: QRectF) -> list[tuple[ChartName, QRectF]]:
    """Where each part with pages lies in a frame, from the left."""
    counts = wording.parts(kinds)
    there = [(color, count) for color, count in zip(COLORS, counts, strict=True) if count]
    total = sum(counts)
    room = max(0.0, frame.width() - _LEAST * len(there))
    left, found = frame.left(), []
    for number, (color, count) in enumerate(there):
        width = _LEAST + room * count / total
        slit = _SLIT if number < len(there) - 1 else 0.0
        found.append((color, QRectF(left, frame.top(), width - slit, frame.height())))
        left += width
    return found


def paint_kinds(painter: QPainter, frame: QRectF, theme: Theme, kinds: PagesByKind) -> None:
    """Draw a bar that fills a frame; nothing where there are no pages."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QPainterPath()
    radius = frame.height() / 2
    whole.addRoundedRect(frame, radius, radius)
    painter.setClipPath(whole)
    for color, piece in pieces(kinds, frame):
        painter.fillRect(piece, theme.chart_color(color))
    painter.restore()


class KindsBar(QWidget):
    """The bar of the whole library."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kinds = PagesByKind()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_kinds(self, kinds: PagesByKind) -> None:
        """Show these pages."""
        if kinds != self._kinds:
            self._kinds = kinds
            self.setAccessibleName(wording.spoken_kinds(kinds, Formats()))
            self.update()

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(200, self._theme.scaled(_THICKNESS))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._theme.scaled(_THICKNESS))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_kinds(QPainter(self), QRectF(self.rect()), self._theme, self._kinds)


class Swatch(QWidget):
    """The colour of a part, beside its name."""

    def __init__(self, theme: Theme, color: ChartName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._color: ChartName = color
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        side = self._theme.scaled(10)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.chart_color(self._color))
        painter.drawRoundedRect(self.rect(), 2, 2)
