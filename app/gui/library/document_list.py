"""The list of documents, and how its rows are drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.domain.document import Document
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
from app.gui.library.document_model import ROW, DocumentFilter
from app.gui.library.document_rows import DocumentRow


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


class DocumentDelegate(QStyledItemDelegate):
    """Draws a row in two lines: state icon and title, then what the state means."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _paint_row(self, painter: QPainter, frame: QRect, row: DocumentRow) -> None:
        theme = self._theme
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
        self._paint_text(painter, title_place, row.title, TextRole.CONTROL, "text")
        line_place = QRect(text_left, top + first, width, second)
        self._paint_text(painter, line_place, row.line, TextRole.SECONDARY, "text2")

    def _paint_text(
        self, painter: QPainter, place: QRect, text: str, role: TextRole, token: TokenName
    ) -> None:
        font = self._theme.font(role, tabular=True)
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        line = " ".join(text.split())
        shown = QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, int(flags | Qt.TextFlag.TextSingleLine), shown)

    # Qt overrides

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        lines = self._theme.line_height(TextRole.CONTROL)
        lines += self._theme.line_height(TextRole.SECONDARY)
        return QSize(0, max(self._theme.scaled(TWO_LINE_ROW_HEIGHT), lines + SPACE_1))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW)
        if not isinstance(row, DocumentRow):
            return
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = option.rect.adjusted(SPACE_2, 0, -SPACE_2, 0)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("select" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        view = option.widget
        if option.state & QStyle.StateFlag.State_HasFocus and has_keyboard_focus(view):
            paint_focus_ring(painter, frame.toRectF(), RADIUS_CONTROL, theme)
        self._paint_row(painter, frame, row)
        painter.restore()
