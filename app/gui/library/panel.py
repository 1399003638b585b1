"""The library pane: find, list, add and remove documents, and watch the reading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from app.core.domain.document import Document, FileState
from app.core.errors import PinciteError
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    KeyboardFocus,
    Notice,
    NoticeKind,
    PaneHeader,
    SearchField,
    SectionLabel,
    Surface,
    TextLabel,
)
from app.gui.library.document_list import (
    ROW,
    DocumentDelegate,
    DocumentFilter,
    DocumentListModel,
)
from app.gui.library.document_rows import DocumentRow, reading_row, row_of
from app.gui.library.footer import LibraryFooter
from app.gui.library.progress_strip import ProgressStrip
from app.services.events import (
    FileFinished,
    FileStarted,
    IngestEvent,
    IngestFinished,
    PageRead,
    ScanFinished,
)
from app.services.library import ListedDocument
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker

NOTHING_YET = "Documents you add are listed here."


class LibraryPanel(Surface):
    """Signals: `document_activated` (Document), `scope_chosen` (tuple of Document, () for all),
    `show_file_requested` (Path), `add_folder_requested`, `add_files_requested`,
    `settings_requested`, `documents_changed` (list of all Documents)."""

    document_activated = Signal(object)
    scope_chosen = Signal(object)
    show_file_requested = Signal(object)
    add_folder_requested = Signal()
    add_files_requested = Signal()
    settings_requested = Signal()
    documents_changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        library: LibraryWorker,
        ingest: IngestWorker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("sidebar", parent=parent)
        self._theme = theme
        self._library = library
        self._ingest = ingest
        self._formats = Formats()
        self._to_remove: tuple[int, ...] = ()
        self._reading: DocumentRow | None = None
        self._build()
        self._connect()

    def _build(self) -> None:
        theme = self._theme
        self._header = PaneHeader(theme, "Library", ground="sidebar")
        self._add = Button(theme, "Add", variant=ButtonVariant.GHOST, icon="plus", compact=True)
        self._add.setAccessibleName("Add documents")
        menu = QMenu(self._add)
        menu.addAction("Add folder…").triggered.connect(self.add_folder_requested)
        menu.addAction("Add files…").triggered.connect(self.add_files_requested)
        self._add.setMenu(menu)
        self._header.add_action(self._add)
        self.search_field = SearchField(
            theme, "Find in library", key_hint="Ctrl+L", name="Find in library"
        )
        self._section = SectionLabel(theme, "All documents")
        self._count = TextLabel(theme, role=TextRole.SECONDARY, tone="text3")
        self._model = DocumentListModel(self)
        self._filter = DocumentFilter(self)
        self._filter.setSourceModel(self._model)
        self._list = _document_view(theme, self._filter)
        self._empty = TextLabel(
            theme, NOTHING_YET, role=TextRole.SECONDARY, tone="text2", wrap=True
        )
        self._notice = Notice(theme, NoticeKind.WARN, "", button="Remove", closable=True)
        self._notice.hide()
        self.strip = ProgressStrip(theme)
        self.footer = LibraryFooter(theme)
        self._lay_out()
        self._show_counts()

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_2)
        heading.addWidget(self._section, 1)
        heading.addWidget(self._count)
        find = QHBoxLayout()
        find.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, 0)
        find.addWidget(self.search_field)
        empty = QHBoxLayout()
        empty.setContentsMargins(SPACE_4, 0, SPACE_4, 0)
        empty.addWidget(self._empty)
        notice = QHBoxLayout()
        notice.setContentsMargins(SPACE_2, SPACE_2, SPACE_2, SPACE_2)
        notice.addWidget(self._notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addLayout(find)
        column.addLayout(heading)
        column.addLayout(empty)
        column.addWidget(self._list, 1)
        column.addLayout(notice)
        column.addWidget(self.strip)
        column.addWidget(self.footer)

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._find)
        self._list.activated.connect(self._activate)
        self._list.clicked.connect(self._activate)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._notice.action.connect(self._remove_confirmed)
        self._notice.closed.connect(self._notice.hide)
        self._library.listed.connect(self._show_listed)
        self._library.removed.connect(self._show_removed)
        self._library.failed.connect(self.show_error)
        self._ingest.reported.connect(self._report)
        self._ingest.failed.connect(self.show_error)
        self._ingest.idle.connect(self._library.refresh)
        self.strip.pause_requested.connect(self._ingest.pause)
        self.strip.resume_requested.connect(self._ingest.resume)
        self.strip.cancel_requested.connect(self._ingest.cancel)
        self.footer.settings_requested.connect(self.settings_requested)

    # --- what the window calls --------------------------------------------------------------

    def add(self, paths: Sequence[Path]) -> None:
        """Read these files and folders."""
        if not self._ingest.busy:
            self.strip.begin()
        self._ingest.add(paths)

    def documents(self) -> list[Document]:
        """The documents in the list, by title."""
        return [row.document for row in self._model.rows() if row.document is not None]

    def focus_list(self) -> None:
        """Put the focus on the list, or on the search field while there is nothing in it."""
        (self._list if self._model.rowCount() else self.search_field).setFocus(
            Qt.FocusReason.ShortcutFocusReason
        )

    @Slot(object)
    def show_error(self, error: PinciteError) -> None:
        """An error of reading or storing, above the strip that it stopped."""
        self._to_remove = ()
        title, _, rest = error.message.partition(". ")
        self._notice.set_content(NoticeKind.ERROR, f"{title.rstrip('.')}.", rest, button="")
        self._notice.show()
        self.strip.hide()

    # --- events -----------------------------------------------------------------------------

    @Slot(object)
    def _show_listed(self, listed: Sequence[ListedDocument]) -> None:
        rows = [row_of(item.document, item.file_state, self._formats) for item in listed]
        if self._ingest.busy and self._reading is not None:
            rows.append(self._reading)
        self._model.set_rows(rows)
        self._show_counts()
        self.documents_changed.emit(self.documents())

    @Slot(object)
    def _report(self, event: IngestEvent) -> None:
        self.strip.report(event)
        if isinstance(event, FileStarted):
            self._show_reading(reading_row(event.path.stem, 0, 0, self._formats))
        elif isinstance(event, PageRead):
            title = event.path.stem
            self._show_reading(reading_row(title, event.page, event.pages, self._formats))
        elif isinstance(event, FileFinished):
            self._show_reading(None)
            row = row_of(event.document, FileState.UNCHANGED, self._formats)
            self._model.put(row)
            self._show_counts()
            if event.outcome != "unchanged":
                self.documents_changed.emit(self.documents())
        elif isinstance(event, ScanFinished | IngestFinished):
            self._show_reading(None)

    def _show_reading(self, row: DocumentRow | None) -> None:
        """The file that is being read has a row of its own until it is finished."""
        if row == self._reading:
            return
        rows = [other for other in self._model.rows() if other.document is not None]
        if self._reading is not None and row is not None and row.title == self._reading.title:
            self._reading = row
            self._model.replace_reading(row)
            return
        if self._reading is not None:
            self._model.remove_reading()
        self._reading = row
        known = {other.title.casefold() for other in rows}
        if row is not None and row.title.casefold() not in known:
            self._model.put(row)
        self._show_counts()

    @Slot(object)
    def _show_removed(self, documents: Sequence[Document]) -> None:
        self._model.remove({document.id for document in documents})
        self._show_counts()
        self.documents_changed.emit(self.documents())

    def _show_counts(self) -> None:
        count = len(self.documents())
        self._count.setText(self._formats.number(count))
        nothing_found = bool(self.search_field.text()) and self._filter.rowCount() == 0
        self._empty.setText("No document has these words." if nothing_found else NOTHING_YET)
        self._empty.setVisible(nothing_found or self._model.rowCount() == 0)

    @Slot(str)
    def _find(self, text: str) -> None:
        self._filter.set_text(text)
        self._show_counts()

    # --- gestures ---------------------------------------------------------------------------

    @Slot(QModelIndex)
    def _activate(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, DocumentRow) and row.document is not None:
            self.document_activated.emit(row.document)

    def _selected(self) -> tuple[Document, ...]:
        rows = [index.data(ROW) for index in self._list.selectionModel().selectedIndexes()]
        return tuple(row.document for row in rows if row.document is not None)

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        chosen = self._selected()
        if not chosen:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(chosen) == 1:
            menu.addAction("Open").triggered.connect(self._open_chosen)
            menu.addAction("Show file in folder").triggered.connect(self._show_chosen_file)
        these = "this document" if len(chosen) == 1 else f"these {len(chosen)} documents"
        menu.addAction(f"Ask only {these}").triggered.connect(self._ask_chosen)
        menu.addAction("Ask all documents").triggered.connect(self._ask_all)
        menu.addSeparator()
        remove: QAction = menu.addAction("Remove from library…")
        remove.triggered.connect(self.ask_to_remove)
        menu.popup(self._list.viewport().mapToGlobal(position))

    @Slot()
    def _open_chosen(self) -> None:
        for document in self._selected()[:1]:
            self.document_activated.emit(document)

    @Slot()
    def _show_chosen_file(self) -> None:
        for document in self._selected()[:1]:
            self.show_file_requested.emit(document.path)

    @Slot()
    def _ask_chosen(self) -> None:
        self.scope_chosen.emit(self._selected())

    @Slot()
    def _ask_all(self) -> None:
        self.scope_chosen.emit(())

    @Slot()
    def ask_to_remove(self) -> None:
        """Ask, beside the list, whether the chosen documents are to be taken out."""
        chosen = self._selected()
        if not chosen:
            return
        self._to_remove = tuple(document.id for document in chosen)
        one = len(chosen) == 1
        what = f"“{chosen[0].title}”" if one else self._formats.count(len(chosen), "document")
        self._notice.set_content(
            NoticeKind.WARN,
            f"Remove {what} from the library?",
            "The file stays where it is." if one else "The files stay where they are.",
            button="Remove",
        )
        self._notice.show()

    @Slot()
    def _remove_confirmed(self) -> None:
        self._notice.hide()
        if self._to_remove:
            self._library.remove(self._to_remove)
        self._to_remove = ()

    # Qt's name.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self._list.hasFocus():
            self.ask_to_remove()
            return
        super().keyPressEvent(event)


def _document_view(theme: Theme, model: DocumentFilter) -> QListView:
    view = QListView()
    view.setModel(model)
    view.setItemDelegate(DocumentDelegate(theme, view))
    view.setAccessibleName("Documents")
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setFrameShape(QListView.Shape.NoFrame)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.viewport().setAutoFillBackground(False)
    KeyboardFocus(view)
    return view
