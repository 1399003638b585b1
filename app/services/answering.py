"""Answers: from a question to cited claims, or to a reasoned refusal.

In this order: search; show the evidence; refuse what has no support; give the passages that fit
to the model; stream its prose; validate its markers; find the words that bear each claim; check
support; score. Nothing that a model writes reaches the user as an answer unless a supplied
passage stands behind it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from app.core.citations.markers import ProseStream
from app.core.citations.parse import parse_claims, validate, whole_sentences
from app.core.domain.answer import (
    Answer,
    AnswerStyle,
    DroppedPassage,
    RefusalReason,
    Withheld,
    WithheldSentence,
)
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import EVERYTHING, Passage, Scope, SearchResult
from app.core.domain.generation import (
    GeneratedText,
    GenerationEnd,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.errors import Cancelled, ModelUnavailable, PinciteError
from app.core.ports import ChatModel, ChatModels, Embedder, LibraryStore
from app.core.prompting.answer_prompt import (
    MESSAGE_TOKENS,
    REFUSAL_SENTENCE,
    answer_request,
    fixed_text,
    passage_header,
    passage_text,
)
from app.core.prompting.budget import select
from app.services.answer_building import AnswerBuilder, Draft
from app.services.events import (
    AnswerEvent,
    AnswerFinished,
    EvidenceFound,
    ModelLoading,
    ReadingPassages,
    TextDelta,
)
from app.services.focusing import FocusCheck
from app.services.preferences import Preferences
from app.services.priority import AnswerPriority
from app.services.quoting import quote_claims
from app.services.searching import SearchService, checked_question
from app.services.widening import widen

log = logging.getLogger(__name__)

QUOTES_INSTEAD = (
    "No language model is ready, so these are sentences from the documents. "
    "`pincite models list` shows what is missing or damaged."
)
EVIDENCE_FACTOR = 2
"""How many times the passages of an answer are shown as evidence."""


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
    ) -> None:
        self._search = search
        self._library = library
        self._embedder = embedder
        self._models = models
        self._preferences = preferences
        self._priority = priority

    def ask(
        self,
        question: str,
        *,
        cancel: CancelToken,
        scope: Scope = EVERYTHING,
        style: AnswerStyle | None = None,
        model: str | None = None,
        earlier: Sequence[str] = (),
    ) -> Iterator[AnswerEvent]:
        """Answer a question; ends with AnswerFinished, also for refusals and after a cancel.

        Args:
            earlier: The questions of the conversation so far, for a follow-up question.
            style: None takes the setting. Without an installed model, quotes are made (A9).
            model: Name of a model of the manifest; None takes the setting.

        Raises:
            InvalidInput: the question is over 4,000 characters, or the named model is unknown.
        """
        question = checked_question(question)
        builder = AnswerBuilder(self._library, self._preferences, question, style, scope)
        builder.earlier = tuple(earlier)
        if not question:
            yield AnswerFinished(builder.refused(RefusalReason.EMPTY_QUERY))
            return
        with self._priority.answering():
            try:
                yield from self._answer(builder, cancel, model)
            except Cancelled:
                yield AnswerFinished(builder.refused(RefusalReason.CANCELLED))

    def _answer(
        self, builder: AnswerBuilder, cancel: CancelToken, model_name: str | None
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
        if not self._has_support(result):
            yield AnswerFinished(builder.refused(RefusalReason.NO_SUPPORT))
            return
        chat: ChatModel | None = None
        if builder.style is AnswerStyle.WRITTEN:
            chat = self._models.open(model_name)
            if chat is None:
                builder.note(fault=QUOTES_INSTEAD)
        if chat is None:
            builder.style = AnswerStyle.QUOTES
            yield AnswerFinished(self._quoted(builder, result))
            return
        builder.model = chat.name
        try:
            yield from self._written(builder, result, chat, cancel)
        except PinciteError as error:
            log.warning("the model failed: %s %s", error.code, error.detail)
            builder.fault(error)
            yield AnswerFinished(builder.refused(RefusalReason.MODEL_UNAVAILABLE))

    def _has_support(self, result: SearchResult) -> bool:
        """The support floor (A2), on cosine similarity and term coverage; never on a fusion
        score."""
        if not result.passages:
            return False
        floor = self._preferences.current.retrieval
        similar = (result.best_similarity or 0.0) >= floor.minimum_similarity
        return similar or result.coverage >= floor.minimum_coverage

    # --- quotes -----------------------------------------------------------------------------

    def _quoted(self, builder: AnswerBuilder, result: SearchResult) -> Answer:
        limit = self._preferences.current.answers.passages
        used = builder.sources = result.passages[:limit]
        beyond = (passage.chunk.id for passage in result.passages[limit:])
        builder.note(dropped=tuple(DroppedPassage(one, "passage_limit") for one in beyond))
        claims = quote_claims(builder.asked, used, self._embedder)
        if not claims:
            return builder.refused(RefusalReason.NO_SUPPORT)
        return builder.answered(
            Draft(claims=claims, sources=used, attempted=0, valid=0, verbatim=True)
        )

    # --- written answers --------------------------------------------------------------------

    def _written(
        self,
        builder: AnswerBuilder,
        result: SearchResult,
        chat: ChatModel,
        cancel: CancelToken,
    ) -> Iterator[AnswerEvent]:
        yield ModelLoading(chat.name)
        started = time.monotonic()
        chat.load(cancel=cancel)
        builder.took(loading_s=time.monotonic() - started)
        cancel.raise_if_cancelled()
        max_tokens = self._preferences.current.answers.length.max_tokens
        used = self._fit(builder, result, chat, max_tokens)
        if not used:
            raise ModelUnavailable(
                "The question leaves no room for passages in the model's context. Shorten it, or "
                "choose a larger context in the settings."
            )
        request = answer_request(builder.asked, used, max_tokens=max_tokens)
        builder.sources = used
        builder.note(prompt=request.messages)
        raw, end = yield from self._stream(builder, chat, request, cancel)
        if end.stop_reason is StopReason.CANCELLED:
            raise Cancelled
        yield AnswerFinished(self._judge(builder, raw, end, used))

    def _fit(
        self, builder: AnswerBuilder, result: SearchResult, chat: ChatModel, max_tokens: int
    ) -> tuple[Passage, ...]:
        """The passages that fit the context, counted by the model's own tokenizer (A3). The best
        are widened where none is lost by it."""
        limit = self._preferences.current.answers.passages
        wide = result.passages[:limit]
        if self._preferences.current.retrieval.widen:
            wide = widen(self._library, wide, builder.asked)
        texts = [f"{passage_header(p)}\n{passage_text(p)}" for p in (*result.passages, *wide)]
        fixed, asked, *counts = chat.count_tokens([fixed_text(), builder.asked, *texts])
        tokens = chat.context_tokens - (fixed + asked + max_tokens + 8 * MESSAGE_TOKENS)
        narrow, broad = counts[: len(result.passages)], counts[len(result.passages) :]
        selection = select(result.passages, narrow, limit=limit, tokens=tokens)
        widest = select(wide, broad, limit=limit, tokens=tokens)
        if len(widest.used) == len(selection.used):
            used, costs = widest.used, dict(zip(wide, broad, strict=True))
        else:
            used, costs = selection.used, dict(zip(result.passages, narrow, strict=True))
        builder.note(
            room_tokens=max(0, tokens),
            source_tokens=tuple(costs[passage] for passage in used),
            dropped=selection.dropped,
            widened=tuple(p.chunk.id for p in used if p not in result.passages),
        )
        return used

    def _stream(
        self,
        builder: AnswerBuilder,
        chat: ChatModel,
        request: GenerationRequest,
        cancel: CancelToken,
    ) -> Generator[AnswerEvent, None, tuple[str, GenerationEnd]]:
        """Pass the model's prose on; return its raw text and how it ended."""
        prose = ProseStream()
        raw = ""
        end: GenerationEnd | None = None
        for event in chat.generate(request, cancel=cancel):
            if isinstance(event, PromptProgress):
                yield ReadingPassages(event.done, event.total)
            elif isinstance(event, GeneratedText):
                builder.first_token()
                raw += event.text
                builder.note(raw_text=raw)
                if delta := prose.feed(event.text):
                    yield TextDelta(delta)
            else:
                end = event
        if end is None:
            raise PinciteError("The model stopped without an answer. Ask again.", code="no_end")
        if delta := prose.finish():
            yield TextDelta(delta)
        builder.took(reading_s=end.prompt_s, writing_s=end.output_s)
        builder.note(
            stop_reason=end.stop_reason.value,
            prompt_tokens=end.prompt_tokens,
            output_tokens=end.output_tokens,
        )
        return raw, end

    def _judge(
        self, builder: AnswerBuilder, raw: str, end: GenerationEnd, used: tuple[Passage, ...]
    ) -> Answer:
        """From raw text to an answer or a refusal."""
        claims = parse_claims(raw)
        if end.stop_reason is StopReason.LENGTH and claims:
            claims = [*claims[:-1], *whole_sentences(claims[-1])]
        declined = [claim for claim in claims if _declines(claim.text)]
        claims = [claim for claim in claims if not _declines(claim.text)]
        if not claims:
            reason = RefusalReason.MODEL_DECLINED if declined else RefusalReason.UNCITED
            return builder.refused(reason, sources=used)
        valid = validate(claims, {passage.chunk.id for passage in used})
        builder.note(markers_tried=valid.attempted, markers_valid=valid.valid)
        builder.withhold(
            Withheld(invalid_citation=len(valid.invalid), uncited=len(valid.uncited)),
            [
                *(WithheldSentence(text, "invalid_citation") for text in valid.invalid),
                *(WithheldSentence(text, "uncited") for text in valid.uncited),
            ],
        )
        if not valid.claims:
            reason = RefusalReason.INVALID_CITATION if valid.attempted else RefusalReason.UNCITED
            return builder.refused(reason, sources=used)
        draft = Draft(
            claims=valid.claims,
            sources=used,
            attempted=valid.attempted,
            valid=valid.valid,
            focus=FocusCheck(
                builder.bare_question,
                self._embedder,
                partial(self._search.occurs, scope=builder.scope),
            ),
        )
        return builder.answered(draft)


def _declines(text: str) -> bool:
    """Whether a line is the refusal sentence (A7)."""
    return REFUSAL_SENTENCE.rstrip(".").casefold() in " ".join(text.split()).casefold()
