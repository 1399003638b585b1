"""Draws the titles of the columns, the documents with their state, and the values with their
marks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.core.domain.extraction import Standing
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.sorted_header import SortedHeader
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CHIP,
    SPACE_1,
    SPACE_2,
    SPACE_4,
    TWO_LINE_ROW_HEIGHT,
    TextRole,
)
from app.gui.extraction import wording
from app.gui.extraction.table_model import SortedTable
from app.gui.extraction.table_rows import RowState, TableRow, mark_of
from app.gui.extraction.values import NOT_SAID, right_aligned

_GAP = 6
"""Between a value and its mark, in px."""
_LEFT, _MIDDLE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter

_STATES: dict[RowState, tuple[str, TokenName]] = {
    RowState.READING: ("reading", "accent"),
    RowState.WAITING: ("clock", "text2"),
    RowState.FAILED: ("state-failed", "bad"),
    RowState.READ_ANEW: ("state-warning", "warn"),
    RowState.CHANGED: ("state-warning", "warn"),
}

Index = QModelIndex | QPersistentModelIndex


class TableHeader(SortedHeader):
    """The titles, with a line at the right of the first."""

    def __init__(self, theme: Theme, table: SortedTable, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._table = table

    def title_width(self, section: int) -> int:
        """Room that a title wants, in px."""
        title = str(self._table.headerData(section, self.orientation()) or "")
        return self.wanted_width(title) + 2 * SPACE_2

    # Qt override

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        field = self._table.field(section)
        right = field is not None and right_aligned(field.type)
        painter.save()
        painter.fillRect(rect, self._theme.color("surface"))
        place = QRect(rect).adjusted(SPACE_4 if section == 0 else SPACE_2, 0, -SPACE_2, 0)
        self.paint_title(painter, rect, place, section, right=right)
        if section == 0:
            painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.restore()


class CellDelegate(QStyledItemDelegate):
    """Draws a cell. A document stands on two lines: its name, and how it stands.

    What cannot be extracted says why across the fields, in the place of values.
    """

    def __init__(
        self,
        theme: Theme,
        table: SortedTable,
        view: QTableView,
        row_chosen: Callable[[int], bool],
    ) -> None:
        super().__init__(view)
        self._theme = theme
        self._table = table
        self._view = view
        self._row_chosen = row_chosen

    @property
    def row_height(self) -> int:
        """Of every row, in px."""
        return self._theme.scaled(TWO_LINE_ROW_HEIGHT)

    # --- one cell ---------------------------------------------------------------------------

    def _ground(self, option: QStyleOptionViewItem, index: Index) -> TokenName:
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected or self._row_chosen(index.row()):
            return "select"
        return "hover" if state & QStyle.StateFlag.State_MouseOver else "surface"

    def _paint_document(self, painter: QPainter, rect: QRect, row: TableRow) -> None:
        theme = self._theme
        place = rect.adjusted(SPACE_4, 0, -SPACE_2, 0)
        name, line = theme.line_height(TextRole.LABEL), theme.line_height(TextRole.SECONDARY)
        top = rect.top() + (rect.height() - name - line) // 2
        first = QRect(place.left(), top, place.width(), name)
        name_font = theme.font(TextRole.LABEL)
        self._text(painter, first, name_font, "text", wording.document_name(row.row))
        left = place.left()
        icon, token = _STATES.get(row.state, ("", "text2"))
        if row.state is RowState.EXTRACTED and row.row.to_review:
            icon, token = "state-warning", "warn"
        if icon:
            side = theme.scaled(ICON_PX - 2)
            square = QRect(left, top + name + (line - side) // 2, side, side)
            paint_icon(painter, square, theme, icon, token)
            left += side + SPACE_1
        second = QRect(left, top + name, place.right() + 1 - left, line)
        font = theme.font(TextRole.SECONDARY, tabular=True)
        self._text(painter, second, font, "text2", wording.state_line(row))

    def _paint_value(self, painter: QPainter, rect: QRect, index: Index) -> None:
        found = self._table.found(index)
        if found is None:
            return
        row, field, cell = found
        theme, place = self._theme, self._seen(rect).adjusted(SPACE_2, 0, -SPACE_2, 0)
        text, mark = wording.shown_value(cell, field), mark_of(cell)
        if not text:
            self._paint_reason(painter, row, index, rect)
            return
        if place.width() < theme.scaled(ICON_PX) + _GAP:
            return  # no more than a mark would fit
        right = right_aligned(field.type)
        font = theme.font(TextRole.LABEL if cell.corrected else TextRole.CONTROL, tabular=True)
        if mark is not None:
            # Close to its value: at the far side it would seem to be of the next column.
            side = theme.scaled(ICON_PX)
            words = min(QFontMetrics(font).horizontalAdvance(text), place.width() - side - _GAP)
            at = place.right() + 1 - words - _GAP - side if right else place.left() + words + _GAP
            square = QRect(at, rect.center().y() - side // 2, side, side)
            paint_icon(painter, square, theme, mark.icon, mark.token)
            beside = side + _GAP
            place = place.adjusted(beside, 0, 0, 0) if right else place.adjusted(0, 0, -beside, 0)
        pale = text == NOT_SAID or row.row.standing is not Standing.CURRENT
        tone: TokenName = "text2" if pale else "text"
        self._text(painter, place, font, tone, text, right=right)

    def _seen(self, rect: QRect) -> QRect:
        """The part of a value's cell that is not below the documents: a number that lost its first
        figures there would be read as another number."""
        seen = QRect(rect)
        seen.setLeft(max(rect.left(), self._view.columnWidth(0)))
        return seen

    def _paint_reason(self, painter: QPainter, row: TableRow, index: Index, rect: QRect) -> None:
        """The part of the sentence across the fields that lies in this cell."""
        sentence = wording.state_sentence(row)
        if not sentence or row.extracted:
            return
        beside = self._view.columnWidth(0)  # never below the documents
        left = max(self._view.columnViewportPosition(1), beside) + SPACE_2
        whole = QRect(
            left, rect.top(), self._view.viewport().width() - left - SPACE_2, rect.height()
        )
        whole.setWidth(max(whole.width(), self._theme.scaled(200)))
        painter.setClipRect(rect)
        painter.setFont(self._theme.font(TextRole.SECONDARY))
        painter.setPen(self._theme.color("text2"))
        flags = _LEFT.value | _MIDDLE.value | Qt.TextFlag.TextWordWrap.value
        painter.drawText(whole, flags, sentence)

    def _text(
        self,
        painter: QPainter,
        place: QRect,
        font: QFont,
        tone: TokenName,
        text: str,
        *,
        right: bool = False,
    ) -> None:
        words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(tone))
        side = Qt.AlignmentFlag.AlignRight if right else _LEFT
        painter.drawText(place, side | _MIDDLE, words)

    # Qt overrides

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        painter.save()
        painter.fillRect(rect, self._theme.color(self._ground(option, index)))
        painter.setPen(self._theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if index.column() == 0:
            painter.drawLine(rect.topRight(), rect.bottomRight())
            self._paint_document(painter, rect, self._table.row(index.row()))
        else:
            self._paint_value(painter, rect, index)
        # Not by the option's state: the documents are drawn by a view that never has the focus.
        if index == self._view.currentIndex() and has_keyboard_focus(self._view):
            ring = QRectF(rect).adjusted(1, 1, -1, -2)
            paint_focus_ring(painter, ring, RADIUS_CHIP, self._theme)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = QFontMetrics(self._theme.font(TextRole.LABEL, tabular=True))
        words = metrics.horizontalAdvance(str(index.data() or ""))
        room = SPACE_4 + SPACE_2 + self._theme.scaled(ICON_PX) + SPACE_1
        return QSize(words + room, self.row_height)
