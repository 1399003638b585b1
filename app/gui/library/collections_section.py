"""The upper part of the library: all documents, and the collections with what is done to them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from app.core.domain.collection import Collection
from app.core.domain.folder import WatchedFolder
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.notice_area import NoticeArea, short
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_4
from app.gui.common.widgets import FieldError, IconButton, NoticeKind, SectionLabel
from app.gui.library.collection_list import CollectionList
from app.gui.library.collection_model import CollectionListModel
from app.services.collections import name_fault
from app.workers.collections import CollectionWorker


class CollectionsSection(QWidget):
    """Signals: `chosen` (Collection, or None for all documents) when the user goes to one, or when
    the one that was chosen is gone; `changed` (tuple of Collections); `check_requested` when
    folders are to be looked through, `stop_watching_requested` (tuple of WatchedFolders),
    `show_folder_requested` (Path)."""

    chosen = Signal(object)
    changed = Signal(object)
    check_requested = Signal()
    stop_watching_requested = Signal(object)
    show_folder_requested = Signal(object)

    def __init__(
        self,
        theme: Theme,
        worker: CollectionWorker,
        notices: NoticeArea,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._notices = notices
        self._announcer = announcer
        self._for_new: tuple[int, ...] = ()
        self.model = CollectionListModel(self)
        self.list = CollectionList(theme, self.model, self._fault)
        self.add_button = IconButton(theme, "plus", "New collection", size=24)
        self._heading = QWidget()
        heading = QHBoxLayout(self._heading)
        heading.setContentsMargins(SPACE_4, SPACE_2, SPACE_2 + SPACE_1, 0)
        heading.addWidget(SectionLabel(theme, "Collections"), 1)
        heading.addWidget(self.add_button)
        self._error = FieldError(theme)
        error = QHBoxLayout()
        error.setContentsMargins(SPACE_4, 0, SPACE_4, 0)
        error.addWidget(self._error)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(0)
        column.addWidget(self._heading)
        column.addWidget(self.list)
        column.addLayout(error)
        self.menu = QMenu(self)
        self._new = self.menu.addAction("New collection")
        self._rename = self.menu.addAction("Rename")
        self._rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        self._delete = self.menu.addAction("Delete collection…")
        self._delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._line = self.menu.addSeparator()
        self._check_folders = self.menu.addAction("Check for changes")
        self._show_folder = self.menu.addAction("Show folder")
        self._stop_watching = self.menu.addAction("Stop looking for changes")
        self._folders: tuple[WatchedFolder, ...] = ()
        self._field: QLineEdit | None = None
        self._connect()

    def _connect(self) -> None:
        self.add_button.clicked.connect(self._name_new)
        self._new.triggered.connect(self._name_new)
        self._rename.triggered.connect(self.rename)
        self._delete.triggered.connect(self.ask_to_delete)
        self._check_folders.triggered.connect(self.check_requested)
        self._show_folder.triggered.connect(self._show_first_folder)
        self._stop_watching.triggered.connect(self._stop)
        self.list.chosen.connect(self._choose)
        self.list.delete_requested.connect(self.ask_to_delete)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.editing.connect(self._editing)
        self.list.edited.connect(self._edited)
        self.model.named.connect(self._named)
        self.model.filled.connect(self.fill)
        self._worker.listed.connect(self._show)
        self._worker.failed.connect(self._tell)

    @property
    def current(self) -> Collection | None:
        """The collection that is chosen; None for all documents."""
        return self.list.current

    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        return self.model.collections()

    def refresh(self) -> None:
        """List the collections anew."""
        self._worker.refresh()

    def set_documents(self, count: int) -> None:
        """Tell how many documents there are in all."""
        self.model.set_documents(count)

    @Slot(object)
    def set_folders(self, folders: Sequence[WatchedFolder]) -> None:
        """Tell which folders are looked through for changes."""
        self._folders = tuple(folders)

    def say(self, kind: NoticeKind, title: str, sentence: str) -> None:
        """Say something beside the lists."""
        self._notices.say(kind, title, sentence)
        self._announcer.polite(" ".join((title, sentence)).strip())

    def select(self, collection_id: int | None) -> None:
        """Choose a collection, or all documents for None."""
        self.list.select(collection_id)

    def set_room(self, height: int, *, bare: bool) -> None:
        """Take no more than this height, in px, for the list; `bare` leaves the heading out."""
        self._heading.setVisible(not bare)
        self._column.setContentsMargins(0, SPACE_1 if bare else 0, 0, 0)
        self.list.set_room(height)

    @Slot(object)
    def name_new(self, document_ids: Sequence[int] = ()) -> None:
        """Let the user name a new collection, of these documents."""
        self._for_new = tuple(document_ids)
        self.list.name_new()

    @Slot()
    def rename(self) -> None:
        """Let the user name the chosen collection anew."""
        if self.current is not None:
            self.list.edit(self.list.currentIndex())

    @Slot(object, object)
    def fill(self, collection: Collection, document_ids: Sequence[int]) -> None:
        """Put documents into a collection."""
        self._worker.add(collection.id, document_ids)
        counted = Formats().count(len(document_ids), "document")
        self._announcer.polite(f"{counted} added to {collection.name}")

    @Slot(object, object)
    def take_out(self, collection: Collection, document_ids: Sequence[int]) -> None:
        """Take documents out of a collection; they stay in the library."""
        self._worker.take(collection.id, document_ids)
        counted = Formats().count(len(document_ids), "document")
        self._announcer.polite(f"{counted} removed from {collection.name}")

    @Slot()
    def ask_to_delete(self) -> None:
        """Ask whether the chosen collection is to be deleted."""
        collection = self.current
        if collection is None:
            return
        count = collection.document_count
        sentence = f"Its {Formats().number(count)} documents stay in the library."
        if count < 2:
            sentence = "Its document stays in the library." if count else "It is empty."
        self._notices.ask(
            f"Delete the collection “{short(collection.name)}”?",
            sentence,
            "Delete",
            lambda: self._worker.delete(collection.id),
        )

    @Slot(object)
    def _show(self, collections: Sequence[Collection]) -> None:
        current = self.current
        gone = current is not None and current.id not in {one.id for one in collections}
        if gone:
            # Here, since Qt would go to a neighbour of the row.
            self.list.select(None)
        self.model.set_collections(collections)
        self.changed.emit(tuple(collections))
        if gone and current is not None:
            self.chosen.emit(None)
            self._announcer.polite(f"{current.name} is gone. All documents are listed and asked")

    @Slot(object)
    def _tell(self, error: PinciteError) -> None:
        self._notices.say_error(error)

    def _fault(self, name: str, own: Collection | None) -> str:
        return name_fault(name, self.collections(), own)

    @Slot()
    def _name_new(self) -> None:
        self.name_new()

    @Slot()
    def _choose(self) -> None:
        self.chosen.emit(self.current)

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        for action in (self._rename, self._delete):
            action.setVisible(self.current is not None)
        own = self._own_folders()
        for action in (self._line, self._check_folders):
            action.setVisible(bool(own if self.current else self._folders))
        for action in (self._show_folder, self._stop_watching):
            action.setVisible(bool(own))
        self.menu.popup(self.list.viewport().mapToGlobal(position))

    def _own_folders(self) -> tuple[WatchedFolder, ...]:
        """The folders whose documents join the collection that is chosen."""
        name = "" if self.current is None else self.current.name
        return tuple(one for one in self._folders if name and one.collection == name)

    @Slot()
    def _show_first_folder(self) -> None:
        self.show_folder_requested.emit(self._own_folders()[0].path)

    @Slot()
    def _stop(self) -> None:
        self.stop_watching_requested.emit(self._own_folders())

    @Slot(object, str)
    def _named(self, collection: Collection | None, name: str) -> None:
        if collection is None:
            self._worker.create(name, self._for_new)
        else:
            self._worker.rename(collection.id, name)

    @Slot(object)
    def _editing(self, field: QLineEdit) -> None:
        self._field = field
        field.textEdited.connect(self._check)

    @Slot(str)
    def _check(self, _text: str) -> None:
        field = self._field
        if field is not None:
            self._error.show_error(field, self.list.fault_of(field))

    @Slot()
    def _edited(self) -> None:
        if self._field is not None:
            self._error.show_error(self._field, "")
            self._field = None
