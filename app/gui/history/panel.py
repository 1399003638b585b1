"""The pane of earlier conversations: a field, the list below it, and what can be done with them.

While one types, a pause starts a search; Enter goes to the first that was found, Enter once more
opens it. The focus stays in the field all the while, so that ↓ goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.conversation import ConversationSummary
from app.core.errors import NotFound, PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.notice_area import NoticeArea
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4
from app.gui.common.widgets import ButtonVariant, Surface
from app.gui.history import wording
from app.gui.history.conversation_list import COLUMN_WIDTH, MARGIN, ConversationList
from app.gui.history.conversation_model import ConversationModel
from app.gui.history.find_field import FindField
from app.gui.history.foot import HistoryFoot
from app.gui.history.header import HistoryHeader
from app.gui.history.list_area import ListArea
from app.gui.history.row_menu import RowMenu
from app.workers.conversations import ConversationList as Listed
from app.workers.conversations import ConversationWorker, ListRequest

PAGE = 200
"""Conversations that are listed at once; more follow as the end of the list comes near."""
FOUND_PAGE = 50
"""The same of what a search finds: its rows take longer to lay out."""
PAUSE_MS = 200
"""Typing pauses this long before a search begins by itself."""
NARROW_BELOW, LOW_BELOW = 560, 400
"""Width and height below which words and room are saved, in px at the design's text size."""


def now() -> datetime:
    """The time here."""
    return datetime.now().astimezone()


class HistoryPanel(Surface):
    """The list of conversations.

    Signals:
        open_requested: (ConversationSummary, words that were looked for) to be shown.
        close_requested: the user goes back to where they were.
        new_requested: another conversation is to begin.
        settings_requested: the user wants to switch keeping on.
        deleted: the id of a conversation that is being deleted.
        erased: all conversations are being erased.
        latest_changed: the ConversationSummary that changed last, or None where none is kept.
    """

    open_requested = Signal(object, str)
    close_requested = Signal()
    new_requested = Signal()
    settings_requested = Signal()
    deleted = Signal(int)
    erased = Signal()
    latest_changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        worker: ConversationWorker,
        *,
        announcer: Announcer | None = None,
        clock: Callable[[], datetime] = now,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", parent=parent)
        self._theme = theme
        self._worker = worker
        self._announcer = announcer or Announcer(self)
        self._clock = clock
        self._kept = True
        self._shown = ListRequest("", PAGE)
        self._total = -1  # until the first list has come
        self._goes_to_first = False
        self._erasing = False
        self._current: int | None = None
        self.setAccessibleName(wording.TITLE)
        self.header = HistoryHeader(theme)
        """The bar at the top."""
        self.field = FindField(theme)
        """Where one writes what is looked for."""
        self.model = ConversationModel(self)
        """What is listed."""
        self.list = ConversationList(theme, self.model)
        """How it is shown."""
        self.area = ListArea(theme, self.list)
        """The list, or words in its place."""
        self.notices = NoticeArea(theme)
        """Where the pane asks and tells what went wrong."""
        self.foot = HistoryFoot(theme)
        """How many there are, and how to erase them."""
        self.menu = RowMenu(self)
        """What can be done with the chosen one."""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        self._fit()

    def _lay_out(self) -> None:
        find = self._find = QHBoxLayout()
        find.addWidget(self.field)
        notices = self._notices_row = QHBoxLayout()
        notices.addWidget(self.notices)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(find)
        column.addWidget(self.area, 1)
        column.addLayout(notices)
        column.addWidget(self.foot)

    def _connect(self) -> None:
        self.header.close_requested.connect(self.close_requested)
        self.header.new_requested.connect(self.new_requested)
        self.field.textChanged.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.stepped.connect(self.list.step)
        self._pause.timeout.connect(self._search_typed)
        self.list.opened.connect(self._open)
        self.list.delete_requested.connect(self.ask_to_delete)
        self.list.moved.connect(self._announcer.polite)
        self.list.left_upwards.connect(self._focus_field)
        self.list.menu_requested.connect(self._show_menu)
        self.list.edited.connect(self.refresh)
        self.menu.open_requested.connect(self.list.act)
        self.menu.rename_requested.connect(self.list.rename)
        self.menu.delete_requested.connect(self.ask_to_delete)
        self.model.more_wanted.connect(self._list_more)
        self.model.renamed.connect(self._rename)
        self.notices.answered.connect(self.focus_list)
        self.notices.answered.connect(self._fit)
        self.area.settings_requested.connect(self.settings_requested)
        self.area.retry_requested.connect(self.refresh)
        self.foot.erase_requested.connect(self.ask_to_erase)
        self.foot.settings_requested.connect(self.settings_requested)
        self._worker.listed.connect(self._on_listed)
        self._worker.not_listed.connect(self._on_not_listed)
        self._worker.failed.connect(self.say_error)
        self._worker.changed.connect(self._on_changed)
        self._theme.changed.connect(self._fit)

    # --- what the window calls --------------------------------------------------------------

    def enter(self, current: int | None) -> None:
        """The user comes to the list; `current` is the conversation that they come from."""
        self._current = current
        self.notices.close_notice()
        self._fit()
        self.field.clear()
        self.refresh()
        self.focus_field()

    def focus_field(self) -> None:
        """Bring the user to what is written in."""
        target: QWidget = self.field if self.field.isVisibleTo(self) else self.header
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def focus_list(self) -> None:
        """Bring the user to the list, or to the field where nothing is in it."""
        if self.model.rowCount():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_field()

    def set_kept(self, kept: bool) -> None:
        """Tell whether conversations are kept."""
        self._kept = kept
        self._show_state()

    @Slot()
    def refresh(self) -> None:
        """List the conversations anew."""
        if not self.list.editing:
            text = self.field.words
            page = FOUND_PAGE if text else PAGE
            held = self.model.rowCount() if text == self._shown.text else 0
            self._worker.list(ListRequest(text, max(page, held)))

    def ask_to_stop(self, summary: ConversationSummary, act: Callable[[], None]) -> None:
        """Ask whether the answer that is being written is to be stopped for a conversation."""
        self._ask(wording.STOP_FIRST, wording.stop_sentence(summary), wording.STOP_AND_OPEN, act)

    @Slot(object)
    def say_error(self, error: PinciteError) -> None:
        """Tell what went wrong. Where nothing is listed any more, nothing but its button erases."""
        again = wording.ERASE_AGAIN if self._erasing else ""
        self._erasing = False
        self.notices.say_error(error, button=again, act=self._erase)
        self._fit()
        if isinstance(error, NotFound):
            self.refresh()

    def _ask(
        self,
        title: str,
        sentence: str,
        button: str,
        act: Callable[[], None],
        variant: ButtonVariant = ButtonVariant.PLAIN,
    ) -> None:
        self.notices.notice.button().set_variant(variant)
        self.notices.ask(title, sentence, button, act)
        self._fit()

    # --- listing ----------------------------------------------------------------------------

    @Slot(str)
    def _typed(self, _text: str) -> None:
        self._goes_to_first = False
        if self.field.words == self._shown.text:
            self._pause.stop()
        else:
            self._pause.start()

    @Slot()
    def _search_typed(self) -> None:
        self._pause.stop()
        self.refresh()

    @Slot()
    def _enter(self) -> None:
        """Go to the first that was found, or open the one that the user is at."""
        if self.field.words != self._shown.text:
            self._goes_to_first = True
            self._search_typed()
        elif self.list.currentIndex().isValid():
            self.list.act()
        else:
            self.list.step(1)

    @Slot(int)
    def _list_more(self, held: int) -> None:
        page = FOUND_PAGE if self._shown.text else PAGE
        self._worker.list(ListRequest(self._shown.text, page, held))

    @Slot(object)
    def _on_listed(self, found: Listed) -> None:
        today = self._clock().date()
        request = found.request
        self._total = found.total
        if request.offset and request.text == self._shown.text:
            self.model.append(found.summaries, today, more=found.more)
        else:
            self._show_anew(found)
        self._show_state()
        self.latest_changed.emit(found.latest)

    def _show_anew(self, found: Listed) -> None:
        text = found.request.text
        same = text == self._shown.text
        chosen = self.list.chosen
        row = self.list.currentIndex().row()
        at = self.list.verticalScrollBar().value()
        self._shown = found.request
        self.model.show(found.summaries, self._clock().date(), more=found.more)
        if not same:
            self.list.scrollToTop()
            if text:
                self._announcer.polite(self._spoken(found))
        self._choose_again(chosen if same else None, row, text)
        if same:
            self.list.verticalScrollBar().setValue(at)
        if self._goes_to_first and self.field.words == text:
            self._goes_to_first = False
            self.list.step(1)

    def _choose_again(self, chosen: ConversationSummary | None, row: int, text: str) -> None:
        """Go to what was chosen, or its neighbour where it is gone; else to where the user comes
        from."""
        wanted = chosen.id if chosen is not None else self._current
        index = self.model.index_of(wanted)
        if not index.isValid() and chosen is not None and self.model.rowCount():
            index = self.model.index(min(row, self.model.rowCount() - 1))
        if index.isValid() and (chosen is not None or not text):
            self.list.setCurrentIndex(index)

    @staticmethod
    def _spoken(found: Listed) -> str:
        count = len(found.summaries)
        return wording.found(count, found.more) if count else wording.NOTHING_FOUND

    @Slot(object)
    def _on_not_listed(self, error: PinciteError) -> None:
        self.area.show_fault(error)

    def _show_state(self) -> None:
        self.foot.show_state(self._total, kept=self._kept)
        self._fit()
        if self.model.rowCount():
            self.area.show_list()
        elif self._shown.text and self._total:
            self.area.show_not_found(self._shown.text)
        else:
            self.area.show_none(kept=self._kept)

    # --- what is done with them -------------------------------------------------------------

    @Slot(object)
    def _open(self, summary: ConversationSummary) -> None:
        found = summary.snippet
        words = found.text[slice(*found.hits[0])] if found is not None and found.hits else ""
        self.open_requested.emit(summary, words)

    @Slot(object, str)
    def _rename(self, summary: ConversationSummary, title: str) -> None:
        self._worker.rename(summary.id, title)

    @Slot()
    def ask_to_delete(self) -> None:
        """Ask whether the chosen conversation is to be deleted."""
        summary = self.list.chosen
        if summary is None:
            return

        def delete() -> None:
            self.deleted.emit(summary.id)
            self._worker.delete(summary.id)

        title, sentence = wording.delete_title(summary), wording.delete_sentence(summary)
        self._ask(title, sentence, "Delete", delete)

    @Slot()
    def ask_to_erase(self) -> None:
        """Ask whether all conversations are to be erased."""
        title = wording.erase_title(self._total)
        self._ask(title, wording.ERASE_SENTENCE, "Erase", self._erase, ButtonVariant.DANGER)

    def _erase(self) -> None:
        self._erasing = True
        self.erased.emit()
        self._worker.erase_all()

    @Slot()
    def _on_changed(self) -> None:
        if self._erasing:
            self._erasing = False
            self._announcer.polite(wording.ERASED)
        self.refresh()

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        self.menu.popup(place)

    @Slot()
    def _focus_field(self) -> None:
        if self.list.hasFocus():
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- sizes ------------------------------------------------------------------------------

    @Slot()
    def _fit(self) -> None:
        scaled = self._theme.scaled
        self.header.set_narrow(self.width() < scaled(NARROW_BELOW))
        low = self.height() < scaled(LOW_BELOW)
        # What is asked is read whole, also where there is room for nothing else.
        asks_only = low and not self.notices.isHidden()
        had_focus = self.field.hasFocus()
        self.field.setVisible(self._total != 0 and not asks_only)
        self.foot.setVisible(self._total > 0 and not asks_only)
        if had_focus and self.field.isHidden() and not asks_only:
            self.header.setFocus(Qt.FocusReason.OtherFocusReason)
        above = SPACE_2 if low else SPACE_4
        side = max(MARGIN, (self.width() - scaled(COLUMN_WIDTH)) // 2)
        self._find.setContentsMargins(side, above, side, SPACE_2)
        self._notices_row.setContentsMargins(side - SPACE_2, 0, side - SPACE_2, 0)
        self.foot.set_side(side)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc comes here when there is nothing in the field to clear.
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            if self.notices.isVisible():
                self.notices.put_away()
            else:
                self.close_requested.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
