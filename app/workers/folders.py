"""The folder lane: checks watched folders when it is asked to, and by itself now and then.

By itself it checks when the window comes to the front, when the system tells of a change, and by
the clock; never while files are read, and never so often that it takes more than a small share of
the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.folder import WatchedFolder, is_below
from app.services.folders import FolderCheck
from app.workers.folder_watcher import QUIET_MS, FolderWatcher, on_network
from app.workers.lane import Lane, Task

SHARE = 20
"""A check that nobody asked for comes after at least so many times the seconds of the last one, so
that it takes a twentieth of the time at most."""


@dataclass(frozen=True, slots=True)
class FolderTiming:
    """When folders are checked by themselves, in milliseconds."""

    first: int = 4_000
    """After the start: the window has other things to do first."""
    every: int = 5 * 60_000
    """By the clock."""
    between: int = 30_000
    """At least, when the window comes to the front."""
    between_changes: int = 10_000
    """At least, when the system tells of a change."""
    unsettled: int = 4_000
    """After a check that found files on which somebody is still writing."""
    quiet: int = QUIET_MS
    """After the last change that the system tells of."""


class Checking(Protocol):
    """What the lane needs of the service that looks after folders."""

    def folders(self) -> tuple[WatchedFolder, ...]:
        """The folders that stay in the library."""
        ...

    def stop_watching(self, path: Path) -> WatchedFolder:
        """Look for changes in a folder no more."""
        ...

    def check(self, *, cancel: CancelToken, asked: bool = False) -> FolderCheck:
        """Compare what lies in the folders with what the library knows."""
        ...


@dataclass(frozen=True, slots=True)
class Checked:
    """A check, and whether the user had asked for it."""

    check: FolderCheck
    asked: bool


@dataclass(frozen=True, slots=True)
class _Watchable:
    folders: tuple[Path, ...]


class FolderWorker(QObject):
    """Signals: `checked` (Checked), `listed` (tuple of WatchedFolders), `stopped` (WatchedFolder)
    and `failed` (PinciteError).

    Args:
        reading: Whether files are being read; then only the user may have folders checked.
    """

    checked = Signal(object)
    listed = Signal(object)
    stopped = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        service: Checking,
        reading: Callable[[], bool],
        *,
        timing: FolderTiming | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._reading = reading
        self._timing = timing = timing or FolderTiming()
        self._lane = Lane("folders", self)
        self._task: Task | None = None
        self._asked = False
        self._again = False
        self._enabled = False
        self._seconds = 0.0
        self._since = QElapsedTimer()
        self._watcher = FolderWatcher(quiet_ms=timing.quiet, parent=self)
        self._watcher.changed.connect(self._look_at_change)
        self._clock = QTimer(self)
        self._clock.setInterval(timing.every)
        self._clock.timeout.connect(self.look)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._look_now)

    @property
    def busy(self) -> bool:
        """Whether folders are being checked."""
        return self._task is not None

    @property
    def heard_of(self) -> list[Path]:
        """The folders of which the system tells changes."""
        return self._watcher.folders()

    def set_enabled(self, enabled: bool) -> None:
        """Check by itself from now on, or only when asked."""
        if enabled == self._enabled:
            return
        self._enabled = enabled
        if enabled:
            self._since.start()
            self._clock.start()
            self._look_in(self._timing.first)
        else:
            self._clock.stop()
            self._soon.stop()
            self._watcher.close()

    def check(self) -> None:
        """Check now, because the user wants to know; `checked` or `failed` follows."""
        if self._task is None:
            self._start(asked=True)
        elif not self._asked:
            self._again = True

    @Slot()
    def look(self) -> None:
        """Check by itself, unless it was done a short while ago or there is no time for it."""
        if self._may_look(self._timing.between):
            self._look_now()

    def refresh(self) -> None:
        """List the folders."""
        self._submit(self._list)

    def stop_watching(self, path: Path) -> None:
        """Look for changes in a folder no more; `stopped` and `listed` follow."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._service.stop_watching(path)
            yield from self._list(cancel)

        self._submit(job)

    def close(self) -> None:
        """Stop and join the thread."""
        self._enabled = False  # what is still to be heard of a check begins nothing anew
        self._again = False
        self._clock.stop()
        self._soon.stop()
        self._watcher.close()
        self._lane.close()

    # --- checking -----------------------------------------------------------------------------

    def _may_look(self, between: int) -> bool:
        least = max(between, round(self._seconds * 1000 * SHARE))
        lately = self._since.isValid() and self._since.elapsed() < least
        return not lately

    def _look_in(self, milliseconds: int) -> None:
        if not self._soon.isActive() or self._soon.remainingTime() > milliseconds:
            self._soon.start(milliseconds)

    @Slot()
    def _look_now(self) -> None:
        if not self._enabled or self._task is not None:
            return
        if self._reading():
            self._look_in(self._timing.between)
        else:
            self._start(asked=False)

    @Slot()
    def _look_at_change(self) -> None:
        between = self._timing.between_changes
        if self._task is None and self._may_look(between):
            self._look_now()
        else:
            # The check that goes on may have passed there already.
            self._look_in(between)

    def _start(self, *, asked: bool) -> None:
        def job(cancel: CancelToken) -> Iterator[object]:
            check = self._service.check(cancel=cancel, asked=asked)
            yield check
            remote = [one.path for one in self._service.folders() if on_network(one.path)]
            near = [
                folder
                for folder in check.looked_into
                if not any(is_below(folder, far) for far in remote)
            ]
            # Where there are too many, the upper ones are watched.
            yield _Watchable(tuple(sorted(near, key=lambda folder: len(folder.parts))))

        self._asked, self._again = asked, False
        task = self._task = Task(job)
        task.reported.connect(self._report)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_end)
        self._lane.submit(task)

    @Slot(object)
    def _report(self, event: object) -> None:
        if isinstance(event, FolderCheck):
            self._seconds = event.seconds
            if event.unsettled and self._enabled:
                self._look_in(self._timing.unsettled)
            self.checked.emit(Checked(event, self._asked))
        elif isinstance(event, _Watchable) and self._enabled:
            self._watcher.watch(event.folders)

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        # What nobody asked for is tried again by the clock, and may be right by then.
        asked = self._asked
        self._on_end()
        if asked:
            self.failed.emit(error)

    @Slot()
    def _on_end(self) -> None:
        self._task = None
        self._since.start()
        if self._again:
            self._start(asked=True)

    # --- other work ---------------------------------------------------------------------------

    def _list(self, cancel: CancelToken) -> Iterator[object]:
        yield self._service.folders()

    def _submit(self, job: Callable[[CancelToken], Iterator[object]]) -> None:
        task = Task(job)
        task.reported.connect(self._tell)
        task.failed.connect(self._tell_fault)
        self._lane.submit(task)

    @Slot(object)
    def _tell(self, told: object) -> None:
        if isinstance(told, WatchedFolder):
            self.stopped.emit(told)
        else:
            self.listed.emit(told)

    @Slot(object)
    def _tell_fault(self, error: object) -> None:
        self.failed.emit(error)
