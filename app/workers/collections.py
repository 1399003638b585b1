"""The lane of collections: changes them off the GUI thread, and lists them after each change.

It has a thread of its own, since the library's may be reading files that were touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.collection import Collection
from app.workers.lane import Lane, Task


class Collecting(Protocol):
    """What the lane needs of the service of collections."""

    def collections(self) -> list[Collection]:
        """All collections by name."""
        ...

    def create(self, name: str, document_ids: Sequence[int] = ()) -> Collection:
        """Make a collection of these documents."""
        ...

    def rename(self, collection_id: int, name: str) -> Collection:
        """Give a collection another name."""
        ...

    def delete(self, collection_id: int) -> Collection:
        """Delete a collection; its documents stay."""
        ...

    def add(self, collection_id: int, document_ids: Sequence[int]) -> Collection:
        """Put documents into a collection."""
        ...

    def take(self, collection_id: int, document_ids: Sequence[int]) -> Collection:
        """Take documents out of a collection."""
        ...


class CollectionWorker(QObject):
    """Signals: `listed` (tuple of Collection) after each change, `failed` (PinciteError), after
    which `listed` tells how things stand."""

    listed = Signal(object)
    failed = Signal(object)

    def __init__(self, service: Collecting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("collections", self)
        self._refreshing: Task | None = None
        self._stale = False

    def refresh(self) -> None:
        """List all collections. While a list is being made, one more is made after it, however
        often this is asked for: files are read faster than lists."""
        if self._refreshing is not None:
            self._stale = True
            return
        task = self._refreshing = Task(self._list)
        task.finished.connect(self._refreshed)
        task.failed.connect(self._refreshed)
        self._submit(task)

    def create(self, name: str, document_ids: Sequence[int] = ()) -> None:
        """Make a collection of these documents."""
        self._change(lambda: self._service.create(name, document_ids))

    def rename(self, collection_id: int, name: str) -> None:
        """Give a collection another name."""
        self._change(lambda: self._service.rename(collection_id, name))

    def delete(self, collection_id: int) -> None:
        """Delete a collection; its documents stay."""
        self._change(lambda: self._service.delete(collection_id))

    def add(self, collection_id: int, document_ids: Sequence[int]) -> None:
        """Put documents into a collection."""
        self._change(lambda: self._service.add(collection_id, document_ids))

    def take(self, collection_id: int, document_ids: Sequence[int]) -> None:
        """Take documents out of a collection; they stay in the library."""
        self._change(lambda: self._service.take(collection_id, document_ids))

    def close(self) -> None:
        """Join the thread."""
        self._lane.close()

    def _list(self, cancel: CancelToken) -> Iterator[object]:
        yield tuple(self._service.collections())

    def _change(self, change: Callable[[], object]) -> None:
        def job(cancel: CancelToken) -> Iterator[object]:
            change()
            yield from self._list(cancel)

        task = Task(job)
        task.failed.connect(self._change_failed)
        self._submit(task)

    def _submit(self, task: Task) -> None:
        task.reported.connect(self.listed)
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    @Slot()
    def _refreshed(self) -> None:
        self._refreshing = None
        if self._stale:
            self._stale = False
            self.refresh()

    @Slot()
    def _change_failed(self) -> None:
        """What the window showed already was not done."""
        self.refresh()

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self.failed.emit(error)
