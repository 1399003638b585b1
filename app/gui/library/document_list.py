"""The list of documents, and how its rows are drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.domain.document import Document
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import KeyboardFocus
from app.gui.common.theme import Theme
from app.gui.common.typography import (
    ICON_PX,
    SPACE_1,
    SPACE_2,
    TWO_LINE_ROW_HEIGHT,
    TextRole,
)
from app.gui.library.document_model import ROW, DocumentFilter
from app.gui.library.document_rows import DocumentRow
from app.gui.library.row_delegate import RowDelegate


class DocumentList(QListView):
    """Documents in rows of two lines. A click or Enter opens one; with Ctrl or Shift, clicks
    choose several. Signal `opened` carries a Document."""

    opened = Signal(object)

    def __init__(self, theme: Theme, model: DocumentFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(DocumentDelegate(theme, self))
        self.setAccessibleName("Documents")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.viewport().setAutoFillBackground(False)
        self._plain_click = False
        KeyboardFocus(self)
        self.activated.connect(self._open)
        self.clicked.connect(self._clicked)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def chosen(self) -> tuple[Document, ...]:
        """The documents that are selected, from the top."""
        indexes = sorted(self.selectionModel().selectedIndexes(), key=lambda index: index.row())
        rows = [index.data(ROW) for index in indexes]
        return tuple(row.document for row in rows if row.document is not None)

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        if self._plain_click:
            self._open(index)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, DocumentRow) and row.document is not None:
            self.opened.emit(row.document)

    # Qt overrides

    def mousePressEvent(self, event: QMouseEvent) -> None:
        choosing = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self._plain_click = not event.modifiers() & choosing
        super().mousePressEvent(event)


class DocumentDelegate(RowDelegate):
    """Draws a row in two lines: state icon and title, then what the state means."""

    def paint_content(
        self, painter: QPainter, frame: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(ROW)
        if not isinstance(row, DocumentRow):
            return
        theme = self.theme
        size = theme.scaled(ICON_PX)
        left = frame.left() + SPACE_2
        icon = QRect(left, frame.center().y() - size // 2, size, size)
        paint_icon(painter, icon, theme, row.icon, row.token)
        text_left = left + size + SPACE_2
        width = frame.right() - SPACE_1 - text_left
        first = theme.line_height(TextRole.CONTROL)
        second = theme.line_height(TextRole.SECONDARY)
        top = frame.top() + (frame.height() - first - second) // 2
        title_place = QRect(text_left, top, width, first)
        self.paint_text(painter, title_place, row.title, TextRole.CONTROL, "text")
        line_place = QRect(text_left, top + first, width, second)
        self.paint_text(painter, line_place, row.line, TextRole.SECONDARY, "text2")

    # Qt override

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        lines = self.theme.line_height(TextRole.CONTROL)
        lines += self.theme.line_height(TextRole.SECONDARY)
        return QSize(0, max(self.theme.scaled(TWO_LINE_ROW_HEIGHT), lines + SPACE_1))
