"""The list of documents: an item model over plain rows, and the delegate that draws them."""

from __future__ import annotations

import bisect
import html
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.gui.common.icons import paint_icon
from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.typography import (
    ICON_PX,
    RADIUS_CONTROL,
    SPACE_1,
    SPACE_2,
    TWO_LINE_ROW_HEIGHT,
    TextRole,
)
from app.gui.library.document_rows import DocumentRow

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole


class DocumentListModel(QAbstractListModel):
    """Rows sorted by title. Holds no state but the rows it was given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[DocumentRow] = []

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = sorted(rows, key=lambda row: row.sort_key)
        self.endResetModel()

    def rows(self) -> tuple[DocumentRow, ...]:
        """All rows in order."""
        return tuple(self._rows)

    def put(self, row: DocumentRow) -> None:
        """Insert the row of a document, or replace the one it had."""
        document = row.document
        if document is not None:
            self.remove({document.id})
        position = bisect.bisect_right(self._rows, row.sort_key, key=lambda other: other.sort_key)
        self.beginInsertRows(QModelIndex(), position, position)
        self._rows.insert(position, row)
        self.endInsertRows()

    def replace_reading(self, row: DocumentRow) -> None:
        """Show how far the file that is being read is; its title stays."""
        for position, other in enumerate(self._rows):
            if other.document is None:
                self._rows[position] = row
                index = self.index(position)
                self.dataChanged.emit(index, index)

    def remove_reading(self) -> None:
        """Take out the row of the file that was being read."""
        for position in reversed(range(len(self._rows))):
            if self._rows[position].document is None:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position]
                self.endRemoveRows()

    def remove(self, document_ids: set[int]) -> None:
        """Take out the rows of these documents."""
        for position in reversed(range(len(self._rows))):
            document = self._rows[position].document
            if document is not None and document.id in document_ids:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position]
                self.endRemoveRows()

    # Qt's names.

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            # Qt may take a title for mark-up; escaped and in a paragraph it is always text.
            return f"<p style='white-space:pre-wrap'>{html.escape(row.tooltip)}</p>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.line}"
        if role == ROW:
            return row
        return None


class DocumentFilter(QSortFilterProxyModel):
    """Shows rows whose title or path holds all words that were typed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()

    def set_text(self, text: str) -> None:
        """Filter by these words; "" shows all."""
        self.beginFilterChange()
        self._words = tuple(text.casefold().split())
        self.endFilterChange()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        row = self.sourceModel().index(source_row, 0, source_parent).data(ROW)
        if not isinstance(row, DocumentRow):
            return False
        path = str(row.document.path) if row.document else ""
        text = f"{row.title} {path}".casefold()
        return all(word in text for word in self._words)


class DocumentDelegate(QStyledItemDelegate):
    """Draws a row in two lines: state icon and title, then what the state means."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._theme.scaled(TWO_LINE_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, DocumentRow):
            return
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = option.rect.adjusted(SPACE_2, 0, -SPACE_2, 0)
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("select" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        view = option.widget
        if state & QStyle.StateFlag.State_HasFocus and has_keyboard_focus(view):
            paint_focus_ring(painter, frame.toRectF(), RADIUS_CONTROL, theme)
        self._paint_row(painter, frame, row)
        painter.restore()

    def _paint_row(self, painter: QPainter, frame: QRect, row: DocumentRow) -> None:
        theme = self._theme
        size = theme.scaled(ICON_PX)
        left = frame.left() + SPACE_2
        paint_icon(
            painter,
            QRect(left, frame.center().y() - size // 2, size, size),
            theme,
            row.icon,
            row.token,
        )
        text_left = left + size + SPACE_2
        width = frame.right() - SPACE_1 - text_left
        first = theme.line_height(TextRole.CONTROL)
        second = theme.line_height(TextRole.SECONDARY)
        top = frame.top() + (frame.height() - first - second) // 2
        lines = (
            (row.title, TextRole.CONTROL, "text", top, first),
            (row.line, TextRole.SECONDARY, "text2", top + first, second),
        )
        for text, role, token, y, height in lines:
            font = theme.font(role, tabular=True)
            painter.setFont(font)
            painter.setPen(theme.color("text" if token == "text" else "text2"))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(
                QRect(text_left, y, width, height),
                int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
                shown,
            )
