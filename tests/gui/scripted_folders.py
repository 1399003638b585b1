"""A service of watched folders that finds what a test wrote down."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.folder import WatchedFolder
from app.core.errors import NotFound, PinciteError
from app.services.folders import FolderCheck
from app.workers.folders import FolderTiming

NOTHING_NEW = FolderCheck(
    new=(),
    changed=(),
    moved=(),
    missing=(),
    lost=0,
    back=0,
    unchanged=0,
    left_out=0,
    removed=0,
    unsettled=0,
    unreachable=(),
    to_read=(),
    looked_into=(),
    seconds=0.0,
)

NEVER = FolderTiming(first=3_600_000, every=3_600_000)
"""For windows in which nothing is checked by itself after a time."""


def found(**changes: object) -> FolderCheck:
    """What a check found, besides nothing."""
    return replace(NOTHING_NEW, **changes)  # type: ignore[arg-type]


class ScriptedFolders:
    """Plays one result for each check, then finds nothing new."""

    def __init__(self) -> None:
        self.results: deque[FolderCheck | PinciteError] = deque()
        self.watched: list[WatchedFolder] = []
        self.asked: list[bool] = []

    def add(self, result: FolderCheck | PinciteError) -> None:
        """Write down what the next check finds."""
        self.results.append(result)

    def folders(self) -> tuple[WatchedFolder, ...]:
        return tuple(self.watched)

    def stop_watching(self, path: Path) -> WatchedFolder:
        for folder in self.watched:
            if folder.path == path:
                self.watched.remove(folder)
                return folder
        raise NotFound("It is not among the folders that are looked through for changes.")

    def check(self, *, cancel: CancelToken, asked: bool = False) -> FolderCheck:
        cancel.raise_if_cancelled()
        self.asked.append(asked)
        result = self.results.popleft() if self.results else NOTHING_NEW
        if isinstance(result, PinciteError):
            raise result
        return result
