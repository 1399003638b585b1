"""Remembers what reading finds out of folders and files, so that the next look at the folders asks
for nothing twice: which folders were added, what was left out there, what the user wants back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from app.core.domain.document import Document, SkippedFile
from app.core.domain.folder import DUPLICATE, NOT_READ, LeftOutFile, WatchedFolder
from app.core.ports import CollectionStore, FileSource, FolderSource, FolderStore
from app.services.collections import name_of_folder
from app.services.ingest_control import CollectedPath, ToRead

MISSING = "missing"
"""Reason of what is not there. Of what was given by name, that is nothing to remember."""


class FolderMemory:
    """Is told by ingest what it does."""

    def __init__(
        self,
        store: FolderStore,
        files: FileSource,
        folders: FolderSource,
        collections: CollectionStore,
    ) -> None:
        self._store = store
        self._files = files
        self._folders = folders
        self._collections = collections
        self._removed = store.removed()

    def planned(
        self, paths: Sequence[ToRead], found: Sequence[Path], skipped: Iterable[SkippedFile]
    ) -> None:
        """These were given to be read, and that was found there. Folders among them stay in the
        library, and what the user took out of it may come back."""
        given = [path if isinstance(path, Path) else path.path for path in paths]
        for path, wanted in zip(given, paths, strict=True):
            if self._folders.is_folder(path):
                self._watch(path, wanted)
        left_out = [
            LeftOutFile(one.path, one.reason)
            for one in skipped
            if one.reason != MISSING or one.path not in given
        ]
        if found or left_out:
            self._store.change_left_out(found, left_out)
        removed = self._removed = self._store.removed()
        if removed.marks:
            wanted_back = {removed.mark_of_path(path) for path in found} & removed.marks
            self._store.drop_removed(list(wanted_back))

    def read(self, path: Path, document: Document, outcome: str) -> None:
        """A file was read. A copy of a document is not read again as long as it stays as it is."""
        removed = self._removed
        if removed.marks:
            mark = removed.mark_of_content(document.sha256)
            if mark in removed.marks:
                self._store.drop_removed([mark])
        if outcome == DUPLICATE:
            stamp = self._files.stamp(path)
            copy = LeftOutFile(path, DUPLICATE, stamp, document.sha256)
            self._store.change_left_out([], [copy])

    def unreadable(self, path: Path, reason: str) -> None:
        """A file could not be read. It is not tried again by itself as long as it stays so."""
        stamp = self._files.stamp(path)
        if stamp is not None:
            self._store.change_left_out([], [LeftOutFile(path, reason, stamp)])

    def given_up(self, paths: Sequence[Path]) -> None:
        """The user stopped the reading before these files were read. They are not read by itself,
        since that would begin again what was stopped."""
        known = {file.path for file in self._store.known_files()}
        self._store.change_left_out(
            [],
            [
                LeftOutFile(path, NOT_READ, stamp)
                for path in paths
                if path not in known and (stamp := self._files.stamp(path)) is not None
            ],
        )

    def removed(self, documents: Sequence[Document]) -> None:
        """The user took documents out of the library: looking for changes does not bring them
        back, neither under their name nor under another. Without watched folders, nothing could.
        Of copies of them nothing is kept either."""
        paths = {document.path for document in documents}
        contents = {document.sha256 for document in documents}
        left_out = self._store.left_out()
        gone = [one.path for one in left_out if one.path in paths or one.sha256 in contents]
        if gone:
            self._store.change_left_out(gone, [])
        if not self._store.folders():
            return
        removed = self._store.removed()
        marks = {removed.mark_of_path(path) for path in paths}
        marks |= {removed.mark_of_content(content) for content in contents}
        self._store.add_removed(list(marks))

    def _watch(self, path: Path, wanted: ToRead) -> None:
        """Keep a folder. One that was kept before keeps its collection, unless another is named."""
        if isinstance(wanted, CollectedPath):
            name = path.name if wanted.collection is None else wanted.collection
            self._store.watch(WatchedFolder(path, self._kept_name(name)))
        elif all(folder.path != path for folder in self._store.folders()):
            self._store.watch(WatchedFolder(path))

    def _kept_name(self, name: str) -> str:
        """The name as the collection has it, if there is one by now."""
        shown = name_of_folder(name)
        found = self._collections.collection_by_name(shown) if shown else None
        return shown if found is None else found.name
