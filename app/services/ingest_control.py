"""What the user can do to a running ingest: pause it, let it go on, stop it."""

from __future__ import annotations

import threading

from app.core.domain.cancel import CancelToken


class PauseSwitch:
    """Thread-safe pause. The window flips it; the ingest service asks between steps."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._paused = False

    def pause(self) -> None:
        """Let the work stop at its next step."""
        with self._condition:
            self._paused = True

    def resume(self) -> None:
        """Let the work go on."""
        with self._condition:
            self._paused = False
            self._condition.notify_all()

    @property
    def paused(self) -> bool:
        """Whether the work is to wait."""
        return self._paused

    def wait(self, cancel: CancelToken) -> None:
        """Block while paused, unless cancelled."""
        with self._condition:
            while self._paused and not cancel.cancelled:
                self._condition.wait(timeout=0.1)
