"""The dialogs of the window: settings, how answers are made, schemas, keys. One is open at a time.

None of them blocks the program: what happens meanwhile goes on, and is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QWidget

from app.core.domain.folder import WatchedFolder
from app.core.domain.model import ModelState, ModelStatus
from app.core.errors import PinciteError
from app.core.settings import Settings
from app.gui.common.announce import Announcer
from app.gui.common.notice_area import short
from app.gui.common.theme import Theme
from app.gui.schemas.dialog import SchemaDialog
from app.gui.settings.dialog import SettingsDialog
from app.gui.settings.keys import KeysDialog
from app.gui.settings.rows import Fact
from app.gui.welcome.model_dialog import ModelDialog
from app.workers.exports import ExportWorker
from app.workers.models import ModelWorker
from app.workers.schemas import SchemaWorker

_FILES = Fact(
    "Your files",
    "PDFs stay where they are and are never changed. The library keeps their text, and where each "
    "word stands.",
)
_CONNECTIONS = Fact(
    "What connects, and when",
    "Nothing, except the download of a model that you start. Questions, documents and answers "
    "stay on this computer.",
)
_SAME_MODEL = "Same as for answers"
_LOGS = "They lie in the library's folder, and hold no text of documents or questions."


class WindowDialogs(QObject):
    """Signals: `settings_changed` (Settings), `style_chosen` (AnswerStyle), `model_chosen` (name),
    `folder_requested` (Path), `stop_watching_requested` (Path)."""

    settings_changed = Signal(object)
    style_chosen = Signal(object)
    model_chosen = Signal(str)
    folder_requested = Signal(object)
    stop_watching_requested = Signal(object)

    def __init__(self, theme: Theme, announcer: Announcer, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._announcer = announcer
        self._window = window
        self._open: QDialog | None = None
        self._folders: tuple[WatchedFolder, ...] = ()

    @property
    def current(self) -> QDialog | None:
        """The dialog that is open."""
        return self._open

    def open_settings(
        self, settings: Settings, models: Sequence[ModelStatus], library_folder: Path
    ) -> None:
        """Show the settings."""
        facts = {
            "Library": (
                Fact("Folder", str(library_folder), library_folder),
                _FILES,
                *(_added(folder) for folder in self._folders),
            ),
            "Privacy": (_CONNECTIONS, Fact("Logs", _LOGS, library_folder / "logs")),
        }
        choices = {
            "models.chat_model": [(one.entry.name, one.entry.title) for one in models],
            "answers.claim_filter_model": _judges(models, settings.answers.claim_filter_model),
        }
        dialog = SettingsDialog(self._theme, settings, choices, facts, self._window)
        dialog.changed.connect(self.settings_changed)
        dialog.folder_requested.connect(self.folder_requested)
        dialog.end_requested.connect(self.stop_watching_requested)
        self._show(dialog)

    @Slot(object)
    def set_folders(self, folders: Sequence[WatchedFolder]) -> None:
        """Tell which folders are looked through for changes."""
        self._folders = tuple(folders)

    def open_models(self, models: ModelWorker, settings: Settings) -> None:
        """Show how answers are made, and let the user choose."""
        dialog = ModelDialog(self._theme, models, self._announcer, self._window)
        dialog.choice.set_choice(settings.answers.style, settings.models.chat_model)
        dialog.choice.style_chosen.connect(self.style_chosen)
        dialog.choice.model_chosen.connect(self.model_chosen)
        self._show(dialog)

    def open_schemas(self, schemas: SchemaWorker, exports: ExportWorker) -> SchemaDialog:
        """Show the schemas, and let the user make others. `exports` are for them alone."""
        dialog = SchemaDialog(self._theme, schemas, exports, self._announcer, self._window)
        self._show(dialog)
        return dialog

    def open_keys(self) -> None:
        """Show the list of keys."""
        self._show(KeysDialog(self._theme, self._window))

    def show_settings(self, settings: Settings) -> None:
        """Settings were changed, here or elsewhere."""
        if isinstance(self._open, SettingsDialog):
            self._open.show_settings(settings)
        elif isinstance(self._open, ModelDialog):
            self._open.choice.set_choice(settings.answers.style, settings.models.chat_model)

    def show_error(self, error: PinciteError) -> bool:
        """Tell that settings could not be kept; False where no dialog of settings is open."""
        if isinstance(self._open, SettingsDialog):
            self._open.show_error(error)
            return True
        return False

    def close(self) -> None:
        """Close what is open."""
        if self._open is not None:
            self._open.close()

    def _show(self, dialog: QDialog) -> None:
        self.close()
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget)
        self._open = dialog
        dialog.open()

    def _forget(self) -> None:
        if self.sender() is self._open:
            self._open = None


def _added(folder: WatchedFolder) -> Fact:
    """A folder that is looked through for changes."""
    joins = f" New documents join “{short(folder.collection)}”." if folder.collection else ""
    return Fact(
        f"Added folder: {short(folder.path.name or str(folder.path))}",
        f"It is looked through for changes.{joins} It lies at {folder.path}",
        folder.path,
        end="Stop looking",
    )


def _judges(models: Sequence[ModelStatus], chosen: str) -> list[tuple[str, str]]:
    """(name, title) of the models that can judge for the claim filter: those that are installed,
    and the one that was chosen, wherever it is now."""
    judges = [("", _SAME_MODEL)]
    for one in models:
        if one.state is ModelState.INSTALLED:
            judges.append((one.entry.name, one.entry.title))
        elif one.entry.name == chosen:
            judges.append((one.entry.name, f"{one.entry.title} (not installed)"))
    return judges
