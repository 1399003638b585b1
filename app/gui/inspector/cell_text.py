"""Lays out the words of one cell at a width, for measuring and for painting."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from app.gui.common.icons import paint_icon
from app.gui.common.text_geometry import units
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import ICON_PX, SPACE_2, TextRole
from app.gui.inspector.facts import Cell

_UNBOUNDED = 100_000.0


class CellText:
    """The words of a cell: text with what follows it, and what stands below."""

    def __init__(
        self,
        theme: Theme,
        cell: Cell,
        width: float | None = None,
        *,
        link: bool = False,
        under_pointer: bool = False,
    ) -> None:
        """At a width in px, or as wide as the words are. A `link` can be clicked."""
        self._theme = theme
        self._cell = cell
        gap = SPACE_2 if cell.text else 0
        self._indent = theme.scaled(ICON_PX) + gap if cell.icon else 0
        room = _UNBOUNDED if width is None else max(1.0, width - self._indent)
        self._first = self._line_of(cell, room, link, under_pointer)
        self._below = None
        if cell.below:
            font = theme.font(TextRole.SECONDARY, tabular=True)
            line = theme.line_height(TextRole.SECONDARY)
            self._below = _laid_out(cell.below, font, [], room, line)

    @property
    def width(self) -> float:
        """How wide the words are, in px."""
        found = [self._first, *([self._below] if self._below else [])]
        widest = max(
            layout.lineAt(number).naturalTextWidth()
            for layout in found
            for number in range(layout.lineCount())
        )
        return float(self._indent + widest)

    @property
    def height(self) -> int:
        """How high they are, in px."""
        first = self._first.lineCount() * self._theme.line_height(TextRole.CONTROL)
        below = self._below.lineCount() if self._below else 0
        return first + below * self._theme.line_height(TextRole.SECONDARY)

    def paint(self, painter: QPainter, place: QRectF, *, right: bool = False) -> None:
        """Paint into a rectangle, from its top; `right` puts one line at its right."""
        left = place.right() - self.width if right else place.left()
        top = place.top()
        line = self._theme.line_height(TextRole.CONTROL)
        if self._cell.icon:
            side = self._theme.scaled(ICON_PX)
            square = QRectF(left, top + (line - side) / 2, side, side)
            tone: TokenName = "text2" if self._cell.tone == "text" else self._cell.tone
            paint_icon(painter, square, self._theme, self._cell.icon, tone)
        painter.setPen(self._theme.color(self._cell.tone))
        self._first.draw(painter, QPointF(left + self._indent, top))
        if self._below is not None:
            painter.setPen(self._theme.color("text2"))
            top += self._first.lineCount() * line
            self._below.draw(painter, QPointF(left + self._indent, top))

    @staticmethod
    def title_width(theme: Theme, title: str) -> float:
        """How wide the title of a column is, in px."""
        return QFontMetricsF(theme.font(TextRole.CHIP)).horizontalAdvance(title)

    def _line_of(self, cell: Cell, room: float, link: bool, under_pointer: bool) -> QTextLayout:
        """The text with what follows it, each in its own size and colour."""
        theme = self._theme
        text, pieces = cell.text, []
        if link:
            font = theme.font(TextRole.CHIP, tabular=True)
            font.setUnderline(under_pointer)
            pieces.append(_format(0, units(text), font, theme, "accent"))
        for more, font in (
            (cell.more, theme.font(TextRole.SECONDARY, tabular=True)),
            (cell.code, theme.fixed_font()),
        ):
            if more:
                gap = "  " if text else ""
                pieces.append(_format(units(text + gap), units(more), font, theme, "text2"))
                text += gap + more
        base = theme.font(TextRole.CONTROL, tabular=True)
        return _laid_out(text, base, pieces, room, theme.line_height(TextRole.CONTROL))


def _format(
    start: int, length: int, font: QFont, theme: Theme, tone: TokenName
) -> QTextLayout.FormatRange:
    piece = QTextLayout.FormatRange()
    form = QTextCharFormat()
    form.setFont(font)
    form.setForeground(theme.color(tone))
    piece.start, piece.length, piece.format = start, length, form
    return piece


def _laid_out(
    text: str, font: QFont, formats: list[QTextLayout.FormatRange], width: float, line: int
) -> QTextLayout:
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    layout.setFormats(formats)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setAlignment(Qt.AlignmentFlag.AlignLeft)
    layout.setTextOption(option)
    layout.beginLayout()
    number = 0
    while (piece := layout.createLine()).isValid():
        piece.setLineWidth(width)
        piece.setPosition(QPointF(0, number * line + (line - piece.height()) / 2))
        number += 1
    layout.endLayout()
    return layout
