"""Lets the user add the PDFs that are embedded in a document: asks where they are to lie, has them
taken out, and has them read."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.domain.document import Document
from app.core.errors import PinciteError
from app.gui.library.panel import LibraryPanel
from app.workers.embedded import EmbeddedWorker, TakenOut

TITLE = "Choose where to save the embedded PDFs"


class Window(Protocol):
    """What is needed of the window."""

    library: LibraryPanel


class WindowEmbedded(QObject):
    """Between the menu of a document, the lane that takes PDFs out, and the library pane."""

    def __init__(self, window: Window, worker: EmbeddedWorker) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window: QWidget = window
        self._library = window.library
        self._worker = worker
        self._library.menu.embedded_requested.connect(self.choose_folder)
        worker.taken_out.connect(self._read)
        worker.failed.connect(self._library.show_error)

    @Slot(object)
    def choose_folder(self, document: Document) -> None:
        """Ask for a folder, beginning with that of the document, and save its PDFs there."""
        folder = QFileDialog.getExistingDirectory(self._window, TITLE, str(document.path.parent))
        if folder:
            self._worker.save(document.id, Path(folder))

    @Slot(object)
    def _read(self, taken: TakenOut) -> None:
        if taken.paths:
            self._library.add(taken.paths)
        if taken.left:
            count, all_of_them = len(taken.left), len(taken.left) + len(taken.paths)
            was = "was" if count == 1 else "were"
            self._library.show_error(
                PinciteError(
                    f"{count} of {all_of_them} embedded PDFs {was} not added: damaged, or too "
                    "large to be taken out. Open the document in another program to save what "
                    "is missing.",
                    code="embedded_left",
                )
            )
