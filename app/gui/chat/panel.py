"""The conversation pane: header, turns, composer; it asks the worker and shows what it reports.

In this order: a question is entered; a turn is added and the worker asked; each event goes to
the turn; the end brings the composer back. Panels do not know each other: what was clicked leaves
as a signal, and the window tells what is open in the viewer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.answer import AnswerStyle, Citation
from app.core.domain.conversation import Turn
from app.core.domain.evidence import Passage
from app.core.errors import PinciteError
from app.gui.chat import wording
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.asked import Asked
from app.gui.chat.begin_anew import BeginAnewNotice
from app.gui.chat.citation_place import CitationPlace
from app.gui.chat.composer import Composer
from app.gui.chat.conversation import COLUMN_WIDTH, MARGIN, ConversationView
from app.gui.chat.export_notice import ExportNotice
from app.gui.chat.focus_kept import focus_kept
from app.gui.chat.header import ChatHeader
from app.gui.chat.keep_notice import KeepNotice
from app.gui.chat.kept_turns import shown_again
from app.gui.chat.narrator import Narrator
from app.gui.chat.panel_keys import PanelKeys
from app.gui.chat.turn import TurnView
from app.gui.common.announce import Announcer
from app.gui.common.tab_order import set_tab_order
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4
from app.gui.common.widgets import Surface
from app.workers.answers import AnswerWorker

NARROW_BELOW, LOW_BELOW = 560, 760
"""Width below which words and cards are saved, height below which evidence folds, in px at the
design's text size."""


class ChatPanel(Surface):
    """One conversation.

    Signals:
        citation_activated: (Citation, index from 0, count of citations, Answer).
        passage_activated: a Passage whose card was clicked.
        model_menu_requested: the user wants to choose a model.
        style_chosen: an AnswerStyle that the user picked.
        running_changed: whether an answer is being made.
        turn_ended: a TurnView of which nothing more comes until it is asked again.
        inspect_requested: a TurnView of which the user wants to see how it came about.
        wished: (TurnView, AnswerWish) to copy or to export.
        emptied: all turns are about to go from the pane; they are not forgotten.
    """

    citation_activated = Signal(object, int, int, object)
    passage_activated = Signal(object)
    model_menu_requested = Signal()
    style_chosen = Signal(object)
    running_changed = Signal(bool)
    turn_ended = Signal(object)
    inspect_requested = Signal(object)
    wished = Signal(object, object)
    emptied = Signal()

    def __init__(
        self,
        theme: Theme,
        answer_worker: AnswerWorker,
        *,
        clock: Callable[[], float] = time.monotonic,
        announcer: Announcer | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", parent=parent)
        self._theme = theme
        self._worker = answer_worker
        self._clock = clock
        self._running: TurnView | None = None
        self.setAccessibleName("Conversation")
        self._header = ChatHeader(theme)
        self._conversation = ConversationView(theme)
        self._citations = CitationPlace(self._conversation)
        self._anew_notice = BeginAnewNotice(theme)
        self.keep_notice = KeepNotice(theme)
        """Says that the conversation could not be stored."""
        self.export_notice = ExportNotice(theme)
        self._composer = Composer(theme)
        self._narrator = Narrator(self, announcer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._header)
        layout.addWidget(self._conversation, 1)
        layout.addWidget(self._footer())
        self._connect()

    def _footer(self) -> QWidget:
        footer, column = QWidget(), QWidget()
        column.setMaximumWidth(COLUMN_WIDTH)
        rows = QVBoxLayout(column)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(SPACE_2)
        notices = (self.export_notice, self.keep_notice, self._anew_notice)
        for widget in (*notices, self._composer):
            rows.addWidget(widget)
        centred = QHBoxLayout(footer)
        centred.setContentsMargins(MARGIN, SPACE_2, MARGIN, SPACE_4)
        centred.addWidget(column)
        return footer

    def _connect(self) -> None:
        self._header.new_conversation.connect(self.begin_anew)
        self._anew_notice.action.connect(self.new_conversation)
        self._anew_notice.closed.connect(self.focus_composer)
        self._header.model_menu_requested.connect(self.model_menu_requested)
        self._composer.asked.connect(self._ask)
        self._composer.stop_requested.connect(self.stop)
        self._composer.style_chosen.connect(self.style_chosen)
        self._theme.changed.connect(self._fit_turns)
        self._worker.reported.connect(self._on_reported)
        self._worker.failed.connect(self._on_failed)
        self._worker.finished.connect(self._on_finished)
        PanelKeys(
            self,
            {
                "Esc": self._escape,
                "Alt+Down": lambda: self.next_citation,
                "Alt+Up": lambda: self.previous_citation,
                "Ctrl+Shift+C": lambda: self.copy_answer,
            },
        )

    # --- state that the window sets ---------------------------------------------------------

    def set_model(self, title: str, installed: bool) -> None:
        """Show the language model; without one, answers are quotes."""
        self._header.set_model(title, installed)
        self._composer.set_model_installed(installed)

    def set_documents(self, count: int) -> None:
        """Tell how many documents can be asked."""
        self._composer.set_documents(count)

    def set_answer_style(self, style: AnswerStyle) -> None:
        """Choose the style of the next answers, as the settings say."""
        self._composer.set_answer_style(style)

    def set_kept(self, kept: bool) -> None:
        """Tell whether conversations are kept."""
        self._anew_notice.set_kept(kept)

    def set_open_citation(self, citation: Citation | None) -> None:
        """Show which citation is open in the viewer, in the turn where it was activated."""
        self._citations.show_open(citation)

    def set_open_passage(self, passage: Passage | None) -> None:
        """Show which passage is open in the viewer, where that is not by a citation."""
        for turn in self._conversation.turns:
            turn.set_open(None, passage.chunk.id if passage is not None else None)

    # --- what the window and keys ask for ---------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether an answer is being made."""
        return self._running is not None

    @property
    def header(self) -> ChatHeader:
        """The bar at the top."""
        return self._header

    @property
    def composer(self) -> Composer:
        """Where questions are written."""
        return self._composer

    @property
    def conversation(self) -> ConversationView:
        """The turns."""
        return self._conversation

    def focus_composer(self) -> None:
        """Bring the user to the question field."""
        self._composer.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def stop(self) -> None:
        """Stop the answer that is being made."""
        if self._running is not None:
            self._running.stopping()
            self._composer.stopping()
            self._worker.stop()

    def begin_anew(self) -> None:
        """Begin another conversation; ask first while an answer is being made."""
        if self.running:
            self._anew_notice.ask()
        else:
            self.new_conversation()

    def new_conversation(self) -> None:
        """Put all turns away; an answer that is being made is stopped. The next question has none
        before it."""
        if self._conversation.turns:
            self._narrator.say(wording.BEGUN_ANEW)
        self._empty()
        self._header.set_title("")
        self._composer.set_follow_up(False)
        self.focus_composer()

    def show_conversation(self, title: str, turns: Sequence[Turn]) -> None:
        """Show a conversation that was kept in place of this one; its last question is seen."""
        self._empty()
        for kept in turns:
            follows = bool(self._conversation.turns)
            turn = shown_again(self._theme, kept, self._clock, follows=follows)
            self._add_turn(turn)
        self._header.set_title(title)
        if turns:
            self._composer.scope_chooser.set_choice(turns[-1].asked.scope)
        self._composer.set_follow_up(bool(turns))
        self._fit_turns()
        set_tab_order((self._header, *self._conversation.turns, self._composer))

    def _empty(self) -> None:
        self.end_running()
        self.emptied.emit()
        self._citations.forget()
        self._conversation.clear()

    def end_running(self) -> None:
        """Stop the answer that is being made without waiting for its end."""
        turn = self._running
        if turn is not None:
            self.stop()
            turn.end()
            self._set_running(None)
            self.turn_ended.emit(turn)

    def ask_for_quotes(self, question: str) -> None:
        """Ask a question that was written elsewhere; what stands in the field stays there."""
        if self._running is not None:
            self._composer.keep(question)
            return
        draft = self._composer.field.toPlainText()
        # It was written where no question stands above it.
        self._ask(question, AnswerStyle.QUOTES, alone=True)
        self._composer.field.setPlainText(draft)

    def next_citation(self) -> None:
        """Open the citation after the one that is open, or the first."""
        self._citations.step(1)

    def previous_citation(self) -> None:
        """Open the citation before the one that is open, or the last."""
        self._citations.step(-1)

    def copy_answer(self) -> None:
        """Copy the answer that the user is at, with its citations."""
        turn = self._citations.turn()
        if turn is not None and isinstance(turn.outcome, AnswerSection):
            turn.outcome.copy()

    # --- asking -----------------------------------------------------------------------------

    def _ask(self, question: str, style: AnswerStyle | None = None, *, alone: bool = False) -> None:
        composer = self._composer
        style = style or composer.answer_style
        asked = Asked(question, composer.scope, composer.scope_words, style, alone)
        turn = TurnView(self._theme, asked, self._clock)
        if not self._conversation.turns:
            self._header.set_title(question)
        self._add_turn(turn)
        composer.clear()
        composer.set_follow_up(True)
        self._run(turn)

    def _add_turn(self, turn: TurnView) -> None:
        turn.citation_activated.connect(self._on_citation)
        turn.passage_activated.connect(self.passage_activated)
        turn.stop_requested.connect(self.stop)
        turn.again.connect(self._ask_again)
        turn.reveal.connect(self._reveal)
        turn.spoken.connect(self._narrator.say)
        turn.arranged.connect(self._on_arranged)
        turn.inspect_requested.connect(self.inspect_requested)
        turn.wished.connect(self.wished)
        self._conversation.add_turn(turn)

    @Slot(object)
    def _ask_again(self, asked: Asked) -> None:
        turn = self.sender()
        if self._running not in (None, turn):
            self._composer.still_answering()
        elif isinstance(turn, TurnView):
            turn.restart(asked)
            self.focus_composer()
            self._run(turn)

    def _run(self, turn: TurnView) -> None:
        self._fit_turns()
        self._order_tabs(turn)
        self._narrator.begin()
        self._set_running(turn)
        asked = turn.asked
        earlier = self._conversation.earlier(turn)
        self._worker.ask(asked.question, asked.scope, asked.style, earlier, asked.claim_filter)

    def _set_running(self, turn: TurnView | None) -> None:
        before, self._running = self._running, turn
        self._composer.set_running(turn is not None)
        if turn is None:
            self._anew_notice.withdraw()
        if (before is None) != (turn is None):
            self.running_changed.emit(turn is not None)

    @Slot(object)
    def _on_reported(self, event: object) -> None:
        if self._running is not None:
            with focus_kept(self._running, self._composer.field):
                self._running.show_event(event)
            self._narrator.tell(event)
            if self._running.answer is not None:
                self._citations.forget()

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        turn = self._running
        if turn is not None:
            with focus_kept(turn, self._composer.field):
                turn.fail(error)
            self._narrator.fail(error)
            self._set_running(None)
            self.turn_ended.emit(turn)

    @Slot()
    def _on_finished(self) -> None:
        turn = self._running
        if turn is not None:
            with focus_kept(turn, self._composer.field):
                turn.end()
            self._set_running(None)
            self.turn_ended.emit(turn)

    # --- citations --------------------------------------------------------------------------

    @Slot(int)
    def _on_citation(self, index: int) -> None:
        turn = self.sender()
        if isinstance(turn, TurnView) and turn.answer is not None:
            self._citations.go_to(turn, index)
            answer = turn.answer
            count = len(answer.citations)
            self.citation_activated.emit(answer.citations[index], index, count, answer)

    @Slot(QRect)
    def _reveal(self, place: QRect) -> None:
        turn = self.sender()
        if isinstance(turn, TurnView):
            self._conversation.reveal(turn, place)

    @Slot()
    def _on_arranged(self) -> None:
        turn = self.sender()
        if isinstance(turn, TurnView):
            self._order_tabs(turn)

    def _order_tabs(self, turn: TurnView) -> None:
        """Put a turn, of which parts came or went, between its neighbours."""
        panes = (self._header, *self._conversation.turns, self._composer)
        place = panes.index(turn)
        set_tab_order(panes[place - 1 : place + 2])

    # --- keys and sizes ---------------------------------------------------------------------

    def _fit_turns(self) -> None:
        narrow = self.width() < self._theme.scaled(NARROW_BELOW)
        low = self.height() < self._theme.scaled(LOW_BELOW)
        self._header.set_narrow(narrow)
        for turn in self._conversation.turns:
            turn.set_size(narrow=narrow, low=low)

    def _escape(self) -> Callable[[], None] | None:
        if self._anew_notice.in_use:
            return self._anew_notice.put_away
        return self.stop if self.running else None

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_turns()
