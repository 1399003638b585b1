"""Erasing that does what a test wrote down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document
from app.core.errors import PinciteError
from app.services.erasing import EraseEvent, EraseFinished, ErasePlan, EraseProgress, EraseStep


class ScriptedErasing:
    """Set `documents` and `conversations` for the plan, `unfinished` for what go_on does, `fault`
    to fail once, `fault_at_once` to fail before it is begun, and `step` to be called between two
    steps, in the lane's thread."""

    def __init__(self) -> None:
        self.documents: tuple[Document, ...] = ()
        self.conversations = 0
        self.unfinished = False
        self.fault: PinciteError | None = None
        self.fault_at_once: PinciteError | None = None
        self.step: Callable[[], object] = bool
        self.erased: list[tuple[int, ...]] = []

    def plan(self, document_ids: Sequence[int]) -> ErasePlan:
        wanted = tuple(one for one in self.documents if one.id in document_ids)
        return ErasePlan(wanted, self.conversations)

    def erase(self, document_ids: Sequence[int], *, cancel: CancelToken) -> Iterator[EraseEvent]:
        plan = self.plan(document_ids)
        fault, self.fault_at_once = self.fault_at_once, None
        if fault is not None:
            raise fault
        self.unfinished = True
        yield from self._run(cancel)
        self.erased.append(tuple(document_ids))
        yield EraseFinished(plan.documents, plan.conversations, 2.0)

    def go_on(self, *, cancel: CancelToken) -> Iterator[EraseEvent]:
        if self.unfinished:
            yield from self._run(cancel)
            yield EraseFinished((), 0, 2.0)

    def _run(self, cancel: CancelToken) -> Iterator[EraseEvent]:
        yield EraseProgress(EraseStep.TEXT, 0, 0, 0.0)
        self.step()
        cancel.raise_if_cancelled()
        yield EraseProgress(EraseStep.VECTORS, 500, 2000, 1.0)
        self.step()
        cancel.raise_if_cancelled()
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault
        yield EraseProgress(EraseStep.FILES, 0, 0, 1.5)
        self.unfinished = False
