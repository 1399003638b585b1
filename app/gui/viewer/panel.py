"""The viewer: a document's pages with the cited words marked, beside the conversation.

Every request first asks the library anew whether the document, its file and the passage are what
they were; only then anything is shown (C16). Nothing here reads a file or waits for one.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.answer import Citation
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.viewer.faults import ToldFault, WayOn, told
from app.gui.viewer.finding import Finding
from app.gui.viewer.frame import ViewerFrame, ViewerState
from app.gui.viewer.marks import Marking
from app.gui.viewer.targets import Target, target_of_citation, target_of_passage
from app.services.viewing import ViewedDocument, state_fault
from app.workers.pages import DrawnPage, PageFault, PageRequest, PageWorker, TextOfPage


class ViewerPanel(QWidget):
    """Shows what it is asked for and reports what the user wants elsewhere.

    `open_externally` and `read_again` carry the document's path: to open it in the system's
    viewer, and to read a file that has changed; `password_requested` carries the id of a document
    whose file is locked. The panel binds the keys Ctrl+F, F3, Shift+F3,
    Ctrl+G, Ctrl+plus, Ctrl+minus and Ctrl+0 for its window while it can be seen, so the window
    must not bind them again. Alt with an arrow is understood only while the focus is inside.
    `announcer` is the window's; without one the panel announces by itself.
    """

    close_requested = Signal()
    open_externally = Signal(object)
    read_again = Signal(object)
    password_requested = Signal(object)
    next_citation = Signal()
    previous_citation = Signal()

    def __init__(
        self,
        theme: Theme,
        worker: PageWorker,
        parent: QWidget | None = None,
        *,
        announcer: Announcer | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._formats = Formats()
        self._announcer = announcer or Announcer(self)
        self._target: Target | None = None
        self._document: ViewedDocument | None = None
        self._path: Path | None = None
        self._fault: ToldFault | None = None
        self.frame = ViewerFrame(theme, self)
        """The parts that are seen."""
        self._view = self.frame.view
        self._finding = Finding(self.frame.find_bar, self._view, worker, self._announcer, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.frame)
        self.setFocusProxy(self.frame)
        self.setAccessibleName(self.tr("Page viewer"))
        self._connect_worker()
        self._connect_parts()
        self._bind_keys()
        self.clear()

    # What the window asks for

    def show_page(self, document_id: int, page: int) -> None:
        """Open a document at a physical page, from 1."""
        self._show(Target(document_id, page))

    def show_citation(self, citation: Citation, index: int, count: int) -> None:
        """Open a citation's page with its words marked. It is the one at `index`, from 0, of the
        answer's `count` citations."""
        self._show(target_of_citation(citation, index, count))

    def show_passage(self, passage: Passage, index: int = 0, count: int = 0) -> None:
        """Open the page of a passage that was found, with it and its matching words marked. It is
        the one at `index`, from 0, of the `count` that a search found, where it is from one."""
        self._show(target_of_passage(passage, index, count))

    def clear(self) -> None:
        """Show no document."""
        self._target, self._path = None, None
        self._leave_document()
        self.frame.header.set_title(self.tr("Page"))
        self.frame.citation_bar.hide()
        self.frame.find_button.setChecked(False)
        self.frame.show_state(ViewerState.EMPTY)

    @Slot()
    def try_locked_again(self) -> None:
        """Show what was not shown for want of a password, if anything."""
        if self._fault is not None and self._fault.way_on is WayOn.UNLOCK and self._target:
            self._show(self._target)

    def edit_find(self) -> None:
        """Open the find bar and put the cursor there."""
        if self._document is not None:
            self.frame.find_button.setChecked(True)
            self.frame.find_bar.edit()

    def edit_page(self) -> None:
        """Put the cursor into the page field."""
        if self._document is not None:
            self.frame.navigation.edit_page()

    # Building

    def _connect_worker(self) -> None:
        self._worker.opened.connect(self._opened)
        self._worker.rendered.connect(self._rendered)
        self._worker.text_ready.connect(self._text_ready)
        self._worker.failed.connect(self._failed)

    def _connect_parts(self) -> None:
        frame, view, navigation = self.frame, self._view, self.frame.navigation
        view.page_changed.connect(self._page_changed)
        view.zoom_changed.connect(self._zoom_changed)
        view.pages_wanted.connect(self._pages_wanted)
        navigation.page_chosen.connect(view.go_to_page)
        navigation.mode_chosen.connect(view.set_mode)
        navigation.edit_ended.connect(self._focus_pages)
        navigation.zoom_in.connect(self._zoom_in)
        navigation.zoom_out.connect(self._zoom_out)
        navigation.actual_size.connect(self._actual_size)
        frame.find_button.toggled.connect(self._toggle_find)
        frame.find_bar.closed.connect(self._close_find)
        frame.open_button.clicked.connect(self._open_externally)
        frame.close_button.clicked.connect(self.close_requested)
        frame.citation_bar.next_citation.connect(self.next_citation)
        frame.citation_bar.previous_citation.connect(self.previous_citation)
        frame.notice.action.connect(self._go_on)

    def _bind_keys(self) -> None:
        for keys, slot in (
            (("Ctrl+F",), self.edit_find),
            (("F3",), self._find_next),
            (("Shift+F3",), self._find_previous),
            (("Ctrl+G",), self.edit_page),
            # Many keyboards have plus only with Shift; the same key without it is meant as well.
            (("Ctrl++", "Ctrl+="), self._zoom_in),
            (("Ctrl+-",), self._zoom_out),
            (("Ctrl+0",), self._actual_size),
        ):
            shortcut = QShortcut(self)
            shortcut.setKeys([QKeySequence(key) for key in keys])
            shortcut.activated.connect(slot)

    # Opening

    def _show(self, target: Target) -> None:
        self._target = target
        if not self._shows(target.document_id):
            self._leave_document()
            self._path = target.path
            self.frame.header.set_title(target.title or self.tr("Page"))
            self.frame.show_state(ViewerState.WAITING)
        self._end_fault()
        self.frame.citation_bar.setVisible(target.caption is not None)
        if target.caption is not None:
            self.frame.citation_bar.show_caption(target.caption)
        self._worker.open_document(target.document_id, target.chunk_id)

    def _opened(self, document: object) -> None:
        target = self._target
        if not isinstance(document, ViewedDocument) or target is None:
            return
        if document.document_id != target.document_id:
            return
        self._path = document.path
        self.frame.header.set_title(document.title)
        fault = state_fault(document.file_state)
        if fault is not None:
            self._tell(fault)
            return
        stays = document == self._document
        if not stays:
            self._enter_document(document, target.page)
        self._view.mark(Marking.of(target.words, target.passage))
        page = min(max(1, target.page), len(document.pages))
        if target.place:
            self._view.reveal(page, target.place, animated=stays)
        else:
            self._view.go_to_page(page)
        self._announcer.polite(f"{document.title}, {self._spoken(self._view.page)}")

    def _enter_document(self, document: ViewedDocument, page: int) -> None:
        self._document = document
        self._worker.drop_renders(under_way=True)
        self.frame.navigation.set_pages(tuple(page.label for page in document.pages))
        self.frame.show_state(ViewerState.PAGES)
        self._view.show_document(document, page)
        self._finding.set_document(document)

    def _leave_document(self) -> None:
        self._document = None
        self._worker.drop_renders(under_way=True)
        self._view.clear()
        self._finding.set_document(None)
        self.frame.mirror.clear()
        self._end_fault()

    def _shows(self, document_id: int) -> bool:
        return self._document is not None and self._document.document_id == document_id

    def _label(self, page: int) -> str:
        return self._document.pages[page - 1].label if self._document is not None else ""

    def _spoken(self, page: int) -> str:
        return self._formats.page_spoken(page, self._label(page))

    # What comes back

    def _rendered(self, drawn: object) -> None:
        if isinstance(drawn, DrawnPage) and self._shows(drawn.document_id):
            self._view.show_picture(drawn.page, drawn.scale, drawn.picture)

    def _text_ready(self, found: object) -> None:
        if isinstance(found, TextOfPage) and self._shows(found.document_id):
            self.frame.mirror.show_text(self._spoken(found.page), found.text)

    def _failed(self, fault: object) -> None:
        if not isinstance(fault, PageFault) or self._target is None:
            return
        if fault.document_id != self._target.document_id:
            return
        if fault.request is PageRequest.RENDER and fault.page is not None:
            self._view.leave_blank(fault.page)
        self._tell(fault.error, whole=fault.request is PageRequest.OPEN)

    # Faults

    def _tell(self, error: PinciteError, *, whole: bool = False) -> None:
        fault = told(error)
        if fault.whole or whole:
            self._leave_document()
            self.frame.show_state(ViewerState.WAITING)
        if fault.way_on in (WayOn.CLOSE, WayOn.OPEN_DOCUMENT):
            # Where the file lay that was cited, another may lie by now (C16).
            self._path = None
            self.frame.open_button.hide()
        self._fault = fault
        self.frame.show_fault(fault)

    def _end_fault(self) -> None:
        self._fault = None
        self.frame.show_fault(None)

    def _go_on(self) -> None:
        fault, target = self._fault, self._target
        if fault is None or target is None:
            return
        match fault.way_on:
            case WayOn.CLOSE:
                self.close_requested.emit()
            case WayOn.OPEN_DOCUMENT:
                self.show_page(target.document_id, 1)
            case WayOn.READ_AGAIN:
                self.read_again.emit(self._path)
            case WayOn.UNLOCK:
                self.password_requested.emit(target.document_id)
            case WayOn.TRY_AGAIN:
                self._show(target)
                self._view.retry()

    # What the parts report

    def _page_changed(self, page: int) -> None:
        document = self._document
        if document is None:
            return
        self.frame.navigation.set_page(page, self._label(page))
        self._view.setAccessibleName(
            self.tr("{title}, {page}, of {count}").format(
                page=self._spoken(page),
                count=self._formats.number(len(document.pages)),
                title=document.title,
            )
        )
        self._worker.page_text(document.document_id, page)

    def _zoom_changed(self) -> None:
        self.frame.navigation.set_zoom(self._view.zoom, self._view.mode)

    def _pages_wanted(self, wanted: tuple[tuple[int, float], ...]) -> None:
        self._worker.drop_renders()
        if self._document is not None:
            for page, scale in wanted:
                self._worker.render(self._document.document_id, page, scale)

    def _zoom_in(self) -> None:
        self._view.zoom_by(1)

    def _zoom_out(self) -> None:
        self._view.zoom_by(-1)

    def _actual_size(self) -> None:
        self._view.set_zoom(1.0)

    def _toggle_find(self, on: bool) -> None:
        bar = self.frame.find_bar
        had_focus = bar.holds_focus()
        bar.setVisible(on and self._document is not None)
        if bar.isHidden():
            self._finding.forget()
            if had_focus:
                self._focus_pages()
        else:
            self._finding.again()
            bar.edit()

    def _focus_pages(self) -> None:
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _close_find(self) -> None:
        self.frame.find_button.setChecked(False)

    def _find_next(self) -> None:
        self._step_match(forward=True)

    def _find_previous(self) -> None:
        self._step_match(forward=False)

    def _step_match(self, *, forward: bool) -> None:
        if self._document is None:
            return
        if self.frame.find_bar.isHidden():
            self.edit_find()
        elif forward:
            self._finding.next()
        else:
            self._finding.previous()

    def _open_externally(self) -> None:
        if self._path is not None:
            self.open_externally.emit(self._path)

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if event.key() == Qt.Key.Key_Down:
                self.next_citation.emit()
                return
            if event.key() == Qt.Key.Key_Up:
                self.previous_citation.emit()
                return
        super().keyPressEvent(event)
