"""The lane of embedded PDFs: takes them out of a document, off the window's thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.errors import PinciteError
from app.services.embedded import NotSaved, Saved
from app.workers.lane import Lane, Task


class TakingOut(Protocol):
    """What the lane needs of the service that takes PDFs out."""

    def save(
        self, document_id: int, folder: Path, *, cancel: CancelToken
    ) -> Iterator[Saved | NotSaved]:
        """Write each embedded PDF to a folder and yield what became of it."""
        ...


@dataclass(frozen=True, slots=True)
class TakenOut:
    """What was taken out of a document: where each PDF lies now, and what could not be had."""

    paths: tuple[Path, ...]
    left: tuple[NotSaved, ...]


class EmbeddedWorker(QObject):
    """Signals: `taken_out` (TakenOut) once for each request, then `failed` (PinciteError) where it
    ended early; what was written until then is told all the same."""

    taken_out = Signal(object)
    failed = Signal(object)

    def __init__(self, service: TakingOut, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("embedded", self)

    def save(self, document_id: int, folder: Path) -> None:
        """Take the PDFs out of a document and write them to a folder."""

        def job(cancel: CancelToken) -> Iterator[object]:
            done: list[Saved | NotSaved] = []
            fault: PinciteError | None = None
            try:
                done.extend(self._service.save(document_id, folder, cancel=cancel))
            except PinciteError as error:
                fault = error
            if done:
                yield TakenOut(
                    tuple(one.path for one in done if isinstance(one, Saved)),
                    tuple(one for one in done if isinstance(one, NotSaved)),
                )
            if fault is not None:
                raise fault

        task = Task(job)
        task.reported.connect(self._on_taken_out)
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    def close(self) -> None:
        """Stop, and join the thread."""
        self._lane.close()

    @Slot(object)
    def _on_taken_out(self, taken: TakenOut) -> None:
        self.taken_out.emit(taken)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self.failed.emit(error)
