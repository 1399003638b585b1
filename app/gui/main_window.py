"""The window: puts the panes together and carries messages between them.

The panes know nothing of each other. What one reports is handed to the other here, or to a
worker; there is no logic in this file beyond that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMenu, QStackedWidget, QWidget

from app.core.domain.answer import Answer, AnswerStyle, Citation
from app.core.domain.document import Document
from app.core.domain.evidence import EVERYTHING, Passage, Scope
from app.core.domain.model import ModelRole, ModelState, ModelStatus
from app.core.settings import Settings
from app.gui.chat.panel import ChatPanel
from app.gui.common.theme import Theme
from app.gui.common.widgets import DropOverlay
from app.gui.external import open_file, show_in_folder
from app.gui.library.panel import LibraryPanel
from app.gui.pane_layout import PaneLayout
from app.gui.settings.dialog import SettingsDialog
from app.gui.settings.keys import KeysDialog
from app.gui.viewer.panel import ViewerPanel
from app.gui.welcome.model_dialog import ModelDialog
from app.gui.welcome.panel import WelcomePanel
from app.gui.window_keys import bind_keys
from app.gui.window_workers import WindowWorkers

SMALLEST = (640, 440)
FIRST_SIZE = (1440, 900)


class MainWindow(QMainWindow):
    """Signals: `settings_changed` (Settings), for the one who keeps them, and `closed`."""

    settings_changed = Signal(object)
    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        workers: WindowWorkers,
        settings: Settings,
        library_folder: Path,
        geometry: QSettings | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._workers = workers
        self._settings = settings
        self._library_folder = library_folder
        self._geometry = geometry
        self._panes: tuple[QWidget, ...] = ()
        self.setWindowTitle("Pincite")
        self.setMinimumSize(*SMALLEST)
        self.library = LibraryPanel(theme, workers.library, workers.ingest)
        self.chat = ChatPanel(theme, workers.answers)
        self.welcome = WelcomePanel(theme, workers.models)
        self.viewer = ViewerPanel(theme, workers.pages)
        self.middle = QStackedWidget()
        self.middle.addWidget(self.welcome)
        self.middle.addWidget(self.chat)
        self.layout_of_panes = PaneLayout(theme, self.library, self.middle, self.viewer)
        self.setCentralWidget(self.layout_of_panes)
        self.drop = DropOverlay(theme, self)
        self._connect_library()
        self._connect_answers()
        self._connect_viewer()
        self._bind_keys()
        self._restore_geometry()
        self.show_settings(settings)
        self._show_models()
        workers.library.refresh()
        workers.ingest.go_on()

    # --- wiring -----------------------------------------------------------------------------

    def _connect_library(self) -> None:
        self.drop.dropped.connect(self.add)
        library, welcome = self.library, self.welcome
        for source in (library, welcome):
            source.add_folder_requested.connect(self.choose_folder)
            source.add_files_requested.connect(self.choose_files)
        library.document_activated.connect(self._open_document)
        library.scope_chosen.connect(self._set_scope)
        library.show_file_requested.connect(show_in_folder)
        library.settings_requested.connect(self.open_settings)
        library.documents_changed.connect(self._documents_changed)
        rail = self.layout_of_panes.rail
        rail.add_requested.connect(self.choose_folder)
        rail.settings_requested.connect(self.open_settings)
        self._connect_model_choice()

    def _connect_model_choice(self) -> None:
        choice = self.welcome.model_choice
        choice.model_changed.connect(self._show_models)
        choice.downloading.connect(self.library.footer.set_downloading)
        choice.style_chosen.connect(self._choose_style)

    def _connect_answers(self) -> None:
        chat = self.chat
        chat.citation_activated.connect(self._open_citation)
        chat.passage_activated.connect(self._open_passage)
        chat.model_menu_requested.connect(self._open_model_menu)
        chat.style_chosen.connect(self._choose_style)

    def _connect_viewer(self) -> None:
        viewer = self.viewer
        viewer.close_requested.connect(self.close_viewer)
        viewer.open_externally.connect(open_file)
        viewer.read_again.connect(self._read_again)
        viewer.next_citation.connect(self.chat.next_citation)
        viewer.previous_citation.connect(self.chat.previous_citation)

    # --- adding documents -------------------------------------------------------------------

    @Slot(object)
    def add(self, paths: Sequence[Path]) -> None:
        """Read files and folders that were dropped or chosen."""
        if paths:
            self.library.add(tuple(paths))

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder and read it."""
        folder = QFileDialog.getExistingDirectory(self, "Add a folder of PDFs")
        if folder:
            self.add((Path(folder),))

    @Slot()
    def choose_files(self) -> None:
        """Ask for files and read them."""
        names, _ = QFileDialog.getOpenFileNames(self, "Add PDFs", "", "PDF documents (*.pdf)")
        self.add(tuple(Path(name) for name in names))

    @Slot(object)
    def _read_again(self, path: Path) -> None:
        self.add((path,))

    @Slot(object)
    def _documents_changed(self, documents: Sequence[Document]) -> None:
        searchable = sum(document.status.searchable for document in documents)
        self.chat.set_documents(searchable)
        self.middle.setCurrentWidget(self.chat if documents else self.welcome)

    @Slot(object)
    def _set_scope(self, documents: Sequence[Document]) -> None:
        if not documents:
            self.chat.set_scope(EVERYTHING, "All documents")
            return
        ids = frozenset(document.id for document in documents)
        one = len(documents) == 1
        label = documents[0].title if one else f"{len(documents)} chosen documents"
        self.chat.set_scope(Scope(ids), label)
        self.middle.setCurrentWidget(self.chat)
        self.chat.focus_composer()

    # --- pages ------------------------------------------------------------------------------

    @Slot(object)
    def _open_document(self, document: Document) -> None:
        if document.pages < 1:
            return
        self.viewer.show_page(document.id, 1)
        self.chat.set_open_citation(None)
        self.layout_of_panes.show_viewer()

    @Slot(object, int, int, object)
    def _open_citation(self, citation: Citation, index: int, count: int, answer: Answer) -> None:
        self.viewer.show_citation(citation, index, count)
        self.chat.set_open_citation(citation)
        self.layout_of_panes.show_viewer()

    @Slot(object)
    def _open_passage(self, passage: Passage) -> None:
        self.viewer.show_passage(passage)
        self.chat.set_open_passage(passage)
        self.layout_of_panes.show_viewer()

    @Slot()
    def close_viewer(self) -> None:
        """Put the viewer away."""
        self.layout_of_panes.hide_viewer()
        self.chat.set_open_citation(None)

    # --- models and settings ----------------------------------------------------------------

    def _chat_models(self) -> list[ModelStatus]:
        return [s for s in self._workers.models.statuses() if s.entry.role is ModelRole.CHAT]

    @Slot()
    def _show_models(self) -> None:
        """Show in the conversation which model writes."""
        installed = [s for s in self._chat_models() if s.state is ModelState.INSTALLED]
        wanted = self._settings.models.chat_model
        installed.sort(key=lambda status: status.entry.name != wanted)
        if installed:
            self.chat.set_model(installed[0].entry.title, True)
        else:
            self.chat.set_model("No model: quotes", False)

    @Slot()
    def _open_model_menu(self) -> None:
        dialog = ModelDialog(self._theme, self._workers.models, self)
        dialog.choice.model_changed.connect(self._show_models)
        dialog.choice.downloading.connect(self.library.footer.set_downloading)
        dialog.choice.style_chosen.connect(self._choose_style)
        dialog.exec()
        dialog.deleteLater()

    @Slot(object)
    def _choose_style(self, style: object) -> None:
        chosen = AnswerStyle(str(style))
        answers = self._settings.answers.model_copy(update={"style": chosen})
        self._change(self._settings.model_copy(update={"answers": answers}))

    @Slot()
    def open_settings(self) -> None:
        """Show the settings."""
        installed = [(s.entry.name, s.entry.title) for s in self._chat_models()]
        dialog = SettingsDialog(
            self._theme,
            self._settings,
            {"models.chat_model": installed},
            {
                "Library": (
                    ("Folder", str(self._library_folder)),
                    (
                        "Your files",
                        "PDFs stay where they are and are never changed. The library keeps their "
                        "text and where each word stands.",
                    ),
                ),
                "Privacy": (
                    (
                        "What connects, and when",
                        "Nothing, except the download of a model that you start. Questions, "
                        "documents and answers stay on this computer.",
                    ),
                    ("Logs", "They hold no text of documents or questions."),
                ),
            },
            self,
        )
        dialog.changed.connect(self._change)
        dialog.exec()
        dialog.deleteLater()

    @Slot()
    def show_keys(self) -> None:
        """Show the list of keys."""
        dialog = KeysDialog(self._theme, self)
        dialog.exec()
        dialog.deleteLater()

    @Slot(object)
    def _change(self, settings: Settings) -> None:
        if settings != self._settings:
            self._settings = settings
            self.show_settings(settings)
            self._show_models()
            self.settings_changed.emit(settings)

    def show_settings(self, settings: Settings) -> None:
        """Put settings in force in what can be seen."""
        self.chat.set_answer_style(settings.answers.style)

    # --- keys -------------------------------------------------------------------------------

    def _bind_keys(self) -> None:
        bind_keys(
            self,
            {
                "F6": partial(self.move_focus, 1),
                "Shift+F6": partial(self.move_focus, -1),
                "Ctrl+O": self.add_menu,
                "Ctrl+L": self.focus_find,
                "Ctrl+K": self.focus_question,
                "Ctrl+B": self.layout_of_panes.toggle_library,
                "Ctrl+,": self.open_settings,
                "F1": self.show_keys,
                "Esc": self.stop_or_close,
                "Alt+Down": self.chat.next_citation,
                "Alt+Up": self.chat.previous_citation,
                "Ctrl+Shift+C": self.chat.copy_answer,
            },
        )

    @Slot()
    def focus_question(self) -> None:
        """Put the cursor into the question."""
        if self.layout_of_panes.viewer_covers:
            self.close_viewer()
        self.chat.focus_composer()

    @Slot()
    def focus_find(self) -> None:
        """Put the cursor into the library's search field."""
        self.layout_of_panes.show_library()
        self.library.search_field.setFocus()
        self.library.search_field.selectAll()

    @Slot()
    def stop_or_close(self) -> None:
        """Esc: stop the answer; then close what lies on top."""
        if self.chat.running:
            self.chat.stop()
        elif self.layout_of_panes.drawer_open:
            self.layout_of_panes.close_drawer()
        elif self.layout_of_panes.viewer_shown:
            self.close_viewer()

    @Slot()
    def add_menu(self) -> None:
        """Ctrl+O: choose files or a folder."""
        menu = QMenu(self)
        menu.addAction("Add folder…").triggered.connect(self.choose_folder)
        menu.addAction("Add files…").triggered.connect(self.choose_files)
        menu.popup(self.mapToGlobal(self.rect().topLeft()))

    def move_focus(self, step: int) -> None:
        """F6: to the next pane that can be seen, or the one before."""
        panes = [pane for pane in (self.library, self.middle, self.viewer) if pane.isVisible()]
        inside = [i for i, pane in enumerate(panes) if pane.isAncestorOf(self.focusWidget())]
        target = panes[((inside[0] if inside else -1) + step) % len(panes)]
        if target is self.middle and self.middle.currentWidget() is self.chat:
            self.chat.focus_composer()
        elif target is self.library:
            self.library.focus_list()
        else:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- the window itself ------------------------------------------------------------------

    def _restore_geometry(self) -> None:
        saved = self._geometry.value("window") if self._geometry is not None else None
        if saved is None or not self.restoreGeometry(saved):
            screen = self.screen().availableSize()
            self.resize(min(FIRST_SIZE[0], screen.width()), min(FIRST_SIZE[1], screen.height()))

    # Qt override

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._geometry is not None:
            self._geometry.setValue("window", self.saveGeometry())
        self.hide()
        self._workers.close()
        self.closed.emit()
        super().closeEvent(event)
