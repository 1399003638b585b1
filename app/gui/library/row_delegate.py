"""How a row of the library's lists is drawn: its ground, its focus ring, and text in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.gui.common.keyboard_focus import has_keyboard_focus, paint_focus_ring
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import RADIUS_CONTROL, SPACE_2, TextRole

_LEFT = Qt.AlignmentFlag.AlignLeft


class RowDelegate(QStyledItemDelegate):
    """Draws grounds and rings; what stands in a row is left to `paint_content`."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def paint_content(
        self, painter: QPainter, frame: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw what stands in the row, inside its frame."""
        raise NotImplementedError

    def frame(self, row: QRect) -> QRect:
        """Where a row's ground lies."""
        return row.adjusted(SPACE_2, 0, -SPACE_2, 0)

    def paint_text(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        role: TextRole,
        token: TokenName,
        align: Qt.AlignmentFlag = _LEFT,
    ) -> None:
        """Draw one line, cut where room ends."""
        font = self.theme.font(role, tabular=True)
        painter.setFont(font)
        painter.setPen(self.theme.color(token))
        line = " ".join(text.split())
        shown = QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignVCenter | align
        painter.drawText(place, int(flags | Qt.TextFlag.TextSingleLine), shown)

    # Qt override

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self.frame(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("select" if selected else "hover"))
            painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        if option.state & QStyle.StateFlag.State_HasFocus and has_keyboard_focus(option.widget):
            paint_focus_ring(painter, frame.toRectF(), RADIUS_CONTROL, self.theme)
        self.paint_content(painter, frame, index)
        painter.restore()
