"""The foot of the library pane: what connects to where, and the way to the settings."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_HEIGHT, SPACE_2, SPACE_4, TextRole
from app.gui.common.widgets import ElidedLabel, IconButton, IconLabel, Surface

OFFLINE = "Offline. Nothing is sent."
DOWNLOADING = "Downloading a model. Your documents stay here."


class LibraryFooter(Surface):
    """Says whether anything connects. Signals: `settings_requested`, `line_changed` (str)."""

    settings_requested = Signal()
    line_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="top", parent=parent)
        self._theme = theme
        self._icon = IconLabel(theme, "lock", "text2")
        self._text = ElidedLabel(theme, OFFLINE, role=TextRole.SECONDARY, tone="text2")
        settings = IconButton(theme, "settings", "Settings", key="Ctrl+,")
        settings.clicked.connect(self.settings_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, 0, SPACE_2, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(settings)
        theme.changed.connect(self._fit)
        self._fit()

    def line(self) -> str:
        """What it says."""
        return self._text.text()

    @Slot(bool)
    def set_downloading(self, downloading: bool) -> None:
        """Say that a download is under way, or that nothing connects."""
        line = DOWNLOADING if downloading else OFFLINE
        if line != self.line():
            self._text.setText(line)
            self._icon.set_icon("download" if downloading else "lock")
            self.line_changed.emit(line)

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.scaled(BAR_HEIGHT))
