"""The settings of the window: what its panes and dialogs choose comes together here."""

from __future__ import annotations

from pydantic import BaseModel
from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.answer import AnswerStyle
from app.core.settings import Settings


class WindowSettings(QObject):
    """Holds what is in force. Signal `changed` (Settings), when it is something else."""

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._current = settings

    @property
    def current(self) -> Settings:
        """What is in force."""
        return self._current

    @Slot(object)
    def change(self, settings: Settings) -> None:
        """Put other settings in force."""
        if settings != self._current:
            self._current = settings
            self.changed.emit(settings)

    @Slot(object)
    def choose_style(self, style: AnswerStyle) -> None:
        """Answer in this style from now on."""
        self._update("answers", self._current.answers, style=style)

    @Slot(str)
    def choose_model(self, name: str) -> None:
        """Let the model of this name write from now on."""
        self._update("models", self._current.models, chat_model=name)

    @Slot(bool)
    def choose_claim_filter(self, on: bool) -> None:
        """Set passages of another scope aside from now on, or use all of them."""
        self._update("answers", self._current.answers, claim_filter=on)

    def _update(self, name: str, section: BaseModel, **values: object) -> None:
        self.change(self._current.model_copy(update={name: section.model_copy(update=values)}))
