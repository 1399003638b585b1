"""The table of documents: as high as its rows, so that the page around it scrolls.

Rows are all of one height and are drawn only where they are seen, so that ten thousand cost no
more than ten. Enter or a double click opens a document; a click on a title of a column sorts.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QTableView, QWidget

from app.core.domain.reading_report import ReadDocument
from app.core.reading.state_names import STATE_NAMES
from app.gui.common.row_table import show_whole_rows
from app.gui.common.sorted_header import HEADER_PX
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4, TextRole
from app.gui.report.document_model import (
    FIGURES,
    TITLES,
    Column,
    DocumentModel,
    Index,
    SortedDocuments,
)
from app.gui.report.document_painting import (
    ROW_PX,
    DocumentDelegate,
    DocumentHeader,
)

LEAST_TITLE_PX, BAR_PX = 200, 140
"""Widths at the design's text size: of the titles of documents at the least, and of the bar."""
GIVEN_UP = (Column.TIME, Column.EMPTY, Column.OCR, Column.TEXT, Column.KINDS, Column.STATE)
"""Columns that give way where room is scarce, the first of them first."""
_WIDEST = "00,000"


class DocumentTable(QTableView):
    """Signals: `opened` (ReadDocument), `menu_wanted` (ReadDocument, QPoint on the screen),
    `row_reached`: where the row stands, in this widget, that the user went to."""

    opened = Signal(object)
    menu_wanted = Signal(object, QPoint)
    row_reached = Signal(QRect)

    def __init__(
        self, theme: Theme, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows = DocumentModel(clock, self)
        self._sorted = SortedDocuments(self._rows, self)
        header = self._header = DocumentHeader(theme, self)
        self.setHorizontalHeader(header)
        self.setModel(self._sorted)
        self.setSortingEnabled(True)
        self._sorted.sort(-1)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._delegate = DocumentDelegate(theme, self, Column.KINDS)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Documents with their pages")
        show_whole_rows(self)
        self.setWordWrap(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.doubleClicked.connect(self._open)
        self.customContextMenuRequested.connect(self._want_menu)
        theme.changed.connect(self._fit)
        self._fit()

    def show_documents(self, documents: tuple[ReadDocument, ...]) -> None:
        """Show these documents; the one that the user is at stays so."""
        at = self.current
        count = self._rows.rowCount()
        self._rows.show(documents)
        if at is not None and not self.currentIndex().isValid():
            index = self._sorted.index_of(at.document.id)
            if index.isValid():
                self.setCurrentIndex(index)
        if count != len(documents):
            self.updateGeometry()

    @property
    def current(self) -> ReadDocument | None:
        """The document that the user is at."""
        index = self.currentIndex()
        return self._sorted.document(index.row()) if index.isValid() else None

    def documents(self) -> list[ReadDocument]:
        """The documents in the order in which they are shown."""
        return [self._sorted.document(row) for row in range(self._sorted.rowCount())]

    def columns(self) -> list[Column]:
        """The columns that there is room for."""
        return [column for column in Column if not self.isColumnHidden(column)]

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self._sorted.document(index.row()))

    @Slot(QPoint)
    def _want_menu(self, position: QPoint) -> None:
        index = self.indexAt(position)
        if not index.isValid():
            index = self.currentIndex()
            position = self.visualRect(index).bottomLeft()
        if index.isValid():
            place = self.viewport().mapToGlobal(position)
            self.menu_wanted.emit(self._sorted.document(index.row()), place)

    # --- sizes ------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Give the columns their widths, and hide those for which there is no room."""
        scaled = self._theme.scaled
        self.verticalHeader().setDefaultSectionSize(scaled(ROW_PX))
        widths = self._widths()
        room = self.viewport().width() - scaled(LEAST_TITLE_PX)
        hidden: set[Column] = set()
        for column in GIVEN_UP:
            if sum(width for one, width in widths.items() if one not in hidden) > room:
                hidden.add(column)
        for column, width in widths.items():
            self.setColumnHidden(column, column in hidden)
            self.setColumnWidth(column, width)
        last = max(column for column in Column if column not in hidden)
        if last != Column.KINDS:
            widths[last] += SPACE_4 - SPACE_2
            self.setColumnWidth(last, widths[last])
        taken = sum(width for column, width in widths.items() if column not in hidden)
        self.setColumnWidth(Column.DOCUMENT, max(1, self.viewport().width() - taken))
        for painter in (self._delegate, self._header):
            painter.set_last_column(last)
        self.updateGeometry()
        self.viewport().update()

    def _widths(self) -> dict[Column, int]:
        """Of all columns but the titles of documents, in px."""
        metrics = QFontMetrics(self._theme.font(TextRole.CONTROL, tabular=True))
        widths = {}
        for column in FIGURES:
            words = "00 minutes" if column == Column.TIME else _WIDEST
            title = self._header.wanted_width(TITLES[column])
            widths[Column(column)] = max(metrics.horizontalAdvance(words), title) + 2 * SPACE_2
        states = max(metrics.horizontalAdvance(name) for name in STATE_NAMES.values())
        widths[Column.STATE] = states + 2 * SPACE_2 + 1
        widths[Column.KINDS] = self._theme.scaled(BAR_PX) + SPACE_2 + SPACE_4
        return widths

    # Qt overrides

    def sizeHint(self) -> QSize:
        scaled = self._theme.scaled
        return QSize(200, scaled(HEADER_PX) + self._rows.rowCount() * scaled(ROW_PX))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and self.hasFocus():
            place = self.visualRect(current)
            place.translate(self.viewport().pos())
            self.row_reached.emit(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason and self._rows.rowCount():
            self.selectRow(max(0, self.currentIndex().row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
