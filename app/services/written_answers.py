"""Written answers: the passages that state what was asked are given to a model, and what it writes
is held against them.

In this order: choose what fits the context; weigh it, where the model is known to weigh well, and
refuse where no passage states what was asked; let the model write; validate its markers; and
look for what the question names in the passages that it cites.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from functools import partial

from app.core.citations.parse import parse_claims, validate, whole_sentences
from app.core.citations.prose_stream import ProseStream
from app.core.domain.answer import (
    Answer,
    RefusalReason,
    Withheld,
    WithheldSentence,
)
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import Passage, SearchResult
from app.core.domain.generation import (
    GeneratedText,
    GenerationEnd,
    GenerationRequest,
    PromptProgress,
    StopReason,
)
from app.core.errors import Cancelled, ModelUnavailable, PinciteError
from app.core.ports import ChatModel, Embedder, LibraryStore
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
    ModelLoading,
    ReadingPassages,
    TextDelta,
)
from app.services.focusing import FocusCheck
from app.services.preferences import Preferences
from app.services.searching import SearchService
from app.services.weighing import Weighing
from app.services.widening import widen


class WrittenAnswers:
    """Lets a model write answers."""

    def __init__(
        self,
        search: SearchService,
        library: LibraryStore,
        embedder: Embedder,
        preferences: Preferences,
    ) -> None:
        self._search = search
        self._library = library
        self._embedder = embedder
        self._preferences = preferences

    def write(
        self,
        builder: AnswerBuilder,
        result: SearchResult,
        chat: ChatModel,
        cancel: CancelToken,
    ) -> Iterator[AnswerEvent]:
        """Answer from what was found; ends with AnswerFinished.

        Raises:
            Cancelled: it was stopped.
            PinciteError: the model cannot be used.
        """
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
        texts: Mapping[int, str] = {}
        if chat.fit_floor is not None:
            weighing = Weighing(builder, chat, self._embedder, chat.fit_floor)
            focused = yield from weighing.run(used, cancel)
            used, texts = focused.passages, focused.texts
            if not used:
                yield AnswerFinished(builder.refused(RefusalReason.NO_SUPPORT))
                return
            if texts:  # without any statement, whole passages are read
                builder.narrowed(used, chat.count_tokens([texts[p.chunk.id] for p in used]))
        request = answer_request(builder.asked, used, max_tokens=max_tokens, texts=texts)
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
            widened=tuple(p.chunk.id for p in used if p not in result.passages),
        )
        builder.leave_out(selection.dropped)
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
            Withheld(
                invalid_citation=len(valid.invalid),
                uncited=len(valid.uncited),
                beyond=len(valid.beyond),
            ),
            [
                *(WithheldSentence(text, "invalid_citation") for text in valid.invalid),
                *(WithheldSentence(text, "uncited") for text in valid.uncited),
                *(WithheldSentence(text, "beyond") for text in valid.beyond),
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
