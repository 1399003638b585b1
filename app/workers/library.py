"""The library lane: lists documents with the state of their files, and removes documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.services.library import LibraryService
from app.workers.lane import Lane, Task


class LibraryWorker(QObject):
    """Signals: `listed` (tuple of ListedDocument), `removed` (tuple of Document), `failed`."""

    listed = Signal(object)
    removed = Signal(object)
    failed = Signal(object)

    def __init__(self, service: LibraryService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("library", self)

    def refresh(self) -> None:
        """List all documents."""
        task = Task(lambda cancel: self._service.listed(cancel=cancel))
        task.reported.connect(self.listed)
        self._submit(task)

    def remove(self, document_ids: Sequence[int]) -> None:
        """Take documents out of the library."""
        ids = tuple(document_ids)

        def job(cancel: CancelToken) -> Iterator[object]:
            yield tuple(self._service.remove(ids))

        task = Task(job)
        task.reported.connect(self.removed)
        self._submit(task)

    def close(self) -> None:
        """Join the thread."""
        self._lane.close()

    def _submit(self, task: Task) -> None:
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self.failed.emit(error)
