"""One question with what came of it: evidence, progress, then an answer, a refusal or a fault."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle, Citation, RefusalReason
from app.core.domain.collection import ALL_DOCUMENTS
from app.core.errors import NotFound, PinciteError
from app.gui.chat.answer_actions import AnswerWish
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.asked import Asked
from app.gui.chat.claim_filter_note import ClaimFilterNote
from app.gui.chat.evidence_cards import EvidenceSection
from app.gui.chat.follow_up_line import FollowUpLine
from app.gui.chat.inspect_button import InspectButton
from app.gui.chat.progress import ProgressCard
from app.gui.chat.refusal import (
    KEEPS_EVIDENCE,
    RefusalView,
    failure_notice,
    lost_notice,
    model_notice,
    scope_gone_notice,
    stopped_notice,
)
from app.gui.chat.wording import ScopeWords
from app.gui.common.flow_text import PlainFlowText
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_4, TextRole
from app.gui.common.widgets import Notice, TextLabel
from app.services.events import AnswerFinished, EvidenceFound
from app.services.kept_answers import found_again


class TurnView(QWidget):
    """Shows one question and what came of it.

    `citation_activated` carries an index into the answer's citations, `again` what to ask anew
    in this place, `reveal` a rectangle of this widget to scroll to, `spoken` what to read out,
    `inspect_requested` this turn, `wished` this turn and an AnswerWish, and `arranged` says that
    parts came or went.
    """

    citation_activated = Signal(int)
    passage_activated = Signal(object)
    stop_requested = Signal()
    again = Signal(object)
    reveal = Signal(QRect)
    spoken = Signal(str)
    inspect_requested = Signal(object)
    wished = Signal(object, object)
    arranged = Signal()

    def __init__(
        self,
        theme: Theme,
        asked: Asked,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
        *,
        asked_at: datetime | None = None,
    ) -> None:
        """With `asked_at` it was asked before: nothing is under way, and what came of it is to be
        restored."""
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._asked = asked
        self._narrow = self._low = False
        self._found: EvidenceFound | None = None
        self._finished: Answer | None = None
        self._fault = self._lost = ""
        self._evidence: EvidenceSection | None = None
        self._progress: ProgressCard | None = None
        self._outcome: AnswerSection | RefusalView | Notice | None = None
        self._scope_line = TextLabel(
            theme, asked.scope_words.asked_in(), role=TextRole.SECONDARY, tone="text2"
        )
        self._question = PlainFlowText(
            theme, "Question", one_line(asked.question), role=TextRole.QUESTION
        )
        self._follow_up = FollowUpLine(theme)
        self._follow_up.switched.connect(self._ask_alone)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(SPACE_4)
        head = QVBoxLayout()
        head.setSpacing(SPACE_1)
        head.addWidget(self._scope_line)
        head.addWidget(self._question)
        # Below the question, so that the question stays where it is when this appears.
        head.addWidget(self._follow_up)
        self._body.addLayout(head)
        self._inspect = InspectButton(theme, self)
        self._inspect.clicked.connect(self._ask_to_inspect)
        self._inspect.hide()
        self._asked_at = asked_at or datetime.now(UTC)
        if asked_at is None:
            self._start()

    @property
    def asked(self) -> Asked:
        """The question as it was asked last."""
        return self._asked

    @property
    def asked_at(self) -> datetime:
        """When it was asked last, in UTC."""
        return self._asked_at

    @property
    def running(self) -> bool:
        """Whether the answer is being made."""
        return self._progress is not None

    @property
    def progress(self) -> ProgressCard | None:
        """What is happening, while something is."""
        return self._progress

    @property
    def evidence(self) -> EvidenceSection | None:
        """The cards, once passages were found; a refusal about them has its own."""
        return self._evidence

    @property
    def follow_up(self) -> FollowUpLine:
        """Which earlier questions it was understood with, where it was."""
        return self._follow_up

    @property
    def outcome(self) -> AnswerSection | RefusalView | Notice | None:
        """What came of the question, once that is known."""
        return self._outcome

    @property
    def answer(self) -> Answer | None:
        """The answer, if one stands."""
        return self._outcome.answer if isinstance(self._outcome, AnswerSection) else None

    @property
    def claim_filter(self) -> ClaimFilterNote | None:
        """What the claim filter did, where that is worth a note."""
        shown = self._outcome
        return shown.claim_filter if isinstance(shown, AnswerSection | RefusalView) else None

    @property
    def found(self) -> EvidenceFound | None:
        """What was found for the question, once that is known."""
        return self._found

    @property
    def finished(self) -> Answer | None:
        """The answer or the refusal that came; None until then, and where a fault came instead."""
        return self._finished

    @property
    def fault(self) -> str:
        """The sentence of the fault that came instead of an answer; "" without one."""
        return self._fault

    @property
    def lost(self) -> str:
        """Why what came of the question is not there any more; "" where it is."""
        return self._lost

    @property
    def can_be_inspected(self) -> bool:
        """Whether something is known of how it came about."""
        known = self._finished or self._found or self._fault
        return self._outcome is not None and bool(known)

    def restart(self, asked: Asked) -> None:
        """Ask anew in this place, also while it is answered; evidence stays until new evidence
        comes."""
        was_alone, self._asked = self._asked.alone, asked
        if asked.alone and self._follow_up.text():
            self._follow_up.show_alone()
        elif was_alone and not asked.alone:
            self._follow_up.show_context("")
        self._end_progress()
        self._finished, self._fault, self._lost = None, "", ""
        self._asked_at = datetime.now(UTC)
        self._scope_line.setText(asked.scope_words.asked_in())
        self._inspect.hide()
        if self._outcome is not None:
            self._outcome.hide()
            self._outcome.deleteLater()
            self._outcome = None
        self._start()

    def show_event(self, event: object) -> None:
        """Show an event of the answer; unknown ones are passed over."""
        if isinstance(event, EvidenceFound):
            self._show_evidence(event)
        elif isinstance(event, AnswerFinished):
            self._show_answer(event.answer)
        elif self._progress is not None:
            self._progress.show_event(event)

    def fail(self, error: PinciteError) -> None:
        """Show a fault instead of an answer."""
        self._fault = error.message
        if isinstance(error, NotFound) and self._asked.scope != ALL_DOCUMENTS:
            notice = scope_gone_notice(self._theme, error)
            notice.action.connect(self._ask_everywhere)
        else:
            notice = failure_notice(self._theme, error)
            notice.action.connect(self._ask_again)
        self._conclude(notice)

    def restore(self, answer: Answer) -> None:
        """Show what came of the question when it was asked, as it was shown then."""
        event = found_again(answer)
        if answer.status is AnswerStatus.REFUSED and answer.reason not in KEEPS_EVIDENCE:
            self._found = event
            self._follow_up.show_context("" if self._asked.alone else event.result.context)
        else:
            self._show_evidence(event)
        self._show_answer(answer)

    def lose(self, sentences: str) -> None:
        """Say why what came of the question is not there any more."""
        self._lost = sentences
        notice = lost_notice(self._theme, sentences)
        notice.action.connect(self._ask_again)
        self._conclude(notice)

    def end(self) -> None:
        """Nothing more comes; without an outcome the answer was stopped."""
        if self._outcome is None:
            self._conclude(self._stopped())

    def stopping(self) -> None:
        """Say that the stop is under way."""
        if self._progress is not None:
            self._progress.stopping()

    def set_size(self, *, narrow: bool, low: bool) -> None:
        """Adapt to the pane: `narrow` has room for two cards, `low` folds evidence away."""
        self._narrow, self._low = narrow, low
        self._adapt()

    def set_open(self, citation: Citation | None, chunk_id: int | None) -> None:
        """Show a citation and a chunk as open in the viewer."""
        if isinstance(self._outcome, AnswerSection):
            self._outcome.set_open(citation)
        if isinstance(self._outcome, RefusalView):
            self._outcome.set_open(chunk_id)
        if self.claim_filter is not None:
            self.claim_filter.set_open(chunk_id)
        if self._evidence is not None:
            self._evidence.set_open(chunk_id)

    def _start(self) -> None:
        self._progress = ProgressCard(self._theme, self._clock)
        self._progress.stop_requested.connect(self.stop_requested)
        self._body.addWidget(self._progress)

    def _show_evidence(self, event: EvidenceFound) -> None:
        self._drop_evidence()
        self._found = event
        if not self._asked.alone:
            self._follow_up.show_context(event.result.context)
        if not event.result.passages:
            return
        self._evidence = EvidenceSection(self._theme, event.result, event.seconds)
        self._evidence.passage_activated.connect(self.passage_activated)
        self._evidence.arranged.connect(self.arranged)
        self._body.insertWidget(1, self._evidence)
        self._adapt()
        self.arranged.emit()

    def _drop_evidence(self) -> None:
        if self._evidence is not None:
            self._evidence.hide()
            self._evidence.deleteLater()
            self._evidence = None

    def _show_answer(self, answer: Answer) -> None:
        self._finished = answer
        if answer.status is AnswerStatus.ANSWERED:
            section = AnswerSection(self._theme, answer)
            section.citation_activated.connect(self.citation_activated)
            section.chip_focused.connect(self._chip_focused)
            section.copied.connect(self._copied)
            section.inspect_button.clicked.connect(self._ask_to_inspect)
            section.wished.connect(self._wish)
            self._conclude(section)
        elif answer.reason not in KEEPS_EVIDENCE:
            self._drop_evidence()
            refusal = RefusalView(self._theme, answer, self._asked.scope_words)
            refusal.passage_activated.connect(self.passage_activated)
            self._conclude(refusal)
        elif answer.reason is RefusalReason.MODEL_UNAVAILABLE:
            notice = model_notice(self._theme, answer.trace.fault)
            notice.action.connect(self._ask_for_quotes)
            self._conclude(notice)
        elif answer.trace.fault:
            self._conclude(self._failed(answer.trace.fault))
        else:
            self._conclude(self._stopped())

    def _failed(self, sentence: str) -> Notice:
        notice = failure_notice(self._theme, PinciteError(sentence))
        notice.action.connect(self._ask_again)
        return notice

    def _stopped(self) -> Notice:
        notice = stopped_notice(self._theme)
        notice.action.connect(self._ask_again)
        return notice

    def _end_progress(self) -> None:
        if self._progress is not None:
            self._progress.end()
            self._progress.hide()
            self._progress.deleteLater()
            self._progress = None

    def _conclude(self, outcome: AnswerSection | RefusalView | Notice) -> None:
        self._end_progress()
        self._outcome = outcome
        self._body.addWidget(outcome)
        # Below what stands now; an answer has a button of its own, among its others.
        self._body.addWidget(self._inspect)
        if self.claim_filter is not None:
            self.claim_filter.passage_activated.connect(self.passage_activated)
            self.claim_filter.put_back.connect(self._put_back)
            self.claim_filter.unfolded.connect(self._reveal_note)
        own = isinstance(outcome, AnswerSection)
        self._inspect.setVisible(self.can_be_inspected and not own)
        self._adapt()
        self.arranged.emit()

    def _ask_to_inspect(self) -> None:
        self.inspect_requested.emit(self)

    def _wish(self, wish: AnswerWish) -> None:
        self.wished.emit(self, wish)

    def _adapt(self) -> None:
        if self._evidence is not None:
            self._evidence.set_narrow(self._narrow)
            self._evidence.set_folds(self._low and self.answer is not None)
        if isinstance(self._outcome, AnswerSection):
            self._outcome.set_narrow(self._narrow)

    def _ask_again(self) -> None:
        self.again.emit(self._asked)

    def _ask_alone(self, alone: bool) -> None:
        self.again.emit(replace(self._asked, alone=alone))

    def _put_back(self) -> None:
        self.again.emit(replace(self._asked, claim_filter=False))

    def _ask_everywhere(self) -> None:
        words = ScopeWords(documents=self._asked.scope_words.documents)
        self.again.emit(replace(self._asked, scope=ALL_DOCUMENTS, scope_words=words))

    def _ask_for_quotes(self) -> None:
        self.again.emit(replace(self._asked, style=AnswerStyle.QUOTES))

    def _chip_focused(self, words: str, place: QRect) -> None:
        self.spoken.emit(words)
        if self._outcome is not None:
            self.reveal.emit(place.translated(self._outcome.pos()))

    def _reveal_note(self) -> None:
        note = self.claim_filter
        if note is not None:
            self.reveal.emit(QRect(note.mapTo(self, QPoint(0, 0)), note.size()))

    def _copied(self) -> None:
        self.spoken.emit("The answer was copied with its citations")
