"""A table that is as high as its rows: moved through by keyboard, read out by screen readers.

What the first column of a row names is opened by a click on it, or by Enter on the row.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QTableView, QWidget

from app.gui.common.row_table import show_whole_rows
from app.gui.common.theme import Theme
from app.gui.inspector.cell_text import CellText
from app.gui.inspector.fact_model import FactModel
from app.gui.inspector.fact_painting import (
    HEADER_PX,
    ROW_PADDING,
    FactDelegate,
    FactHeader,
    margins,
)
from app.gui.inspector.facts import Facts

Index = QModelIndex | QPersistentModelIndex
_REASON = Qt.FocusReason


class FactTable(QTableView):
    """Shows :class:`Facts`.

    Signals:
        passage_activated: the Passage of a row.
        row_reached: where the row stands, in this widget, that the user went to.
    """

    passage_activated = Signal(object)
    row_reached = Signal(QRect)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts = FactModel(self)
        self.setHorizontalHeader(FactHeader(theme, self._facts, self))
        self.setModel(self._facts)
        self._painter = FactDelegate(theme, self._facts, self)
        self.setItemDelegate(self._painter)
        show_whole_rows(self)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)
        theme.changed.connect(self._fit)

    @property
    def facts(self) -> Facts:
        """What is shown."""
        return self._facts.facts

    def show_facts(self, facts: Facts) -> None:
        """Show other facts; the user is at none of their rows."""
        if facts == self.facts:
            return
        self.setAccessibleName(facts.name)
        self._facts.show(facts)
        self.horizontalHeader().setVisible(facts.titled)
        self._fit()

    def activate(self, number: int) -> None:
        """Open what a row names, if anything."""
        passage = self._facts.row(number).passage
        if passage is not None:
            self.passage_activated.emit(passage)

    def _is_link(self, index: Index) -> bool:
        return (
            index.isValid()
            and index.column() == 0
            and self._facts.row(index.row()).passage is not None
        )

    def _clicked(self, index: QModelIndex) -> None:
        if self._is_link(index):
            self.activate(index.row())

    # --- sizes ------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Give the columns their widths and the rows their heights."""
        facts = self.facts
        if not facts.columns:
            return
        widths = self._widths(facts)
        for number, width in enumerate(widths):
            self.setColumnWidth(number, width)
        padding = 2 * self._theme.scaled(ROW_PADDING)
        for number in range(len(facts.rows)):
            self.setRowHeight(number, self._words_height(facts, number, widths) + padding)
        self.updateGeometry()
        self.viewport().update()

    def _widths(self, facts: Facts) -> list[int]:
        widths = [
            0 if column.share else self._content_width(facts, number)
            for number, column in enumerate(facts.columns)
        ]
        shares = sum(column.share for column in facts.columns)
        room = max(0, self.viewport().width() - sum(widths))
        for number, column in enumerate(facts.columns):
            if column.share:
                widths[number] = room * column.share // shares
        return widths

    def _content_width(self, facts: Facts, number: int) -> int:
        title = CellText.title_width(self._theme, facts.columns[number].title)
        words = [CellText(self._theme, row.cells[number], link=number == 0) for row in facts.rows]
        return round(max([title, *(one.width for one in words)]) + 1) + sum(margins(facts, number))

    def _words_height(self, facts: Facts, number: int, widths: list[int]) -> int:
        heights = []
        for place, cell in enumerate(facts.rows[number].cells):
            room = widths[place] - sum(margins(facts, place))
            breaks = facts.columns[place].share > 0
            heights.append(CellText(self._theme, cell, room if breaks else None).height)
        return max(heights)

    # Qt overrides

    def sizeHint(self) -> QSize:
        header = self._theme.scaled(HEADER_PX) if self.facts.titled else 0
        rows = sum(self.rowHeight(number) for number in range(len(self.facts.rows)))
        return QSize(200, header + rows)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            place = self.visualRect(current)
            place.translate(self.viewport().pos())
            self.row_reached.emit(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason and self.facts.rows:
            self.selectRow(max(0, self.currentIndex().row()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # A menu or another window takes the focus only for a while.
        if event.reason() not in (_REASON.PopupFocusReason, _REASON.ActiveWindowFocusReason):
            self.clearSelection()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activate(self.currentIndex().row())
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        link = self._is_link(self.indexAt(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
