"""The first run: add documents, and choose how answers are made."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_6, SPACE_14, TextRole
from app.gui.common.widgets import Button, ButtonVariant, DropZone, TextLabel
from app.gui.welcome.model_choice import ModelChoice
from app.workers.models import ModelWorker

COLUMN_WIDTH = 720


class WelcomePanel(QScrollArea):
    """Signals: `add_folder_requested`, `add_files_requested`."""

    add_folder_requested = Signal()
    add_files_requested = Signal()

    def __init__(self, theme: Theme, models: ModelWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        column = QWidget()
        column.setMaximumWidth(theme.scaled(COLUMN_WIDTH))
        row = QHBoxLayout(inner)
        row.setContentsMargins(SPACE_6, SPACE_14, SPACE_6, SPACE_6)
        row.addStretch(1)
        row.addWidget(column, 100)
        row.addStretch(1)
        self.setWidget(inner)
        self._rows = QVBoxLayout(column)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_2)
        self._build_documents()
        self._rows.addWidget(
            TextLabel(theme, "2   Choose how answers are made", role=TextRole.HEADING)
        )
        self.model_choice = ModelChoice(theme, models)
        self._rows.addWidget(self.model_choice)
        self._rows.addStretch(1)

    def _build_documents(self) -> None:
        theme = self._theme
        self._rows.addWidget(
            TextLabel(theme, "Ask your PDFs, and check every sentence", role=TextRole.WELCOME)
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
        folder = Button(theme, "Choose folder…", variant=ButtonVariant.PRIMARY, icon="folder")
        files = Button(theme, "Choose files…", icon="file")
        folder.clicked.connect(self.add_folder_requested)
        files.clicked.connect(self.add_files_requested)
        self._zone = DropZone(theme, buttons=(folder, files))
        self._rows.addWidget(self._zone)
        self._rows.addSpacing(SPACE_3)
