"""Answers come first: while one is being written, reading waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from app.core.domain.cancel import CancelToken


class AnswerPriority:
    """Shared by the answer and ingest services of one program."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._answering = 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While inside, whoever asks `busy` hears yes."""
        with self._condition:
            self._answering += 1
        try:
            yield
        finally:
            with self._condition:
                self._answering -= 1
                self._condition.notify_all()

    @property
    def busy(self) -> bool:
        """Whether an answer is being made."""
        return self._answering > 0

    def wait(self, cancel: CancelToken) -> None:
        """Block until no answer is being made, or the token is cancelled."""
        with self._condition:
            while self._answering and not cancel.cancelled:
                self._condition.wait(timeout=0.1)
