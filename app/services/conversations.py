"""Conversations as a user handles them: kept while they grow, listed, found, renamed, deleted.

Deleting takes a conversation out of the library; erasing leaves no byte of it in the files
either, which takes a while in a large library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from app.core.domain.answer import Answer
from app.core.domain.conversation import (
    AskedQuestion,
    Conversation,
    ConversationSummary,
    TurnPlace,
)
from app.core.errors import NotFound
from app.core.ports import ConversationStore
from app.core.text.names import kept_name, shortened_name
from app.services.preferences import Preferences

Found = TypeVar("Found")

MAX_TITLE_CHARACTERS = 100
"""A longer title is an error; one that is made from a question is cut."""

UNTITLED = "Conversation"
"""The title where the first question has nothing that can be shown."""

PAGE = 50
"""How many conversations a list gets at once."""

FORGOTTEN = (
    "The answer to this question was erased together with a document that it was made from. "
    "Ask again to get one from the documents that are left."
)


def now_utc() -> datetime:
    """The time, as conversations are dated."""
    return datetime.now(UTC)


def checked_title(text: str) -> str:
    """A title as it is kept: on one line, without what cannot be shown.

    Raises:
        InvalidInput: nothing is left, or over 100 characters.
    """
    return kept_name(text, of="conversation", noun="title", most=MAX_TITLE_CHARACTERS)


class ConversationService:
    """Keeps conversations. Safe to call from any thread, as its store is.

    Every method may raise StorageError: the disk is full, the folder cannot be written, the file
    is damaged, another Pincite is writing.
    """

    def __init__(
        self,
        store: ConversationStore,
        preferences: Preferences,
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._clock = clock

    # --- keeping ----------------------------------------------------------------------------

    @property
    def keeping(self) -> bool:
        """Whether conversations are kept, as the user chose. What was kept before stays."""
        return self._preferences.current.answers.keep_conversations

    def begin(self, asked: AskedQuestion, answer: Answer) -> TurnPlace | None:
        """Keep a new conversation with its first turn, whose question becomes the title; None
        where conversations are not kept, and nothing is written then."""
        if not self.keeping:
            return None
        title = shortened_name(asked.question, MAX_TITLE_CHARACTERS) or UNTITLED
        return self._store.begin(title, asked, answer, self._clock())

    def append(
        self, conversation_id: int, asked: AskedQuestion, answer: Answer
    ) -> TurnPlace | None:
        """Keep a turn at the end of a conversation; None where conversations are not kept.

        Raises:
            NotFound: the conversation is not there any more.
        """
        if not self.keeping:
            return None
        return _there(self._store.append(conversation_id, asked, answer, self._clock()))

    def replace(self, turn_id: int, asked: AskedQuestion, answer: Answer) -> TurnPlace | None:
        """Keep what came of a question that was asked again in its place, instead of what is
        there; None where conversations are not kept.

        Raises:
            NotFound: the turn is not there any more.
        """
        if not self.keeping:
            return None
        return _there(self._store.replace(turn_id, asked, answer, self._clock()))

    # --- looking ----------------------------------------------------------------------------

    def conversations(self, limit: int = PAGE, offset: int = 0) -> list[ConversationSummary]:
        """Conversations, those that changed last first. ValueError for a limit under 1 or an
        offset under 0."""
        return self._store.summaries(limit, offset)

    def count(self) -> int:
        """How many conversations are kept."""
        return self._store.count()

    def search(self, text: str, limit: int = PAGE, offset: int = 0) -> list[ConversationSummary]:
        """Conversations with each word of the text, or one that begins with it, in their title,
        questions or answers, those that changed last first; all of them for a blank text."""
        if not text.strip():
            return self.conversations(limit, offset)
        return self._store.search(text, limit, offset)

    def open(self, conversation_id: int) -> Conversation:
        """A conversation with all of its turns, as they were (C17).

        Raises:
            NotFound: it is not there any more.
        """
        return _there(self._store.conversation(conversation_id))

    def holding(self, document_ids: Collection[int]) -> list[int]:
        """The conversations, by id, in which answers cite these documents or hold their text."""
        return self._store.holding(document_ids)

    # --- changing ---------------------------------------------------------------------------

    def rename(self, conversation_id: int, title: str) -> ConversationSummary:
        """Give a conversation another title.

        Raises:
            InvalidInput: the title is empty or too long.
            NotFound: the conversation is not there any more.
        """
        return _there(self._store.rename(conversation_id, checked_title(title)))

    def delete(self, conversation_id: int) -> ConversationSummary:
        """Delete a conversation and return it as it was.

        Raises:
            NotFound: it is not there any more.
        """
        found = _there(self._store.summary(conversation_id))
        self._store.delete([conversation_id])
        return found

    def erase(self, conversation_ids: Sequence[int]) -> list[ConversationSummary]:
        """Delete conversations so that no byte of them is left in the library's files; returns
        them as they were.

        Raises:
            NotFound: one is not there any more; nothing is deleted then.
            LibraryBusy: they are deleted, but another program reads the library, so that their
                bytes cannot be erased yet; to be done again.
        """
        found = [_there(self._store.summary(one)) for one in dict.fromkeys(conversation_ids)]
        self._store.delete([summary.id for summary in found])
        self._store.erase_free_space()
        return found

    def erase_all(self) -> int:
        """The same with every conversation, and with what is left of those deleted before; returns
        how many there were.

        Raises:
            LibraryBusy: as with `erase`.
        """
        count = self._store.count()
        self._store.delete_all()
        self._store.erase_free_space()
        return count

    def forget_documents(self, document_ids: Collection[int]) -> None:
        """Take the text of documents, which are to be erased, out of all answers. Answers that
        were made from it go, their questions stay. The files are to be cleaned by who erases."""
        self._store.forget_documents(document_ids, FORGOTTEN)


def _there(found: Found | None) -> Found:
    if found is None:
        raise NotFound(
            "This conversation is not there any more. It was deleted in the meantime.",
            code="conversation_not_found",
        )
    return found
