"""Conversations: questions with what came of them, as they are kept from one start to the next.

What an answer rests on is kept with it, word for word (C17): a passage of which the document was
read again or removed can still be shown as it was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.core.domain.answer import Answer, AnswerStyle
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice


@dataclass(frozen=True, slots=True)
class ScopeWording:
    """How what was looked in was called when the question was asked; a collection may have
    another name or be gone by now.

    `label` is its name, `spoken` the name with what belongs beside it; `everything` says that all
    documents were asked, of which there were `documents`.
    """

    label: str = ""
    everything: bool = True
    documents: int = 0
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it was asked: the words, where it looked, in what style it was to be answered,
    and whether the questions before it were kept out of it (`alone`).

    Raises:
        ValueError: `asked_at` does not say in which time zone it is.
    """

    question: str
    asked_at: datetime
    scope: ScopeChoice = ALL_DOCUMENTS
    wording: ScopeWording = ScopeWording()
    style: AnswerStyle = AnswerStyle.WRITTEN
    alone: bool = False

    def __post_init__(self) -> None:
        if self.asked_at.tzinfo is None:
            raise ValueError("asked_at needs a time zone")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a conversation with its answer or refusal.

    `answer` is None where it is not there any more or cannot be read; `lost` is the sentence that
    says why, "" otherwise.
    """

    id: int
    asked: AskedQuestion
    answer: Answer | None
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with all its turns, oldest first. `created` and `changed` are in UTC; a new
    turn or another answer changes it, another title does not."""

    id: int
    title: str
    created: datetime
    changed: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Snippet:
    """Words around what a search found, on one line. `hits` are the places of what was found in
    `text`, as (start, end), in order and apart from each other."""

    text: str
    hits: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation for lists. `scope` is what its newest question looked in, by its name then.
    A search adds the words around its first hit; None where only the title matched, or where
    nothing was searched for."""

    id: int
    title: str
    created: datetime
    changed: datetime
    turns: int
    scope: ScopeWording
    snippet: Snippet | None = None


@dataclass(frozen=True, slots=True)
class TurnPlace:
    """Where a turn was put: what to name when the next one follows it, or another answer takes
    its place."""

    conversation_id: int
    turn_id: int
