"""Keeps what is asked in the window, and leads from the list of conversations back to one.

What ends in the conversation pane is handed to the worker, which writes it; what the worker opens
is shown in the pane. The panes know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.answer import Citation
from app.core.domain.conversation import Conversation, ConversationSummary
from app.core.errors import PinciteError
from app.core.settings import Settings
from app.gui.chat.kept_turns import citations_of, kept_answer, kept_question, show_states
from app.gui.chat.panel import ChatPanel
from app.gui.chat.turn import TurnView
from app.gui.common.safe_text import one_line
from app.gui.common.shared_keys import CONVERSATIONS_KEY
from app.gui.history.panel import HistoryPanel
from app.gui.library.panel import LibraryPanel
from app.gui.middle import Middle
from app.gui.pane_layout import PaneLayout
from app.gui.window_keys import bind_keys
from app.services.viewing import CitationState
from app.workers.conversations import ConversationLog, ConversationWorker
from app.workers.pages import PageWorker


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    history: HistoryPanel
    library: LibraryPanel
    middle: Middle
    panes: PaneLayout
    settings_changed: SignalInstance

    def begin_anew(self) -> None:
        """Begin another conversation."""
        ...

    def close_viewer(self) -> None:
        """Put the viewer away."""
        ...


class WindowHistory(QObject):
    """Carries turns to the worker and conversations back."""

    def __init__(
        self, window: Window, worker: ConversationWorker, pages: PageWorker, settings: Settings
    ) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window = window
        self._chat, self._panel, self._middle = window.chat, window.history, window.middle
        self._worker, self._pages = worker, pages
        self._kept = True
        self._log = ConversationLog()
        self._turns: list[TurnView] = []
        self._latest: ConversationSummary | None = None
        self._words = ""
        self._may_stop = False
        self._connect()
        window.settings_changed.connect(self.show_settings)
        bind_keys(window, {CONVERSATIONS_KEY: self.toggle})
        self.show_settings(settings)
        self._panel.refresh()

    def _connect(self) -> None:
        chat, panel, worker, window = self._chat, self._panel, self._worker, self._window
        chat.turn_ended.connect(self._keep)
        chat.emptied.connect(self._forget)
        chat.header.conversations_requested.connect(self.open)
        chat.conversation.offer.list_requested.connect(self.open)
        chat.conversation.offer.go_on_requested.connect(self._go_on)
        chat.keep_notice.action.connect(worker.keep_again)
        window.panes.rail.conversations_requested.connect(self.open)
        panel.close_requested.connect(self._middle.leave_history)
        panel.new_requested.connect(window.begin_anew)
        panel.open_requested.connect(self._ask_for)
        panel.deleted.connect(self._deleted)
        panel.erased.connect(self._erased)
        panel.latest_changed.connect(self._offer)
        worker.opened.connect(self._show)
        worker.renamed.connect(self._renamed)
        worker.kept.connect(self._written)
        worker.not_kept.connect(self._not_written)
        self._pages.checked.connect(self._show_states)
        window.library.documents_changed.connect(self._check)

    @Slot(object)
    def show_settings(self, settings: Settings) -> None:
        """Keep what is asked from now on, or do not, as the settings say."""
        self._kept = settings.answers.keep_conversations
        self._chat.set_kept(self._kept)
        self._panel.set_kept(self._kept)

    def close(self) -> None:
        """The window is about to close: what is being answered is kept as far as it came."""
        self._chat.end_running()

    # --- the list ---------------------------------------------------------------------------

    @Slot()
    def open(self) -> None:
        """Show the list."""
        self._window.panes.close_drawer()
        if self._window.panes.viewer_covers:
            self._window.close_viewer()
        self._middle.show_history()
        self._panel.enter(self._log.conversation_id)

    def toggle(self) -> None:
        """Show the list, or go back from it."""
        if self._middle.listing:
            self._middle.leave_history()
        else:
            self.open()

    @Slot(object)
    def _offer(self, latest: ConversationSummary | None) -> None:
        self._latest = latest
        self._chat.conversation.offer.show_last(latest.title if latest is not None else "")

    # --- keeping ----------------------------------------------------------------------------

    @Slot(object)
    def _keep(self, turn: TurnView) -> None:
        if not self._kept:
            return
        if turn not in self._turns:
            self._turns.append(turn)
        self._log.put(self._turns.index(turn), kept_question(turn), kept_answer(turn))
        self._worker.keep(self._log)

    @Slot()
    def _forget(self) -> None:
        """Another conversation begins; the worker still writes what waits of this one."""
        self._log, self._turns = ConversationLog(), []

    @Slot()
    def _written(self) -> None:
        if not self._worker.unwritten:
            self._chat.keep_notice.hide()
        self._panel.refresh()

    @Slot(object)
    def _not_written(self, error: PinciteError) -> None:
        self._chat.keep_notice.tell(error)

    # --- opening ----------------------------------------------------------------------------

    @Slot()
    def _go_on(self) -> None:
        if self._latest is not None:
            self._ask_for(self._latest, "")

    @Slot(object, str)
    def _ask_for(self, summary: ConversationSummary, words: str) -> None:
        """Open a conversation, at the words that were looked for."""
        self._words, self._may_stop = words, False
        if summary.id == self._log.conversation_id:
            self._middle.read_conversation()
            self._go_to_words()
        elif self._chat.running:
            self._panel.ask_to_stop(summary, partial(self._stop_and_open, summary.id))
        else:
            self._worker.open(summary.id)

    def _stop_and_open(self, conversation_id: int) -> None:
        self._may_stop = True
        self._worker.open(conversation_id)

    @Slot(object)
    def _show(self, conversation: Conversation) -> None:
        if self._chat.running and not self._may_stop:
            return  # something was asked in the meantime
        self._chat.show_conversation(conversation.title, conversation.turns)
        ids = {place: turn.id for place, turn in enumerate(conversation.turns)}
        self._log = ConversationLog(conversation.id, ids)
        self._turns = list(self._chat.conversation.turns)
        self._check()
        self._middle.read_conversation()
        self._go_to_words()

    @Slot()
    def _check(self) -> None:
        """See which citations still lead to their words: documents come, go and change."""
        citations = citations_of(self._chat.conversation.turns)
        if citations:
            self._pages.check(citations)

    @Slot(object)
    def _show_states(self, states: Mapping[Citation, CitationState]) -> None:
        show_states(self._chat.conversation.turns, states)

    def _go_to_words(self) -> None:
        """Go to the first question or answer with the words that were looked for."""
        words = one_line(self._words).casefold()
        for turn in self._chat.conversation.turns if words else ():
            answer = turn.finished
            text = f"{turn.asked.question} {answer.text if answer is not None else ''}"
            if words in one_line(text).casefold():
                self._chat.conversation.go_to(turn)
                return

    # --- changing ---------------------------------------------------------------------------

    @Slot(object)
    def _renamed(self, summary: ConversationSummary) -> None:
        if summary.id == self._log.conversation_id:
            self._chat.header.set_title(summary.title)

    @Slot(int)
    def _deleted(self, conversation_id: int) -> None:
        if conversation_id == self._log.conversation_id:
            self._erased()

    @Slot()
    def _erased(self) -> None:
        """What is on the screen is to go as well."""
        self._log.drop()
        self._chat.new_conversation()
        self._panel.focus_list()
