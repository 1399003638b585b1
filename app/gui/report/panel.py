"""The report on what was read: what there is in all, what needs the user, each document, and what
was left out.

It is made anew while files are read, at most once a second, and only while it is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QElapsedTimer, QPoint, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QScrollBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.domain.reading_report import ReadDocument, ReadingReport
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.notice_area import NoticeArea, short
from app.gui.common.safe_text import one_line
from app.gui.common.scrolling_keys import scroll_by_key
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_3, SPACE_4, SPACE_6
from app.gui.common.widgets import Card, EmptyState, NoticeKind, Surface
from app.gui.report import wording
from app.gui.report.document_table import DocumentTable
from app.gui.report.header import ReportHeader
from app.gui.report.left_out import LeftOutFoot
from app.gui.report.needs_card import NeedsCard
from app.gui.report.row_menu import RowMenu
from app.gui.report.totals_card import TotalsCard
from app.gui.report.wishes import Deed, Wish
from app.workers.report import ReportWorker

NARROW_BELOW = 640
"""Width below which words and room are saved, in px at the design's text size."""
REFRESH_MS = 1000
"""Least time between two reports that are made while files are read."""
SHARE = 10
"""And at least so many times what the last one took: in a large library that is most of a second,
of which reading makes better use."""


def now() -> datetime:
    """The time here."""
    return datetime.now().astimezone()


class ReportPanel(Surface):
    """Shows the report of a worker.

    Signals:
        document_activated: (Document) is to be shown.
        password_requested: (Document) is to be unlocked.
        read_pages_requested: (ids) of documents whose pages OCR is to read.
        retry_requested: (ids) of documents that are to be read again.
        show_file_requested: (Path) is to be shown in its folder.
        remove_requested: (ids) of documents that are to be taken out; the user was asked.
        export_requested, check_requested, close_requested.
    """

    document_activated = Signal(object)
    password_requested = Signal(object)
    read_pages_requested = Signal(object)
    retry_requested = Signal(object)
    show_file_requested = Signal(object)
    remove_requested = Signal(object)
    export_requested = Signal()
    check_requested = Signal()
    close_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        worker: ReportWorker,
        *,
        announcer: Announcer | None = None,
        clock: Callable[[], datetime] = now,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("window", parent=parent)
        self._theme = theme
        self._worker = worker
        self._announcer = announcer or Announcer(self)
        self._clock = clock
        self._formats = Formats()
        self._report: ReadingReport | None = None
        self._reading = False
        self._spoken = False
        self.setAccessibleName(wording.TITLE)
        self.header = ReportHeader(theme)
        """The bar at the top."""
        self.totals = TotalsCard(theme)
        """What there is in all."""
        self.needs = NeedsCard(theme)
        """What needs the user."""
        self.table = DocumentTable(theme, clock)
        """Each document."""
        self.left_out = LeftOutFoot(theme)
        """What was left out."""
        self.notices = NoticeArea(theme)
        """Where the pane asks and tells what went wrong."""
        self.menu = RowMenu(self)
        """What can be done with a document."""
        self._empty = EmptyState(theme, "list", wording.NOTHING_YET, wording.NOTHING_YET_MORE)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(REFRESH_MS)
        self._took = QElapsedTimer()
        self._lay_out()
        self._connect()
        self._fit()

    def _lay_out(self) -> None:
        card = Card()
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.table)
        page = self._page = QWidget()
        page.setProperty("plain", True)
        self._column = QVBoxLayout(page)
        self._column.setSpacing(SPACE_4)
        for part in (self.totals, self.needs, card, self.left_out):
            self._column.addWidget(part)
        self._column.addStretch(1)
        scroll = self._scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        self._blank = QWidget()
        self._pages = QStackedWidget()
        for shown in (self._blank, scroll, self._empty):
            self._pages.addWidget(shown)
        self._pages.setMinimumHeight(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        whole.addWidget(self.notices)
        whole.addWidget(self._pages, 1)

    def _connect(self) -> None:
        header, worker = self.header, self._worker
        header.export_requested.connect(self.export_requested)
        header.check_requested.connect(self.check_requested)
        header.close_requested.connect(self.close_requested)
        for source in (self.needs, self.menu):
            source.wished.connect(self.fulfil)
        self.needs.menu_wanted.connect(self._show_menu_below)
        self.table.menu_wanted.connect(self._show_menu_at)
        self.table.opened.connect(self._open)
        self.table.row_reached.connect(self._reveal)
        self.notices.answered.connect(self.focus_field)
        worker.reported.connect(self._show)
        worker.changed.connect(self.refresh)
        worker.failed.connect(self.say_error)
        self._later.timeout.connect(self.refresh)
        self._theme.changed.connect(self._fit)
        self.scroll_bar.rangeChanged.connect(self._fit_margins)

    @property
    def report(self) -> ReadingReport | None:
        """What is shown; None before the first report has come."""
        return self._report

    @property
    def stale(self) -> bool:
        """Whether the report is to be made anew soon."""
        return self._later.isActive()

    @property
    def scroll_bar(self) -> QScrollBar:
        """How far it is scrolled."""
        return self._scroll.verticalScrollBar()

    # --- what the window calls --------------------------------------------------------------

    def enter(self) -> None:
        """The user comes to the report."""
        self.notices.close_notice()
        self.scroll_bar.setValue(0)
        self._spoken = False
        self.refresh()
        self.focus_field()

    @Slot()
    def focus_field(self) -> None:
        """Bring the user to the first thing to do, or to the bar."""
        rows = self.needs.rows
        if rows and self._pages.currentWidget() is self._scroll:
            rows[0].focus_first()
        else:
            self.header.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def refresh(self) -> None:
        """Make the report anew."""
        self._later.stop()
        if not self._took.isValid():
            self._took.start()
        self._worker.refresh()

    @Slot()
    def refresh_later(self) -> None:
        """Make the report anew soon, once for all that happens until then."""
        if self.isVisible() and not self._later.isActive():
            self._later.start()

    def set_reading(self, *, reading: bool) -> None:
        """Tell whether files are being read."""
        if not reading:
            self.needs.nothing_waits()
        if reading == self._reading:
            return
        self._reading = reading
        if self._report is not None:
            self.totals.show_report(self._report, self._clock(), reading=reading)
        if self.isVisible():
            self.refresh()  # the end of it is told at once

    @Slot(object)
    def say_error(self, error: PinciteError) -> None:
        """Tell what went wrong."""
        self.notices.say_error(error)

    def tell_exported(self, name: str) -> None:
        """Say that the report was written."""
        self.say(NoticeKind.INFO, wording.EXPORTED, f"“{short(name)}” holds the report now.")

    def say(self, kind: NoticeKind, title: str, sentence: str) -> None:
        """Say something above the report."""
        self.notices.say(kind, title, sentence)
        self._announcer.polite(f"{title} {sentence}")

    # --- showing ----------------------------------------------------------------------------

    @Slot(object)
    def _show(self, report: ReadingReport) -> None:
        self._report = report
        if self._took.isValid():
            self._later.setInterval(max(REFRESH_MS, SHARE * self._took.elapsed()))
            self._took.invalidate()
        there = bool(report.documents or report.left_out)
        self.header.set_exportable(exportable=there)
        if not there:
            self._pages.setCurrentWidget(self._empty)
            return
        self.totals.show_report(report, self._clock(), reading=self._reading)
        self.needs.show_report(report)
        self.table.show_documents(report.documents)
        self.left_out.show_report(report)
        first = self._pages.currentWidget() is self._blank
        self._pages.setCurrentWidget(self._scroll)
        if first and self.header.close_button.hasFocus():
            self.focus_field()
        if not self._spoken:
            self._spoken = True
            pages = wording.all_pages(report, self._formats)
            self._announcer.polite(f"{pages}. {self.needs.title.text().rstrip('.')}.")

    # --- what is done with documents --------------------------------------------------------

    @Slot(object)
    def fulfil(self, wish: Wish) -> None:
        """Do what the user wants done."""
        first, ids = wish.documents[0].document, wish.ids
        match wish.deed:
            case Deed.OPEN:
                self.document_activated.emit(first)
            case Deed.UNLOCK:
                self.password_requested.emit(first)
            case Deed.READ_PAGES:
                self.needs.set_waiting(ids)
                self.read_pages_requested.emit(ids)
            case Deed.RETRY:
                self.needs.set_waiting(ids)
                self.retry_requested.emit(ids)
            case Deed.SHOW_FILE:
                self.show_file_requested.emit(first.path)
            case Deed.REMOVE:
                self._ask_to_remove(wish.documents[0])
            case Deed.IGNORE | Deed.TELL_AGAIN:
                self._worker.ignore(ids, ignored=wish.deed is Deed.IGNORE)

    def _ask_to_remove(self, one: ReadDocument) -> None:
        title = wording.remove_title(short(one_line(one.document.title)))
        ids = (one.document.id,)
        self.notices.ask(
            title, wording.REMOVE_SENTENCE, "Remove", lambda: self.remove_requested.emit(ids)
        )

    @Slot(object)
    def _open(self, one: ReadDocument) -> None:
        self.document_activated.emit(one.document)

    @Slot(object, object)
    def _show_menu_below(self, one: ReadDocument, below: QWidget) -> None:
        self.menu.show_for(one, below.mapToGlobal(below.rect().bottomLeft()))

    @Slot(object, QPoint)
    def _show_menu_at(self, one: ReadDocument, place: QPoint) -> None:
        self.menu.show_for(one, place)

    # --- sizes and scrolling ----------------------------------------------------------------

    def _fit(self) -> None:
        narrow = self.width() < self._theme.scaled(NARROW_BELOW)
        self.header.set_narrow(narrow=narrow)
        self.totals.set_narrow(narrow=narrow)
        self.needs.set_narrow(narrow=narrow)
        self._fit_margins()

    def _fit_margins(self) -> None:
        """Let the scroll bar take its room from the margin, so that both sides are alike."""
        narrow = self.width() < self._theme.scaled(NARROW_BELOW)
        side = SPACE_3 if narrow else SPACE_6
        bar = self.scroll_bar.sizeHint().width() if self.scroll_bar.maximum() > 0 else 0
        self._column.setContentsMargins(side, SPACE_4, max(0, side - bar), SPACE_6)

    @Slot(QRect)
    def _reveal(self, place: QRect) -> None:
        centre = self.table.mapTo(self._page, place.center())
        self._scroll.ensureVisible(0, centre.y(), 0, place.height())

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            if self.notices.isVisible():
                self.notices.put_away()
            else:
                self.close_requested.emit()
        elif not scroll_by_key(self.scroll_bar, event):
            super().keyPressEvent(event)
