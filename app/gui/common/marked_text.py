"""Lays out an excerpt on a few lines with its matching words marked, for cards that paint it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.gui.common.excerpt import Excerpt
from app.gui.common.text_geometry import line_spans, units
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import TextRole

MARK_RADIUS = 2
_WORD_SEARCH = 14
"""How many characters are given up so that the last line ends with a whole word."""


class MarkedText:
    """An excerpt at one width. It ends with "…" where the lines do not hold it."""

    def __init__(
        self, theme: Theme, content: Excerpt, role: TextRole, width: float, lines: int
    ) -> None:
        self._theme = theme
        self._role = role
        self._font = theme.font(role)
        self._line_height = theme.line_height(role)
        self._text = _fitted(content.text, self._font, width, lines)
        end = len(self._text) - (self._text != content.text)
        self._marks = [(a, min(b, end)) for a, b in content.marks if a < end]
        self._layout = _laid_out(self._text, self._font, width, self._line_height, lines)

    @property
    def text(self) -> str:
        """The text as it is shown."""
        return self._text

    def height(self) -> int:
        """Height of the lines in px."""
        return self._layout.lineCount() * self._line_height

    def paint(self, painter: QPainter, left: float, top: float, tone: TokenName) -> None:
        """Paint with the upper left corner at (left, top)."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("mark"))
        formats = []
        for start, end in self._marks:
            first, last = units(self._text[:start]), units(self._text[:end])
            for rect in line_spans(self._layout, first, last):
                painter.drawRoundedRect(
                    rect.translated(left, top).adjusted(-1.5, 0, 1.5, 0), MARK_RADIUS, MARK_RADIUS
                )
            formats.append(_format_range(first, last - first, self._theme))
        painter.setPen(self._theme.color(tone))
        self._layout.draw(painter, QPointF(left, top), formats, QRectF())


def _format_range(start: int, length: int, theme: Theme) -> QTextLayout.FormatRange:
    mark = QTextLayout.FormatRange()
    form = QTextCharFormat()
    form.setForeground(theme.color("marktext"))
    mark.start, mark.length, mark.format = start, length, form
    return mark


def _laid_out(text: str, font: QFont, width: float, line_height: int, lines: int) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        room = (line_height - line.height()) / 2
        line.setPosition(QPointF(0, number * line_height + room))
    layout.endLayout()
    return layout


def _fitted(text: str, font: QFont, width: float, lines: int) -> str:
    """Return the text cut so that it fits, with "…" at a word's end where it was cut."""
    layout = _laid_out(text, font, width, 0, lines)
    if layout.lineCount() < lines:
        return text
    last = layout.lineAt(lines - 1)
    if last.textStart() + last.textLength() >= units(text):
        return text
    start = _code_points(text, last.textStart())
    # One line never holds more characters than this, however narrow they are.
    rest = text[start : start + max(20, int(width))]
    shown = QFontMetricsF(font).elidedText(rest + " …", Qt.TextElideMode.ElideRight, width)
    kept = shown.rstrip("…").rstrip()
    space = kept.rfind(" ", max(0, len(kept) - _WORD_SEARCH))
    inside_word = rest[len(kept) : len(kept) + 1].strip() != ""
    if inside_word and space > 0:
        kept = kept[:space]
    return text[:start] + kept.rstrip(" ,;:") + "…"


def _code_points(text: str, position: int) -> int:
    """Index of the character at a position that Qt counts in UTF-16 units."""
    return len(text.encode("utf-16-le")[: 2 * position].decode("utf-16-le", "ignore"))
