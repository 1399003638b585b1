"""Asks for the password of a locked file, has it tried, and has the file read or shown then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.document import Document
from app.core.errors import PinciteError
from app.gui.common.theme import Theme
from app.gui.library.panel import LibraryPanel
from app.gui.library.password_dialog import PasswordDialog
from app.gui.viewer.panel import ViewerPanel
from app.services.unlocking import Unlocked
from app.workers.passwords import PasswordWorker


class Window(Protocol):
    """What is needed of the window."""

    library: LibraryPanel
    viewer: ViewerPanel


class WindowPasswords(QObject):
    """Carries passwords from the dialog to the worker. None is kept here."""

    def __init__(self, window: Window, theme: Theme, worker: PasswordWorker) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window: QWidget = window
        self._library, self._viewer = window.library, window.viewer
        self._theme = theme
        self._worker = worker
        self._dialog: PasswordDialog | None = None
        self._reading: set[int] = set()
        self._library.password_requested.connect(self.ask)
        self._library.documents_changed.connect(self._show_read)
        self._viewer.password_requested.connect(self._ask_for_shown)
        worker.unlocked.connect(self._unlocked)
        worker.refused.connect(self._refused)

    @property
    def dialog(self) -> PasswordDialog | None:
        """What asks for a password, while it does."""
        return self._dialog

    @Slot(object)
    def ask(self, document: Document) -> None:
        """Ask for the password of a document's file."""
        if self._dialog is not None:
            return
        dialog = self._dialog = PasswordDialog(self._theme, document, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.entered.connect(self._try)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot(object)
    def _ask_for_shown(self, document_id: int) -> None:
        for document in self._library.documents():
            if document.id == document_id:
                self.ask(document)

    @Slot(str, bool)
    def _try(self, password: str, for_others: bool) -> None:
        if self._dialog is not None:
            self._worker.unlock(self._dialog.document.id, password, for_others=for_others)

    @Slot(object)
    def _unlocked(self, unlocked: Unlocked) -> None:
        if self._dialog is not None:
            self._dialog.accept()
        if unlocked.to_read:
            self._library.add(unlocked.to_read)
        if unlocked.document.pages:
            self._viewer.try_locked_again()
        else:
            self._reading.add(unlocked.document.id)

    @Slot(object)
    def _show_read(self, documents: Sequence[Document]) -> None:
        """A document that was unlocked may be read by now, and the viewer may wait for it."""
        read = {one.id for one in documents if one.pages and one.id in self._reading}
        if read:
            self._reading -= read
            self._viewer.try_locked_again()

    @Slot(object)
    def _refused(self, error: PinciteError) -> None:
        if self._dialog is not None:
            self._dialog.refuse(error.message)

    @Slot()
    def _forget(self) -> None:
        self._dialog = None
        self._worker.drop()
