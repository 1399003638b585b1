"""The list of schemas, and how its rows are drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import KeyboardFocus, has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CONTROL,
    SPACE_1,
    SPACE_2,
    TWO_LINE_ROW_HEIGHT,
    TextRole,
)
from app.gui.schemas.schema_model import ROW, Index, SchemaModel, SchemaRow


class SchemaList(QListView):
    """Signals: `chosen` (name) when the user goes to another row, `entered_row` for Enter and for
    a click, `delete_requested` for the key."""

    chosen = Signal(str)
    entered_row = Signal()
    delete_requested = Signal()

    def __init__(self, theme: Theme, model: SchemaModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setModel(model)
        self._model = model
        self.setItemDelegate(SchemaDelegate(theme, self))
        self.setAccessibleName("Schemas")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMinimumHeight(1)
        self.viewport().setAutoFillBackground(False)
        KeyboardFocus(self)
        self.selectionModel().currentChanged.connect(self._moved)
        self.clicked.connect(self._clicked)
        model.modelReset.connect(self._stay)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def current(self) -> SchemaRow | None:
        """The row that is chosen."""
        row = self.currentIndex().data(ROW)
        return row if isinstance(row, SchemaRow) else None

    def select(self, name: str) -> None:
        """Go to a row; `chosen` is for the user's own choice."""
        self._shown = name
        self._stay()

    @Slot()
    def _stay(self) -> None:
        index = self._model.index_of(self._shown)
        if index.isValid():
            self.selectionModel().currentChanged.disconnect(self._moved)
            self.setCurrentIndex(index)
            self.selectionModel().currentChanged.connect(self._moved)
            self.scrollTo(index)

    @Slot(QModelIndex)
    def _moved(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, SchemaRow) and row.name != self._shown:
            self.chosen.emit(row.name)

    @Slot()
    def _clicked(self) -> None:
        self.entered_row.emit()

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_requested.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.entered_row.emit()
        elif key == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)


class SchemaDelegate(QStyledItemDelegate):
    """Draws a row in two lines: title, then how many fields there are and where it is from."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _line(
        self, painter: QPainter, place: QRect, text: str, role: TextRole, token: TokenName
    ) -> None:
        font = self._theme.font(role, tabular=True)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, int(flags | Qt.TextFlag.TextSingleLine), shown)

    # Qt overrides

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = self._theme.line_height(TextRole.CONTROL)
        lines += self._theme.line_height(TextRole.SECONDARY)
        return QSize(0, max(self._theme.scaled(TWO_LINE_ROW_HEIGHT), lines + SPACE_1))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, SchemaRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        frame = option.rect.adjusted(SPACE_2, 0, -SPACE_2, 0)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("select" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        if option.state & QStyle.StateFlag.State_HasFocus and has_keyboard_focus(option.widget):
            paint_focus_ring(painter, frame.toRectF(), RADIUS_CONTROL, theme)
        size = theme.scaled(ICON_PX)
        icon = QRect(frame.left() + SPACE_2, frame.center().y() - size // 2, size, size)
        token: TokenName = "accent" if selected else "text2"
        paint_icon(painter, icon, theme, "lock" if row.built_in else "list", token)
        left = icon.right() + 1 + SPACE_2
        first = theme.line_height(TextRole.CONTROL)
        second = theme.line_height(TextRole.SECONDARY)
        top = frame.top() + (frame.height() - first - second) // 2
        width = frame.right() - SPACE_1 - left
        place = QRect(left, top, width, first)
        self._line(painter, place, row.title, TextRole.CONTROL, "text")
        below = QRect(left, top + first, width, second)
        self._line(painter, below, row.line, TextRole.SECONDARY, "text2")
        painter.restore()
