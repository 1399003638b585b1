"""The search pane: a field, what was found below it, and the ways from there to a page.

While one types, a pause starts a search; Enter starts it at once and goes to the best passage,
Enter once more opens its page. The focus stays in the field all the while, so that ↓ goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.collection import ALL_DOCUMENTS
from app.core.domain.document import Document
from app.core.errors import InvalidInput, PinciteError
from app.core.retrieval.grouping import HitOrder, by_document
from app.gui.common.announce import Announcer
from app.gui.common.scope_choice import ScopeChooser
from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_HEIGHT, SPACE_2, SPACE_4
from app.gui.common.widgets import ButtonVariant, FieldError, Notice, NoticeKind, Surface
from app.gui.search import wording
from app.gui.search.header import SearchHeader
from app.gui.search.notes import Note
from app.gui.search.query_field import QueryField
from app.gui.search.result_line import ResultLine
from app.gui.search.results_area import ResultsArea
from app.gui.search.results_view import COLUMN_WIDTH, MARGIN
from app.services.passage_list import PassageList
from app.services.searching import MAX_QUESTION_CHARACTERS
from app.workers.searches import SearchWorker

PAUSE_MS = 300
"""Typing pauses this long before a search begins by itself."""
LEAST_TYPED = 2
"""Characters from which on it does; Enter searches for a single one as well."""
NARROW_BELOW = 560
LOW_BELOW = 400
"""Width and height below which words are saved, in px at the design's text size."""


class SearchPanel(Surface):
    """One search.

    Signals:
        passage_activated: (Passage, index from 0, count) whose page is to be shown.
        quotes_requested: a question to be answered with quotes.
        model_menu_requested: the user wants to choose a model.
    """

    passage_activated = Signal(object, int, int)
    quotes_requested = Signal(str)
    model_menu_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        worker: SearchWorker,
        *,
        announcer: Announcer | None = None,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", parent=parent)
        self._theme = theme
        self._worker = worker
        self._announcer = announcer or Announcer(self)
        self._documents: Mapping[int, str] = {}
        self._reading = False
        self._model_installed = True
        self._narrow = False
        self._found: PassageList | None = None
        self._asked = ""  # what the search is for that is shown or under way
        self._anew = True  # whether the search under way is for another question than what is shown
        self._goes_to_first = False
        self.setAccessibleName("Search")
        self.header = SearchHeader(theme)
        """The bar at the top."""
        self.field = QueryField(theme)
        """Where one writes what is looked for."""
        self.scope = ScopeChooser(theme, variant=ButtonVariant.PLAIN, compact=False)
        """Where is looked."""
        self.line = ResultLine(theme, clock)
        """How much was found, and in which order it is shown."""
        self.area = ResultsArea(theme)
        """What was found."""
        self._field_error = FieldError(theme)
        self.model_note = Note(theme, wording.NO_MODEL, (wording.QUOTES, wording.CHOOSE_MODEL))
        """Says that search needs no model, where there is none."""
        self.remark_note = Note(theme)
        """Says what was understood otherwise, or which way of searching did not take part."""
        self.more_note = Note(theme, wording.MORE_READ, (wording.SEARCH_AGAIN,))
        """Says that the library holds more now."""
        self.fault = Notice(theme, NoticeKind.ERROR, "", button="Try again")
        """Says why a search did not work."""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        self._show_nothing()

    def _lay_out(self) -> None:
        form = self._form = QWidget()
        asking = QHBoxLayout()
        asking.setSpacing(SPACE_2)
        asking.addWidget(self.field, 1)
        asking.addWidget(self.scope)
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addLayout(asking)
        column.addWidget(self._field_error)
        column.addWidget(self.line)
        for note in (self.fault, self.model_note, self.remark_note, self.more_note):
            note.hide()
            column.addWidget(note)
        centred = QHBoxLayout()
        centred.setContentsMargins(MARGIN, SPACE_4, MARGIN, SPACE_2)
        centred.addWidget(form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addLayout(centred)
        layout.addWidget(self.area, 1)

    def _connect(self) -> None:
        view = self.area.view
        self.header.model_menu_requested.connect(self.model_menu_requested)
        self.header.quotes_requested.connect(self._ask_for_quotes)
        self.header.all_collapsed.connect(view.collapseAll)
        self.header.all_expanded.connect(view.expandAll)
        self.field.textChanged.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.stepped.connect(self._step)
        self.scope.changed.connect(self._look_elsewhere)
        self._pause.timeout.connect(self._search_typed)
        self.line.order_chosen.connect(self._sort)
        view.opened.connect(self.passage_activated)
        view.moved.connect(self._tell_move)
        view.left_upwards.connect(self._focus_field)
        quotes, choose = self.model_note.links
        quotes.clicked.connect(self._ask_for_quotes)
        choose.clicked.connect(self.model_menu_requested)
        self.more_note.links[0].clicked.connect(self.search_again)
        self.fault.action.connect(self.search_again)
        self._worker.found.connect(self._on_found)
        self._worker.failed.connect(self._on_failed)
        self._theme.changed.connect(self._fit)

    # --- state that the window sets ---------------------------------------------------------

    def set_model(self, title: str, installed: bool) -> None:
        """Show the language model, or that there is none and that search needs none."""
        self.header.set_model(title, installed)
        self._model_installed = installed
        self._fit()

    def set_documents(self, documents: Sequence[Document]) -> None:
        """Tell what is in the library. What was found is searched anew when a document of it is
        gone or was read again; when there is more, the user is told."""
        before = self._documents
        self._documents = {d.id: d.sha256 for d in documents if d.status.searchable}
        self.field.setEnabled(bool(self._documents))
        found = self._found
        if found is None:
            if not self._worker.running:
                self._show_nothing()
        elif any(before.get(d) != self._documents.get(d) for d in found.document_ids):
            self.search_again()
        elif self._documents.keys() - before.keys():
            self.more_note.show()

    @Slot(str)
    def set_reading(self, line: str) -> None:
        """Tell how reading goes, in one line; "" when nothing is being read."""
        self._reading = bool(line)

    # --- what the window and keys ask for ---------------------------------------------------

    @property
    def question(self) -> str:
        """What is looked for."""
        return self.field.words

    def focus_field(self) -> None:
        """Bring the user to the field; typing replaces what stands there."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def clear(self) -> bool:
        """Empty the field; False when nothing stands in it."""
        if not self.field.text():
            return False
        self.field.clear()
        return True

    def open_next(self) -> None:
        """Open the passage after the one that the user is at."""
        self.area.view.open_neighbour(1)

    def open_previous(self) -> None:
        """Open the passage before the one that the user is at."""
        self.area.view.open_neighbour(-1)

    @Slot(object)
    def _look_elsewhere(self, _choice: object) -> None:
        if self._asked:
            self.search_again()
        else:
            self._show_nothing()

    @Slot()
    def search_again(self) -> None:
        """Search once more for the same."""
        if self._asked:
            self._search(self._asked)

    # --- searching --------------------------------------------------------------------------

    @Slot(str)
    def _typed(self, text: str) -> None:
        question = self.question
        self._pause.stop()
        self._goes_to_first = False
        self._show_ways_to_ask()
        too_long = len(question) > MAX_QUESTION_CHARACTERS
        self._field_error.show_error(self.field, wording.too_long() if too_long else "")
        if not question:
            self._show_nothing()
        elif len(question) >= LEAST_TYPED and not too_long and not self._is_told(question):
            self._pause.start()

    def _is_told(self, question: str) -> bool:
        """Whether what is found for a question is shown, or is being looked for."""
        if question == self._asked and self._worker.running:
            return True
        return self._found is not None and self._found.question == question == self._asked

    @Slot()
    def _search_typed(self) -> None:
        self._search(self.question)

    @Slot()
    def _enter(self) -> None:
        """Search, or go to the best passage, or open the one that the user is at."""
        view, found = self.area.view, self._found
        if not 0 < len(self.question) <= MAX_QUESTION_CHARACTERS:
            return
        if found is None or found.question != self.question:
            self._goes_to_first = True
            if self.question != self._asked or not self._worker.running:
                self._search(self.question)
        elif view.has_choice:
            view.act()
        else:
            view.choose_first()

    def _search(self, question: str) -> None:
        self._pause.stop()
        found, choice = self._found, self.scope.choice
        self._anew = found is None or (found.question, found.choice) != (question, choice)
        self._asked = question
        self.line.begin()
        self._worker.search(question, choice)

    @Slot(object)
    def _on_found(self, found: PassageList) -> None:
        self._found = found
        self._field_error.show_error(self.field, "")
        self.fault.hide()
        self.more_note.hide()
        sentence = wording.remarks(found) if found.passages else ""
        self.remark_note.say(sentence)
        self.remark_note.setVisible(bool(sentence))
        if found.passages:
            self._show_groups(anew=self._anew)
            if self._goes_to_first:
                self.area.view.choose_first()
        else:
            self._show_groups(anew=True)
            self.area.show_not_found(found, reading=self._reading)
        self._goes_to_first = False
        said = wording.passages_found(len(found.passages))
        self._announcer.polite(f"{said}. {sentence}" if sentence else said)

    def _show_groups(self, *, anew: bool) -> None:
        found = self._found
        passages = found.passages if found is not None else ()
        order = self.line.order
        groups = by_document(passages, order)
        # The first few are the best only where they are ordered so.
        best_first = order is HitOrder.BEST
        self.area.view.show_groups(groups, anew=anew, first_only=best_first)
        self.header.set_has_results(bool(groups))
        self.line.set_sortable(bool(groups))
        self._show_summary()
        if groups:
            self.area.show_results()

    def _show_summary(self) -> None:
        """Say how much was found."""
        found, groups = self._found, self.area.view.results.groups
        if found is None or not groups:
            self.line.say("")
        else:
            self.line.say(wording.summary(found, len(groups), short=self._narrow))

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        if isinstance(error, InvalidInput):
            # Something in the field, perhaps not typed to its end: what was found before stays.
            self._goes_to_first = False
            self._show_summary()
            self._field_error.show_error(self.field, error.message)
            self._announcer.polite(error.message)
            return
        self._forget()
        self.area.show_blank()
        self.fault.set_content(NoticeKind.ERROR, wording.FAILED, error.message, button="Try again")
        self.fault.show()

    def _forget(self) -> None:
        """Show nothing of what was found."""
        self._found = None
        self._goes_to_first = False
        for note in (self.fault, self.remark_note, self.more_note):
            note.hide()
        self._show_groups(anew=True)

    def _show_nothing(self) -> None:
        """Show what there is before a search."""
        self._worker.stop()
        self._asked = ""
        self._forget()
        everywhere = self.scope.choice == ALL_DOCUMENTS
        place = "" if everywhere else self.scope.place.name
        self.area.show_nothing_typed(len(self._documents), place)
        self._show_ways_to_ask()

    @Slot(object)
    def _sort(self, _order: object) -> None:
        self._show_groups(anew=False)

    # --- moving and asking ------------------------------------------------------------------

    @Slot(int)
    def _step(self, by: int) -> None:
        if self._found is not None:
            self.area.view.step(by)

    @Slot(str)
    def _tell_move(self, name: str) -> None:
        self._announcer.polite(name)

    @Slot()
    def _focus_field(self) -> None:
        if self.area.view.hasFocus():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _ask_for_quotes(self) -> None:
        self.quotes_requested.emit(self.question)

    def _show_ways_to_ask(self) -> None:
        """Only a question can be answered."""
        asks = 0 < len(self.question) <= MAX_QUESTION_CHARACTERS
        self.model_note.show_link(0, asks)
        self.header.set_has_question(asks)

    # --- sizes ------------------------------------------------------------------------------

    @Slot()
    def _fit(self) -> None:
        scaled = self._theme.scaled
        self._form.setMaximumWidth(scaled(COLUMN_WIDTH))
        self.scope.setFixedHeight(scaled(BAR_HEIGHT))
        self.scope.setMaximumWidth(min(self.width(), scaled(COLUMN_WIDTH)) * 2 // 5)
        self._narrow = self.width() < scaled(NARROW_BELOW)
        self.header.set_narrow(self._narrow)
        self.line.set_narrow(self._narrow)
        if not self._worker.running:
            self._show_summary()
        # In a low window its room is for passages; the header says and offers the same.
        low = self.height() < scaled(LOW_BELOW)
        self.model_note.setVisible(not self._model_installed and not low)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
