"""The line above a field: its title, what it holds, or what is wrong; a click unfolds the rest."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.gui.common.icons import paint_icon
from app.gui.common.labels import as_tip
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
from app.gui.common.widgets import KeyboardFocus, has_keyboard_focus, paint_focus_ring

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class FieldHead(QAbstractButton):
    """Signal: `stepped` with 1 for ↓ and -1 for ↑."""

    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = ""
        self._summary = ""
        self._fault = ""
        self._open = False
        self._under_pointer = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        KeyboardFocus(self)
        theme.changed.connect(self.updateGeometry)

    @property
    def lines(self) -> tuple[str, str]:
        """What is written: the title, and what stands below it."""
        return self._title, self._fault or self._summary

    def show_field(
        self, title: str, summary: str, fault: str, spoken: str, *, opened: bool
    ) -> None:
        """Show a title, and below it the fault or, where there is none, what the field holds."""
        self._title, self._summary, self._fault, self._open = title, summary, fault, opened
        self.setAccessibleName(f"{spoken}, {'unfolded' if opened else 'folded'}")
        self.setAccessibleDescription(fault)
        self.setToolTip(as_tip(f"{title}\n{fault or summary}"))
        self.update()

    def _paint_line(
        self, painter: QPainter, left: float, top: float, text: str, role: TextRole, tone: TokenName
    ) -> None:
        font = self._theme.font(role)
        room = max(0, int(self.width() - left - SPACE_2))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(self._theme.color(tone))
        place = QRectF(left, top, room, self._theme.line_height(role))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter.value, shown)

    # Qt overrides

    def sizeHint(self) -> QSize:
        lines = self._theme.line_height(TextRole.HEADING)
        lines += self._theme.line_height(TextRole.SECONDARY)
        height = max(self._theme.scaled(TWO_LINE_ROW_HEIGHT), lines + SPACE_2)
        return QSize(self._theme.scaled(240), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.scaled(80), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain and not event.isAutoRepeat():
            self.click()
        elif key in _STEPS and plain:
            self.stepped.emit(_STEPS[key])
        else:
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
        theme = self._theme
        if self._under_pointer:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover"))
            painter.drawRoundedRect(QRectF(self.rect()), RADIUS_CONTROL, RADIUS_CONTROL)
        side = theme.scaled(ICON_PX)
        left = float(SPACE_2)
        arrow = QRectF(left, (self.height() - side) / 2, side, side)
        paint_icon(painter, arrow, theme, "down" if self._open else "right", "text2")
        left += side + SPACE_2
        first = theme.line_height(TextRole.HEADING)
        second = theme.line_height(TextRole.SECONDARY)
        top = (self.height() - first - second) / 2
        self._paint_line(painter, left, top, self._title, TextRole.HEADING, "text")
        top += first
        if self._fault:
            size = theme.scaled(14)
            mark = QRectF(left, top + (second - size) / 2, size, size)
            paint_icon(painter, mark, theme, "state-failed", "bad")
            self._paint_line(painter, left + size + SPACE_1, top, self._fault, TextRole.CHIP, "bad")
        else:
            self._paint_line(painter, left, top, self._summary, TextRole.SECONDARY, "text2")
        if has_keyboard_focus(self):
            paint_focus_ring(painter, QRectF(self.rect()), RADIUS_CONTROL, theme)
