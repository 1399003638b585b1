"""A token by which the one who waits tells the one who works to stop."""

from __future__ import annotations

import threading
import time

from app.core.errors import Cancelled


class CancelToken:
    """Thread-safe, one-way switch. Work checks it between steps; it is never reset."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask for the work to stop. May be called from any thread, any number of times."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """True once :meth:`cancel` was called."""
        return self._event.is_set()

    def raise_if_cancelled(self) -> None:
        """Raise :class:`~app.core.errors.Cancelled` if the work was stopped."""
        if self.cancelled:
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for a cancel; True if the work was stopped. A token that follows
        others does not look at them meanwhile."""
        self._event.wait(seconds)
        return self.cancelled


class Deadline(CancelToken):
    """A token that is cancelled by itself after some seconds, or with the one that it follows."""

    def __init__(self, following: CancelToken, seconds: float) -> None:
        super().__init__()
        self._following = following
        self._ends = time.monotonic() + seconds

    @property
    def cancelled(self) -> bool:
        """True once the time is over, or either token was cancelled."""
        return super().cancelled or self._following.cancelled or time.monotonic() >= self._ends

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds`, and no longer than to the end of the time; True if cancelled."""
        return super().wait(max(0.0, min(seconds, self._ends - time.monotonic())))
