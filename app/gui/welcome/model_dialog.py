"""The choice of a model again, once there are documents."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import Button, ButtonVariant, TextLabel
from app.gui.welcome.model_choice import ModelChoice
from app.workers.models import ModelWorker


class ModelDialog(QDialog):
    """Closing it leaves a download running."""

    def __init__(self, theme: Theme, models: ModelWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Language model")
        self.setMinimumWidth(theme.scaled(640))
        self.choice = ModelChoice(theme, models)
        done = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        done.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(done)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_6, SPACE_4)
        column.setSpacing(SPACE_4)
        column.addWidget(TextLabel(theme, "Choose how answers are made", role=TextRole.TITLE))
        column.addWidget(self.choice)
        column.addStretch(1)
        column.addLayout(buttons)
