"""Erasing: documents are taken out of the library, and then no byte of them is left in its files.

In this order: it is remembered that it is to be done; answers that were made from the documents
go, and the documents with all that belongs to them; their vectors, by copying the others; then
the database is written anew without free space, and backups are deleted. Stopped or killed after
the first step, it is gone on with when the program is started again. The user's PDFs are never
touched.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document
from app.core.ports import ConversationStore, ErasureStore, LibraryStore, VectorIndex
from app.services.conversations import FORGOTTEN
from app.services.library import Removals, known_document
from app.services.priority import AnswerPriority


class EraseStep(StrEnum):
    """What is erased, in order."""

    TEXT = "text"
    VECTORS = "vectors"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class ErasePlan:
    """What erasing would take: documents, and the conversations that have answers with text of
    them."""

    documents: tuple[Document, ...]
    conversations: int


@dataclass(frozen=True, slots=True)
class EraseProgress:
    """A step began or went on: `done` of `total` of its parts, 0 of 0 where it has none. `seconds`
    have passed in all."""

    step: EraseStep
    done: int
    total: int
    seconds: float

    @property
    def position(self) -> int:
        """Of the step, from 1."""
        return list(EraseStep).index(self.step) + 1

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(EraseStep)


@dataclass(frozen=True, slots=True)
class EraseFinished:
    """Nothing is left of these documents; those that were taken out before are not among them."""

    documents: tuple[Document, ...]
    conversations: int
    seconds: float


EraseEvent = EraseProgress | EraseFinished


class EraseService:
    """Erases documents of one library. One run at a time; the caller sees to that."""

    def __init__(
        self,
        library: LibraryStore,
        vectors: VectorIndex,
        conversations: ConversationStore,
        erasure: ErasureStore,
        removals: Removals,
        priority: AnswerPriority,
    ) -> None:
        self._library = library
        self._vectors = vectors
        self._conversations = conversations
        self._erasure = erasure
        self._removals = removals
        self._priority = priority

    def plan(self, document_ids: Sequence[int]) -> ErasePlan:
        """What erasing these documents would take; nothing is changed.

        Raises:
            NotFound: an id that is not in the library.
        """
        ids = list(dict.fromkeys(document_ids))
        found = tuple(known_document(self._library, document_id) for document_id in ids)
        return ErasePlan(found, len(self._conversations.holding(ids)))

    @property
    def unfinished(self) -> bool:
        """Whether erasing was stopped in the middle, by a kill too."""
        return self._erasure.unfinished() is not None

    def erase(self, document_ids: Sequence[int], *, cancel: CancelToken) -> Iterator[EraseEvent]:
        """Erase these documents, and what is left of documents that were taken out before; without
        ids that alone. Ends with EraseFinished.

        Raises:
            NotFound: an id that is not in the library; nothing is erased then.
            LibraryBusy: another program reads the library, so that the last step has to be done
                again.
            Cancelled: between two steps; the rest is done by `go_on`.
        """
        started = time.monotonic()
        plan = self.plan(document_ids)
        cancel.raise_if_cancelled()
        self._removals.removed(plan.documents)
        self._erasure.begin([document.id for document in plan.documents])
        yield from self._run(started, cancel)
        yield EraseFinished(plan.documents, plan.conversations, time.monotonic() - started)

    def go_on(self, *, cancel: CancelToken) -> Iterator[EraseEvent]:
        """Finish what was stopped; nothing happens where nothing was. Raises as `erase`."""
        if not self.unfinished:
            return
        started = time.monotonic()
        yield from self._run(started, cancel)
        yield EraseFinished((), 0, time.monotonic() - started)

    def _run(self, started: float, cancel: CancelToken) -> Iterator[EraseEvent]:
        def progress(step: EraseStep, done: int = 0, total: int = 0) -> EraseProgress:
            cancel.raise_if_cancelled()
            return EraseProgress(step, done, total, time.monotonic() - started)

        ids = self._erasure.unfinished() or frozenset()
        yield progress(EraseStep.TEXT)
        self._take_out(ids)
        yield progress(EraseStep.VECTORS)
        self._drop_strays()
        for done, total in self._vectors.erase_documents(ids, cancel=cancel):
            yield progress(EraseStep.VECTORS, done, total)
        yield progress(EraseStep.FILES)
        # An answer that is being made from them would be kept afterwards.
        self._priority.wait(cancel)
        cancel.raise_if_cancelled()
        # Reading waits: what it stored meanwhile would have to wait for the file, and gives up.
        with self._priority.answering():
            # An answer that was under way may have been kept since.
            self._take_out(ids)
            self._erasure.clean()
        self._erasure.finish()

    def _drop_strays(self) -> None:
        """Drop vectors of passages that are gone, so that they are not copied."""
        unmarked = sorted(self._vectors.chunk_ids() - self._library.embedded_chunk_ids())
        # Reading may have stored a vector and not said so yet.
        known = self._library.chunks(unmarked)
        if strays := [one for one in unmarked if one not in known]:
            self._vectors.remove_chunks(strays)

    def _take_out(self, document_ids: Collection[int]) -> None:
        self._conversations.forget_documents(document_ids, FORGOTTEN)
        self._erasure.take_out(document_ids)
