"""The lane of exports: makes what is to be exported and writes it, off the GUI thread.

What the user asked for is written, also when the window is closed at once afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.errors import PinciteError
from app.core.ports import FileWriter
from app.workers.lane import Lane, Task

PATIENCE_SECONDS = 30.0
"""How long the end waits for what is being written: a book of answers, or a slow disk."""


class ExportWorker(QObject):
    """Signals: `saved` (Path of the file that is there now), `failed` (PinciteError)."""

    saved = Signal(object)
    failed = Signal(object)

    def __init__(self, files: FileWriter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._lane = Lane("exports", self)

    def save(self, path: Path, content: Callable[[], bytes]) -> None:
        """Write what `content` makes, which is called in the lane's thread. A file that is there
        is replaced."""

        def job(cancel: CancelToken) -> Iterator[object]:
            self._files.write(path, content())
            yield path

        task = Task(job)
        task.reported.connect(self._on_saved)
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    def close(self) -> None:
        """Finish what was asked for, and join the thread."""
        self._lane.drain(PATIENCE_SECONDS)
        self._lane.close()

    @Slot(object)
    def _on_saved(self, path: Path) -> None:
        self.saved.emit(path)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self.failed.emit(error)
