"""The store of conversations on SQLite, in the library file."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from app.adapters.sqlite import (
    conversation_index,
    conversation_table,
    turn_table,
    upkeep,
)
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.core.domain.answer import Answer
from app.core.domain.conversation import (
    AskedQuestion,
    Conversation,
    ConversationSummary,
    Snippet,
    TurnPlace,
)
from app.core.text.word_search import WordSearch

_MOST = 2**63 - 1
"""The largest number that SQLite takes."""


class SqliteConversations:
    """Implements :class:`~app.core.ports.ConversationStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, title: str, asked: AskedQuestion, answer: Answer, at: datetime) -> TurnPlace:
        """See the port."""
        with self._database.write() as connection:
            made = conversation_table.put(connection, title, at)
            turn = turn_table.put(connection, made, asked, answer)
            _index(connection, made)
            return TurnPlace(made, turn)

    def append(
        self, conversation_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        """See the port."""
        with self._changing(conversation_id) as connection:
            if connection is None:
                return None
            turn = turn_table.put(connection, conversation_id, asked, answer)
            conversation_table.touch(connection, conversation_id, at)
            return TurnPlace(conversation_id, turn)

    def replace(
        self, turn_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        """See the port."""
        if not may_be_id(turn_id):
            return None
        with self._database.read() as connection:
            conversation_id = turn_table.conversation_of(connection, turn_id)
        if conversation_id is None:
            return None
        with self._changing(conversation_id) as writing:
            if writing is None:
                return None
            turn_table.put_again(writing, turn_id, asked, answer)
            conversation_table.touch(writing, conversation_id, at)
            return TurnPlace(conversation_id, turn_id)

    def conversation(self, conversation_id: int) -> Conversation | None:
        """See the port."""
        if not may_be_id(conversation_id):
            return None
        with self._database.read() as connection:
            return conversation_table.by_id(connection, conversation_id)

    def summary(self, conversation_id: int) -> ConversationSummary | None:
        """See the port."""
        if not may_be_id(conversation_id):
            return None
        with self._database.read() as connection:
            return _one(connection, conversation_id)

    def summaries(self, limit: int, offset: int = 0) -> list[ConversationSummary]:
        """See the port."""
        values = _window(limit, offset)
        with self._database.read() as connection:
            return conversation_table.summaries(connection, conversation_table.NEWEST, values)

    def search(self, text: str, limit: int, offset: int = 0) -> list[ConversationSummary]:
        """See the port."""
        window = _window(limit, offset)
        words, pairs = conversation_index.expressions(text)
        if not (words or pairs):
            return []
        statement = conversation_table.finding(words, pairs)
        values = {**window, "words": words, "pairs": pairs}
        search = WordSearch(text)
        with self._database.read() as connection:
            return [
                replace(found, snippet=_snippet(connection, search, found.id))
                for found in conversation_table.summaries(connection, statement, values)
            ]

    def count(self) -> int:
        """See the port."""
        with self._database.read() as connection:
            return conversation_table.count(connection)

    def rename(self, conversation_id: int, title: str) -> ConversationSummary | None:
        """See the port."""
        with self._changing(conversation_id) as connection:
            if connection is None:
                return None
            conversation_table.put_title(connection, conversation_id, title)
            return _one(connection, conversation_id)

    def delete(self, conversation_ids: Sequence[int]) -> None:
        """See the port."""
        with self._database.write() as connection:
            there = [
                one
                for one in dict.fromkeys(conversation_ids)
                if may_be_id(one) and conversation_table.is_there(connection, one)
            ]
            for conversation_id in there:
                _take_from_index(connection, conversation_id)
            conversation_table.delete(connection, there)

    def delete_all(self) -> None:
        """See the port."""
        with self._database.write() as connection:
            conversation_index.clear(connection)
            conversation_table.delete_all(connection)

    def holding(self, document_ids: Collection[int]) -> list[int]:
        """See the port."""
        with self._database.read() as connection:
            return turn_table.holding(connection, _possible(document_ids))

    def forget_documents(self, document_ids: Collection[int], because: str) -> None:
        """See the port."""
        possible = _possible(document_ids)
        with self._database.write() as connection:
            changed = turn_table.holding(connection, possible)
            for conversation_id in changed:
                _take_from_index(connection, conversation_id)
            turn_table.forget_documents(connection, possible, because)
            for conversation_id in changed:
                _index(connection, conversation_id)

    def erase_free_space(self) -> None:
        """See the port."""
        upkeep.erase_free_space(self._database)

    @contextmanager
    def _changing(self, conversation_id: int) -> Iterator[sqlite3.Connection | None]:
        """A transaction in which a conversation changes, and the indexes with it; None where it is
        not there."""
        if not may_be_id(conversation_id):
            yield None
            return
        with self._database.write() as connection:
            if not conversation_table.is_there(connection, conversation_id):
                yield None
                return
            _take_from_index(connection, conversation_id)
            yield connection
            _index(connection, conversation_id)


def _index(connection: sqlite3.Connection, conversation_id: int) -> None:
    text = conversation_table.indexed_text(connection, conversation_id)
    conversation_index.put(connection, conversation_id, text)


def _take_from_index(connection: sqlite3.Connection, conversation_id: int) -> None:
    text = conversation_table.indexed_text(connection, conversation_id)
    conversation_index.take(connection, conversation_id, text)


def _one(connection: sqlite3.Connection, conversation_id: int) -> ConversationSummary | None:
    values = {"id": conversation_id}
    found = conversation_table.summaries(connection, conversation_table.ONE, values)
    return found[0] if found else None


def _snippet(
    connection: sqlite3.Connection, search: WordSearch, conversation_id: int
) -> Snippet | None:
    found = search.snippet(turn_table.texts(connection, conversation_id))
    return None if found is None else Snippet(*found)


def _window(limit: int, offset: int) -> dict[str, int]:
    if limit < 1 or offset < 0:
        raise ValueError(f"no conversations can be listed from {offset} on, {limit} at most")
    return {"limit": min(limit, _MOST), "offset": min(offset, _MOST)}


def _possible(document_ids: Collection[int]) -> frozenset[int]:
    return frozenset(one for one in document_ids if may_be_id(one))
