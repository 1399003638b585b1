"""Where conversations are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from app.core.domain.answer import Answer
from app.core.domain.conversation import (
    AskedQuestion,
    Conversation,
    ConversationSummary,
    TurnPlace,
)


class ConversationStore(Protocol):
    """Conversations, beside the library. Each write is one transaction. Ids of conversations and
    turns are never used again. `at` is when it is written, with its time zone."""

    def begin(self, title: str, asked: AskedQuestion, answer: Answer, at: datetime) -> TurnPlace:
        """A new conversation with its first turn."""
        ...

    def append(
        self, conversation_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        """Put a turn at the end; None where the conversation is not there."""
        ...

    def replace(
        self, turn_id: int, asked: AskedQuestion, answer: Answer, at: datetime
    ) -> TurnPlace | None:
        """Another answer in the place of a turn, which keeps its id; None where the turn is not
        there."""
        ...

    def conversation(self, conversation_id: int) -> Conversation | None:
        """One conversation with all that can be read of it. A turn of which the answer is damaged
        or of a newer Pincite comes without it, and says so."""
        ...

    def summary(self, conversation_id: int) -> ConversationSummary | None:
        """One conversation as lists show it."""
        ...

    def summaries(self, limit: int, offset: int = 0) -> list[ConversationSummary]:
        """Conversations, those that changed last first, then by id descending. ValueError for a
        limit under 1 or an offset under 0."""
        ...

    def search(self, text: str, limit: int, offset: int = 0) -> list[ConversationSummary]:
        """Conversations that hold each word of the text, or one that begins with it, in their
        title, questions or answers; in the order of `summaries`, with snippets.

        Case, accents and ligatures do not matter; nothing in the text is syntax (R10, R11). A
        text without any letter or digit is found nowhere.
        """
        ...

    def count(self) -> int:
        """How many conversations there are."""
        ...

    def rename(self, conversation_id: int, title: str) -> ConversationSummary | None:
        """Give it another title; None where it is not there."""
        ...

    def delete(self, conversation_ids: Sequence[int]) -> None:
        """Delete conversations with their turns; those that are not there are passed over."""
        ...

    def delete_all(self) -> None:
        """Delete every conversation."""
        ...

    def holding(self, document_ids: Collection[int]) -> list[int]:
        """The conversations, by id, in which an answer cites these documents or holds passages of
        them, whether the documents are still in the library or not."""
        ...

    def forget_documents(self, document_ids: Collection[int], because: str) -> None:
        """Take all text of these documents out of the answers. An answer that was made from it is
        gone, and its turn says `because`; of others only the passages go."""
        ...

    def erase_free_space(self) -> None:
        """Leave no byte of what was deleted in the files.

        Raises:
            LibraryBusy: another program reads the library, so that it has to be done again.
        """
        ...
