"""The password lane: tries a password on a file, off the window's thread."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.services.unlocking import Unlocked, WrongPassword
from app.workers.lane import Lane, Task


class Unlocking(Protocol):
    """What the lane needs of the service that takes passwords."""

    def unlock(
        self, document_id: int, password: str, *, for_others: bool, cancel: CancelToken
    ) -> Unlocked:
        """Try a password on a document's file and remember it if it is right."""
        ...


class PasswordWorker(QObject):
    """Tries one password at a time. Signals: `unlocked` (Unlocked), `refused` (PinciteError) for
    a wrong password and where the file cannot be opened at all."""

    unlocked = Signal(object)
    refused = Signal(object)

    def __init__(self, service: Unlocking, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._lane = Lane("passwords", self)
        self._task: Task | None = None

    def unlock(self, document_id: int, password: str, *, for_others: bool) -> None:
        """Try a password; `unlocked` or `refused` follows, for the newest one only."""

        def job(cancel: CancelToken) -> Iterator[object]:
            try:
                yield self._service.unlock(
                    document_id, password, for_others=for_others, cancel=cancel
                )
            except WrongPassword as error:
                yield error  # an answer, and nothing for the log

        self.drop()
        task = self._task = Task(job)
        task.reported.connect(self._tell)
        task.failed.connect(self._tell)
        self._lane.submit(task)

    def drop(self) -> None:
        """Forget what is being tried: nothing is heard of it, and it is not remembered."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def close(self) -> None:
        """Join the thread."""
        self.drop()
        self._lane.close()

    @Slot(object)
    def _tell(self, answer: object) -> None:
        # What was dropped may still wait in the queue of this thread; once its task is gone, it has
        # no sender.
        if self._task is None or self.sender() is not self._task:
            return
        self._task = None
        if isinstance(answer, Unlocked):
            self.unlocked.emit(answer)
        else:
            self.refused.emit(answer)
