"""A token by which the one who waits tells the one who works to stop."""

from __future__ import annotations

import threading

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
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for a cancel; True if it came."""
        return self._event.wait(seconds)
