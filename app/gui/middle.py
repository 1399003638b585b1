"""The middle of the window: the welcome, the conversation, the search, the table, the list of
earlier conversations or the report on what was read, and going between them.

Conversation, search and table keep what is in them while another is shown.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from app.gui.chat.panel import ChatPanel
from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.widgets import Surface, has_keyboard_focus
from app.gui.extraction.panel import ExtractionPanel
from app.gui.history.panel import HistoryPanel
from app.gui.report.panel import ReportPanel
from app.gui.search.panel import SearchPanel
from app.gui.welcome.panel import WelcomePanel


class Middle(QStackedWidget):
    """Shows one of the six. Until the library is listed, none of them is right."""

    def __init__(
        self,
        welcome: WelcomePanel,
        chat: ChatPanel,
        search: SearchPanel,
        table: ExtractionPanel,
        history: HistoryPanel,
        report: ReportPanel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._welcome, self._chat, self._search = welcome, chat, search
        self._table, self._history, self._report = table, history, report
        self._blank = Surface("surface")
        self._empty: bool | None = None
        # Whether a conversation that was kept is shown, which needs no documents.
        self._reads = False
        self._mode = Mode.ASK
        self._opened_from = Mode.ASK
        for pane in (self._blank, welcome, chat, search, table, history, report):
            self.addWidget(pane)
        for header in self._headers.values():
            # Later: Qt moves the focus along the switch only after it has told of the choice.
            header.mode_chosen.connect(self._choose, Qt.ConnectionType.QueuedConnection)
        search.quotes_requested.connect(self._ask_for_quotes)

    @property
    def _headers(self) -> dict[Mode, ModeHeader]:
        return {
            Mode.ASK: self._chat.header,
            Mode.SEARCH: self._search.header,
            Mode.TABLE: self._table.header,
        }

    @property
    def mode(self) -> Mode:
        """What the middle is used for, where there are documents."""
        return self._mode

    @property
    def searching(self) -> bool:
        """Whether the search is shown."""
        return self.currentWidget() is self._search

    @property
    def extracting(self) -> bool:
        """Whether the table is shown."""
        return self.currentWidget() is self._table

    def show_library(self, *, empty: bool) -> None:
        """Show what is right for a library with or without documents; the list of conversations
        and the report stay."""
        self._empty = empty
        if not self.listing and not self.reporting:
            self.setCurrentWidget(self._home())

    def choose(self, mode: Mode) -> None:
        """Ask, search or extract from now on, and go to what is used for that. Without documents
        none of them is shown."""
        self._mode = mode
        for header in self._headers.values():
            header.set_mode(mode)
        self._reads = False
        self.setCurrentWidget(self._home())
        if self._empty is False:
            self.focus_field()

    @property
    def listing(self) -> bool:
        """Whether the list of conversations is shown."""
        return self.currentWidget() is self._history

    def show_history(self) -> None:
        """Show the list of conversations."""
        self.setCurrentWidget(self._history)

    def leave_history(self) -> None:
        """Go back from the list to what was shown before it."""
        self.setCurrentWidget(self._home())
        self.focus_field()

    @property
    def reporting(self) -> bool:
        """Whether the report on what was read is shown."""
        return self.currentWidget() is self._report

    def show_report(self) -> None:
        """Show the report on what was read."""
        self.setCurrentWidget(self._report)

    def leave_report(self) -> None:
        """Go back from the report to what was shown before it."""
        self.setCurrentWidget(self._home())
        self.focus_field()

    def read_conversation(self) -> None:
        """Show the conversation, also without documents: a kept one can be read."""
        self.choose(Mode.ASK)
        self._reads = True
        self.setCurrentWidget(self._chat)
        self.focus_field()

    def focus_field(self) -> None:
        """Bring the user to what is written in."""
        if self.currentWidget() is self._chat:
            self._chat.focus_composer()
        elif self.searching:
            self._search.focus_field()
        elif self.extracting:
            self._table.focus_table()
        elif self.listing:
            self._history.focus_field()
        elif self.reporting:
            self._report.focus_field()
        else:
            self._welcome.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def step_back(self) -> bool:
        """Esc: leave the list or the report, empty the field of the search, or choose no rows of
        the table. False where there is none of them."""
        if self.listing:
            self.leave_history()
            return True
        if self.reporting:
            self.leave_report()
            return True
        if self.extracting:
            return self._table.clear()
        return self.searching and self._search.clear()

    def copy_answer(self) -> None:
        """Copy the answer that can be seen."""
        if self.currentWidget() is self._chat:
            self._chat.copy_answer()

    # --- pages ------------------------------------------------------------------------------

    def opened_page(self) -> None:
        """A page was opened from what is shown; the viewer's arrows go on from there."""
        self._opened_from = self._mode

    def next(self) -> None:
        """Open the citation, the passage or the value after the one that is open."""
        self._step(self._mode, 1)

    def previous(self) -> None:
        """Open the one before."""
        self._step(self._mode, -1)

    @Slot()
    def next_opened(self) -> None:
        """Open the one after that which the viewer shows, wherever that came from."""
        self._step(self._opened_from, 1)

    @Slot()
    def previous_opened(self) -> None:
        """Open the one before that which the viewer shows."""
        self._step(self._opened_from, -1)

    def _step(self, mode: Mode, by: int) -> None:
        if mode is Mode.SEARCH:
            (self._search.open_next if by > 0 else self._search.open_previous)()
        elif mode is Mode.TABLE:
            (self._table.open_next if by > 0 else self._table.open_previous)()
        else:
            (self._chat.next_citation if by > 0 else self._chat.previous_citation)()

    # --- modes ------------------------------------------------------------------------------

    def _home(self) -> QWidget:
        """What is shown where there is no list of conversations in its place."""
        if self._empty is None and not self._reads:
            return self._blank
        return self._welcome if self._empty and not self._reads else self._pane()

    def _pane(self) -> QWidget:
        panes: dict[Mode, QWidget] = {Mode.SEARCH: self._search, Mode.TABLE: self._table}
        return panes.get(self._mode, self._chat)

    @Slot(object)
    def _choose(self, mode: Mode) -> None:
        """The switch was used; who used it by the keyboard stays on it."""
        focused = QApplication.focusWidget()
        by_keyboard = focused is not None and has_keyboard_focus(focused)
        self.choose(mode)
        if by_keyboard:
            self._headers[mode].switch.segment(mode).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _ask_for_quotes(self, question: str) -> None:
        self.choose(Mode.ASK)
        self._chat.ask_for_quotes(question)
