"""The choice of how answers are made again, once there are documents."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.common.announce import Announcer
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import Button, ButtonVariant, TextLabel
from app.gui.welcome.model_choice import ModelChoice
from app.workers.models import ModelWorker

WIDTH, HEIGHT = 640, 380
OF_THE_SCREEN = 0.92


class ModelDialog(QDialog):
    """Closing it leaves a download running."""

    def __init__(
        self,
        theme: Theme,
        models: ModelWorker,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("How answers are made")
        self.choice = ModelChoice(theme, models, announcer)
        inner = QWidget()
        inner.setProperty("plain", True)
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.choice)
        rows.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        self.done_button = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        self.done_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_6, SPACE_4)
        column.setSpacing(SPACE_4)
        column.addWidget(TextLabel(theme, "Choose how answers are made", role=TextRole.TITLE))
        column.addWidget(scroll, 1)
        column.addLayout(buttons)
        room = self.screen().availableSize() * OF_THE_SCREEN
        self.resize(QSize(theme.scaled(WIDTH), theme.scaled(HEIGHT)).boundedTo(room))
