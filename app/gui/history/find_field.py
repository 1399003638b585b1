"""The field that finds conversations."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.gui.common.leading_field import LeadingField
from app.gui.common.theme import Theme
from app.gui.history import wording


class FindField(LeadingField):
    """Looks for words in conversations."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, wording.FIND, parent=parent)
        self.setProperty("large", True)
        self.setMaxLength(200)
