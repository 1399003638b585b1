"""Moves questions off the GUI thread: asks an answer source in a lane and re-emits its events.

Text arrives token by token, up to some hundreds a second with quotes. It is gathered to about
30 reports a second before it leaves the lane's thread, so that the window never drowns in them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.evidence import Scope
from app.services.events import AnswerEvent, ReadingPassages, TextDelta
from app.workers.lane import Lane, Task

REPORT_SECONDS = 1 / 30
"""Least time between two reports of text or of reading: what an eye can follow."""


class AnswerSource(Protocol):
    """Whatever answers questions; the answer service is one."""

    def ask(
        self, question: str, *, scope: Scope, style: AnswerStyle, cancel: CancelToken
    ) -> Iterator[AnswerEvent]:
        """Yield events; the last one is AnswerFinished."""
        ...


class AnswerWorker(QObject):
    """Asks one question at a time.

    `reported` carries each event, then comes exactly one of `finished` and `failed` (a
    PinciteError), all in this object's thread. A question that is asked while another is being
    answered stops that one, and nothing more is heard of it.
    """

    reported = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, source: AnswerSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._lane = Lane("answers", self)
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        """Whether a question is being answered."""
        return self._task is not None

    def ask(self, question: str, scope: Scope, style: AnswerStyle) -> None:
        """Start answering."""
        self.stop()

        def job(cancel: CancelToken) -> Iterator[AnswerEvent]:
            events = self._source.ask(question, scope=scope, style=style, cancel=cancel)
            return gathered(events)

        task = Task(job)
        task.reported.connect(self._report)
        task.failed.connect(self._fail)
        task.finished.connect(self._finish)
        self._task = task
        self._lane.submit(task)

    def stop(self) -> None:
        """Ask for an end; what was found is still reported, then `finished`."""
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Stop, join the thread, and say nothing more."""
        self._task = None
        self._lane.close()

    @Slot(object)
    def _report(self, event: object) -> None:
        if self._is_current():
            self.reported.emit(event)

    @Slot(object)
    def _fail(self, error: object) -> None:
        if self._is_current():
            self._task = None
            self.failed.emit(error)

    @Slot()
    def _finish(self) -> None:
        if self._is_current():
            self._task = None
            self.finished.emit()

    def _is_current(self) -> bool:
        # Signals of a task that was given up may still wait in the queue of this thread.
        return self._task is not None and self.sender() is self._task


def gathered(
    events: Iterable[AnswerEvent],
    clock: Callable[[], float] = time.monotonic,
    interval: float = REPORT_SECONDS,
) -> Iterator[AnswerEvent]:
    """Join text that comes within `interval` seconds, and keep only the newest reading state.

    Nothing is lost or reordered: text joined is the text that came, the last reading state
    before another event is kept, and every other event passes at once.
    """
    waiting: TextDelta | ReadingPassages | None = None
    last = -interval
    for event in events:
        if isinstance(event, TextDelta | ReadingPassages):
            joined = _joined(waiting, event)
            if joined is None and waiting is not None:
                yield waiting
            waiting = joined or event
            if clock() - last < interval:
                continue
        if waiting is not None:
            yield waiting
            waiting, last = None, clock()
        if not isinstance(event, TextDelta | ReadingPassages):
            yield event
    if waiting is not None:
        yield waiting


def _joined(
    waiting: TextDelta | ReadingPassages | None, event: TextDelta | ReadingPassages
) -> TextDelta | ReadingPassages | None:
    """Both events as one, or None where they are not of one kind."""
    if isinstance(waiting, TextDelta) and isinstance(event, TextDelta):
        return TextDelta(waiting.text + event.text)
    if isinstance(waiting, ReadingPassages) and isinstance(event, ReadingPassages):
        return event
    return None
