"""Has documents erased: asks first, shows how far it is, and takes what is on the screen along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.document import Document
from app.core.errors import PinciteError
from app.gui.chat.panel import ChatPanel
from app.gui.common.theme import Theme
from app.gui.history.panel import HistoryPanel
from app.gui.library.erase_dialog import EraseDialog
from app.gui.library.panel import LibraryPanel
from app.services.erasing import EraseFinished, ErasePlan, EraseProgress
from app.workers.erasing import EraseWorker
from app.workers.library import LibraryWorker


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    history: HistoryPanel
    library: LibraryPanel


class WindowErasing(QObject):
    """Carries what the user wants erased from the list to the worker."""

    def __init__(
        self, window: Window, theme: Theme, worker: EraseWorker, library: LibraryWorker
    ) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._parent: QWidget = window
        self._panes: Window = window
        self._theme = theme
        self._worker = worker
        self._library = library
        self._dialog: EraseDialog | None = None
        self._running = False
        # Of the erasing that runs or failed: its documents, and whether it is noted in the library.
        self._ids: tuple[int, ...] = ()
        self._begun = self._failed_before = False
        window.library.erase_requested.connect(self.ask)
        worker.planned.connect(self._ask)
        worker.progressed.connect(self._progressed)
        worker.erased.connect(self._erased)
        worker.failed.connect(self._failed)
        worker.go_on()

    @property
    def dialog(self) -> EraseDialog | None:
        """What asks, or says how far it is, while it does."""
        return self._dialog

    @Slot(object)
    def ask(self, documents: Sequence[Document]) -> None:
        """Ask whether these documents are to be erased."""
        if self._dialog is not None:
            return
        if self._running:
            self._open(None)
        else:
            self._worker.plan([document.id for document in documents])

    @Slot(object)
    def _ask(self, plan: ErasePlan) -> None:
        if self._dialog is None:
            self._open(plan)

    def _open(self, plan: ErasePlan | None) -> EraseDialog:
        dialog = self._dialog = EraseDialog(self._theme, plan, self._parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.confirmed.connect(self._erase)
        dialog.again_requested.connect(self._again)
        dialog.finished.connect(self._forget)
        dialog.open()
        return dialog

    @Slot()
    def _erase(self) -> None:
        if self._dialog is not None and self._dialog.plan is not None:
            self._ids = tuple(document.id for document in self._dialog.plan.documents)
            self._begun = False
            self._start()

    @Slot()
    def _again(self) -> None:
        self._start()

    def _start(self) -> None:
        """Erase; what was begun is remembered in the library."""
        self._running = True
        if self._panes.chat.running:
            # It may be made from what is erased, and would be kept afterwards.
            self._panes.chat.stop()
        if self._begun:
            self._worker.go_on()
        else:
            self._worker.erase(self._ids)

    @Slot(object)
    def _progressed(self, event: EraseProgress) -> None:
        begun, self._running = not self._running, True
        self._begun = True
        if begun and self._dialog is None:
            self._open(None)  # it was interrupted, and is finished at the start
        if self._dialog is not None:
            self._dialog.show_progress(event)

    @Slot(object)
    def _erased(self, event: EraseFinished) -> None:
        holding = event.conversations or self._failed_before
        self._running = self._begun = self._failed_before = False
        if self._dialog is not None:
            self._dialog.show_done(event)
        if holding and self._panes.chat.conversation.turns:
            # Answers that were made from it may be among those on the screen.
            self._panes.chat.new_conversation()
        self._library.refresh()
        self._panes.history.refresh()

    @Slot(object)
    def _failed(self, error: PinciteError) -> None:
        self._running = False
        self._failed_before = True
        if self._dialog is not None:
            self._dialog.show_failed(error.message)
        else:
            self._panes.library.show_error(error)
        self._library.refresh()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None
