"""Watched folders in memory, over files of documents that tests may change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.core.domain.folder import (
    KnownFile,
    LeftOutFile,
    RemovedFiles,
    Sighting,
    WatchedFolder,
    is_below,
)


class MemoryFolders:
    """A `FolderStore` for the documents in `known`."""

    def __init__(self, known: Sequence[KnownFile] = ()) -> None:
        self.known = {file.document_id: file for file in known}
        self.watched: dict[Path, WatchedFolder] = {}
        self.files: dict[Path, LeftOutFile] = {}
        self.marks: set[bytes] = set()

    def folders(self) -> list[WatchedFolder]:
        return [self.watched[path] for path in sorted(self.watched)]

    def watch(self, folder: WatchedFolder) -> None:
        others = [path for path in self.watched if path != folder.path]
        if any(is_below(folder.path, path) for path in others):
            return
        for path in others:
            if is_below(path, folder.path):
                del self.watched[path]
        self.watched[folder.path] = folder

    def stop_watching(self, path: Path) -> bool:
        if self.watched.pop(path, None) is None:
            return False
        self.files = {one: file for one, file in self.files.items() if not is_below(one, path)}
        return True

    def known_files(self) -> list[KnownFile]:
        return list(self.known.values())

    def see(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        seen = list(sightings)
        while True:
            moving = {one.document_id for one in seen}
            taken = {file.path for file in self.known.values() if file.document_id not in moving}
            free = [one for one in seen if one.path not in taken]
            if len(free) == len(seen):
                break
            seen = free
        for one in seen:
            was = self.known[one.document_id]
            self.known[one.document_id] = KnownFile(
                was.document_id, one.path, one.stamp, was.sha256
            )
        return seen

    def left_out(self) -> list[LeftOutFile]:
        return [self.files[path] for path in sorted(self.files)]

    def change_left_out(self, gone: Sequence[Path], now: Sequence[LeftOutFile]) -> None:
        for path in gone:
            self.files.pop(path, None)
        self.files |= {file.path: file for file in now}

    def removed(self) -> RemovedFiles:
        return RemovedFiles(b"a key of the fake", frozenset(self.marks))

    def add_removed(self, marks: Sequence[bytes]) -> None:
        self.marks |= set(marks)

    def drop_removed(self, marks: Sequence[bytes]) -> None:
        self.marks -= set(marks)
