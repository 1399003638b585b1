"""The documents that need the user, each with what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.reading_report import ReadDocument, ReadingReport, Remedy
from app.gui.common.formats import Formats
from app.gui.common.tab_order import set_tab_order
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Card,
    ElidedLabel,
    IconLabel,
    TextLabel,
)
from app.gui.report import wording
from app.gui.report.need_row import NeedRow
from app.gui.report.wishes import Deed, Wish

FIRST_ROWS, MORE_ROWS = 10, 50
"""Rows that are shown at first, and how many more each time that the user asks for more: each has
buttons of its own, and a library of scans has thousands."""
_FROM = 2
"""Documents whose pages OCR can read, from which on one button reads them all."""


class NeedsCard(Card):
    """Follows a report. Signals: `wished` (Wish), `menu_wanted` (ReadDocument, QWidget)."""

    wished = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self._formats = Formats()
        self._report = ReadingReport()
        self._most = FIRST_ROWS
        self._narrow = False
        self._with_ignored = False
        self._shown: dict[int, NeedRow] = {}
        self._ready = IconLabel(theme, "state-ready", "ok")
        self.title = ElidedLabel(theme, role=TextRole.HEADING)
        self.others = TextLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self.read_all_button = Button(theme, compact=True)
        self.ignored_button = Button(theme, variant=ButtonVariant.LINK)
        self.more_button = Button(theme, variant=ButtonVariant.LINK)
        self.read_all_button.clicked.connect(self._read_all)
        self.ignored_button.clicked.connect(self._toggle_ignored)
        self.more_button.clicked.connect(self._show_more)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_4, SPACE_2, SPACE_3, SPACE_2)
        head.setSpacing(SPACE_3)
        head.addWidget(self._ready)
        head.addWidget(self.title, 1)
        head.addWidget(self.others)
        head.addWidget(self.ignored_button)
        head.addWidget(self.read_all_button)
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        foot = self._foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(SPACE_3, 0, SPACE_3, SPACE_2)
        row.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignLeft)
        whole = QVBoxLayout(self)
        # The rows leave the round corners free.
        whole.setContentsMargins(1, 1, 1, SPACE_1)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addLayout(self._column)
        whole.addWidget(foot)
        foot.hide()

    @property
    def rows(self) -> tuple[NeedRow, ...]:
        """The rows that are shown, from the top."""
        return tuple(self._shown.values())

    def show_report(self, report: ReadingReport) -> None:
        """Show what needs the user now."""
        self._report = report
        need, ignored = report.needing, report.ignored
        if not ignored:
            self._with_ignored = False
        self.title.setText(wording.need_title(len(need), self._formats))
        self._ready.setVisible(not need)
        self.others.setText(wording.others(report, self._formats))
        self.ignored_button.setVisible(bool(ignored))
        self.ignored_button.setText(
            wording.ignored_link(len(ignored), self._formats, shown=self._with_ignored)
        )
        readable = self._readable()
        pages = sum(one.pages.for_ocr for one in readable)
        self.read_all_button.setText(wording.read_all(pages, self._formats))
        self.read_all_button.setVisible(len(readable) >= _FROM)
        self._show_rows()
        self._fit()

    def set_narrow(self, *, narrow: bool) -> None:
        """Arrange what is shown for the room that there is."""
        self._narrow = narrow
        self._fit()
        for row in self.rows:
            row.set_narrow(narrow=narrow)

    def set_waiting(self, document_ids: tuple[int, ...]) -> None:
        """These documents are being read."""
        for document_id in document_ids:
            if document_id in self._shown:
                self._shown[document_id].set_waiting(waiting=True)

    def nothing_waits(self) -> None:
        """Nothing is being read any more."""
        for row in self.rows:
            row.set_waiting(waiting=False)

    def _fit(self) -> None:
        self.others.setVisible(bool(self.others.text()) and not self._narrow)

    def _listed(self) -> tuple[ReadDocument, ...]:
        ignored = self._report.ignored if self._with_ignored else ()
        return (*self._report.needing, *ignored)

    def _readable(self) -> tuple[ReadDocument, ...]:
        """The documents that OCR can read."""
        return tuple(
            one
            for one in self._report.needing
            if one.need is not None and Remedy.READ_PAGES in one.need.remedies
        )

    def _show_rows(self) -> None:
        every = self._listed()
        wanted = every[: self._most]
        at = self._row_in_focus()
        kept = {one.document.id for one in wanted}
        for document_id in [one for one in self._shown if one not in kept]:
            gone = self._shown.pop(document_id)
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        shown: dict[int, NeedRow] = {}
        for place, one in enumerate(wanted):
            row = self._shown.get(one.document.id)
            if row is None:
                row = self._make(one)
                self._column.insertWidget(place, row)
            else:
                row.show_document(one)
            shown[one.document.id] = row
        self._shown = shown
        # Rows that came later would follow the table.
        set_tab_order((self.read_all_button, *self.rows))
        more = len(every) - len(wanted)
        self.more_button.setText(wording.more_link(min(more, MORE_ROWS), self._formats))
        self._foot.setVisible(more > 0)
        if at is not None and self.rows and at[0] not in kept:
            self.rows[min(at[1], len(self.rows) - 1)].focus_first()

    def _make(self, one: ReadDocument) -> NeedRow:
        row = NeedRow(self._theme, one, self)
        row.set_narrow(narrow=self._narrow)
        row.wished.connect(self.wished)
        row.menu_wanted.connect(self.menu_wanted)
        return row

    def _row_in_focus(self) -> tuple[int, int] | None:
        """Document and place of the row where the user is."""
        focused: QWidget | None = QApplication.focusWidget()
        for place, (document_id, row) in enumerate(self._shown.items()):
            if focused is not None and row.isAncestorOf(focused):
                return document_id, place
        return None

    def _read_all(self) -> None:
        self.wished.emit(Wish(Deed.READ_PAGES, self._readable()))

    def _toggle_ignored(self) -> None:
        self._with_ignored = not self._with_ignored
        self.show_report(self._report)

    def _show_more(self) -> None:
        before = len(self.rows)
        self._most += MORE_ROWS
        self._show_rows()
        if not self.more_button.isVisible() and len(self.rows) > before:
            self.rows[before].focus_first()
