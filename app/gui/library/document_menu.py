"""What can be done with the documents that are chosen in the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.document import Document
from app.gui.common.formats import Formats


class DocumentMenu(QMenu):
    """Signals: `open_requested` (Document), `show_file_requested` (Path), `read_requested`
    (tuple of Paths), `scope_chosen` (tuple of Documents, () for all), `remove_requested`."""

    open_requested = Signal(object)
    show_file_requested = Signal(object)
    read_requested = Signal(object)
    scope_chosen = Signal(object)
    remove_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = Formats()
        self._chosen: tuple[Document, ...] = ()
        self._open = self.addAction("Open")
        self._show_file = self.addAction("Show file in folder")
        self._read = self.addAction("Read again")
        self.addSeparator()
        self._ask_these = self.addAction("")
        self._ask_all = self.addAction("Ask all documents")
        self.addSeparator()
        self._remove = self.addAction("Remove from library…")
        self._remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._open.triggered.connect(self._open_first)
        self._show_file.triggered.connect(self._show_first)
        self._read.triggered.connect(self._read_chosen)
        self._ask_these.triggered.connect(self._ask_chosen)
        self._ask_all.triggered.connect(self._ask_everything)
        self._remove.triggered.connect(self.remove_requested)

    def show_for(self, chosen: Sequence[Document], place: QPoint) -> None:
        """Open the menu for these documents at a place of the screen."""
        self._chosen = tuple(chosen)
        one = len(self._chosen) == 1
        self._open.setVisible(one)
        self._open.setEnabled(bool(self._chosen[0].pages))
        self._show_file.setVisible(one)
        these = "this document" if one else f"these {self._formats.number(len(chosen))} documents"
        self._ask_these.setText(f"Ask only {these}")
        self._ask_these.setEnabled(any(d.status.searchable for d in self._chosen))
        self.popup(place)

    @Slot()
    def _open_first(self) -> None:
        self.open_requested.emit(self._chosen[0])

    @Slot()
    def _show_first(self) -> None:
        self.show_file_requested.emit(self._chosen[0].path)

    @Slot()
    def _read_chosen(self) -> None:
        self.read_requested.emit(tuple(document.path for document in self._chosen))

    @Slot()
    def _ask_chosen(self) -> None:
        self.scope_chosen.emit(self._chosen)

    @Slot()
    def _ask_everything(self) -> None:
        self.scope_chosen.emit(())
