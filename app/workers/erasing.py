"""The erasing lane: documents are erased off the window's thread, and what was interrupted is
gone on with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.services.erasing import EraseEvent, EraseFinished, ErasePlan, EraseProgress
from app.workers.lane import Lane, Task


class Erasing(Protocol):
    """What the lane needs of the service that erases."""

    def plan(self, document_ids: Sequence[int]) -> ErasePlan:
        """What erasing would take."""
        ...

    def erase(self, document_ids: Sequence[int], *, cancel: CancelToken) -> Iterator[EraseEvent]:
        """Erase documents."""
        ...

    def go_on(self, *, cancel: CancelToken) -> Iterator[EraseEvent]:
        """Finish what was stopped."""
        ...


class EraseWorker(QObject):
    """Signals: `planned` (ErasePlan), `progressed` (EraseProgress), `erased` (EraseFinished),
    `failed` (PinciteError)."""

    planned = Signal(object)
    progressed = Signal(object)
    erased = Signal(object)
    failed = Signal(object)

    def __init__(self, service: Erasing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("erasing", self)
        self._tasks: list[Task] = []

    def plan(self, document_ids: Sequence[int]) -> None:
        """Find out what erasing these documents would take."""
        ids = tuple(document_ids)

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._service.plan(ids)

        self._submit(Task(job))

    def erase(self, document_ids: Sequence[int]) -> None:
        """Erase these documents."""
        ids = tuple(document_ids)
        self._submit(Task(lambda cancel: self._service.erase(ids, cancel=cancel)))

    def go_on(self) -> None:
        """Finish what was interrupted; nothing is heard where nothing was."""
        self._submit(Task(lambda cancel: self._service.go_on(cancel=cancel)))

    def close(self) -> None:
        """Stop between two steps, and join the thread. The next start goes on."""
        for task in self._tasks:
            task.cancel()
        self._lane.close()

    def _submit(self, task: Task) -> None:
        self._tasks = [*(one for one in self._tasks if not one.over), task]
        task.reported.connect(self._report)
        task.failed.connect(self._fail)
        self._lane.submit(task)

    @Slot(object)
    def _report(self, event: object) -> None:
        if isinstance(event, ErasePlan):
            self.planned.emit(event)
        elif isinstance(event, EraseProgress):
            self.progressed.emit(event)
        elif isinstance(event, EraseFinished):
            self.erased.emit(event)

    @Slot(object)
    def _fail(self, error: object) -> None:
        self.failed.emit(error)
