"""Conversations in memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from app.core.domain.answer import Answer, AnswerStatus
from app.core.domain.conversation import (
    AskedQuestion,
    Conversation,
    ConversationSummary,
    ScopeWording,
    Snippet,
    Turn,
    TurnPlace,
)
from app.core.text.word_search import WordSearch


class MemoryConversations:
    """A `ConversationStore`. `erasures` counts how often deleted text was erased; `fault` is
    raised by every write, where it is set."""

    def __init__(self) -> None:
        self.kept: dict[int, Conversation] = {}
        self.erasures = 0
        self.fault: Exception | None = None
        self._conversations = self._turns = 0

    def begin(self, title: str, asked: AskedQuestion, answer: Answer, at: datetime) -> TurnPlace:
        self._may_write()
        self._conversations += 1
        self.kept[self._conversations] = Conversation(self._conversations, title, at, at, ())
        place = self.append(self._conversations, asked, answer, at)
        assert place is not None
        return place

    def append(
        self, conversation_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        self._may_write()
        found = self.kept.get(conversation_id)
        if found is None:
            return None
        self._turns += 1
        turns = (*found.turns, Turn(self._turns, asked, answer))
        self.kept[conversation_id] = replace(found, turns=turns, changed=at)
        return TurnPlace(conversation_id, self._turns)

    def replace(
        self, turn_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        self._may_write()
        for found in self.kept.values():
            if any(turn.id == turn_id for turn in found.turns):
                turns = tuple(
                    Turn(turn_id, asked, answer) if turn.id == turn_id else turn
                    for turn in found.turns
                )
                self.kept[found.id] = replace(found, turns=turns, changed=at)
                return TurnPlace(found.id, turn_id)
        return None

    def conversation(self, conversation_id: int) -> Conversation | None:
        return self.kept.get(conversation_id)

    def summary(self, conversation_id: int) -> ConversationSummary | None:
        found = self.kept.get(conversation_id)
        return None if found is None else _summary(found)

    def summaries(self, limit: int, offset: int = 0) -> list[ConversationSummary]:
        return [_summary(found) for found in _window(self._newest_first(), limit, offset)]

    def search(self, text: str, limit: int, offset: int = 0) -> list[ConversationSummary]:
        search = WordSearch(text)
        found = [one for one in self._newest_first() if search.holds("\n".join(_texts(one)))]
        return [
            replace(_summary(one), snippet=_snippet(search, one))
            for one in _window(found, limit, offset)
        ]

    def count(self) -> int:
        return len(self.kept)

    def rename(self, conversation_id: int, title: str) -> ConversationSummary | None:
        self._may_write()
        if conversation_id not in self.kept:
            return None
        self.kept[conversation_id] = replace(self.kept[conversation_id], title=title)
        return self.summary(conversation_id)

    def delete(self, conversation_ids: Sequence[int]) -> None:
        self._may_write()
        for conversation_id in conversation_ids:
            self.kept.pop(conversation_id, None)

    def delete_all(self) -> None:
        self._may_write()
        self.kept.clear()

    def holding(self, document_ids: Collection[int]) -> list[int]:
        return [
            found.id
            for found in self.kept.values()
            if any(
                turn.answer is not None
                and (_used(turn.answer) | _seen(turn.answer)) & {*document_ids}
                for turn in found.turns
            )
        ]

    def forget_documents(self, document_ids: Collection[int], because: str) -> None:
        self._may_write()
        for conversation_id in self.holding(document_ids):
            found = self.kept[conversation_id]
            turns = tuple(_without(turn, {*document_ids}, because) for turn in found.turns)
            self.kept[conversation_id] = replace(found, turns=turns)

    def erase_free_space(self) -> None:
        self._may_write()
        self.erasures += 1

    def _may_write(self) -> None:
        if self.fault is not None:
            raise self.fault

    def _newest_first(self) -> list[Conversation]:
        return sorted(self.kept.values(), key=lambda one: (one.changed, one.id), reverse=True)


def _window(found: list[Conversation], limit: int, offset: int) -> list[Conversation]:
    if limit < 1 or offset < 0:
        raise ValueError("no such part of a list")
    return found[offset : offset + limit]


def _summary(found: Conversation) -> ConversationSummary:
    scope = found.turns[-1].asked.wording if found.turns else ScopeWording()
    return ConversationSummary(
        found.id, found.title, found.created, found.changed, len(found.turns), scope
    )


def _texts(found: Conversation) -> list[str]:
    return [found.title, *_turn_texts(found)]


def _turn_texts(found: Conversation) -> list[str]:
    return [
        text
        for turn in found.turns
        for text in (turn.asked.question, "" if turn.answer is None else _prose(turn.answer))
    ]


def _prose(answer: Answer) -> str:
    if answer.status is not AnswerStatus.ANSWERED:
        return ""
    return "\n".join(claim.text for claim in answer.claims)


def _snippet(search: WordSearch, found: Conversation) -> Snippet | None:
    snippet = search.snippet(_turn_texts(found))
    return None if snippet is None else Snippet(*snippet)


def _used(answer: Answer) -> set[int]:
    sources = {passage.chunk.document_id for passage in answer.sources}
    return sources | {citation.document_id for citation in answer.citations}


def _seen(answer: Answer) -> set[int]:
    return {passage.chunk.document_id for passage in answer.evidence}


def _without(turn: Turn, document_ids: set[int], because: str) -> Turn:
    if turn.answer is None:
        return turn
    if _used(turn.answer) & document_ids:
        return replace(turn, answer=None, lost=because)
    evidence = tuple(
        one for one in turn.answer.evidence if one.chunk.document_id not in document_ids
    )
    return replace(turn, answer=replace(turn.answer, evidence=evidence))
