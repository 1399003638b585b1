"""The list of collections: one is chosen, documents are dropped on them, and they are named in
place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QValidator,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.domain.collection import Collection
from app.gui.common.formats import Formats
from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import KeyboardFocus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CONTROL,
    ROW_HEIGHT,
    SPACE_1,
    SPACE_2,
    TextRole,
)
from app.gui.library.collection_model import ROW, CollectionListModel, CollectionRow
from app.gui.library.row_delegate import RowDelegate

Index = QModelIndex | QPersistentModelIndex
Fault = Callable[[str, Collection | None], str]
"""What is wrong with a name for a collection, as a sentence; "" when nothing is."""


class CollectionList(QListView):
    """Signals: `chosen` when the user goes to a row, `delete_requested`, `editing` (QLineEdit) when
    a name is about to be given, `edited` when that is over."""

    chosen = Signal()
    delete_requested = Signal()
    editing = Signal(object)
    edited = Signal()

    def __init__(
        self, theme: Theme, model: CollectionListModel, fault: Fault, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._most_rows = 1
        self._target = QPersistentModelIndex()
        self.setModel(model)
        delegate = CollectionDelegate(theme, fault, self)
        delegate.editor_made.connect(self.editing)
        self.setItemDelegate(delegate)
        self.setAccessibleName("Collections")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        # The whole row takes what is dropped, not only its middle.
        self.setDragDropOverwriteMode(True)
        self.viewport().setAutoFillBackground(False)
        KeyboardFocus(self)
        self.setCurrentIndex(model.index(0))
        self.selectionModel().currentChanged.connect(self._moved)
        self.clicked.connect(self._moved)
        for changed in (model.rowsInserted, model.rowsRemoved, theme.changed):
            changed.connect(self._fit)

    @property
    def current(self) -> Collection | None:
        """The collection that is chosen; None for all documents."""
        row = self.currentIndex().data(ROW)
        return row.collection if isinstance(row, CollectionRow) else None

    def takes_drop(self, index: Index) -> bool:
        """Whether what is dragged would be dropped on this row."""
        return self._target.isValid() and self._target == index

    def select(self, collection_id: int | None) -> None:
        """Choose a row, if it is there; `chosen` is for the user's own choice."""
        index = self._model.index_of(collection_id)
        if index.isValid() and index != self.currentIndex():
            self.selectionModel().currentChanged.disconnect(self._moved)
            self.setCurrentIndex(index)
            self.selectionModel().currentChanged.connect(self._moved)

    def name_new(self) -> None:
        """Let the user name a new collection."""
        index = self._model.begin_new()
        self.scrollTo(index)
        self.edit(index)

    def fault_of(self, field: QLineEdit) -> str:
        """What is wrong with the name in a field; "" when nothing is."""
        validator = field.validator()
        return validator.fault(field.text()) if isinstance(validator, NameValidator) else ""

    def set_room(self, height: int) -> None:
        """Be no higher than this, in px, and at least one row; the rest scrolls."""
        self._most_rows = max(1, height // self._row_height())
        self._fit()

    def _row_height(self) -> int:
        return self._theme.scaled(ROW_HEIGHT)

    @Slot()
    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()

    def _set_target(self, index: QModelIndex) -> None:
        self._target = QPersistentModelIndex(index)
        self.viewport().update()

    @Slot()
    def _moved(self) -> None:
        self.chosen.emit()

    # Qt overrides

    def sizeHint(self) -> QSize:
        rows = min(self._model.rowCount(), self._most_rows)
        return QSize(super().sizeHint().width(), rows * self._row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._row_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.current is not None:
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        there = self.indexAt(event.position().toPoint())
        self._set_target(there if event.isAccepted() else QModelIndex())

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._set_target(QModelIndex())

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self._set_target(QModelIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        # Qt's own frame around the row would be black; without its indicator nothing is dropped.
        self.setDropIndicatorShown(False)
        super().paintEvent(event)
        self.setDropIndicatorShown(True)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        self._model.end_new()
        self.edited.emit()


class CollectionDelegate(RowDelegate):
    """Draws icon, name and count in one line, and makes the field for a name.

    Signal: `editor_made` (QLineEdit).
    """

    editor_made = Signal(object)

    def __init__(self, theme: Theme, fault: Fault, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._fault = fault

    def _text_left(self, frame: QRect) -> int:
        return frame.left() + SPACE_2 + self.theme.scaled(ICON_PX) + SPACE_2

    def paint_content(self, painter: QPainter, frame: QRect, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, CollectionRow):
            return
        theme = self.theme
        view = self.parent()
        current = isinstance(view, CollectionList) and view.currentIndex() == index
        if isinstance(view, CollectionList) and view.takes_drop(index):
            paint_focus_ring(painter, frame.toRectF(), RADIUS_CONTROL, theme)
        size = theme.scaled(ICON_PX)
        icon = QRect(frame.left() + SPACE_2, frame.center().y() - size // 2, size, size)
        token: TokenName = "accent" if current else "text2"
        paint_icon(painter, icon, theme, row.icon, token)
        count = self._count(row)
        right = frame.right() - SPACE_2
        metrics = QFontMetrics(theme.font(TextRole.SECONDARY, tabular=True))
        width = metrics.horizontalAdvance(count) + 1 if count else 0
        place = QRect(right - width, frame.top(), width, frame.height())
        align = Qt.AlignmentFlag.AlignRight
        self.paint_text(painter, place, count, TextRole.SECONDARY, "text2", align)
        left = self._text_left(frame)
        name = QRect(left, frame.top(), place.left() - SPACE_1 - left, frame.height())
        self.paint_text(painter, name, row.name, TextRole.CONTROL, "text")

    def _count(self, row: CollectionRow) -> str:
        return "" if row.draft else Formats().number(row.documents)

    # Qt overrides

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self.theme.scaled(ROW_HEIGHT))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        row = index.data(ROW)
        field = QLineEdit(parent)
        field.setProperty("compact", True)
        field.setAccessibleName("Name of the collection")
        own = row.collection if isinstance(row, CollectionRow) else None
        field.setValidator(NameValidator(lambda text: self._fault(text, own), field))
        self.editor_made.emit(field)
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # The row may change while it is edited, as its count does; the name is the user's by then.
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        frame = self.frame(option.rect)
        frame.setLeft(self._text_left(frame) - SPACE_2)
        editor.setGeometry(frame)


class NameValidator(QValidator):
    """Keeps a name from being accepted that cannot be used, but not from being typed."""

    def __init__(self, fault: Callable[[str], str], parent: QObject) -> None:
        super().__init__(parent)
        self.fault = fault

    # Qt override

    def validate(self, text: str, position: int) -> object:
        state = QValidator.State
        return (state.Intermediate if self.fault(text) else state.Acceptable), text, position
