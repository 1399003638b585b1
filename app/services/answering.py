"""Answers: from a question to cited claims, or to a reasoned refusal.

In this order: search; show the evidence; refuse what has no support; give the passages that fit
to the model; stream its prose; validate its markers; find the words that bear each claim; check
support; score. Nothing that a model writes reaches the user as an answer unless a supplied
passage stands behind it.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from app.core.domain.answer import (
    Answer,
    AnswerStyle,
    DroppedPassage,
    RefusalReason,
)
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING, Scope, SearchResult
from app.core.domain.floor import FloorRecord
from app.core.errors import Cancelled, PinciteError
from app.core.ports import ChatModel, ChatModels, Embedder, LibraryStore, SupportChecker
from app.core.support.check import LexicalSupportChecker
from app.services.answer_building import AnswerBuilder, Draft
from app.services.claim_filtering import ClaimFilter
from app.services.events import (
    AnswerEvent,
    AnswerFinished,
    EvidenceFound,
)
from app.services.focusing import CommonWords, unknown_names
from app.services.preferences import Preferences
from app.services.priority import AnswerPriority
from app.services.quoting import quote_claims
from app.services.searching import SearchService, checked_question
from app.services.support_floor import UNMEASURED, SupportFloor
from app.services.written_answers import WrittenAnswers

log = logging.getLogger(__name__)

QUOTES_INSTEAD = (
    "No language model is ready, so these are sentences from the documents. "
    "`pincite models list` shows what is missing or damaged."
)
EVIDENCE_FACTOR = 2
"""How many times the passages of an answer are shown as evidence."""


@dataclass(frozen=True, slots=True)
class Safeguards:
    """What stands between what a model may write and the user; each may be changed for another.

    Args:
        floors: Where the support floor lies, for each embedder that was measured.
        checker: Judges what a model wrote.
        common_words: Tells names that are written like common words from these.
    """

    floors: FloorRecord = field(default_factory=FloorRecord)
    checker: SupportChecker = field(default_factory=LexicalSupportChecker)
    common_words: CommonWords = field(default_factory=CommonWords)


class AnswerService:
    """Makes answers. Safe to call from one thread at a time."""

    def __init__(
        self,
        search: SearchService,
        library: LibraryStore,
        embedder: Embedder,
        models: ChatModels,
        preferences: Preferences,
        priority: AnswerPriority,
        safeguards: Safeguards | None = None,
    ) -> None:
        self._search = search
        self._written = WrittenAnswers(search, library, embedder, preferences)
        self._library = library
        self._embedder = embedder
        self._models = models
        self._preferences = preferences
        self._priority = priority
        guards = safeguards or Safeguards()
        self._checker = guards.checker
        self._common_words = guards.common_words
        self._floor = SupportFloor(guards.floors, embedder, preferences)
        self._claim_filter = ClaimFilter(models, preferences)

    def ask(
        self,
        question: str,
        *,
        cancel: CancelToken,
        scope: Scope = EVERYTHING,
        style: AnswerStyle | None = None,
        model: str | None = None,
        earlier: Sequence[str] = (),
        claim_filter: bool | None = None,
    ) -> Iterator[AnswerEvent]:
        """Answer a question; ends with AnswerFinished, also for refusals and after a cancel.

        Args:
            earlier: The questions of the conversation so far, for a follow-up question.
            style: None takes the setting. Without an installed model, quotes are made (A9).
            model: Name of a model of the manifest; None takes the setting.
            claim_filter: Whether passages of another scope are set aside; None takes the setting.

        Raises:
            InvalidInput: the question is over 4,000 characters, or the named model is unknown.
        """
        question = checked_question(question)
        builder = AnswerBuilder(
            self._library, self._preferences, question, style, scope, self._checker
        )
        builder.earlier = tuple(earlier)
        settings = self._preferences.current.answers
        filtering = settings.claim_filter if claim_filter is None else claim_filter
        if not question:
            yield AnswerFinished(builder.refused(RefusalReason.EMPTY_QUERY))
            return
        with self._priority.answering():
            try:
                yield from self._answer(builder, cancel, model, filtering)
            except Cancelled:
                yield AnswerFinished(builder.refused(RefusalReason.CANCELLED))

    def _answer(
        self,
        builder: AnswerBuilder,
        cancel: CancelToken,
        model_name: str | None,
        filtering: bool,
    ) -> Iterator[AnswerEvent]:
        if not builder.searchable:
            yield AnswerFinished(builder.refused(RefusalReason.NO_DOCUMENTS))
            return
        limit = self._preferences.current.answers.passages
        result = self._search.search(
            builder.question, limit * EVIDENCE_FACTOR, builder.scope, builder.earlier
        )
        builder.found(result)
        yield EvidenceFound(result, builder.retrieve_s)
        cancel.raise_if_cancelled()
        result = result.seen
        if not self._has_support(builder, result) or self._names_something_else(builder, result):
            yield AnswerFinished(builder.refused(RefusalReason.NO_SUPPORT))
            return
        if filtering:
            result = yield from self._set_aside(builder, result, cancel, model_name)
            if not self._has_support(builder, result):
                yield AnswerFinished(builder.refused(RefusalReason.NO_SUPPORT))
                return
        chat: ChatModel | None = None
        if builder.style is AnswerStyle.WRITTEN:
            chat = self._models.open(model_name)
            if chat is None:
                builder.note(fault=QUOTES_INSTEAD)
        if chat is None:
            builder.style = AnswerStyle.QUOTES
            yield AnswerFinished(self._quoted(builder, result, cancel))
            return
        builder.model = chat.name
        try:
            yield from self._written.write(builder, result, chat, cancel)
        except PinciteError as error:
            log.warning("the model failed: %s %s", error.code, error.detail)
            builder.fault(error)
            yield AnswerFinished(builder.refused(RefusalReason.MODEL_UNAVAILABLE))

    def _set_aside(
        self,
        builder: AnswerBuilder,
        result: SearchResult,
        cancel: CancelToken,
        model_name: str | None,
    ) -> Generator[AnswerEvent, None, SearchResult]:
        """What the claim filter leaves."""
        written = builder.style is AnswerStyle.WRITTEN
        # A follow-up question asks for another scope than the one before it more often than not.
        filtered = yield from self._claim_filter.run(
            builder.bare_question, result, cancel, written=written, model=model_name
        )
        builder.filtered(filtered.record)
        return filtered.result

    def _has_support(self, builder: AnswerBuilder, result: SearchResult) -> bool:
        """The support floor (A2), on cosine similarity and term coverage; never on a fusion
        score."""
        reached = self._floor.reached_by(result)
        if not reached and self._floor.unmeasured_for(result):
            builder.note(notes=(*result.notes, UNMEASURED))
        return reached

    def _names_something_else(self, builder: AnswerBuilder, result: SearchResult) -> bool:
        """Whether the question names what no document holds: another thing of the same kind is no
        answer. The record says which name."""
        used = result.passages[: self._preferences.current.answers.passages]
        occurs = partial(self._search.occurs, scope=builder.scope)
        unknown = unknown_names(builder.bare_question, used, occurs, self._common_words.holds)
        if unknown:
            builder.names_unknown(unknown)
        return bool(unknown)

    # --- quotes -----------------------------------------------------------------------------

    def _quoted(self, builder: AnswerBuilder, result: SearchResult, cancel: CancelToken) -> Answer:
        limit = self._preferences.current.answers.passages
        used = builder.sources = result.passages[:limit]
        beyond = (passage.chunk.id for passage in result.passages[limit:])
        builder.leave_out([DroppedPassage(one, "passage_limit") for one in beyond])
        claims = quote_claims(builder.asked, used, self._embedder, self._floor.quotes, cancel)
        if not claims:
            return builder.refused(RefusalReason.NO_SUPPORT)
        return builder.answered(
            Draft(claims=claims, sources=used, attempted=0, valid=0, verbatim=True)
        )
