"""The first run: add documents, and choose how answers are made."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.common.typography import (
    SPACE_2,
    SPACE_3,
    SPACE_4,
    SPACE_6,
    SPACE_14,
    TextRole,
)
from app.gui.common.widgets import Button, ButtonVariant, DropZone, Surface, TextLabel
from app.gui.welcome.model_choice import ModelChoice
from app.workers.models import ModelWorker

COLUMN_WIDTH = 720
_LOW, _NARROW = 640, 480
"""Height below which the margin at the top gives way, and width below which buttons stand one
above the other, in px at the design's text size."""


class WelcomePanel(QScrollArea):
    """Signals: `add_folder_requested`, `add_files_requested`."""

    add_folder_requested = Signal()
    add_files_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        models: ModelWorker,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName("Welcome")
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = Surface("surface")
        self._column = QWidget()
        self._row = QHBoxLayout(ground)
        self._row.addStretch(1)
        self._row.addWidget(self._column, 100)
        self._row.addStretch(1)
        self.setWidget(ground)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_2)
        self._build_documents()
        self._rows.addWidget(
            TextLabel(theme, "2   Choose how answers are made", role=TextRole.HEADING)
        )
        self.model_choice = ModelChoice(theme, models, announcer)
        self._rows.addWidget(self.model_choice)
        self._rows.addStretch(1)
        self.setFocusProxy(self.folder_button)
        theme.changed.connect(self._fit)
        self._fit()

    def _build_documents(self) -> None:
        theme = self._theme
        self._rows.addWidget(
            TextLabel(
                theme, "Ask your PDFs, and check every sentence", role=TextRole.WELCOME, wrap=True
            )
        )
        self._rows.addWidget(
            TextLabel(
                theme,
                "Pincite reads your documents on this computer and answers from them. Each "
                "sentence links to the page it rests on, with the words marked. It works "
                "offline; the only connection it ever makes is a download that you start.",
                role=TextRole.ANSWER,
                tone="text2",
                wrap=True,
            )
        )
        self._rows.addSpacing(SPACE_3)
        self._rows.addWidget(TextLabel(theme, "1   Add documents", role=TextRole.HEADING))
        self.folder_button = Button(
            theme, "Choose folder…", variant=ButtonVariant.PRIMARY, icon="folder"
        )
        self.files_button = Button(theme, "Choose files…", icon="file")
        self.folder_button.clicked.connect(self.add_folder_requested)
        self.files_button.clicked.connect(self.add_files_requested)
        buttons = QWidget()
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight, buttons)
        self._buttons.setContentsMargins(0, 0, 0, 0)
        self._buttons.setSpacing(SPACE_2)
        for button in (self.folder_button, self.files_button):
            self._buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._rows.addWidget(DropZone(theme, buttons=(buttons,)))
        self._rows.addSpacing(SPACE_3)

    def _fit(self) -> None:
        self._column.setMaximumWidth(self._theme.scaled(COLUMN_WIDTH))
        low = self.height() < self._theme.scaled(_LOW)
        top = SPACE_6 if low else SPACE_14
        narrow = self.width() < self._theme.scaled(_NARROW)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._buttons.setDirection(down if narrow else right)
        side = SPACE_4 if narrow else SPACE_6
        self._row.setContentsMargins(side, top, side, SPACE_6)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
