"""Marks widgets that got the focus by the keyboard, so that only those show a focus ring.

A mouse click gives a button the focus as well, but there a ring would only distract. Fields show
theirs always and need none of this.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.gui.common.theme import Theme

# The dynamic property that the style sheet and the widgets ask for.
PROPERTY = "keyboardFocus"
RING_PX = 2

_BY_POINTER = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason)


class KeyboardFocus(QObject):
    """Keeps the property ``keyboardFocus`` of one widget right; lives as its child."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.setProperty(PROPERTY, False)
        widget.installEventFilter(self)

    def _set(self, on: bool) -> None:
        # A widget that is being destroyed loses the focus last of all.
        if not isValid(self._widget) or self._widget.property(PROPERTY) == on:
            return
        self._widget.setProperty(PROPERTY, on)
        restyle(self._widget)

    # Qt override

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind is QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            # A window that becomes active again keeps what was shown before.
            if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
                self._set(event.reason() not in _BY_POINTER)
        elif kind is QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
                self._set(False)
        elif kind is QEvent.Type.KeyPress and self._widget.hasFocus():
            self._set(True)
        return False


def has_keyboard_focus(widget: QWidget) -> bool:
    """Return whether a ring belongs around the widget now."""
    return bool(widget.property(PROPERTY)) and widget.hasFocus()


def restyle(widget: QWidget) -> None:
    """Apply the style sheet again after a dynamic property changed."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def paint_focus_ring(
    painter: QPainter, rect: QRectF, radius: float, theme: Theme, *, gap: bool = False
) -> None:
    """Draw the ring just inside ``rect``.

    ``gap`` adds a line in ``surface`` inside it, for grounds of the ring's own colour.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = RING_PX / 2
    painter.setPen(QPen(theme.color("focus"), RING_PX))
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
    if gap:
        inner = RING_PX + half
        painter.setPen(QPen(theme.color("surface"), RING_PX))
        painter.drawRoundedRect(rect.adjusted(inner, inner, -inner, -inner), radius - 2, radius - 2)
    painter.restore()
