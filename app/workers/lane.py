"""One background thread that runs jobs one after another and re-emits their events.

The one idiom for background work: a job is a function that takes a cancel token and yields
events; make a :class:`Task` of it, connect its signals, then :meth:`Lane.submit` it. The signals
arrive in the receiver's thread. Connect only bound methods of QObjects: Qt runs lambdas in the
emitter's thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QThread, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.errors import Cancelled, PinciteError

log = logging.getLogger(__name__)

Job = Callable[[CancelToken], Iterable[object]]


class Task(QObject):
    """A job and its signals: `reported` for each event, then exactly one of `finished` (also
    after a cancel) and `failed` (a PinciteError)."""

    reported = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job
        self._token = CancelToken()
        self._over = False

    @property
    def over(self) -> bool:
        """Whether the job has ended."""
        return self._over

    def cancel(self) -> None:
        """Ask the job to stop; `finished` follows."""
        self._token.cancel()

    @property
    def cancelled(self) -> bool:
        """Whether a stop was asked for."""
        return self._token.cancelled

    def run(self) -> None:
        """Run the job in the calling thread, and let no exception out of it."""
        try:
            self._run()
        finally:
            self._over = True

    def _run(self) -> None:
        try:
            if not self._token.cancelled:
                for event in self._job(self._token):
                    self.reported.emit(event)
        except Cancelled:
            pass
        except PinciteError as error:
            log.warning("task failed: %s %s", error.code, error.detail)
            self.failed.emit(error)
            return
        except Exception as error:
            log.exception("task ended by a bug")
            self.failed.emit(
                PinciteError(
                    "Something went wrong inside Pincite. What was stored is kept. Try again.",
                    code="bug",
                    detail=type(error).__name__,
                )
            )
            return
        self.finished.emit()


class _Runner(QObject):
    """Lives in the lane's thread and runs tasks there."""

    @Slot(object)
    def run(self, task: Task) -> None:
        task.run()


class Lane(QObject):
    """A thread and its queue of tasks. Close it before the program ends."""

    _submitted = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = QThread()
        self._thread.setObjectName(name)
        self._runner = _Runner()
        self._runner.moveToThread(self._thread)
        self._submitted.connect(self._runner.run)
        self._tasks: list[Task] = []
        self._thread.start()

    def submit(self, task: Task) -> None:
        """Queue a task whose signals are connected already: it may start at once."""
        self._tasks = [other for other in self._tasks if not other.over]
        self._tasks.append(task)
        self._submitted.emit(task)

    def drain(self, seconds: float) -> bool:
        """Wait until all that was submitted has run, for at most so long; False if it has not.
        Signals of the tasks arrive later. In a lane that is closed nothing runs any more."""
        if self._thread.isFinished():
            return False
        passed = threading.Event()

        def job(cancel: CancelToken) -> Iterable[object]:
            passed.set()
            return ()

        self.submit(Task(job))
        return passed.wait(seconds)

    def close(self) -> None:
        """Cancel what runs or waits, and join the thread."""
        for task in self._tasks:
            task.cancel()
        self._thread.quit()
        self._thread.wait()
