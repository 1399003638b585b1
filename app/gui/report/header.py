"""The bar above the report."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, ButtonVariant, IconButton, PaneHeader
from app.gui.report import wording


class ReportHeader(PaneHeader):
    """Signals: `export_requested`, `check_requested`, `close_requested`."""

    export_requested = Signal()
    check_requested = Signal()
    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, wording.TITLE, parent=parent)
        self.export_button = Button(
            theme, "Export report…", variant=ButtonVariant.GHOST, icon="export", compact=True
        )
        self.export_icon = IconButton(theme, "export", "Export report", key="Ctrl+E")
        self.check_button = Button(
            theme, "Check for changes", variant=ButtonVariant.GHOST, icon="reading", compact=True
        )
        self.check_icon = IconButton(theme, "reading", "Check for changes")
        self.close_button = IconButton(theme, "close", "Close the report", key="Esc")
        self._checks = self._narrow = False
        for button in (self.export_button, self.export_icon):
            button.clicked.connect(self._export)
            self.add_action(button)
        for button in (self.check_button, self.check_icon):
            button.clicked.connect(self._check)
            self.add_action(button)
        self.close_button.clicked.connect(self._close)
        self.add_action(self.close_button)
        self.set_narrow(narrow=False)

    def set_narrow(self, *, narrow: bool) -> None:
        """Save words in a narrow pane."""
        self._narrow = narrow
        self.export_button.setVisible(not narrow)
        self.export_icon.setVisible(narrow)
        self.check_button.setVisible(self._checks and not narrow)
        self.check_icon.setVisible(self._checks and narrow)

    def offer_check(self, *, offered: bool) -> None:
        """Tell whether there are folders that can be looked through for changes."""
        self._checks = offered
        self.set_narrow(narrow=self._narrow)

    def set_exportable(self, *, exportable: bool) -> None:
        """Tell whether there is anything to export."""
        self.export_button.setEnabled(exportable)
        self.export_icon.setEnabled(exportable)

    def _export(self) -> None:
        self.export_requested.emit()

    def _check(self) -> None:
        self.check_requested.emit()

    def _close(self) -> None:
        self.close_requested.emit()
