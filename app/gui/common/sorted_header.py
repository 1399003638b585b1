"""The titles of the columns of a table that can be sorted by them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from app.gui.common.icons import paint_icon
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, TextRole

HEADER_PX = 32
"""Height of a row of titles, at the design's text size."""
_ARROW_PX = 12
_LEFT_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SortedHeader(QHeaderView):
    """Titles to click on, with an arrow at the one that the rows are sorted by."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorClearable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def wanted_width(self, title: str) -> int:
        """Room that a title wants with the arrow beside it, in px."""
        metrics = QFontMetrics(self._theme.font(TextRole.CHIP))
        # Two more: a title that just fits would be cut, since letters have parts of a px.
        return metrics.horizontalAdvance(title) + 2 + SPACE_1 + self._theme.scaled(_ARROW_PX)

    def paint_title(
        self, painter: QPainter, rect: QRect, place: QRect, section: int, *, right: bool
    ) -> None:
        """Draw the title of a section, cut where it is too long, and the line below it.

        Args:
            rect: The whole section.
            place: Where in it the title stands, at the right or at the left.
        """
        theme = self._theme
        sorted_by = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        arrow = theme.scaled(_ARROW_PX)
        title = str(self.model().headerData(section, self.orientation()) or "")
        font = theme.font(TextRole.CHIP)
        metrics = QFontMetrics(font)
        room = place.width() - (arrow + SPACE_1 if sorted_by else 0)
        words = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(words)
        left = place.right() + 1 - width if right else place.left()
        painter.setFont(font)
        painter.setPen(theme.color("text" if sorted_by else "text2"))
        painter.drawText(QRect(left, rect.top(), width + 1, rect.height()), _LEFT_MIDDLE, words)
        if sorted_by:
            up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            beside = left - SPACE_1 - arrow if right else left + width + SPACE_1
            square = QRect(beside, rect.center().y() - arrow // 2, arrow, arrow)
            paint_icon(painter, square, theme, "up" if up else "down", "text")
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(0, self._theme.scaled(HEADER_PX))
