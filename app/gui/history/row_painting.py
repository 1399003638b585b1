"""How the rows of the list are drawn: a heading where a day begins, title and date, what it is
about, and the words that a search found."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.gui.common.excerpt import Excerpt
from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.marked_text import MarkedText
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import (
    RADIUS_CARD,
    SPACE_1,
    SPACE_2,
    SPACE_3,
    TextRole,
)
from app.gui.history import wording
from app.gui.history.conversation_model import ROW, ConversationRow
from app.services.conversations import MAX_TITLE_CHARACTERS

EXCERPT_LINES = 2
HEADING_HEIGHT = 32
_GAP = 2

Index = QModelIndex | QPersistentModelIndex


class Column(Protocol):
    """Where rows are drawn in a view that may be wider."""

    def column(self) -> tuple[int, int]:
        """Left edge and width in px."""
        ...


class RowDelegate(QStyledItemDelegate):
    """Draws rows in the view's column, and makes the field for another title.

    Signal: `editor_made` (QLineEdit).
    """

    editor_made = Signal(object)

    def __init__(self, theme: Theme, column: Column, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = column
        # Each is asked for its height and then drawn, again and again.
        self._laid_out: dict[tuple[int, int, str], MarkedText] = {}
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """What was laid out is of another width, another look or another search."""
        self._laid_out.clear()

    # --- measures ---------------------------------------------------------------------------

    def _excerpt(self, row: ConversationRow) -> MarkedText | None:
        snippet = row.summary.snippet
        if snippet is None or not snippet.text:
            return None
        width = max(1, self._column.column()[1] - 2 * SPACE_3)
        key = (row.summary.id, width, snippet.text)
        if key not in self._laid_out:
            content = Excerpt(snippet.text, snippet.hits)
            self._laid_out[key] = MarkedText(
                self._theme, content, TextRole.SECONDARY, width, EXCERPT_LINES
            )
        return self._laid_out[key]

    def _heading_height(self, row: ConversationRow) -> int:
        return self._theme.scaled(HEADING_HEIGHT) if row.heading else 0

    def _height(self, row: ConversationRow) -> int:
        line = self._theme.line_height
        height = 2 * SPACE_2 + line(TextRole.LABEL) + line(TextRole.SECONDARY)
        words = self._excerpt(row)
        if words is not None:
            height += _GAP + words.height()
        return self._heading_height(row) + height

    def _frame(self, rect: QRect, row: ConversationRow) -> QRect:
        """Where the ground of a row lies, below its heading."""
        left, width = self._column.column()
        top = rect.top() + self._heading_height(row)
        return QRect(left, top, width, rect.bottom() + 1 - top)

    # --- drawing ----------------------------------------------------------------------------

    def _draw(
        self, painter: QPainter, place: QRect, text: str, font: QFont, tone: TokenName
    ) -> None:
        """Draw a line of text, cut where room ends."""
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(tone))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, int(flags | Qt.TextFlag.TextSingleLine), shown)

    def _draw_heading(self, painter: QPainter, rect: QRect, row: ConversationRow) -> None:
        left, width = self._column.column()
        font = self._theme.font(TextRole.SECTION)
        line = self._theme.line_height(TextRole.SECTION)
        bottom = rect.top() + self._heading_height(row) - SPACE_1
        place = QRect(left + SPACE_3, bottom - line, width - 2 * SPACE_3, line)
        # As the headings of the library's lists.
        self._draw(painter, place, row.heading.upper(), font, "text3")

    def _draw_row(self, painter: QPainter, frame: QRect, row: ConversationRow) -> None:
        theme = self._theme
        line, small_line = theme.line_height(TextRole.LABEL), theme.line_height(TextRole.SECONDARY)
        small = theme.font(TextRole.SECONDARY, tabular=True)
        left, right = frame.left() + SPACE_3, frame.right() + 1 - SPACE_3
        top = frame.top() + SPACE_2
        width = QFontMetrics(small).horizontalAdvance(row.when) + 1
        self._draw(painter, QRect(right - width, top, width, line), row.when, small, "text2")
        title = QRect(left, top, max(0, right - width - SPACE_3 - left), line)
        font = theme.font(TextRole.LABEL)
        self._draw(painter, title, wording.title(row.summary), font, "text")
        place = QRect(left, top + line, right - left, small_line)
        self._draw(painter, place, wording.about(row.summary), small, "text2")
        words = self._excerpt(row)
        if words is not None:
            words.paint(painter, left, place.bottom() + 1 + _GAP, "text2")

    # Qt overrides

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._height(index.data(ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.heading:
            self._draw_heading(painter, option.rect, row)
        frame = self._frame(option.rect, row)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("select" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        if option.state & QStyle.StateFlag.State_HasFocus and has_keyboard_focus(option.widget):
            paint_focus_ring(painter, QRectF(frame), RADIUS_CARD - 1, self._theme)
        self._draw_row(painter, frame, row)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = QLineEdit(parent)
        field.setProperty("compact", True)
        field.setMaxLength(MAX_TITLE_CHARACTERS)
        field.setAccessibleName("Title of the conversation")
        self.editor_made.emit(field)
        return field

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        # Over both lines: half of the second one would look out below a lower field.
        frame = self._frame(option.rect, index.data(ROW))
        line = self._theme.line_height
        height = line(TextRole.LABEL) + line(TextRole.SECONDARY) + SPACE_2
        editor.setGeometry(
            frame.left() + SPACE_1, frame.top() + SPACE_1, frame.width() - 2 * SPACE_1, height
        )
