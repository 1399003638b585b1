"""Takes what the user drops or chooses into the library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from app.gui.common.widgets import DropOverlay
from app.gui.library.panel import LibraryPanel
from app.gui.viewer.panel import ViewerPanel
from app.gui.welcome.panel import WelcomePanel
from app.services.ingest_control import CollectedPath


class Window(Protocol):
    """What is needed of the window."""

    drop: DropOverlay
    library: LibraryPanel
    viewer: ViewerPanel
    welcome: WelcomePanel


class WindowAdding(QObject):
    """Has read what is dropped on the window, chosen in a dialog, or to be read again."""

    def __init__(self, window: Window) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window: QWidget = window
        self._library = window.library
        window.drop.dropped.connect(self.add)
        for source in (window.library, window.welcome):
            source.add_folder_requested.connect(self.choose_folder)
            source.add_files_requested.connect(self.choose_files)
        window.viewer.read_again.connect(self._read_again)

    @Slot(object)
    def add(self, paths: Sequence[Path]) -> None:
        """Read files and folders that were dropped or chosen; a folder becomes a collection."""
        if paths:
            self._library.add(tuple(CollectedPath(path) for path in paths))

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder and read it."""
        folder = QFileDialog.getExistingDirectory(self._window, "Add a folder of PDFs")
        if folder:
            self.add((Path(folder),))

    @Slot()
    def choose_files(self) -> None:
        """Ask for files and read them."""
        names, _ = QFileDialog.getOpenFileNames(
            self._window, "Add PDFs", "", "PDF documents (*.pdf)"
        )
        self.add(tuple(Path(name) for name in names))

    @Slot(object)
    def _read_again(self, path: Path) -> None:
        self._library.add((path,))
