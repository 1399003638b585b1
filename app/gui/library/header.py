"""The bar above the library: what can be added to it, and the report on what was read."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.gui.common.shared_keys import REPORT_KEY
from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, PaneHeader


class LibraryHeader(PaneHeader):
    """Signals: `add_folder_requested`, `add_files_requested`, `report_requested`."""

    add_folder_requested = Signal()
    add_files_requested = Signal()
    report_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Library", ground="sidebar", parent=parent)
        self.report_button = IconButton(theme, "list", "Report on what was read", key=REPORT_KEY)
        self.add_button = Button(
            theme, "Add", variant=ButtonVariant.GHOST, icon="plus", compact=True
        )
        self.add_button.setAccessibleName("Add documents")
        self.add_menu = QMenu(self.add_button)
        self.add_menu.addAction("Add folder…").triggered.connect(self.add_folder_requested)
        self.add_menu.addAction("Add files…").triggered.connect(self.add_files_requested)
        self.add_button.setMenu(self.add_menu)
        self.report_button.clicked.connect(self.report_requested)
        self.add_action(self.report_button)
        self.add_action(self.add_button)
