"""Moves questions off the GUI thread: asks an answer source in a lane and re-emits its events.

Text arrives token by token. It is gathered to about 30 reports a second before the window lays it
out, and waits no longer than that: a token that comes costs the GUI thread no more than a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.domain.answer import AnswerStyle
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.services.events import AnswerEvent, ReadingPassages, TextDelta
from app.workers.lane import Lane, Task

REPORT_MS = 33
"""Least time between two reports of text or of reading: what an eye can follow."""


class AnswerSource(Protocol):
    """Whatever answers questions; the answer service is one."""

    def ask(
        self,
        question: str,
        *,
        scope: ScopeChoice,
        style: AnswerStyle,
        cancel: CancelToken,
        earlier: Sequence[str],
        claim_filter: bool | None,
    ) -> Iterator[AnswerEvent]:
        """Yield events; the last one is AnswerFinished. `earlier` holds the questions of the
        conversation so far, the last one last; `claim_filter` overrules the setting."""
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

    def __init__(
        self, source: AnswerSource, *, report_ms: int = REPORT_MS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._lane = Lane("answers", self)
        self._task: Task | None = None
        self._gathering = Gathering()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(report_ms)
        self._timer.timeout.connect(self._pass_on)

    @property
    def running(self) -> bool:
        """Whether a question is being answered."""
        return self._task is not None

    def ask(
        self,
        question: str,
        scope: ScopeChoice,
        style: AnswerStyle,
        earlier: Sequence[str] = (),
        claim_filter: bool | None = None,
    ) -> None:
        """Start answering; `earlier` holds the questions that this one may refer to, in order.
        Without `claim_filter` the setting decides whether passages are set aside."""
        self.stop()
        self._forget()
        before = tuple(earlier)

        def job(cancel: CancelToken) -> Iterator[AnswerEvent]:
            return self._source.ask(
                question,
                scope=scope,
                style=style,
                cancel=cancel,
                earlier=before,
                claim_filter=claim_filter,
            )

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
        self._forget()
        self._lane.close()

    @Slot(object)
    def _report(self, event: object) -> None:
        if not self._is_current():
            return
        for ready in self._gathering.take(event, hold=self._timer.isActive()):
            self.reported.emit(ready)
        if isinstance(event, TextDelta | ReadingPassages) and not self._timer.isActive():
            self._timer.start()

    @Slot(object)
    def _fail(self, error: object) -> None:
        if self._is_current():
            self._pass_on()
            self._task = None
            self._forget()
            self.failed.emit(error)

    @Slot()
    def _finish(self) -> None:
        if self._is_current():
            self._pass_on()
            self._task = None
            self._forget()
            self.finished.emit()

    @Slot()
    def _pass_on(self) -> None:
        """Report what was gathered, and gather again."""
        waiting = self._gathering.release()
        if waiting is not None:
            self.reported.emit(waiting)
            self._timer.start()

    def _forget(self) -> None:
        self._timer.stop()
        self._gathering = Gathering()

    def _is_current(self) -> bool:
        # Signals of a task that was given up may still wait in the queue of this thread.
        return self._task is not None and self.sender() is self._task


class Gathering:
    """Joins text that comes while it is held, and keeps only the newest state of reading.

    Nothing is lost or reordered: joined text is the text that came, the last state of reading
    before another event is kept, and every other event passes at once. So does the first of a
    kind, since it tells that something else happens now.
    """

    def __init__(self) -> None:
        self._waiting: TextDelta | ReadingPassages | None = None
        self._kind: type[object] | None = None

    def take(self, event: object, *, hold: bool) -> Iterator[object]:
        """Yield what is to be reported now; `hold` says that the last report is too recent."""
        if self._waiting is not None and type(self._waiting) is not type(event):
            yield self._waiting
            self._waiting = None
        if not isinstance(event, TextDelta | ReadingPassages):
            yield event
            return
        joined = _joined(self._waiting, event)
        self._waiting = joined
        if not hold or type(event) is not self._kind:
            self._waiting, self._kind = None, type(event)
            yield joined

    def release(self) -> TextDelta | ReadingPassages | None:
        """Return what waits, and hold nothing."""
        waiting, self._waiting = self._waiting, None
        return waiting


def _joined(
    waiting: TextDelta | ReadingPassages | None, event: TextDelta | ReadingPassages
) -> TextDelta | ReadingPassages:
    """What waits and an event of the same kind as one."""
    if isinstance(waiting, TextDelta) and isinstance(event, TextDelta):
        return TextDelta(waiting.text + event.text)
    return event
