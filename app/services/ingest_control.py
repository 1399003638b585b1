"""What the user can do to a running ingest: pause it, let it go on, give it more to read."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.core.domain.cancel import CancelToken


@dataclass(frozen=True, slots=True)
class CollectedPath:
    """A file or folder whose documents join the collection of this name as they are read. It is
    made for them where there is none; names differ in more than case. Without a name, a folder
    gives its own, and a file joins none."""

    path: Path
    collection: str | None = None


ToRead = Path | CollectedPath
"""What can be added: a path, or one with its collection."""


class Scans(StrEnum):
    """Which scanned pages a run lets OCR read: those that wait, where the settings say so; those
    that somebody asked for; or none, so that they wait for another run."""

    WAITING = "waiting"
    REQUESTED = "requested"
    LEFT = "left"


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


class Inbox:
    """Thread-safe box of paths that are added while others are read. The run looks into it between
    two files and between two batches of passages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paths: list[ToRead] = []

    def put(self, paths: Sequence[ToRead]) -> None:
        """Add paths."""
        with self._lock:
            self._paths.extend(paths)

    def take(self) -> tuple[ToRead, ...]:
        """Empty the box and return what was in it."""
        with self._lock:
            taken, self._paths = tuple(self._paths), []
        return taken

    @property
    def waiting(self) -> bool:
        """Whether there is anything in it."""
        return bool(self._paths)
