"""The library pane: find, list, add and remove documents, and watch the reading."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.domain.document import Document, DocumentStatus, FileState
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.notice_area import NoticeArea, short
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_4, TextRole
from app.gui.common.widgets import (
    ElidedLabel,
    NoticeKind,
    SearchField,
    Surface,
    TextLabel,
)
from app.gui.library.collection_model import ALL_NAME
from app.gui.library.collections_section import CollectionsSection
from app.gui.library.document_list import DocumentList
from app.gui.library.document_menu import DocumentMenu
from app.gui.library.document_model import DocumentFilter, DocumentListModel
from app.gui.library.document_rows import DocumentRow, row_of
from app.gui.library.footer import LibraryFooter
from app.gui.library.header import LibraryHeader
from app.gui.library.progress_strip import ProgressStrip
from app.gui.library.reading_row import ReadingRow
from app.services.events import DocumentRecognised, FileFinished, FileStarted, IngestEvent
from app.services.ingest_control import ToRead
from app.services.library import ListedDocument
from app.workers.collections import CollectionWorker
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker

NOTHING_YET = "Documents you add are listed here. You can group them into collections."
EMPTY_COLLECTION = "This collection is empty. Drag documents onto its name to fill it."
LOW_BELOW = 320
"""Height in px, at the design's text size, below which headings and foot give way to the rest."""
COLLECTIONS_SHARE = 0.3
"""Of the height, that the list of collections takes at most; the rest of it scrolls."""
NOTHING_FOUND = "No document has these words in its title or path."


class LibraryPanel(Surface):
    """Signals: `document_activated` (Document), `scope_chosen` (ScopeChoice),
    `show_file_requested` (Path), `add_folder_requested`, `add_files_requested`,
    `settings_requested`, `report_requested`, `password_requested` (Document), `erase_requested`
    (tuple of Documents), `documents_changed` (list of all Documents), `collections_changed` (tuple
    of all Collections), `marked_changed` when other documents are chosen in the list."""

    document_activated = Signal(object)
    scope_chosen = Signal(object)
    show_file_requested = Signal(object)
    add_folder_requested = Signal()
    add_files_requested = Signal()
    settings_requested = Signal()
    report_requested = Signal()
    password_requested = Signal(object)
    erase_requested = Signal(object)
    documents_changed = Signal(object)
    collections_changed = Signal(object)
    marked_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        library: LibraryWorker,
        ingest: IngestWorker,
        collections: CollectionWorker,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("sidebar", parent=parent)
        self._theme = theme
        self._library = library
        self._ingest = ingest
        self._worker = collections
        self._announcer = announcer
        self._formats = Formats()
        self.setAccessibleName("Library")
        self._build()
        self._lay_out()
        self._connect()
        # Not a focus proxy: one inside its own container splits the window's focus chain, so that
        # Tab never leaves the pane again.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._show_counts()
        theme.changed.connect(self._fit)

    def _build(self) -> None:
        theme = self._theme
        header = self._header = LibraryHeader(theme)
        self.add_button, self.add_menu = header.add_button, header.add_menu
        self.report_button = header.report_button
        self.search_field = SearchField(
            theme, "Find in library", key_hint="Ctrl+L", name="Find in library"
        )
        self._notices = NoticeArea(theme)
        self.notice = self._notices.notice
        self.collections = CollectionsSection(theme, self._worker, self._notices, self._announcer)
        self._section = ElidedLabel(theme, ALL_NAME, role=TextRole.SECTION, tone="text3")
        self._section.setProperty("capitals", True)
        self._count = TextLabel(theme, role=TextRole.SECONDARY, tone="text3")
        self.model = DocumentListModel(self)
        self._reading_row = ReadingRow(self.model)
        self._filter = DocumentFilter(self)
        self._filter.setSourceModel(self.model)
        self.list = DocumentList(theme, self._filter)
        self._empty = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.strip = ProgressStrip(theme, self._announcer, lambda: self._ingest.paused)
        self.footer = LibraryFooter(theme)
        self.menu = DocumentMenu(self)

    def _lay_out(self) -> None:
        self._heading = QWidget()
        heading = QHBoxLayout(self._heading)
        heading.setContentsMargins(SPACE_4, SPACE_2, SPACE_4, SPACE_1)
        heading.addWidget(self._section, 1)
        heading.addWidget(self._count)
        find = QHBoxLayout()
        find.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, 0)
        find.addWidget(self.search_field)
        empty = QHBoxLayout()
        empty.setContentsMargins(SPACE_4, 0, SPACE_4, 0)
        empty.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addLayout(find)
        column.addWidget(self.collections)
        column.addWidget(self._heading)
        column.addLayout(empty)
        column.addWidget(self.list, 1)
        column.addWidget(self._notices)
        column.addWidget(self.strip)
        column.addWidget(self.footer)

    def _connect(self) -> None:
        header = self._header
        header.add_folder_requested.connect(self.add_folder_requested)
        header.add_files_requested.connect(self.add_files_requested)
        header.report_requested.connect(self.report_requested)
        self.search_field.textChanged.connect(self._find)
        self.list.opened.connect(self.open_document)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.selectionModel().selectionChanged.connect(self.marked_changed)
        self._notices.answered.connect(self.focus_list)
        menu = self.menu
        menu.open_requested.connect(self.open_document)
        menu.show_file_requested.connect(self.show_file_requested)
        menu.read_requested.connect(self.add)
        menu.password_requested.connect(self.password_requested)
        menu.ocr_requested.connect(self.read_pages)
        menu.scope_chosen.connect(self.scope_chosen)
        menu.remove_requested.connect(self.ask_to_remove)
        menu.erase_requested.connect(self.erase_requested)
        section = self.collections
        menu.collect_requested.connect(section.fill)
        menu.take_requested.connect(section.take_out)
        menu.new_collection_requested.connect(section.name_new)
        section.chosen.connect(self._choose_collection)
        section.changed.connect(self._show_collections)
        self._library.listed.connect(self._show_listed)
        self._library.removed.connect(self._show_removed)
        self._library.failed.connect(self.show_error)
        self._ingest.reported.connect(self._report)
        self._ingest.failed.connect(self._reading_failed)
        self._ingest.idle.connect(self._reading_ended)
        self.strip.pause_requested.connect(self._ingest.pause)
        self.strip.resume_requested.connect(self._ingest.resume)
        self.strip.cancel_requested.connect(self._ingest.cancel)
        self.strip.report_requested.connect(self.report_requested)
        self.strip.password_requested.connect(self.password_requested)
        self.password_requested.connect(self._notices.close_notice)
        self.footer.settings_requested.connect(self.settings_requested)

    # --- what the window calls --------------------------------------------------------------

    @Slot(object)
    def add(self, paths: Sequence[ToRead]) -> None:
        """Read these files and folders."""
        if not self._ingest.busy:
            self.strip.begin()
        self._ingest.add(paths)

    @Slot(object)
    def read_pages(self, document_ids: Sequence[int]) -> None:
        """Let OCR read scanned pages of these documents next."""
        self._ingest.read_pages(document_ids)

    def documents(self) -> list[Document]:
        """The documents in the list, by title."""
        return self.model.documents()

    def focus_list(self) -> None:
        """Put the focus on the list, or on the search field while there is nothing in it."""
        target = self.list if self._filter.rowCount() else self.search_field
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_add_menu(self, at: QWidget) -> None:
        """Show the menu of what can be added below a button."""
        self.add_menu.popup(at.mapToGlobal(at.rect().bottomLeft()))

    def show_scope(self, choice: ScopeChoice) -> None:
        """List what is looked in: a collection, or all documents; chosen ones are in a list."""
        if choice.document_ids is None and choice.collection_id != self._current_id():
            self.collections.select(choice.collection_id)
            self._show_members()

    @Slot(object)
    def show_error(self, error: PinciteError) -> None:
        """Say what went wrong with the library."""
        self._notices.say_error(error)

    # --- what comes back --------------------------------------------------------------------

    @Slot(object)
    def _show_listed(self, listed: Sequence[ListedDocument]) -> None:
        self._reading_row.forget()
        self.model.set_rows([self._row(item) for item in listed])
        self._documents_changed()

    def _row(self, item: ListedDocument) -> DocumentRow:
        """The row of a document; one whose file was not looked at yet says what it said before."""
        known = self.model.row_of_path(item.document.path)
        if item.file_state is None and known is not None and known.document == item.document:
            return known
        return row_of(item.document, item.file_state or FileState.UNCHANGED, self._formats)

    @Slot(object)
    def _show_removed(self, documents: Sequence[Document]) -> None:
        self.model.remove({document.id for document in documents})
        self._documents_changed()

    def _documents_changed(self) -> None:
        self._show_counts()
        self.collections.refresh()
        documents = self.documents()
        self.strip.set_askable(any(document.status.searchable for document in documents))
        self.documents_changed.emit(documents)

    @Slot(object)
    def _report(self, event: IngestEvent) -> None:
        self._reading_row.report(event)
        if isinstance(event, FileStarted):
            self._show_counts()
        if isinstance(event, FileFinished):
            self.model.put(row_of(event.document, FileState.UNCHANGED, self._formats))
            if event.outcome != "unchanged":
                self._documents_changed()
            else:
                self.collections.refresh()
        elif isinstance(event, DocumentRecognised):
            self.model.put(row_of(event.document, FileState.UNCHANGED, self._formats))
            self._documents_changed()
        self.strip.report(event)

    @Slot()
    def _reading_ended(self) -> None:
        self._reading_row.hide()
        self._show_counts()
        self.strip.end()
        self._library.refresh()

    @Slot(object)
    def _reading_failed(self, error: PinciteError) -> None:
        self.strip.put_away()
        self._notices.say_error(error, button="Go on", act=self._go_on)

    def _go_on(self) -> None:
        self.strip.begin()
        self._ingest.go_on()

    def _show_counts(self) -> None:
        self.collections.set_documents(self.model.document_count())
        current = self.collections.current
        found = self._formats.number(self._filter.rowCount())
        self._count.setText(f"{found} found" if self.search_field.text() else "")
        sentence = NOTHING_YET
        if self.search_field.text():
            sentence = NOTHING_FOUND
        elif current is not None:
            sentence = EMPTY_COLLECTION
        self._empty.setText(sentence)
        self._empty.setVisible(self._filter.rowCount() == 0)

    # --- collections ------------------------------------------------------------------------

    @Slot(object)
    def _show_collections(self, collections: Sequence[Collection]) -> None:
        self._show_members()
        self.collections_changed.emit(tuple(collections))

    def _current_id(self) -> int | None:
        current = self.collections.current
        return None if current is None else current.id

    def _show_members(self) -> None:
        """List the documents of the collection that is chosen."""
        current = self.collections.current
        self._section.setText(ALL_NAME if current is None else current.name)
        self._filter.set_documents(None if current is None else current.document_ids)
        self._show_counts()

    @Slot(object)
    def _choose_collection(self, collection: Collection | None) -> None:
        self._show_members()
        chosen = ALL_DOCUMENTS if collection is None else ScopeChoice(collection.id)
        self.scope_chosen.emit(chosen)

    # --- gestures ---------------------------------------------------------------------------

    @Slot(str)
    def _find(self, text: str) -> None:
        self._filter.set_text(text)
        self._show_counts()

    @Slot(object)
    def open_document(self, document: Document) -> None:
        """Open a document, or say why there is nothing of it to show."""
        if document.pages:
            self._notices.close_notice()
            self.document_activated.emit(document)
        else:
            title = f"“{short(document.title)}” has no pages to show."
            locked = document.status is DocumentStatus.NEEDS_PASSWORD
            self._notices.say(
                NoticeKind.WARN,
                title,
                document.status_text,
                button="Enter password…" if locked else "",
                act=partial(self.password_requested.emit, document),
            )

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        chosen = self.list.chosen()
        if chosen:
            place = self.list.viewport().mapToGlobal(position)
            section = self.collections
            self.menu.show_for(chosen, place, section.collections(), section.current)

    @Slot()
    def ask_to_remove(self) -> None:
        """Ask, beside the list, whether the chosen documents are to be taken out."""
        chosen = self.list.chosen()
        if not chosen:
            return
        ids = tuple(document.id for document in chosen)
        one = len(chosen) == 1
        what = (
            f"“{short(chosen[0].title)}”" if one else self._formats.count(len(chosen), "document")
        )
        self._notices.ask(
            f"Remove {what} from the library?",
            "The file stays where it is." if one else "The files stay where they are.",
            "Remove",
            lambda: self._library.remove(ids),
        )

    def _fit(self) -> None:
        low = self.height() < self._theme.scaled(LOW_BELOW)
        self._heading.setVisible(not low)
        room = 0 if low else round(self.height() * COLLECTIONS_SHARE)
        self.collections.set_room(room, bare=low)
        self.footer.setVisible(not low)

    # Qt overrides

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.list.setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self.ask_to_remove()
        elif event.key() == Qt.Key.Key_Escape and self._notices.isVisible():
            self._notices.put_away()
        else:
            super().keyPressEvent(event)
