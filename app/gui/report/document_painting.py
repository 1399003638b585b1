"""Draws the titles of the columns and the rows of the documents."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.core.domain.reading_report import ReadDocument
from app.gui.common.document_look import look_of
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.sorted_header import SortedHeader
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CONTROL,
    SPACE_2,
    SPACE_3,
    SPACE_4,
    TextRole,
)
from app.gui.report.document_model import FIGURES, Column, Index, count_of
from app.gui.report.kinds_bar import paint_kinds

ROW_PX = 32
_BAR_PX = 6
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


def side(column: int) -> Qt.AlignmentFlag:
    """Where the words of a column stand."""
    return _RIGHT if column in FIGURES else _LEFT


def end_padding(column: int, last: int) -> int:
    """Room at the right of the words of a column, in px; `last` is the one at the right."""
    return SPACE_4 if column == last else SPACE_2


class DocumentHeader(SortedHeader):
    """The titles, in line with what stands below them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._last = Column.KINDS
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def set_last_column(self, column: Column) -> None:
        """Tell which column stands at the right."""
        self._last = column

    # Qt override

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        icon = SPACE_4 + self._theme.scaled(ICON_PX)
        indent = icon + SPACE_2 if section == Column.DOCUMENT else SPACE_2
        place = rect.adjusted(indent, 0, -end_padding(section, self._last), 0)
        painter.save()
        self.paint_title(painter, rect, place, section, right=side(section) is _RIGHT)
        painter.restore()


class DocumentDelegate(QStyledItemDelegate):
    """Draws a cell, a line below each row but the last, and a ring around the row at which a user
    of the keyboard is."""

    def __init__(self, theme: Theme, view: QTableView, last_column: Column) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._last = last_column

    def set_last_column(self, column: Column) -> None:
        """Tell which column stands at the right."""
        self._last = column

    def _paint_content(
        self, painter: QPainter, rect: QRect, one: ReadDocument, column: Column, text: str
    ) -> None:
        theme = self._theme
        place = rect.adjusted(SPACE_2, 0, -end_padding(column, self._last), 0)
        if column is Column.KINDS:
            thick = theme.scaled(_BAR_PX)
            bar = QRectF(place)
            frame = QRectF(bar.left(), rect.center().y() - thick / 2, bar.width(), thick)
            paint_kinds(painter, frame, theme, one.pages.kinds)
            return
        tone: TokenName = "text" if column is Column.DOCUMENT else "text2"
        if column is Column.DOCUMENT:
            look, icon = look_of(one.document.status), theme.scaled(ICON_PX)
            square = QRect(rect.left() + SPACE_4, rect.center().y() - icon // 2, icon, icon)
            paint_icon(painter, square, theme, look.icon, look.token)
            place = rect.adjusted(SPACE_4 + icon + SPACE_2, 0, -SPACE_3, 0)
        elif column in FIGURES and column is not Column.TIME:
            tone = "text" if count_of(one, column) else "text3"
        font = theme.font(TextRole.CONTROL, tabular=True)
        painter.setFont(font)
        painter.setPen(theme.color(tone))
        words = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, side(column) | _MIDDLE, words)

    # Qt overrides

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        theme, column = self._theme, Column(index.column())
        one = index.data(Qt.ItemDataRole.UserRole)
        chosen = bool(state & QStyle.StateFlag.State_Selected) and self._view.hasFocus()
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("select"))
        self._paint_content(painter, rect, one, column, str(index.data() or ""))
        if index.row() < index.model().rowCount() - 1:
            painter.setPen(theme.color("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen and has_keyboard_focus(self._view):
            self._paint_ring(painter, rect, column)
        painter.restore()

    def _paint_ring(self, painter: QPainter, rect: QRect, column: Column) -> None:
        """The part of the ring around the whole row that lies in this cell."""
        painter.setClipRect(rect)
        beyond = 4 * RADIUS_CONTROL
        left = 2 if column is Column.DOCUMENT else -beyond
        right = -2 if column is self._last else beyond
        ring = QRectF(rect).adjusted(left, 1, right, -2)
        paint_focus_ring(painter, ring, RADIUS_CONTROL, self._theme)
