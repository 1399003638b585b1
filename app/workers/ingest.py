"""The ingest lane: reads files in a thread of its own and reports how it goes.

Pages come by the hundred each second. Of how far reading is, only the newest state is reported, a
few times a second, so that the window has time for the user.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.services.events import EmbedProgress, IngestEvent, PageRead, RecognitionProgress
from app.services.ingest_control import Inbox, PauseSwitch, ToRead
from app.workers.lane import Lane, Task

REPORT_MS = 100
"""Least time between two reports of how far reading is."""


class Ingesting(Protocol):
    """What the lane needs of the ingest service."""

    def reconcile(self) -> None:
        """Make the library's marks agree with the vectors that are there."""
        ...

    def pending(self) -> bool:
        """Whether an earlier run left something to do."""
        ...

    def forget(self) -> None:
        """Give up files that are still to be read."""
        ...

    def read_pages(self, document_ids: Sequence[int]) -> None:
        """Have scanned pages of documents read by OCR next."""
        ...

    @property
    def pages_requested(self) -> bool:
        """Whether pages were asked for that no run has seen yet."""
        ...

    def run(
        self,
        paths: Sequence[ToRead],
        *,
        cancel: CancelToken,
        pause: PauseSwitch | None = None,
        inbox: Inbox | None = None,
    ) -> Iterator[IngestEvent]:
        """Read what is new or changed, and what is put into the inbox meanwhile."""
        ...


class IngestWorker(QObject):
    """Runs one ingest at a time. What is added meanwhile is read by the same run.

    Signals: `reported` (IngestEvent), `failed` (PinciteError), `idle` when nothing is left.
    """

    reported = Signal(object)
    failed = Signal(object)
    idle = Signal()

    def __init__(
        self, service: Ingesting, *, report_ms: int = REPORT_MS, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("ingest", self)
        self._pause = PauseSwitch()
        self._task: Task | None = None
        self._given_up = False
        self._inbox = Inbox()
        self._held: PageRead | EmbedProgress | RecognitionProgress | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(report_ms)
        self._timer.timeout.connect(self._pass_on)

    @property
    def busy(self) -> bool:
        """Whether files are being read or passages embedded."""
        return self._task is not None

    @property
    def paused(self) -> bool:
        """Whether the user paused the reading."""
        return self._pause.paused

    def add(self, paths: Sequence[ToRead]) -> None:
        """Read these files and folders, now or after the file at hand."""
        if self._task is not None:
            self._inbox.put(paths)
            return
        self._start(tuple(paths))

    def read_pages(self, document_ids: Sequence[int]) -> None:
        """Let OCR read scanned pages of these documents next, those on which it found nothing
        before among them, also where it is switched off."""
        self._service.read_pages(tuple(document_ids))
        if self._task is None:
            self._start(())

    def go_on(self) -> None:
        """Take up what an earlier run of the program left unfinished, if anything."""
        if self._task is None:
            self._start(None)

    def pause(self) -> None:
        """Wait before the next page."""
        self._pause.pause()

    def resume(self) -> None:
        """Go on after a pause."""
        self._pause.resume()

    def cancel(self) -> None:
        """Stop; what was finished is kept, what waits is forgotten."""
        self._inbox.take()
        if self._task is not None:
            self._given_up = True
            self._task.cancel()
        self._pause.resume()

    def close(self) -> None:
        """Stop and join the thread. What is unfinished goes on at the next start."""
        self._inbox.take()
        self._forget()
        self._lane.close()

    def _start(self, paths: tuple[ToRead, ...] | None) -> None:
        task = Task(lambda cancel: self._events(paths, cancel))
        task.reported.connect(self._report)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._task = task
        self._given_up = False
        self._lane.submit(task)

    def _events(
        self, paths: tuple[ToRead, ...] | None, cancel: CancelToken
    ) -> Iterator[IngestEvent]:
        """Runs in the lane's thread. None goes on with what is pending, if anything."""
        if paths is None:
            self._service.reconcile()
            if not self._service.pending():
                return
        yield from self._service.run(
            paths or (), cancel=cancel, pause=self._pause, inbox=self._inbox
        )
        if self._given_up:
            self._service.forget()

    @Slot(object)
    def _report(self, event: object) -> None:
        if isinstance(event, PageRead | EmbedProgress | RecognitionProgress):
            self._held = event
            if not self._timer.isActive():
                self._pass_on()
        else:
            self._pass_on()
            self.reported.emit(event)

    @Slot()
    def _pass_on(self) -> None:
        """Report the state that is held, if any, and hold the next ones for a while."""
        held, self._held = self._held, None
        if held is not None:
            self._timer.start()
            self.reported.emit(held)

    def _forget(self) -> None:
        self._timer.stop()
        self._held = None

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self._task = None
        self._forget()
        self._pause.resume()
        self._inbox.take()
        self.failed.emit(error)
        self.idle.emit()

    @Slot()
    def _on_finished(self) -> None:
        self._task = None
        self._pass_on()
        # The run may have looked into the inbox for the last time before something was added.
        if waiting := self._inbox.take():
            self._start(waiting)
        elif self._service.pages_requested:
            self._start(())
        else:
            # A pause that came too late must not hold what is added later.
            self._pause.resume()
            self.idle.emit()
