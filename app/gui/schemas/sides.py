"""The two sides of the dialog: beside each other, or, where it is narrow, in turn."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.schemas.list_pane import ListPane
from app.gui.schemas.schema_pane import SchemaPane

NARROW_BELOW = 720
"""Width in px, at the design's text size, below which list and schema are shown in turn."""


class Sides(QWidget):
    """The list of schemas at the left, the chosen one at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.list_pane = ListPane(theme)
        self.pane = SchemaPane(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list_pane)
        row.addWidget(self.pane, 1)
        self.list_pane.question.answered.connect(self.list_pane.focus_list)
        self.list_pane.notices.answered.connect(self.list_pane.focus_list)
        self.pane.question.answered.connect(self.pane.focus_content)
        self.pane.notices.answered.connect(self.pane.focus_content)
        self.pane.back_requested.connect(self._go_back)
        theme.changed.connect(self._fit)

    @property
    def narrow(self) -> bool:
        """Whether there is room for one of the two only."""
        return self.width() < self._theme.scaled(NARROW_BELOW)

    def show_pane(self, *, focus: bool = True) -> None:
        """Show the schema, which is all there is where it is narrow."""
        self.pane.show()
        self.list_pane.setVisible(not self.narrow)
        if focus:
            self.pane.focus_content()

    @Slot()
    def show_list(self) -> None:
        """Show the list, which is all there is where it is narrow."""
        self.list_pane.show()
        self.pane.setVisible(not self.narrow)

    @Slot()
    def _go_back(self) -> None:
        self.show_list()
        self.list_pane.focus_list()

    @Slot()
    def _fit(self) -> None:
        narrow = self.narrow
        self.list_pane.set_narrow(narrow)
        self.pane.set_narrow(narrow)
        if not narrow:
            self.list_pane.show()
            self.pane.show()
        elif not self.list_pane.isHidden() and not self.pane.isHidden():
            self.list_pane.hide()

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
