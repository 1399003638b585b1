"""The window: puts the panes together and carries messages between them.

The panes know nothing of each other. What one reports is handed to the other here, or to a
worker; there is no logic in this file beyond that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from app.core.domain.answer import Answer, Citation
from app.core.domain.collection import ScopeChoice
from app.core.domain.document import Document
from app.core.domain.evidence import Passage
from app.core.settings import Settings
from app.gui.chat.header import NEW_CONVERSATION_KEY
from app.gui.chat.panel import ChatPanel
from app.gui.common.announce import Announcer
from app.gui.common.mode_header import Mode
from app.gui.common.theme import Theme
from app.gui.common.widgets import DropOverlay
from app.gui.drawer import focused_in
from app.gui.external import open_file, show_in_folder
from app.gui.extraction.panel import ExtractionPanel
from app.gui.history.panel import HistoryPanel
from app.gui.inspector.panel import InspectorPanel
from app.gui.library.panel import LibraryPanel
from app.gui.middle import Middle
from app.gui.pane_layout import PaneLayout
from app.gui.report.panel import ReportPanel
from app.gui.search.panel import SearchPanel
from app.gui.viewer.panel import ViewerPanel
from app.gui.welcome.panel import WelcomePanel
from app.gui.window_adding import WindowAdding
from app.gui.window_dialogs import WindowDialogs
from app.gui.window_embedded import WindowEmbedded
from app.gui.window_erasing import WindowErasing
from app.gui.window_export import WindowExport
from app.gui.window_extraction import WindowExtraction
from app.gui.window_folders import WindowFolders
from app.gui.window_history import WindowHistory
from app.gui.window_inspector import WindowInspector
from app.gui.window_keys import bind_keys
from app.gui.window_memory import WindowMemory
from app.gui.window_models import WindowModels
from app.gui.window_passwords import WindowPasswords
from app.gui.window_report import WindowReport
from app.gui.window_scope import WindowScope
from app.gui.window_settings import WindowSettings
from app.gui.window_workers import WindowWorkers

SMALLEST = (640, 440)


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
        memory: QSettings | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._workers = workers
        self.choices = WindowSettings(settings, self)
        self._shown_document: int | None = None
        self.setWindowTitle("Pincite")
        self.setMinimumSize(*SMALLEST)
        # One for all panes, so that screen readers are told one thing at a time.
        self._announcer = Announcer(self)
        self.library = LibraryPanel(
            theme, workers.library, workers.ingest, workers.collections, self._announcer
        )
        self.chat = ChatPanel(theme, workers.answers, announcer=self._announcer)
        self.search = SearchPanel(theme, workers.searches, announcer=self._announcer)
        self.table = ExtractionPanel(theme, workers.extractions, self._announcer)
        self.welcome = WelcomePanel(theme, workers.models, self._announcer)
        self.viewer = ViewerPanel(theme, workers.pages, announcer=self._announcer)
        self.history = HistoryPanel(theme, workers.conversations, announcer=self._announcer)
        self.report = ReportPanel(theme, workers.report, announcer=self._announcer)
        self.middle = Middle(
            self.welcome, self.chat, self.search, self.table, self.history, self.report
        )
        self.inspector = InspectorPanel(theme, self._announcer)
        self.panes = PaneLayout(theme, self.library, self.middle, self.viewer, self.inspector)
        self.setCentralWidget(self.panes)
        asking, table = self.chat.composer.scope_chooser, self.table.controls.scope
        self.scope = WindowScope(self.library, (asking, self.search.scope, table), self)
        self.drop = DropOverlay(theme, self)
        self.dialogs = WindowDialogs(theme, self._announcer, self)
        self._connect_library()
        self._connect_answers()
        self._connect_search()
        self._connect_viewer()
        self.adding = WindowAdding(self)
        self.models = WindowModels(self, workers.models, library_folder)
        self.choices.changed.connect(self.settings_changed)
        WindowInspector(self)
        self.passwords = WindowPasswords(self, theme, workers.passwords)
        self.folders = WindowFolders(self, workers)
        self.erasing = WindowErasing(self, theme, workers.erasing, workers.library)
        self.embedded = WindowEmbedded(self, workers.embedded)
        self.export = WindowExport(self, workers.exports)
        self.extraction = WindowExtraction(self, workers)
        self.reporting = WindowReport(self, workers)
        self._bind_keys()
        self._memory = WindowMemory(memory, self, self.panes)
        self._memory.restore()
        self.models.show_settings(settings)
        self._history = WindowHistory(self, workers.conversations, workers.pages, settings)
        workers.library.refresh()
        workers.ingest.go_on()

    # --- wiring -----------------------------------------------------------------------------

    def _connect_library(self) -> None:
        library, rail = self.library, self.panes.rail
        library.document_activated.connect(self._open_document)
        library.scope_chosen.connect(self._scope_chosen)
        library.show_file_requested.connect(show_in_folder)
        library.documents_changed.connect(self._documents_changed)
        library.strip.line_changed.connect(rail.set_reading)
        library.footer.line_changed.connect(rail.set_connection)
        rail.set_connection(library.footer.line())
        rail.set_add_menu(library.add_menu)

    def _connect_answers(self) -> None:
        chat = self.chat
        chat.citation_activated.connect(self._open_citation)
        chat.passage_activated.connect(self._open_passage)

    def _connect_search(self) -> None:
        self.search.passage_activated.connect(self._open_found)
        self.library.strip.line_changed.connect(self.search.set_reading)

    def _connect_viewer(self) -> None:
        viewer = self.viewer
        viewer.close_requested.connect(self.close_viewer)
        viewer.open_externally.connect(open_file)
        viewer.next_citation.connect(self.middle.next_opened)
        viewer.previous_citation.connect(self.middle.previous_opened)

    # --- documents --------------------------------------------------------------------------

    @Slot(object)
    def _documents_changed(self, documents: Sequence[Document]) -> None:
        searchable = sum(document.status.searchable for document in documents)
        self.chat.set_documents(searchable)
        self.search.set_documents(documents)
        self.middle.show_library(empty=not documents)
        there = {document.id for document in documents}
        if self._shown_document is not None and self._shown_document not in there:
            self.close_viewer()
            self.viewer.clear()
            self._shown_document = None

    @Slot(object)
    def _scope_chosen(self, choice: ScopeChoice) -> None:
        if choice.document_ids is not None:
            self.go_to(self.middle.mode)

    # --- pages ------------------------------------------------------------------------------

    @Slot(object)
    def _open_document(self, document: Document) -> None:
        self.chat.set_open_citation(None)
        self.viewer.show_page(document.id, 1)
        self.show_viewer(document.id)

    @Slot(object, int, int, object)
    def _open_citation(self, citation: Citation, index: int, count: int, answer: Answer) -> None:
        self.viewer.show_citation(citation, index, count)
        self.chat.set_open_citation(citation)
        self.show_viewer(citation.document_id)

    @Slot(object)
    def _open_passage(self, passage: Passage) -> None:
        self.viewer.show_passage(passage)
        self.chat.set_open_passage(passage)
        self.show_viewer(passage.chunk.document_id)

    @Slot(object, int, int)
    def _open_found(self, passage: Passage, index: int, count: int) -> None:
        self.viewer.show_passage(passage, index, count)
        self.chat.set_open_citation(None)
        self.show_viewer(passage.chunk.document_id)

    def show_viewer(self, document_id: int) -> None:
        """Show the viewer, with a document that was opened from the middle."""
        self._shown_document = document_id
        self.middle.opened_page()
        self.panes.show_viewer()

    @Slot()
    def close_viewer(self) -> None:
        """Put the viewer away."""
        self.panes.hide_viewer()
        self.chat.set_open_citation(None)

    # --- keys -------------------------------------------------------------------------------

    def _bind_keys(self) -> None:
        bind_keys(
            self,
            {
                "F6": partial(self.move_focus, 1),
                "Shift+F6": partial(self.move_focus, -1),
                "Ctrl+O": self.open_add_menu,
                "Ctrl+L": self.focus_find,
                "Ctrl+K": self.focus_question,
                NEW_CONVERSATION_KEY: self.begin_anew,
                "Ctrl+Shift+F": self.focus_search,
                "Ctrl+B": self.panes.toggle_library,
                "Ctrl+,": self.models.open_settings,
                "F1": self.dialogs.open_keys,
                "Alt+Down": self.middle.next,
                "Alt+Up": self.middle.previous,
                "Ctrl+Shift+C": self.middle.copy_answer,
            },
        )

    @Slot()
    def focus_question(self) -> None:
        """Put the cursor into the question."""
        self.go_to(Mode.ASK)

    @Slot()
    def begin_anew(self) -> None:
        """Show the conversation and begin another one."""
        self.go_to(Mode.ASK)
        if self.middle.currentWidget() is self.chat:
            self.chat.begin_anew()

    @Slot()
    def focus_search(self) -> None:
        """Put the cursor into the field of the search."""
        self.go_to(Mode.SEARCH)

    def go_to(self, mode: Mode) -> None:
        """Use the middle for something else."""
        self.panes.close_drawer()
        if self.panes.viewer_covers:
            self.close_viewer()
        self.middle.choose(mode)

    @Slot()
    def focus_find(self) -> None:
        """Put the cursor into the library's search field."""
        self.panes.show_library()
        self.library.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.library.search_field.selectAll()

    @Slot()
    def open_add_menu(self) -> None:
        """Choose files or a folder, below the button that stands for it."""
        add = self.library.add_button
        self.library.open_add_menu(add if add.isVisible() else self.panes.rail.add_button)

    def stop_or_close(self) -> bool:
        """Esc: stop the answer; then close what lies on top, then empty the search. False when
        there is none of them."""
        if self.chat.running and self.middle.currentWidget() is self.chat:
            self.chat.stop()
        elif self.panes.close_top():
            return True
        elif self.panes.viewer_shown:
            self.close_viewer()
        else:
            return self.middle.step_back()
        return True

    def move_focus(self, step: int) -> None:
        """F6: to the next pane that can be seen, or the one before."""
        sides: tuple[QWidget, ...] = (self.viewer, self.inspector)
        panes: tuple[QWidget, ...] = (self.panes.rail, self.library, self.middle, *sides)
        seen = [pane for pane in panes if pane.isVisible()]
        focused = focused_in(self)
        inside = [
            index
            for index, pane in enumerate(seen)
            if focused is not None and pane.isAncestorOf(focused)
        ]
        start = inside[-1] if inside else (-1 if step > 0 else 0)
        target = seen[(start + step) % len(seen)]
        if target is self.library:
            self.library.focus_list()
        elif target is self.middle:
            self.middle.focus_field()
        else:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc comes here only when nothing inside wanted it: no menu, no field with text in it.
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Escape and plain and self.stop_or_close():
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._memory.keep()
        self._history.close()
        self.dialogs.close()
        self.hide()
        self._announcer.stop()
        self._workers.close()
        self.closed.emit()
        super().closeEvent(event)
