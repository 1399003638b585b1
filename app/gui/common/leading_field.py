"""A search field that leads a list: the keys that move through it work while one types."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.gui.common.safe_text import one_line
from app.gui.common.widgets import SearchField

_UP_AND_DOWN = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class LeadingField(SearchField):
    """Signals: `entered` for Enter, `stepped` with 1 for ↓ and -1 for ↑."""

    entered = Signal()
    stepped = Signal(int)

    @property
    def words(self) -> str:
        """What is looked for; what was pasted may have had several lines."""
        return one_line(self.text())

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.entered.emit()
        elif plain and key in _UP_AND_DOWN:
            self.stepped.emit(_UP_AND_DOWN[key])
        else:
            super().keyPressEvent(event)
