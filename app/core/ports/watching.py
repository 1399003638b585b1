"""Folders that are looked through for changes: what is remembered of them, and what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.core.domain.cancel import CancelToken
from app.core.domain.document import FoundFile, SkippedFile
from app.core.domain.folder import (
    KnownFile,
    LeftOutFile,
    RemovedFiles,
    Sighting,
    WatchedFolder,
)


class FolderStore(Protocol):
    """Watched folders, and what is known of files, in one query each. Each write is one
    transaction."""

    def folders(self) -> list[WatchedFolder]:
        """All watched folders by path; none lies in another."""
        ...

    def watch(self, folder: WatchedFolder) -> None:
        """Watch a folder. One that lies in a watched one is not kept twice, and one that holds
        watched ones takes their place; the same one again may name another collection."""
        ...

    def stop_watching(self, path: Path) -> bool:
        """Forget a watched folder and what was left out there; whether it was watched. Documents
        stay."""
        ...

    def known_files(self) -> list[KnownFile]:
        """Where each document of the library was seen last."""
        ...

    def see(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        """Documents were seen at these paths, which may be those of others among them. Where a
        path belongs to yet another document, nothing is changed; returns the others."""
        ...

    def left_out(self) -> list[LeftOutFile]:
        """Files that were found and are no documents, by path."""
        ...

    def change_left_out(self, gone: Sequence[Path], now: Sequence[LeftOutFile]) -> None:
        """Forget some of them, and add or replace others."""
        ...

    def removed(self) -> RemovedFiles:
        """What the user took out of the library."""
        ...

    def add_removed(self, marks: Sequence[bytes]) -> None:
        """Remember what the user took out."""
        ...

    def drop_removed(self, marks: Sequence[bytes]) -> None:
        """The user wants it back."""
        ...


@dataclass(frozen=True, slots=True)
class FolderLook:
    """What lies below some folders. `folders` are those that were looked into, `absent` the given
    ones that are not there now."""

    found: tuple[FoundFile, ...]
    skipped: tuple[SkippedFile, ...]
    folders: tuple[Path, ...]
    absent: tuple[Path, ...]


class FolderSource(Protocol):
    """The user's folders, which are looked at and never changed."""

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder of this name now."""
        ...

    def look(self, folders: Sequence[Path], *, cancel: CancelToken) -> FolderLook:
        """Everything below the folders, as `FileSource.scan` finds it.

        Raises:
            Cancelled: between two entries.
        """
        ...
