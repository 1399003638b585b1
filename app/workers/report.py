"""The lane of the report on what was read: makes it, and changes what it says of documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.reading_report import ReadingReport
from app.core.errors import PinciteError
from app.workers.lane import Lane, Task


class Reporting(Protocol):
    """What the lane needs of the service of the report."""

    def report(self) -> ReadingReport:
        """The report as things stand."""
        ...

    def ignore(self, document_ids: Sequence[int], *, ignored: bool = True) -> None:
        """Tell no more what these documents need, or tell it again."""
        ...

    def forget_reading(self, document_ids: Sequence[int]) -> tuple[Path, ...]:
        """Let ingest read these documents again; returns the paths for it."""
        ...

    def csv(self) -> bytes:
        """The report as a file for spreadsheets."""
        ...


class ReportWorker(QObject):
    """Signals: `reported` (ReadingReport), `changed` when what documents need is told or not told
    any more, `to_read` (tuple of Paths) for ingest, `failed` (PinciteError)."""

    reported = Signal(object)
    changed = Signal()
    to_read = Signal(object)
    failed = Signal(object)

    def __init__(self, service: Reporting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("report", self)
        self._refreshing: Task | None = None
        self._stale = False

    def refresh(self) -> None:
        """Make the report. While one is being made, one more is made after it, however often this
        is asked for."""
        if self._refreshing is not None:
            self._stale = True
            return
        task = self._refreshing = self._task(self._service.report, self._on_reported)
        task.finished.connect(self._refreshed)
        task.failed.connect(self._refreshed)
        self._lane.submit(task)

    def ignore(self, document_ids: Sequence[int], *, ignored: bool) -> None:
        """Tell no more what these documents need, or tell it again."""
        ids = tuple(document_ids)
        self._lane.submit(
            self._task(lambda: self._service.ignore(ids, ignored=ignored), self._on_changed)
        )

    def read_again(self, document_ids: Sequence[int]) -> None:
        """Have these documents read again, although their files have not changed."""
        ids = tuple(document_ids)
        self._lane.submit(self._task(lambda: self._service.forget_reading(ids), self._on_to_read))

    def csv(self) -> bytes:
        """The report as a file for spreadsheets. Is called in the lane of exports, not here."""
        return self._service.csv()

    def close(self) -> None:
        """Join the thread."""
        self._lane.close()

    def _task(self, act: Callable[[], object], told: Callable[[object], None]) -> Task:
        def job(cancel: CancelToken) -> Iterator[object]:
            yield act()

        task = Task(job)
        task.reported.connect(told)
        task.failed.connect(self._on_failed)
        return task

    @Slot()
    def _refreshed(self) -> None:
        self._refreshing = None
        if self._stale:
            self._stale = False
            self.refresh()

    @Slot(object)
    def _on_reported(self, report: object) -> None:
        self.reported.emit(report)

    @Slot(object)
    def _on_changed(self, _nothing: object) -> None:
        self.changed.emit()

    @Slot(object)
    def _on_to_read(self, paths: object) -> None:
        self.to_read.emit(paths)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self.failed.emit(error)
