"""The inspector: how an answer, or a refusal, came about. It stands in the viewer's place.

In this order: in what steps the time went; what stood in the way; what the model saw; what the
claim filter set aside, and what else the model did not see; what was checked of what it wrote, and
how that counts; its own words; how was searched.
"""

from __future__ import annotations

import json

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QVBoxLayout, QWidget

from app.core.domain.answer import Answer, AnswerStatus
from app.gui.common.announce import Announcer
from app.gui.common.confidence import confidence, confidence_total
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.common.scrolling_keys import scroll_by_key
from app.gui.common.shared_keys import INSPECT_KEY
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    ElidedLabel,
    IconButton,
    PaneHeader,
    Surface,
    TextLabel,
)
from app.gui.inspector import tables, wording
from app.gui.inspector.fixed_text import FixedText, TextCard
from app.gui.inspector.section import CopyButton, Section, TableSection
from app.gui.inspector.time_card import TimeCard
from app.services.records import answer_record

COMPACT_BELOW, COMPACT_BELOW_WEIGHED = 700, 780
"""Widths, in px at the design's text size, under which figures stand below what they belong to;
the fit of what a model weighed is a column more."""


class InspectorPanel(Surface):
    """Shows one answer.

    Signals:
        passage_activated: a Passage of the answer whose marker was clicked or entered.
        close_requested: the user wants the viewer again.
    """

    passage_activated = Signal(object)
    close_requested = Signal()

    def __init__(
        self, theme: Theme, announcer: Announcer | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__("window", parent=parent)
        self._theme = theme
        self._announcer = announcer
        self._answer: Answer | None = None
        self._compact = False
        self.setAccessibleName(wording.TITLE)
        self._header = PaneHeader(theme, wording.TITLE)
        self._copy_record = CopyButton(
            theme, "Copy as JSON", "Copy the whole record, as `pincite ask --json` gives it"
        )
        self._close = IconButton(theme, "close", "Close the inspector", size=32, key=INSPECT_KEY)
        for button in (self._copy_record, self._close):
            self._header.add_action(button)
        self._question = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._time = TimeCard(theme)
        self._remarks = TableSection(theme, headed=False)
        self._prompt_link = Button(theme, variant=ButtonVariant.LINK, compact=True)
        self._seen = TableSection(theme, self._prompt_link)
        self._prompt = FixedText(theme, "The prompt")
        self._prompt_card = TextCard(theme, self._prompt)
        self._prompt_key = TextLabel(
            theme, wording.PROMPT_KEY, role=TextRole.SECONDARY, tone="text2", wrap=True
        )
        self._claim_filter = TableSection(theme)
        self._set_aside = TableSection(theme)
        self._left_out = TableSection(theme)
        self._checked = TableSection(theme)
        self._withheld = TableSection(theme)
        self._moved = TableSection(theme)
        self._confidence = TableSection(theme)
        self._copy_raw = CopyButton(theme, "Copy", "Copy what the model wrote, markers included")
        self._raw = FixedText(theme, "What the model wrote")
        self._ended = TextLabel(
            theme, role=TextRole.SECONDARY, tone="text2", wrap=True, selectable=True
        )
        self._written = Section(theme, self._written_part(), self._copy_raw)
        self._search = TableSection(theme)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        prompt = self._prompt_part = QWidget()
        inside = QVBoxLayout(prompt)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._prompt_key)
        inside.addWidget(self._prompt_card)
        self._page = page = QWidget()
        page.setProperty("plain", True)
        self._column = QVBoxLayout(page)
        self._column.setSpacing(SPACE_4)
        for part in (
            *(self._question, self._time, self._remarks, self._seen, prompt),
            *(self._claim_filter, self._set_aside, self._left_out),
            *(self._checked, self._withheld, self._moved, self._confidence),
            *(self._written, self._search),
        ):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._header)
        whole.addWidget(self._scroll, 1)
        self.setFocusProxy(self._close)

    def _written_part(self) -> QWidget:
        part = QWidget()
        inside = QVBoxLayout(part)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(TextCard(self._theme, self._raw))
        inside.addWidget(self._ended)
        return part

    def _connect(self) -> None:
        self._close.clicked.connect(self.close_requested)
        self._copy_record.clicked.connect(self._put_record)
        self._copy_raw.clicked.connect(self._put_raw)
        self._prompt_link.clicked.connect(self._toggle_prompt)
        for section in self.tables:
            section.table.passage_activated.connect(self.passage_activated)
            section.table.row_reached.connect(self._reveal)
        self._theme.changed.connect(self._fit)
        self.scroll_bar.rangeChanged.connect(self._fit_margins)

    @property
    def answer(self) -> Answer | None:
        """What is shown."""
        return self._answer

    @property
    def tables(self) -> tuple[TableSection, ...]:
        """All tables, from the top."""
        return (
            *(self._remarks, self._seen, self._claim_filter, self._set_aside, self._left_out),
            *(self._checked, self._withheld, self._moved, self._confidence, self._search),
        )

    @property
    def prompt(self) -> FixedText:
        """What the model read."""
        return self._prompt

    @property
    def raw(self) -> FixedText:
        """What it wrote."""
        return self._raw

    @property
    def prompt_link(self) -> Button:
        """The link that shows the prompt."""
        return self._prompt_link

    @property
    def scroll_bar(self) -> QScrollBar:
        """How far it is scrolled."""
        return self._scroll.verticalScrollBar()

    def show_answer(self, answer: Answer) -> None:
        """Show an answer or a refusal from its beginning."""
        self._answer = answer
        answered = answer.status is AnswerStatus.ANSWERED
        self._header.set_title(wording.TITLE if answered else wording.NO_ANSWER_TITLE)
        self._question.setText(one_line(answer.question))
        self._time.show_answer(answer)
        self._remarks.show_facts(tables.remark_lines("Remarks", wording.remarks(answer)))
        self._show_passages(answer)
        self._show_claim_filter(answer)
        self._left_out.show_facts(tables.left_out_passages(answer))
        held = sum(claim.support.supported for claim in answer.claims)
        supported = f"{Formats().number(held)} supported" if answer.claims else ""
        self._checked.show_facts(tables.checked_sentences(answer), supported)
        self._withheld.show_facts(tables.withheld_sentences(answer))
        self._moved.show_facts(tables.moved_sentences(answer))
        self._show_confidence(answer)
        self._show_written(answer)
        search = tables.remark_lines(wording.SEARCH_TITLE, wording.search_remarks(answer))
        self._search.show_facts(search)
        self._scroll.verticalScrollBar().setValue(0)
        if self._announcer is not None:
            self._announcer.polite(f"{self._header.title()}. {self._time.text()}")

    def _show_passages(self, answer: Answer) -> None:
        self._compact = self._compact_now()
        facts = tables.seen_passages(answer, compact=self._compact)
        self._seen.show_facts(facts, wording.room(answer))
        self._prompt_link.setVisible(bool(answer.trace.prompt))
        self._show_prompt(shown=False)

    def _show_claim_filter(self, answer: Answer) -> None:
        record = answer.trace.claim_filter
        summary = wording.filtered(record) if record is not None else ""
        self._claim_filter.show_facts(tables.claim_filter(answer), summary)
        self._set_aside.show_facts(tables.set_aside_passages(answer))

    def _show_confidence(self, answer: Answer) -> None:
        facts = tables.confidence_parts(answer)
        self._confidence.show_facts(facts)
        total = confidence_total(answer)
        figure = f"{Formats().decimal(total, 2)} of 1"
        self._confidence.set_heading(confidence(total).title, figure)

    def _show_written(self, answer: Answer) -> None:
        asked = bool(answer.trace.raw_text or answer.trace.stop_reason)
        self._written.setVisible(asked)
        self._raw.show_text(answer.trace.raw_text or wording.NOTHING_WRITTEN)
        self._copy_raw.setEnabled(bool(answer.trace.raw_text))
        self._written.set_heading("What the model wrote", wording.raw_summary(answer))
        end = wording.ended(answer)
        self._ended.setText(f"{end.sentence} ({end.code})" if end is not None else "")
        self._ended.setVisible(end is not None)

    # --- the prompt -------------------------------------------------------------------------

    def _toggle_prompt(self) -> None:
        self._show_prompt(shown=self._prompt_part.isHidden())

    def _show_prompt(self, *, shown: bool) -> None:
        # Filled only when it is asked for: it is long, and laying it out takes a moment.
        messages = self._answer.trace.prompt if shown and self._answer is not None else ()
        self._prompt.show_messages(messages)
        self._prompt_part.setVisible(shown)
        self._prompt_link.setText(wording.HIDE_PROMPT if shown else wording.SHOW_PROMPT)

    # --- copying ----------------------------------------------------------------------------

    def _put_record(self) -> None:
        if self._answer is not None:
            record = json.dumps(answer_record(self._answer), ensure_ascii=False, indent=2)
            self._put(record, self._copy_record, "The record was copied")

    def _put_raw(self) -> None:
        if self._answer is not None:
            self._put(self._answer.trace.raw_text, self._copy_raw, "The model’s words were copied")

    def _put(self, text: str, button: CopyButton, words: str) -> None:
        # What UTF-8 cannot hold would be lost on the way to another program.
        QGuiApplication.clipboard().setText(text.encode("utf-8", "replace").decode("utf-8"))
        button.copied()
        if self._announcer is not None:
            self._announcer.polite(words)

    # --- sizes and scrolling ----------------------------------------------------------------

    def _fit(self) -> None:
        self._fit_margins()
        compact = self._compact_now()
        if compact != self._compact:
            self._compact = compact
            if self._answer is not None:
                facts = tables.seen_passages(self._answer, compact=compact)
                self._seen.show_facts(facts, wording.room(self._answer))

    def _compact_now(self) -> bool:
        weighed = self._answer is not None and bool(self._answer.trace.weighed)
        bound = COMPACT_BELOW_WEIGHED if weighed else COMPACT_BELOW
        return self.width() < self._theme.scaled(bound)

    def _fit_margins(self) -> None:
        """Let the scroll bar take its room from the margin, so that both sides are alike."""
        side = SPACE_4 if self.width() < self._theme.scaled(COMPACT_BELOW) else SPACE_6
        bar = self.scroll_bar.sizeHint().width() if self.scroll_bar.maximum() > 0 else 0
        self._column.setContentsMargins(side, SPACE_4, max(0, side - bar), SPACE_6)

    def _reveal(self, place: QRect) -> None:
        table = self.sender()
        if isinstance(table, QWidget):
            centre = table.mapTo(self._page, place.center())
            self._scroll.ensureVisible(0, centre.y(), 0, place.height())

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not scroll_by_key(self._scroll.verticalScrollBar(), event):
            super().keyPressEvent(event)
