"""The list of conversations, moved through with ↑ and ↓ from the field or with the focus inside."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QListView, QWidget

from app.core.domain.conversation import ConversationSummary
from app.gui.common.keyboard_focus import KeyboardFocus
from app.gui.common.row_cursor import show_row_cursor
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_6
from app.gui.history.conversation_model import ROW, ConversationModel, ConversationRow
from app.gui.history.row_painting import RowDelegate

COLUMN_WIDTH = 760
"""In px at the design's text size: longer lines are hard to read."""
MARGIN = SPACE_6

_Action = QAbstractItemView.CursorAction


class ConversationList(QListView):
    """Signals: `opened` (ConversationSummary) for a row that was clicked or entered,
    `delete_requested`, `moved` with the name of the row that the user went to, `left_upwards`,
    `menu_requested` (a place on the screen), `edited` when a title is not being changed any
    more."""

    opened = Signal(object)
    delete_requested = Signal()
    moved = Signal(str)
    left_upwards = Signal()
    menu_requested = Signal(QPoint)
    edited = Signal()

    def __init__(
        self, theme: Theme, model: ConversationModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.setModel(model)
        self._delegate = RowDelegate(theme, self, self)
        model.modelReset.connect(self._delegate.forget)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Conversations")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        # In the smallest window the field above and the notices below go before the list.
        self.setMinimumHeight(1)
        self.viewport().setAutoFillBackground(False)
        KeyboardFocus(self)
        self.clicked.connect(self._open)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def chosen(self) -> ConversationSummary | None:
        """The conversation that the user is at."""
        row = self.currentIndex().data(ROW)
        return row.summary if isinstance(row, ConversationRow) else None

    @property
    def editing(self) -> bool:
        """Whether a title is being changed."""
        return self.state() is QAbstractItemView.State.EditingState

    def column(self) -> tuple[int, int]:
        """Left edge and width, in px, of the column that the rows are drawn in; in line with what
        stands above the list, whether or not it is scrolled."""
        whole = self.width()
        width = min(self._theme.scaled(COLUMN_WIDTH), max(0, whole - 2 * MARGIN))
        left = (whole - width) // 2
        return left, min(width, max(0, self.viewport().width() - left))

    def choose(self, index: QModelIndex) -> None:
        """Go to a row."""
        self.setCurrentIndex(index)
        if index.row() == 0:
            self.scrollToTop()  # so that the heading above it is seen as well

    def step(self, by: int) -> None:
        """Go `by` rows further; up from the first leaves the list."""
        current = self.currentIndex().row()  # -1 where there is none
        target = current + by
        if 0 <= target < self._model.rowCount():
            self.choose(self._model.index(target))
            self.moved.emit(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))
        elif target < 0:
            self.left_upwards.emit()

    def act(self) -> None:
        """Do what Enter does at the row that the user is at."""
        self._open(self.currentIndex())

    def rename(self) -> None:
        """Let the user give the chosen conversation another title."""
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
            self.edit(self.currentIndex())

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, ConversationRow):
            self.opened.emit(row.summary)

    @Slot(QPoint)
    def _ask_for_menu(self, position: QPoint) -> None:
        if self.currentIndex().isValid():
            self.menu_requested.emit(self.viewport().mapToGlobal(position))

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if self.editing:
            event.ignore()  # what the field of the title leaves over, as Enter, is not for the rows
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.act()
        elif key == Qt.Key.Key_F2:
            self.rename()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.chosen is not None:
            self.delete_requested.emit()
        elif plain and key == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif key == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        self.edited.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        show_row_cursor(self, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()
