"""A small dialog that asks something: as wide as it is told, as high as its words need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import TextLabel

OF_THE_SCREEN = 0.92
"""No wider than this share of it, however large the text."""


class AskingDialog(QDialog):
    """Has a title, what it asks, and buttons at the lower right."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(title)

    def put_together(
        self, parts: Sequence[QWidget | QLayout], buttons: Sequence[QWidget], *, width: int
    ) -> None:
        """Lay out the parts below the title.

        Args:
            width: Of the dialog, in px at the design's text size.
        """
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_2)
        foot.addStretch(1)
        for button in buttons:
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_6, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(TextLabel(self._theme, self.windowTitle(), role=TextRole.TITLE))
        for part in parts:
            if isinstance(part, QWidget):
                column.addWidget(part)
            else:
                column.addLayout(part)
        column.addStretch(1)
        column.addLayout(foot)
        room = round(self.screen().availableSize().width() * OF_THE_SCREEN)
        self.setFixedWidth(min(self._theme.scaled(width), room))
        self.fit()

    @Slot()
    def fit(self) -> None:
        """Make room for the words as they wrap. Not adjustSize(): that gives a dialog no more than
        two thirds of the screen, whatever the size of the text."""
        column = self.layout()
        assert column is not None
        column.activate()
        self.setMinimumHeight(column.totalHeightForWidth(self.width()))
        self.resize(self.width(), self.minimumHeight())
