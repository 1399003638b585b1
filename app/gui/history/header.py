"""The bar above the list of conversations."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, PaneHeader
from app.gui.history import wording


class HistoryHeader(PaneHeader):
    """Signals: `new_requested`, `close_requested`."""

    new_requested = Signal()
    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, wording.TITLE, parent=parent)
        self.new_button = Button(
            theme, wording.NEW, variant=ButtonVariant.GHOST, icon="plus", compact=True
        )
        self.new_icon = IconButton(theme, "plus", wording.NEW, key="Ctrl+N")
        self.close_button = IconButton(theme, "close", "Back to the conversation", key="Esc")
        self.new_button.clicked.connect(self._begin_anew)
        self.new_icon.clicked.connect(self._begin_anew)
        self.close_button.clicked.connect(self._close)
        for button in (self.new_button, self.new_icon, self.close_button):
            self.add_action(button)
        self.setFocusProxy(self.close_button)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> None:
        """Save words in a narrow pane."""
        self.new_button.setVisible(not narrow)
        self.new_icon.setVisible(narrow)

    def _begin_anew(self) -> None:
        self.new_requested.emit()

    def _close(self) -> None:
        self.close_requested.emit()
