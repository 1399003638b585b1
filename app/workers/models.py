"""The download lane: fetches model files that the user asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.model import DownloadProgress, ModelStatus
from app.workers.lane import Lane, Task


class Fetching(Protocol):
    """What the lane needs of the model service."""

    def statuses(self) -> list[ModelStatus]:
        """What there is of each model."""
        ...

    def fetch(self, names: Sequence[str], *, cancel: CancelToken) -> Iterator[DownloadProgress]:
        """Download what is missing."""
        ...


class ModelWorker(QObject):
    """Downloads one model at a time.

    Signals: `reported` (DownloadProgress), then exactly one of `finished`, also after a stop, and
    `failed` (PinciteError); `busy_changed` (bool) before the first and after the last of them.
    """

    reported = Signal(object)
    failed = Signal(object)
    finished = Signal()
    busy_changed = Signal(bool)

    def __init__(self, service: Fetching, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("downloads", self)
        self._task: Task | None = None
        self._fetching = ""

    @property
    def busy(self) -> bool:
        """Whether a download is under way."""
        return self._task is not None

    @property
    def fetching(self) -> str:
        """The name of the model that is being downloaded; "" when there is none."""
        return self._fetching

    def statuses(self) -> list[ModelStatus]:
        """What there is of each model, by presence and size."""
        return self._service.statuses()

    def fetch(self, name: str) -> None:
        """Start or go on with a download. Does nothing while one is under way."""
        if self._task is not None:
            return
        task = Task(lambda cancel: self._service.fetch([name], cancel=cancel))
        task.reported.connect(self.reported)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._task = task
        self._fetching = name
        self.busy_changed.emit(True)
        self._lane.submit(task)

    def stop(self) -> None:
        """Stop; what arrived is kept for the next try."""
        if self._task is not None:
            self._task.cancel()

    def close(self) -> None:
        """Stop and join the thread."""
        self._lane.close()

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self._end()
        self.failed.emit(error)
        self.busy_changed.emit(False)

    @Slot()
    def _on_finished(self) -> None:
        self._end()
        self.finished.emit()
        self.busy_changed.emit(False)

    def _end(self) -> None:
        self._task = None
        self._fetching = ""
