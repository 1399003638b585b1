"""The field of the search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.gui.common.leading_field import LeadingField
from app.gui.common.theme import Theme
from app.gui.search import wording


class QueryField(LeadingField):
    """Takes what is looked for in documents."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, wording.PLACEHOLDER, key_hint="Ctrl+Shift+F", parent=parent)
        self.setProperty("large", True)

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the window closes what lies on top before it empties the field
        else:
            super().keyPressEvent(event)
