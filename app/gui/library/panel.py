"""The library pane: find, list, add and remove documents, and watch the reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.domain.document import Document, FileState
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Notice,
    NoticeKind,
    PaneHeader,
    SearchField,
    SectionLabel,
    Surface,
    TextLabel,
)
from app.gui.library.document_list import DocumentList
from app.gui.library.document_menu import DocumentMenu
from app.gui.library.document_model import DocumentFilter, DocumentListModel
from app.gui.library.document_rows import DocumentRow, read_again_row, reading_row, row_of
from app.gui.library.footer import LibraryFooter
from app.gui.library.progress_strip import ProgressStrip
from app.services.events import FileFinished, FileStarted, IngestEvent, PageRead
from app.services.library import ListedDocument
from app.workers.ingest import IngestWorker
from app.workers.library import LibraryWorker

NOTHING_YET = "Documents you add are listed here."
MOST_LETTERS = 60
"""Of a title in a sentence; the list shows it whole in its tip."""
LOW_BELOW = 320
"""Height in px, at the design's text size, below which heading and foot give way to the rest."""
NOTHING_FOUND = "No document has these words in its title or path."


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
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("sidebar", parent=parent)
        self._theme = theme
        self._library = library
        self._ingest = ingest
        self._formats = Formats()
        self._act: Callable[[], None] | None = None
        # The row that a document had before its file began to be read again.
        self._read_again: DocumentRow | None = None
        self.setAccessibleName("Library")
        self._build(announcer)
        self._lay_out()
        self._connect()
        # Not a focus proxy: one inside its own container splits the window's focus chain, so that
        # Tab never leaves the pane again.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._show_counts()
        theme.changed.connect(self._fit)

    def _build(self, announcer: Announcer) -> None:
        theme = self._theme
        self._header = PaneHeader(theme, "Library", ground="sidebar")
        self.add_button = Button(
            theme, "Add", variant=ButtonVariant.GHOST, icon="plus", compact=True
        )
        self.add_button.setAccessibleName("Add documents")
        self.add_menu = QMenu(self.add_button)
        self.add_menu.addAction("Add folder…").triggered.connect(self.add_folder_requested)
        self.add_menu.addAction("Add files…").triggered.connect(self.add_files_requested)
        self.add_button.setMenu(self.add_menu)
        self._header.add_action(self.add_button)
        self.search_field = SearchField(
            theme, "Find in library", key_hint="Ctrl+L", name="Find in library"
        )
        self._section = SectionLabel(theme, "All documents")
        self._count = TextLabel(theme, role=TextRole.SECONDARY, tone="text3")
        self.model = DocumentListModel(self)
        self._filter = DocumentFilter(self)
        self._filter.setSourceModel(self.model)
        self.list = DocumentList(theme, self._filter)
        self._empty = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.notice = Notice(theme, NoticeKind.WARN, "", closable=True, stacked=True)
        self.strip = ProgressStrip(theme, announcer, lambda: self._ingest.paused)
        self.footer = LibraryFooter(theme)
        self.menu = DocumentMenu(self)

    def _lay_out(self) -> None:
        self._notice_frame = _padded(self.notice, SPACE_2, SPACE_2)
        self._notice_frame.hide()
        self._heading = QWidget()
        heading = QHBoxLayout(self._heading)
        heading.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_2)
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
        column.addWidget(self._heading)
        column.addLayout(empty)
        column.addWidget(self.list, 1)
        column.addWidget(self._notice_frame)
        column.addWidget(self.strip)
        column.addWidget(self.footer)

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._find)
        self.list.opened.connect(self.open_document)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.notice.action.connect(self._act_on_notice)
        self.notice.closed.connect(self._put_notice_away)
        menu = self.menu
        menu.open_requested.connect(self.open_document)
        menu.show_file_requested.connect(self.show_file_requested)
        menu.read_requested.connect(self.add)
        menu.scope_chosen.connect(self.scope_chosen)
        menu.remove_requested.connect(self.ask_to_remove)
        self._library.listed.connect(self._show_listed)
        self._library.removed.connect(self._show_removed)
        self._library.failed.connect(self.show_error)
        self._ingest.reported.connect(self._report)
        self._ingest.failed.connect(self._reading_failed)
        self._ingest.idle.connect(self._reading_ended)
        self.strip.pause_requested.connect(self._ingest.pause)
        self.strip.resume_requested.connect(self._ingest.resume)
        self.strip.cancel_requested.connect(self._ingest.cancel)
        self.footer.settings_requested.connect(self.settings_requested)

    # --- what the window calls --------------------------------------------------------------

    @Slot(object)
    def add(self, paths: Sequence[Path]) -> None:
        """Read these files and folders."""
        if not self._ingest.busy:
            self.strip.begin()
        self._ingest.add(paths)

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

    @Slot(object)
    def show_error(self, error: PinciteError) -> None:
        """Say what went wrong with the library."""
        self._say_error(error)

    # --- what comes back --------------------------------------------------------------------

    @Slot(object)
    def _show_listed(self, listed: Sequence[ListedDocument]) -> None:
        self._read_again = None
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
        documents = self.documents()
        self.strip.set_askable(any(document.status.searchable for document in documents))
        self.documents_changed.emit(documents)

    @Slot(object)
    def _report(self, event: IngestEvent) -> None:
        if isinstance(event, FileStarted):
            self._show_reading(event.path, 0, 0)
        elif isinstance(event, PageRead):
            self._show_reading(event.path, event.page, event.pages)
        else:
            self._hide_reading()
        if isinstance(event, FileFinished):
            self.model.put(row_of(event.document, FileState.UNCHANGED, self._formats))
            if event.outcome != "unchanged":
                self._documents_changed()
        self.strip.report(event)

    def _show_reading(self, path: Path, page: int, pages: int) -> None:
        """A file that is being read has a row of its own, or shows in the row that it has."""
        reading = reading_row(path.stem, page, pages, self._formats)
        known = self.model.row_of_path(path)
        if known is None:
            self.model.show_reading(reading)
        else:
            self._read_again = self._read_again or known
            self.model.put(read_again_row(self._read_again, reading))
        self._show_counts()

    def _hide_reading(self) -> None:
        self.model.show_reading(None)
        if self._read_again is not None:
            self.model.put(self._read_again)
            self._read_again = None

    @Slot()
    def _reading_ended(self) -> None:
        self._hide_reading()
        self._show_counts()
        self.strip.end()
        self._library.refresh()

    @Slot(object)
    def _reading_failed(self, error: PinciteError) -> None:
        self.strip.put_away()
        self._say_error(error, button="Go on", act=self._go_on)

    def _go_on(self) -> None:
        self.strip.begin()
        self._ingest.go_on()

    def _show_counts(self) -> None:
        self._count.setText(self._formats.number(self.model.document_count()))
        nothing_found = bool(self.search_field.text()) and self._filter.rowCount() == 0
        self._empty.setText(NOTHING_FOUND if nothing_found else NOTHING_YET)
        self._empty.setVisible(nothing_found or self.model.rowCount() == 0)

    # --- gestures ---------------------------------------------------------------------------

    @Slot(str)
    def _find(self, text: str) -> None:
        self._filter.set_text(text)
        self._show_counts()

    @Slot(object)
    def open_document(self, document: Document) -> None:
        """Open a document, or say why there is nothing of it to show."""
        if document.pages:
            self._close_notice()
            self.document_activated.emit(document)
        else:
            title = f"“{_short(document.title)}” has no pages to show."
            self._say(NoticeKind.WARN, title, document.status_text)

    @Slot(QPoint)
    def _show_menu(self, position: QPoint) -> None:
        chosen = self.list.chosen()
        if chosen:
            self.menu.show_for(chosen, self.list.viewport().mapToGlobal(position))

    @Slot()
    def ask_to_remove(self) -> None:
        """Ask, beside the list, whether the chosen documents are to be taken out."""
        chosen = self.list.chosen()
        if not chosen:
            return
        ids = tuple(document.id for document in chosen)
        one = len(chosen) == 1
        what = (
            f"“{_short(chosen[0].title)}”" if one else self._formats.count(len(chosen), "document")
        )
        self._say(
            NoticeKind.WARN,
            f"Remove {what} from the library?",
            "The file stays where it is." if one else "The files stay where they are.",
            button="Remove",
            act=lambda: self._library.remove(ids),
        )
        self.notice.button().setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- notices ----------------------------------------------------------------------------

    def _say_error(
        self, error: PinciteError, *, button: str = "", act: Callable[[], None] | None = None
    ) -> None:
        title, _, rest = error.message.partition(". ")
        self._say(NoticeKind.ERROR, f"{title.rstrip('.')}.", rest, button=button, act=act)

    def _say(
        self,
        kind: NoticeKind,
        title: str,
        sentence: str,
        *,
        button: str = "",
        act: Callable[[], None] | None = None,
    ) -> None:
        self._act = act
        self.notice.set_content(kind, title, sentence, button=button)
        self.notice.button().setAccessibleDescription(self.notice.text())
        self.notice.show()
        self._notice_frame.show()

    @Slot()
    def _act_on_notice(self) -> None:
        act = self._act
        self._put_notice_away()
        if act is not None:
            act()

    @Slot()
    def _put_notice_away(self) -> None:
        """The user answered it; the focus was on it, and has to go somewhere."""
        self._close_notice()
        self.focus_list()

    def _close_notice(self) -> None:
        self._act = None
        self._notice_frame.hide()

    def _fit(self) -> None:
        low = self.height() < self._theme.scaled(LOW_BELOW)
        self._heading.setVisible(not low)
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
        elif event.key() == Qt.Key.Key_Escape and self._notice_frame.isVisible():
            self._put_notice_away()
        else:
            super().keyPressEvent(event)


def _short(title: str) -> str:
    """A title as it is said in a sentence."""
    line = " ".join(title.split())
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 1].rstrip()}…"


def _padded(widget: QWidget, side: int, top: int) -> QWidget:
    frame = QWidget()
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(side, top, side, top)
    layout.addWidget(widget)
    return frame
