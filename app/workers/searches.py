"""Moves searches off the GUI thread: one at a time, and only the newest is heard of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.services.passage_list import PassageList
from app.workers.lane import Lane, Task


class SearchSource(Protocol):
    """Whatever lists passages; the service for lists of passages is one."""

    def find(self, question: str, choice: ScopeChoice) -> PassageList:
        """List what is found for a question."""
        ...


class SearchWorker(QObject):
    """Runs one search at a time.

    For the newest search comes exactly one of `found` (a PassageList) and `failed` (a
    PinciteError), in this object's thread, unless it was stopped. One that is overtaken before
    its turn is not run at all, and nothing is heard of one that runs meanwhile.
    """

    found = Signal(object)
    failed = Signal(object)

    def __init__(self, source: SearchSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._lane = Lane("searches", self)
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        """Whether a search is under way."""
        return self._task is not None

    def search(self, question: str, choice: ScopeChoice) -> None:
        """Search, in place of the search that is under way."""
        self.stop()

        def job(cancel: CancelToken) -> Iterator[PassageList]:
            yield self._source.find(question, choice)

        task = Task(job)
        task.reported.connect(self._report)
        task.failed.connect(self._fail)
        self._task = task
        self._lane.submit(task)

    def stop(self) -> None:
        """Give up the search that is under way; nothing more is heard of it."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def close(self) -> None:
        """Stop, and join the thread."""
        self.stop()
        self._lane.close()

    @Slot(object)
    def _report(self, found: object) -> None:
        if self._is_current():
            self._task = None
            self.found.emit(found)

    @Slot(object)
    def _fail(self, error: object) -> None:
        if self._is_current():
            self._task = None
            self.failed.emit(error)

    def _is_current(self) -> bool:
        # Signals of a search that was given up may still wait in the queue of this thread.
        return self._task is not None and self.sender() is self._task
