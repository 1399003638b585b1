"""A cancel token that acts, for work inside an engine that cannot look at a token."""

from __future__ import annotations

import threading
from collections.abc import Callable

from app.core.domain.cancel import CancelToken


class WatchedToken(CancelToken):
    """The token that handlers are given in a child process."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._action: Callable[[], None] | None = None

    def on_cancel(self, action: Callable[[], None]) -> None:
        """Run `action` once when the cancel comes, in the thread that brings it; at once if it
        came already. It has to be short. One action a token; a later one takes its place."""
        with self._lock:
            self._action = action
        if self.cancelled:
            self._act()

    def cancel(self) -> None:
        """Ask for the work to stop, and run the action."""
        super().cancel()
        self._act()

    def _act(self) -> None:
        with self._lock:
            action, self._action = self._action, None
        if action is not None:
            action()
