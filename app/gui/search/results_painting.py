"""How the rows of what was found are drawn: documents, passages, and "2 more in this document"."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui.common.excerpt import excerpt
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.marked_text import MarkedText
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CARD,
    ROW_HEIGHT,
    SPACE_2,
    SPACE_3,
    TextRole,
)
from app.gui.search import wording
from app.gui.search.results_model import ROW, GroupRow, HitRow, MoreRow, Row

EXCERPT_LINES, NARROW_EXCERPT_LINES = 2, 3
STACKED_BELOW = 420
"""Width of a row, in px at the design's text size, below which its first line is two."""
ROOM = 120
"""Characters that the lines of an excerpt hold in any case."""
GROUP_HEIGHT = 36
_CHEVRON_PX = 14
_LINE_GAP = 2


class Column(Protocol):
    """Where rows are drawn in a view that may be wider."""

    def column(self) -> tuple[int, int]:
        """Left edge and width in px."""
        ...


class ResultsDelegate(QStyledItemDelegate):
    """Draws rows in the view's column."""

    def __init__(self, theme: Theme, column: Column, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = column
        # Each excerpt is asked for its height and then drawn, again and again.
        self._laid_out: dict[tuple[int, int, int], MarkedText] = {}
        theme.changed.connect(self.forget)

    # --- measures ---------------------------------------------------------------------------

    @property
    def _indent(self) -> int:
        """Where titles and passages begin, from the left edge of a row."""
        return SPACE_2 + self._theme.scaled(_CHEVRON_PX) + SPACE_2

    def _width(self) -> int:
        return self._column.column()[1]

    @property
    def _stacked(self) -> bool:
        return self._width() < self._theme.scaled(STACKED_BELOW)

    def _excerpt(self, row: HitRow) -> MarkedText:
        passage = row.passage
        width = max(1, self._width() - self._indent - SPACE_3)
        lines = NARROW_EXCERPT_LINES if self._stacked else EXCERPT_LINES
        key = (passage.chunk.id, width, lines)
        if key not in self._laid_out:
            content = excerpt(passage.chunk.text, passage.terms, room=ROOM)
            marked = MarkedText(self._theme, content, TextRole.CONTROL, width, lines)
            self._laid_out[key] = marked
        return self._laid_out[key]

    def forget(self) -> None:
        """What was laid out is of another width, another look or another search."""
        self._laid_out.clear()

    def _height(self, row: Row) -> int:
        theme = self._theme
        if isinstance(row, GroupRow):
            return theme.scaled(GROUP_HEIGHT)
        if isinstance(row, MoreRow):
            return theme.scaled(ROW_HEIGHT)
        lines = 2 if self._stacked else 1
        line = theme.line_height(TextRole.CHIP)
        return lines * line + _LINE_GAP + self._excerpt(row).height() + 2 * SPACE_2

    # --- drawing ----------------------------------------------------------------------------

    def _draw(
        self, painter: QPainter, place: QRect, text: str, font: QFont, tone: TokenName
    ) -> int:
        """Draw a line of text, cut where room ends; return its width in px."""
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(tone))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, int(flags | Qt.TextFlag.TextSingleLine), shown)
        return metrics.horizontalAdvance(shown)

    def _draw_right(
        self, painter: QPainter, place: QRect, text: str, role: TextRole, tone: TokenName
    ) -> QRect:
        """Draw a line of text at the right, if it fits; return the room that is left before it."""
        font = self._theme.font(role)
        width = QFontMetrics(font).horizontalAdvance(text) + 1
        if width > place.width():
            return place
        left = place.right() + 1 - width
        self._draw(painter, QRect(left, place.top(), width, place.height()), text, font, tone)
        return place.adjusted(0, 0, -width - SPACE_2, 0)

    def _draw_group(self, painter: QPainter, frame: QRect, row: GroupRow, open_: bool) -> None:
        theme = self._theme
        chevron, icon = theme.scaled(_CHEVRON_PX), theme.scaled(ICON_PX)
        middle = frame.center().y() + 1
        place = QRect(frame.left() + SPACE_2, middle - chevron // 2, chevron, chevron)
        paint_icon(painter, place, theme, "down" if open_ else "right", "text2")
        left = frame.left() + self._indent
        paint_icon(painter, QRect(left, middle - icon // 2, icon, icon), theme, "file", "text2")
        left += icon + SPACE_2
        room = frame.right() - SPACE_3 - left
        counted, small = wording.count_of(row.hits), theme.font(TextRole.SECONDARY)
        width = QFontMetrics(small).horizontalAdvance(counted) + 1
        title = QRect(left, frame.top(), max(0, room - width - SPACE_2), frame.height())
        left += self._draw(
            painter, title, wording.title(row.hits), theme.font(TextRole.HEADING), "text"
        )
        place = QRect(left + SPACE_2, frame.top(), width, frame.height())
        self._draw(painter, place, counted, small, "text2")

    def _draw_hit(self, painter: QPainter, frame: QRect, row: HitRow) -> None:
        passage = row.passage
        line = self._theme.line_height(TextRole.CHIP)
        left, top = frame.left() + self._indent, frame.top() + SPACE_2
        place = QRect(left, top, frame.right() + 1 - SPACE_3 - left, line)
        heading, found_by = wording.heading(passage), wording.found_by(passage)
        # The page is what is looked for; where room is scarce, the marker is cut first.
        page = wording.page(passage)
        font = self._theme.font(TextRole.CHIP)
        font.setWeight(QFont.Weight.DemiBold)
        used = self._draw(painter, place, page, font, "text")
        rest = place.adjusted(used + SPACE_2, 0, 0, 0)
        rest = self._draw_right(painter, rest, wording.marker(passage), TextRole.CHIP, "accent")
        if self._stacked:
            rest = place.translated(0, line)
        rest = self._draw_right(painter, rest, found_by, TextRole.SECONDARY, "text2")
        tone: TokenName = "warn" if passage.chunk.hidden else "text2"
        self._draw(painter, rest, heading, self._theme.font(TextRole.SECONDARY), tone)
        words = self._excerpt(row)
        words.paint(painter, left, frame.bottom() + 1 - SPACE_2 - words.height(), "text2")

    def _draw_ground(self, painter: QPainter, frame: QRect, option: QStyleOptionViewItem) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("tint" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        focused = option.state & QStyle.StateFlag.State_HasFocus
        if focused and has_keyboard_focus(option.widget):
            paint_focus_ring(painter, QRectF(frame), RADIUS_CARD - 1, self._theme)

    # Qt overrides

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = index.data(ROW)
        return QSize(0, self._height(row)) if isinstance(row, Row) else QSize()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW)
        left, width = self._column.column()
        frame = QRect(left, option.rect.top(), width, option.rect.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_ground(painter, frame, option)
        if isinstance(row, GroupRow):
            opened = bool(option.state & QStyle.StateFlag.State_Open)
            self._draw_group(painter, frame, row, opened)
        elif isinstance(row, HitRow):
            self._draw_hit(painter, frame, row)
        elif isinstance(row, MoreRow):
            place = frame.adjusted(self._indent, 0, -SPACE_3, 0)
            self._draw(
                painter, place, wording.more(row.count), self._theme.font(TextRole.CHIP), "accent"
            )
        painter.restore()
