"""The lane of conversations: keeps what is asked while it goes on, and lists, finds, opens, renames
and erases what was kept, off the GUI thread.

What could not be written stays in its log and is written with what comes next, or when that is
asked for; the order of the questions is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.answer import Answer
from app.core.domain.cancel import CancelToken
from app.core.domain.conversation import (
    AskedQuestion,
    Conversation,
    ConversationSummary,
    TurnPlace,
)
from app.core.errors import NotFound
from app.workers.lane import Job, Lane, Task

PATIENCE_SECONDS = 10.0
"""How long the end waits for what is still to be written: a slow disk, or a lock of another
program."""


class Conversing(Protocol):
    """What the lane needs of the service of conversations."""

    def begin(self, asked: AskedQuestion, answer: Answer) -> TurnPlace | None:
        """Keep a new conversation with its first turn."""
        ...

    def append(
        self, conversation_id: int, asked: AskedQuestion, answer: Answer
    ) -> TurnPlace | None:
        """Keep a turn at the end of a conversation."""
        ...

    def replace(self, turn_id: int, asked: AskedQuestion, answer: Answer) -> TurnPlace | None:
        """Keep what came of a question that was asked again."""
        ...

    def count(self) -> int:
        """How many conversations are kept."""
        ...

    def search(self, text: str, limit: int, offset: int) -> list[ConversationSummary]:
        """Conversations with these words, all of them for a blank text, the latest first."""
        ...

    def open(self, conversation_id: int) -> Conversation:
        """A conversation with all of its turns."""
        ...

    def rename(self, conversation_id: int, title: str) -> ConversationSummary:
        """Give a conversation another title."""
        ...

    def delete(self, conversation_id: int) -> ConversationSummary:
        """Take a conversation out of the library."""
        ...

    def erase_all(self) -> int:
        """Delete all conversations so that no byte of them is left."""
        ...


@dataclass(frozen=True, slots=True)
class ListRequest:
    """A part of the list: the conversations with the words of `text`, from `offset` on."""

    text: str
    limit: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class ConversationList:
    """What a request gave. `total` counts all conversations that are kept, whatever was searched,
    and `latest` is the one of them that changed last."""

    request: ListRequest
    summaries: tuple[ConversationSummary, ...]
    total: int
    latest: ConversationSummary | None

    @property
    def more(self) -> bool:
        """Whether there may be others after these."""
        return len(self.summaries) == self.request.limit


class ConversationLog:
    """One conversation while it goes on: which of its turns are kept, and what waits to be. Safe
    to use from several threads.

    Args:
        conversation_id: The conversation, where it was kept before, with the ids of its turns by
            their keys: what the window calls them.
    """

    def __init__(
        self, conversation_id: int | None = None, turn_ids: dict[int, int] | None = None
    ) -> None:
        self._lock = Lock()
        self._conversation_id = conversation_id
        self._turn_ids = dict(turn_ids or {})
        self._waiting: dict[int, tuple[AskedQuestion, Answer]] = {}
        self._dropped = False

    @property
    def conversation_id(self) -> int | None:
        """The conversation's id; None before anything of it is kept."""
        return self._conversation_id

    @property
    def waiting(self) -> int:
        """How many turns are still to be written."""
        return len(self._waiting)

    def put(self, key: int, asked: AskedQuestion, answer: Answer) -> None:
        """A turn that is to be kept, also in place of what was kept under this key."""
        with self._lock:
            if not self._dropped:
                self._waiting[key] = (asked, answer)

    def drop(self) -> None:
        """The conversation was deleted: nothing more of it is to be kept."""
        with self._lock:
            self._dropped = True
            self._waiting.clear()

    def write(self, service: Conversing) -> None:
        """Keep what waits, in order.

        Raises:
            PinciteError: something could not be kept; it waits on.
        """
        while (waiting := self._first()) is not None:
            key, (asked, answer) = waiting
            try:
                place = self._keep(service, key, asked, answer)
            except NotFound:
                # Deleted by another program. What is written next begins it anew.
                with self._lock:
                    self._conversation_id = None
                    self._turn_ids.clear()
                raise
            with self._lock:
                if place is not None:
                    self._conversation_id = place.conversation_id
                    self._turn_ids[key] = place.turn_id
                if self._waiting.get(key) is waiting[1]:
                    del self._waiting[key]

    def _first(self) -> tuple[int, tuple[AskedQuestion, Answer]] | None:
        with self._lock:
            return next(iter(self._waiting.items()), None)

    def _keep(
        self, service: Conversing, key: int, asked: AskedQuestion, answer: Answer
    ) -> TurnPlace | None:
        turn_id = self._turn_ids.get(key)
        if turn_id is not None:
            return service.replace(turn_id, asked, answer)
        if self._conversation_id is not None:
            return service.append(self._conversation_id, asked, answer)
        return service.begin(asked, answer)


class ConversationWorker(QObject):
    """Signals: `listed` (ConversationList) for the newest request, or `not_listed` (PinciteError);
    `opened` (Conversation) for the newest that was asked for; `kept` when something was written,
    or `not_kept` (PinciteError); `renamed` (ConversationSummary), `failed` (PinciteError) for what
    else was asked, and `changed` after each change, whether it was made or failed."""

    listed = Signal(object)
    not_listed = Signal(object)
    opened = Signal(object)
    kept = Signal()
    not_kept = Signal(object)
    renamed = Signal(object)
    changed = Signal()
    failed = Signal(object)

    def __init__(self, service: Conversing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("conversations", self)
        self._listing: Task | None = None
        self._asked_for: ListRequest | None = None
        self._opening: Task | None = None
        self._unwritten: list[ConversationLog] = []
        self._closed = False

    # --- keeping ----------------------------------------------------------------------------

    @property
    def unwritten(self) -> bool:
        """Whether something waits to be written."""
        return any(log.waiting for log in self._unwritten)

    def keep(self, log: ConversationLog) -> None:
        """Write what waits in a log, after what could not be written before."""
        if log not in self._unwritten:
            self._unwritten.append(log)
        self.keep_again()

    def keep_again(self) -> None:
        """Write once more what could not be written."""
        for log in self._unwritten:
            self._submit_writing(log)

    def _submit_writing(self, log: ConversationLog) -> None:
        def job(cancel: CancelToken) -> Iterator[object]:
            log.write(self._service)
            yield log

        task = Task(job)
        task.reported.connect(self._written)
        task.failed.connect(self._on_not_kept)
        self._lane.submit(task)

    @Slot(object)
    def _written(self, log: ConversationLog) -> None:
        if not log.waiting and log in self._unwritten:
            self._unwritten.remove(log)
        self.kept.emit()

    @Slot(object)
    def _on_not_kept(self, error: object) -> None:
        self.not_kept.emit(error)

    # --- looking ----------------------------------------------------------------------------

    def list(self, request: ListRequest) -> None:
        """List a part of the conversations, in place of the list that is being made."""

        def job(cancel: CancelToken) -> Iterator[object]:
            found = self._service.search(request.text, request.limit, request.offset)
            latest = next(iter(self._service.search("", 1, 0)), None)
            yield ConversationList(request, tuple(found), self._service.count(), latest)

        if self._listing is not None:
            self._listing.cancel()
        self._asked_for = request
        task = self._listing = Task(job)
        task.reported.connect(self._on_listed)
        task.failed.connect(self._on_not_listed)
        self._lane.submit(task)

    def open(self, conversation_id: int) -> None:
        """Get a conversation, in place of the one that is being fetched."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._service.open(conversation_id)

        if self._opening is not None:
            self._opening.cancel()
        task = self._opening = Task(job)
        task.reported.connect(self._on_opened)
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    @Slot(object)
    def _on_listed(self, found: object) -> None:
        # By the request, not by the sender: a new task may stand where an old one was.
        assert isinstance(found, ConversationList)
        if found.request is self._asked_for:
            self.listed.emit(found)

    @Slot(object)
    def _on_not_listed(self, error: object) -> None:
        if self.sender() is self._listing:
            self.not_listed.emit(error)

    @Slot(object)
    def _on_opened(self, conversation: object) -> None:
        if self.sender() is self._opening:
            self._opening = None
            self.opened.emit(conversation)

    # --- changing ---------------------------------------------------------------------------

    def rename(self, conversation_id: int, title: str) -> None:
        """Give a conversation another title."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._service.rename(conversation_id, title)

        self._change(job, self._on_renamed)

    def delete(self, conversation_id: int) -> None:
        """Take a conversation out of the library."""

        def job(cancel: CancelToken) -> Iterable[object]:
            self._service.delete(conversation_id)
            return ()

        self._change(job)

    def erase_all(self) -> None:
        """Delete all conversations so that no byte of them is left; what waits to be written is
        not written either."""
        for log in self._unwritten:
            log.drop()

        def job(cancel: CancelToken) -> Iterable[object]:
            self._service.erase_all()
            return ()

        self._change(job)

    def _change(self, job: Job, then: Callable[[object], None] | None = None) -> None:
        task = Task(job)
        if then is not None:
            task.reported.connect(then)
        task.failed.connect(self._on_failed)
        # Also where it failed: what the window shows already may not have been done.
        task.failed.connect(self._tell_change)
        task.finished.connect(self._tell_change)
        self._lane.submit(task)

    @Slot(object)
    def _on_renamed(self, summary: object) -> None:
        self.renamed.emit(summary)

    @Slot()
    def _tell_change(self) -> None:
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self.failed.emit(error)

    def close(self) -> None:
        """Write what waits, as long as that can be borne, and join the thread. May be called more
        than once."""
        if not self._closed:
            self._closed = True
            self.keep_again()
            self._lane.drain(PATIENCE_SECONDS)
        self._lane.close()
