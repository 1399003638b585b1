"""Keys that scroll a page whose focus is on something that does not want them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSlider, QScrollBar

_Action = QAbstractSlider.SliderAction
_SCROLLS = {
    Qt.Key.Key_Up: _Action.SliderSingleStepSub,
    Qt.Key.Key_Down: _Action.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: _Action.SliderPageStepSub,
    Qt.Key.Key_PageDown: _Action.SliderPageStepAdd,
    Qt.Key.Key_Home: _Action.SliderToMinimum,
    Qt.Key.Key_End: _Action.SliderToMaximum,
}


def scroll_by_key(bar: QScrollBar, event: QKeyEvent) -> bool:
    """Scroll as the key says; False where it says nothing of that."""
    scrolls = _SCROLLS.get(Qt.Key(event.key()))
    if scrolls is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    bar.triggerAction(scrolls)
    return True
