"""One line in place of the evidence cards; a click, Enter or Space unfolds them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.gui.common.icons import paint_icon
from app.gui.common.theme import Theme
from app.gui.common.tokens import TokenName
from app.gui.common.typography import CONTROL_HEIGHT, ICON_PX, RADIUS_CONTROL, SPACE_2, TextRole
from app.gui.common.widgets import KeyboardFocus, has_keyboard_focus, paint_focus_ring


class FoldLine(QAbstractButton):
    """An arrow, the word "Evidence", and how much there is."""

    TITLE = "Evidence"

    def __init__(self, theme: Theme, summary: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._summary = summary
        self._under_pointer = False
        self.setAccessibleName(f"Show the evidence, {summary}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    # Qt overrides

    def sizeHint(self) -> QSize:
        return QSize(self._theme.scaled(200), self._theme.scaled(CONTROL_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(120), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._under_pointer = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._under_pointer = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge: TokenName = "control" if self._under_pointer else "line2"
        painter.setPen(QPen(self._theme.color(edge), 1))
        painter.setBrush(self._theme.color("surface"))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS_CONTROL, RADIUS_CONTROL)
        side = self._theme.scaled(ICON_PX)
        left = float(SPACE_2)
        arrow = QRectF(left, (self.height() - side) / 2, side, side)
        paint_icon(painter, arrow, self._theme, "right", "text2")
        left += side + SPACE_2
        words: tuple[tuple[str, TextRole, TokenName], ...] = (
            (self.TITLE, TextRole.HEADING, "text"),
            (self._summary, TextRole.SECONDARY, "text2"),
        )
        for text, role, tone in words:
            font = self._theme.font(role)
            metrics = QFontMetrics(font)
            room = max(0, int(self.width() - left - SPACE_2))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.setFont(font)
            painter.setPen(self._theme.color(tone))
            place = QRectF(left, 0, room, self.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter.value, shown)
            left += metrics.horizontalAdvance(shown) + SPACE_2
        if has_keyboard_focus(self):
            paint_focus_ring(painter, QRectF(self.rect()), RADIUS_CONTROL - 1, self._theme)
