"""What can be done with the documents that are chosen in the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document, DocumentStatus
from app.gui.common.formats import Formats
from app.gui.common.notice_area import short

_MAY_HAVE_SCANS = (
    DocumentStatus.NO_TEXT,
    DocumentStatus.PARTIAL,
    DocumentStatus.UNREADABLE_TEXT,
)


class DocumentMenu(QMenu):
    """Signals: `open_requested` (Document), `show_file_requested` (Path), `read_requested`
    (tuple of Paths), `password_requested` (Document), `ocr_requested` (tuple of document ids),
    `scope_chosen` (ScopeChoice), `remove_requested`, `erase_requested` (tuple of
    Documents), `embedded_requested` (Document); `collect_requested` and `take_requested`
    (Collection, tuple of document ids), `new_collection_requested` (the ids)."""

    open_requested = Signal(object)
    show_file_requested = Signal(object)
    read_requested = Signal(object)
    password_requested = Signal(object)
    ocr_requested = Signal(object)
    scope_chosen = Signal(object)
    remove_requested = Signal()
    erase_requested = Signal(object)
    embedded_requested = Signal(object)
    collect_requested = Signal(object, object)
    take_requested = Signal(object, object)
    new_collection_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._formats = Formats()
        self._chosen: tuple[Document, ...] = ()
        self._current: Collection | None = None
        self._open = self.addAction("Open")
        self._show_file = self.addAction("Show file in folder")
        self._read = self.addAction("Read again")
        self._ocr = self.addAction("Read scanned pages")
        self._unlock = self.addAction("Enter password…")
        self._embedded = self.addAction("Add embedded PDFs…")
        self.addSeparator()
        self._ask_these = self.addAction("")
        self._ask_all = self.addAction("Ask all documents")
        self.addSeparator()
        self.collections = self.addMenu("Add to collection")
        self._group = QActionGroup(self.collections)
        self._take = self.addAction("")
        self.addSeparator()
        self._remove = self.addAction("Remove from library…")
        self._remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._erase = self.addAction("Erase for good…")
        self._open.triggered.connect(self._open_first)
        self._show_file.triggered.connect(self._show_first)
        self._read.triggered.connect(self._read_chosen)
        self._ocr.triggered.connect(self._read_scans)
        self._unlock.triggered.connect(self._unlock_first)
        self._embedded.triggered.connect(self._take_out_embedded)
        self._ask_these.triggered.connect(self._ask_chosen)
        self._ask_all.triggered.connect(self._ask_everything)
        self._take.triggered.connect(self._take_out)
        self._remove.triggered.connect(self.remove_requested)
        self._erase.triggered.connect(self._erase_chosen)

    def show_for(
        self,
        chosen: Sequence[Document],
        place: QPoint,
        collections: Sequence[Collection] = (),
        current: Collection | None = None,
    ) -> None:
        """Open the menu for these documents at a place of the screen. `current` is the collection
        whose documents are listed."""
        self._chosen = tuple(chosen)
        self._current = current
        one = len(self._chosen) == 1
        self._open.setVisible(one)
        self._open.setEnabled(bool(self._chosen[0].pages))
        self._show_file.setVisible(one)
        self._unlock.setVisible(bool(self._locked()))
        self._embedded.setVisible(one and bool(self._chosen[0].embedded_pdfs))
        self._ocr.setVisible(bool(self._scans()))
        these = "this document" if one else f"these {self._formats.number(len(chosen))} documents"
        self._ask_these.setText(f"Ask only {these}")
        self._ask_these.setEnabled(any(d.status.searchable for d in self._chosen))
        self._offer(collections)
        self._take.setVisible(current is not None)
        if current is not None:
            self._take.setText(f"Remove from “{_words(current)}”")
        self.popup(place)

    def _offer(self, collections: Sequence[Collection]) -> None:
        """List the collections; one that holds all of the documents is ticked."""
        menu, ids = self.collections, frozenset(self._ids())
        menu.clear()
        self._group = QActionGroup(menu)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for collection in collections:
            action = menu.addAction(_words(collection))
            action.setData(collection)
            held = ids <= collection.document_ids
            action.setCheckable(held)
            action.setChecked(held)
            action.setEnabled(not held)
            self._group.addAction(action)
        if collections:
            menu.addSeparator()
        menu.addAction("New collection…").triggered.connect(self._collect_anew)
        self._group.triggered.connect(self._collect)

    def _ids(self) -> tuple[int, ...]:
        return tuple(document.id for document in self._chosen)

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
    def _read_scans(self) -> None:
        self.ocr_requested.emit(tuple(document.id for document in self._scans()))

    def _scans(self) -> list[Document]:
        """Documents that may have pages which only OCR can read."""
        return [one for one in self._chosen if one.status in _MAY_HAVE_SCANS]

    @Slot()
    def _erase_chosen(self) -> None:
        self.erase_requested.emit(self._chosen)

    @Slot()
    def _unlock_first(self) -> None:
        self.password_requested.emit(self._locked()[0])

    @Slot()
    def _take_out_embedded(self) -> None:
        self.embedded_requested.emit(self._chosen[0])

    def _locked(self) -> list[Document]:
        locked = DocumentStatus.NEEDS_PASSWORD
        return [document for document in self._chosen if document.status is locked]

    @Slot()
    def _ask_chosen(self) -> None:
        self.scope_chosen.emit(ScopeChoice(document_ids=frozenset(self._ids())))

    @Slot()
    def _ask_everything(self) -> None:
        self.scope_chosen.emit(ALL_DOCUMENTS)

    @Slot(QAction)
    def _collect(self, action: QAction) -> None:
        self.collect_requested.emit(action.data(), self._ids())

    @Slot()
    def _collect_anew(self) -> None:
        self.new_collection_requested.emit(self._ids())

    @Slot()
    def _take_out(self) -> None:
        if self._current is not None:
            self.take_requested.emit(self._current, self._ids())


def _words(collection: Collection) -> str:
    """A name as a menu shows it: cut, and its ampersands are no keys."""
    return short(collection.name).replace("&", "&&")
