"""Shows in the window which model writes and what is set, and where both are chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.model import ModelState, ModelStatus
from app.core.errors import PinciteError
from app.core.settings import Settings
from app.gui.chat.panel import ChatPanel
from app.gui.external import open_folder
from app.gui.extraction.panel import ExtractionPanel
from app.gui.history.panel import HistoryPanel
from app.gui.library.panel import LibraryPanel
from app.gui.pane_layout import PaneLayout
from app.gui.search.panel import SearchPanel
from app.gui.welcome.panel import WelcomePanel
from app.gui.window_dialogs import WindowDialogs
from app.gui.window_settings import WindowSettings
from app.workers.models import ModelWorker


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    choices: WindowSettings
    dialogs: WindowDialogs
    history: HistoryPanel
    library: LibraryPanel
    panes: PaneLayout
    search: SearchPanel
    table: ExtractionPanel
    welcome: WelcomePanel


class WindowModels(QObject):
    """Carries choices from panes and dialogs to the settings, and settings back to them."""

    def __init__(self, window: Window, worker: ModelWorker, library_folder: Path) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._worker = worker
        self._library_folder = library_folder
        self._choices, self._dialogs = window.choices, window.dialogs
        self._library, self._chat, self._welcome = window.library, window.chat, window.welcome
        self._asking = (window.chat, window.search, window.table)
        for source in (self._library, window.panes.rail, window.history):
            source.settings_requested.connect(self.open_settings)
        for pane in self._asking:
            pane.model_menu_requested.connect(self.open_models)
        for foot in (self._library.footer, window.panes.rail):
            worker.busy_changed.connect(foot.set_downloading)
        worker.busy_changed.connect(self._show_models)
        self._connect_choices()

    def _connect_choices(self) -> None:
        choices, chat, dialogs = self._choices, self._chat, self._dialogs
        for source in (chat, self._welcome.model_choice, dialogs):
            source.style_chosen.connect(choices.choose_style)
        for chooser in (self._welcome.model_choice, dialogs):
            chooser.model_chosen.connect(choices.choose_model)
        chat.composer.claim_filter_chosen.connect(choices.choose_claim_filter)
        dialogs.settings_changed.connect(choices.change)
        dialogs.folder_requested.connect(open_folder)
        choices.changed.connect(self.show_settings)

    @Slot()
    def open_models(self) -> None:
        """Show how answers are made."""
        self._dialogs.open_models(self._worker, self._choices.current)

    @Slot()
    def open_settings(self) -> None:
        """Show the settings."""
        current, writers = self._choices.current, self._writers()
        self._dialogs.open_settings(current, writers, self._library_folder)

    @Slot(object)
    def show_settings(self, settings: Settings) -> None:
        """Put settings in force in what can be seen."""
        self._chat.set_answer_style(settings.answers.style)
        self._chat.composer.set_claim_filter(settings.answers.claim_filter)
        style, model = settings.answers.style, settings.models.chat_model
        self._welcome.model_choice.set_choice(style, model)
        self._dialogs.show_settings(settings)
        self._show_models()

    def settings_not_kept(self, error: PinciteError) -> None:
        """Tell that changed settings hold only until the program is closed."""
        if not self._dialogs.show_error(error):
            self._library.show_error(error)

    def _writers(self) -> list[ModelStatus]:
        """Models that may write, the chosen one first."""
        chosen = self._choices.current.models.chat_model
        statuses = [s for s in self._worker.statuses() if s.entry.may_write(chosen)]
        return sorted(statuses, key=lambda status: status.entry.name != chosen)

    @Slot()
    def _show_models(self) -> None:
        """Show above conversation, search and table which model writes."""
        installed = [s for s in self._writers() if s.state is ModelState.INSTALLED]
        for pane in self._asking:
            pane.set_model(installed[0].entry.title if installed else "", bool(installed))
