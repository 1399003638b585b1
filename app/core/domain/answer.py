"""The answer contract: one type that window, command line and history share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.core.domain.claim_filter import ClaimFilterRecord
from app.core.domain.evidence import Passage
from app.core.domain.generation import ChatMessage
from app.core.domain.geometry import Box


class AnswerStyle(StrEnum):
    """Written by a model from the passages, or quoted from them word for word (A9)."""

    WRITTEN = "written"
    QUOTES = "quotes"


class AnswerStatus(StrEnum):
    """A refusal is a result, not an error."""

    ANSWERED = "answered"
    REFUSED = "refused"


class RefusalReason(StrEnum):
    """The closed set of reasons for which no answer is shown (A6)."""

    EMPTY_QUERY = "empty_query"
    NO_DOCUMENTS = "no_documents"
    NO_SUPPORT = "no_support"
    MODEL_DECLINED = "model_declined"
    UNCITED = "uncited"
    INVALID_CITATION = "invalid_citation"
    UNSUPPORTED = "unsupported"
    MODEL_UNAVAILABLE = "model_unavailable"
    CANCELLED = "cancelled"


REFUSAL_TEXT: dict[RefusalReason, str] = {
    RefusalReason.EMPTY_QUERY: "Write a question first.",
    RefusalReason.NO_DOCUMENTS: "There are no readable documents to answer from. Add PDFs first.",
    RefusalReason.NO_SUPPORT: "No passage in these documents supports an answer.",
    RefusalReason.MODEL_DECLINED: "The passages that were found do not answer this question.",
    RefusalReason.UNCITED: "The model did not name the passages it used, so its text is not shown.",
    RefusalReason.INVALID_CITATION: (
        "The model cited passages that it was not given, so its text is not shown."
    ),
    RefusalReason.UNSUPPORTED: (
        "The passages do not bear out what the model wrote, so it is not shown."
    ),
    RefusalReason.MODEL_UNAVAILABLE: (
        "The language model could not be used. The passages that were found are kept."
    ),
    RefusalReason.CANCELLED: "The answer was stopped.",
}
"""The fixed sentence for each refusal."""


@dataclass(frozen=True, slots=True)
class Support:
    """What the cited passages say for a claim (C13). `missing` are words, numbers or names of the
    claim that do not occur in them, as the claim writes them."""

    supported: bool
    missing: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A validated reference. All but `quote` comes from the store, never from a model.

    `page` and `label` are where the quoted words stand; `boxes` surround those words and
    `passage_boxes` the whole chunk. `verified` says that the quote was found word for word, and
    `hidden` that nobody can see it on the page. `ocr_confidence` is as that of a passage.
    """

    chunk_id: int
    document_id: int
    document: str
    path: Path
    page: int
    label: str
    heading: str
    quote: str
    verified: bool
    boxes: tuple[Box, ...]
    passage_boxes: tuple[Box, ...]
    hidden: bool = False
    ocr_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer. `citations` index into the answer's citations. `verbatim` marks
    sentences quoted word for word."""

    text: str
    citations: tuple[int, ...]
    support: Support
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Withheld:
    """Sentences that are not shown, counted by cause. `beyond` come after the last citation that an
    answer may have (C11)."""

    invalid_citation: int = 0
    uncited: int = 0
    unsupported: int = 0
    beyond: int = 0

    @property
    def total(self) -> int:
        """All sentences that were found wanting, which those that are `beyond` were not."""
        return self.invalid_citation + self.uncited + self.unsupported


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. The first three count from the question; `first_token_s` is None where no model
    wrote. The others are what a step took by itself, None where it did not take place."""

    retrieve_s: float
    first_token_s: float | None
    total_s: float
    loading_s: float | None = None
    """Until the model was in memory."""
    weighing_s: float | None = None
    """While the model weighed whether each passage states what was asked."""
    reading_s: float | None = None
    writing_s: float | None = None


@dataclass(frozen=True, slots=True)
class DroppedPassage:
    """A passage that was found but not given to the model, and why ("passage_limit",
    "token_budget", "no_fit": it does not state what was asked, "fitter_ones": others do more,
    "hidden_text": nobody can see it on its page, "claim_filter": its scope is another)."""

    chunk_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class WithheldSentence:
    """A sentence of the model that is not shown: `cause` is "invalid_citation", "uncited",
    "unsupported", "beyond" (the last citation that an answer may have) or "low_confidence" (of the
    whole answer), `reason` what its passages lack, as a sentence, where that is known."""

    text: str
    cause: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The record of how an answer came about. Holds text, so it is stored but never logged."""

    query: str
    retrieved: tuple[int, ...] = ()
    context: str = ""
    """The earlier questions that a follow-up question was searched with, one a line."""
    notes: tuple[str, ...] = ()
    """Whole sentences on what search understood otherwise than it was asked."""
    dropped: tuple[DroppedPassage, ...] = ()
    widened: tuple[int, ...] = ()
    """Chunks that the model saw with sentences of their neighbours."""
    degraded: tuple[str, ...] = ()
    best_similarity: float | None = None
    coverage: float | None = None
    prompt_tokens: int = 0
    output_tokens: int = 0
    stop_reason: str = ""
    raw_text: str = ""
    moved: tuple[str, ...] = ()
    """Claims that the model gave to a passage that does not bear them, and another one does."""
    moved_from: tuple[tuple[int, ...], ...] = ()
    """For each of `moved`, the chunks that the model named."""
    fault: str = ""
    prompt: tuple[ChatMessage, ...] = ()
    """All that the model read, in its order; text that is not trusted is not ours."""
    source_tokens: tuple[int, ...] = ()
    """Tokens of each source as the model read it, in the order of the sources."""
    room_tokens: int = 0
    """Tokens that the model's context had for passages; 0 where no model was asked."""
    markers_tried: int = 0
    markers_valid: int = 0
    """Different chunks that the model named, and those of them that it had been given."""
    withheld_sentences: tuple[WithheldSentence, ...] = ()
    """What was written and is not shown, each with its cause."""
    weighed: tuple[tuple[int, float], ...] = ()
    """(chunk, fit) of each passage that the model weighed: log-odds that it states what was
    asked, more is likelier."""
    unknown_names: tuple[str, ...] = ()
    """What the question names and no document that was searched holds."""
    why: str = ""
    """Sentences that say more on this very refusal than its reason does."""
    claim_filter: ClaimFilterRecord | None = None
    """What the claim filter did; None where it was off."""

    @property
    def withheld_text(self) -> tuple[str, ...]:
        """The sentences that are not shown, without their causes."""
        return tuple(one.text for one in self.withheld_sentences)


@dataclass(frozen=True, slots=True)
class ConfidenceParts:
    """What a confidence was made of (C14), each from 0 to 1; `core.support.confidence` weighs them.

    `retrieval`: how near the passages are to the question. `citations`: share of the markers that
    a model tried that name a supplied passage, 1 for quotes, None where none was tried. `support`:
    share of the sentences written that are shown and borne out by what they cite.
    """

    retrieval: float
    citations: float | None
    support: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question.

    `text` is prose with `[chunk:N]` after each claim; for a refusal the fixed sentence. `sources`
    are exactly the passages that the model saw (A3); `evidence` all that were found.
    `confidence` lies in 0..1; `citation_score` is valid / attempted, None when nothing was
    attempted (C12).
    """

    status: AnswerStatus
    reason: RefusalReason | None
    question: str
    text: str
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]
    sources: tuple[Passage, ...]
    evidence: tuple[Passage, ...]
    confidence: float
    citation_score: float | None
    withheld: Withheld
    style: AnswerStyle
    model: str | None
    trace: Trace
    timings: Timings
    scope_documents: int = 0
    """How many searchable documents the scope held."""
    unsearched: tuple[str, ...] = field(default=())
    """Sentences that say what could not be searched, such as scans and locked files."""
    confidence_parts: ConfidenceParts | None = None
    """None where no confidence was worked out; a refusal has parts where they were too low."""
