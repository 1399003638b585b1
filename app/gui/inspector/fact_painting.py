"""Draws the header and the cells of a table of facts."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.typography import RADIUS_CONTROL, SPACE_2, SPACE_4, TextRole
from app.gui.inspector.cell_text import CellText
from app.gui.inspector.fact_model import FactModel
from app.gui.inspector.facts import Facts

HEADER_PX = 32
ROW_PADDING = 6
"""In px at the design's text size."""


def margins(facts: Facts, column: int) -> tuple[int, int]:
    """Room at the left and at the right of a column's words, in px."""
    last = len(facts.columns) - 1
    return (SPACE_4 if column == 0 else SPACE_2), (SPACE_4 if column == last else SPACE_2)


def _inside(facts: Facts, column: int, rect: QRect) -> QRectF:
    left, right = margins(facts, column)
    return QRectF(rect).adjusted(left, 0, -right, 0)


class FactHeader(QHeaderView):
    """The titles of the columns, in line with what stands below them."""

    def __init__(self, theme: Theme, model: FactModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._facts = model
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(0, self._theme.scaled(HEADER_PX))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        facts = self._facts.facts
        column = facts.columns[section]
        side = Qt.AlignmentFlag.AlignRight if column.figures else Qt.AlignmentFlag.AlignLeft
        painter.save()
        painter.setFont(self._theme.font(TextRole.CHIP))
        painter.setPen(self._theme.color("text2"))
        place = _inside(facts, section, rect)
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, column.title)
        painter.setPen(self._theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()


class FactDelegate(QStyledItemDelegate):
    """Words from the top of a cell, a line below each row but the last, a ring around the row at
    which a user of the keyboard is."""

    def __init__(self, theme: Theme, model: FactModel, view: QWidget) -> None:
        super().__init__(view)
        self._theme = theme
        self._facts = model
        self._view = view

    # Qt override

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        facts, theme = self._facts.facts, self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        column = facts.columns[index.column()]
        row = facts.rows[index.row()]
        place = _inside(facts, index.column(), rect)
        link = index.column() == 0 and row.passage is not None
        words = CellText(
            theme,
            row.cells[index.column()],
            place.width() if column.share else None,
            link=link,
            under_pointer=link and bool(state & QStyle.StateFlag.State_MouseOver),
        )
        painter.save()
        words.paint(
            painter, place.adjusted(0, theme.scaled(ROW_PADDING), 0, 0), right=column.figures
        )
        if index.row() < len(facts.rows) - 1:
            painter.setPen(theme.color("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if has_keyboard_focus(self._view) and state & QStyle.StateFlag.State_Selected:
            self._paint_ring(painter, rect, index.column(), len(facts.columns))
        painter.restore()

    def _paint_ring(self, painter: QPainter, rect: QRect, column: int, columns: int) -> None:
        """The part of the ring around the whole row that lies in this cell."""
        painter.setClipRect(rect)
        beyond = 4 * RADIUS_CONTROL
        left = 2 if column == 0 else -beyond
        right = -2 if column == columns - 1 else beyond
        ring = QRectF(rect).adjusted(left, 2, right, -2)
        paint_focus_ring(painter, ring, RADIUS_CONTROL, self._theme)
