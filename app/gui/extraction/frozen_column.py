"""The column of the documents, which stays where it is while the fields are scrolled below it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from app.gui.common.sorted_header import HEADER_PX
from app.gui.common.theme import Theme
from app.gui.extraction.table_model import SortedTable
from app.gui.extraction.table_painting import TableHeader


class FrozenColumn(QTableView):
    """Lies over the first column of another view with the same model and the same choice. It
    never has the focus: keys are for the view below.

    Signals: `pressed_row`, so that the view below takes the focus; `opened` (number of a row) for
    a document that was clicked twice; `menu_wanted` with a place on the screen.
    """

    pressed_row = Signal()
    opened = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, table: SortedTable, parent: QWidget) -> None:
        super().__init__(parent)
        header = TableHeader(theme, table, self)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setHorizontalHeader(header)
        self.setModel(table)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plain_table(self, theme)
        self.setAccessibleName("Documents of the table")
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def hide_fields(self) -> None:
        """Show the documents only."""
        for column in range(1, self.model().columnCount()):
            self.setColumnHidden(column, True)

    # Qt overrides

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed_row.emit()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() is Qt.MouseButton.LeftButton:
            self.opened.emit(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Sideways the fields are scrolled, as anywhere else over the table.
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            event.ignore()
        else:
            super().wheelEvent(event)


def plain_table(view: QTableView, theme: Theme) -> None:
    """What both views have in common: rows of one height, chosen cell by cell, scrolled by px."""
    # The documents are held at the left, and the sentences across the fields begin beside them.
    view.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setMouseTracking(True)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setSortingEnabled(True)
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setMinimumSectionSize(1)
    view.horizontalHeader().setFixedHeight(theme.scaled(HEADER_PX))
