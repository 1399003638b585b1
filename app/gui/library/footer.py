"""The foot of the library pane: what connects to where, and the way to the settings."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_HEIGHT, SPACE_2, SPACE_4, TextRole
from app.gui.common.widgets import ElidedLabel, IconButton, IconLabel, Surface

OFFLINE = "Offline. Nothing is sent."
DOWNLOADING = "Downloading a model. Your documents stay here."


class LibraryFooter(Surface):
    """Says whether anything connects; signal `settings_requested`."""

    settings_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="top", parent=parent)
        self.setMinimumHeight(theme.scaled(BAR_HEIGHT))
        self._text = ElidedLabel(theme, OFFLINE, role=TextRole.SECONDARY, tone="text2")
        settings = IconButton(theme, "settings", "Settings", key="Ctrl+,")
        settings.clicked.connect(self.settings_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, 0, SPACE_2, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(IconLabel(theme, "lock", "text2"))
        row.addWidget(self._text, 1)
        row.addWidget(settings)

    def set_downloading(self, downloading: bool) -> None:
        """Say that a download is under way, or that nothing connects."""
        self._text.setText(DOWNLOADING if downloading else OFFLINE)
