"""What is asked of a language model, and what it gives back, free of any engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.core.domain.extraction import SchemaField


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message. Text that is not `trusted` (documents, questions) is turned into
    tokens without control tokens, so that nothing in it can end a turn or start another (A4)."""

    text: str
    trusted: bool


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn: `role` is "system", "user" or "assistant"."""

    role: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The form that an answer must have: one claim a line, each opened by `[chunk:N]` with a
    supplied id; or `refusal` as the only line (DESIGN §7)."""

    chunk_ids: tuple[int, ...]
    refusal: str


@dataclass(frozen=True, slots=True)
class FieldsForm:
    """The form of one JSON object with an entry for each field, in their order, as
    `core.extraction.output` reads it (E1, E2); only supplied chunk ids can be cited. At least one
    field and one id.

    `texts` are those of the chunks, in the same order. Where a value stands in some of them, only
    these can be cited for it; without texts, any can."""

    fields: tuple[SchemaField, ...]
    chunk_ids: tuple[int, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """A bounded request. Without a `form` the model writes freely. Temperature is 0."""

    messages: tuple[ChatMessage, ...]
    max_tokens: int
    form: AnswerForm | FieldsForm | None = None


class StopReason(StrEnum):
    """Why the model stopped writing."""

    END = "end"
    LENGTH = "length"
    LOOP = "loop"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class PromptProgress:
    """Prompt tokens read so far; the first event carries done=0 and the true total."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """Text as it is written, markers included. Never splits a character."""

    text: str


@dataclass(frozen=True, slots=True)
class GenerationEnd:
    """The last event. Seconds are those the model spent reading and writing."""

    stop_reason: StopReason
    prompt_tokens: int
    output_tokens: int
    prompt_s: float
    output_s: float


GenerationEvent = PromptProgress | GeneratedText | GenerationEnd
