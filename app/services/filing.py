"""Puts what is read into the collections it was read for, however often reading is interrupted, and
tells the memory of folders what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.core.domain.document import Document, SkippedFile
from app.core.ports import CollectionStore
from app.services.collections import name_of_folder
from app.services.folder_memory import FolderMemory
from app.services.ingest_control import ToRead


class Filing:
    """Remembers which files are read for a collection, and files their documents there.

    What is expected is kept beside the queue of files, so that a restart goes on with both.
    """

    def __init__(self, collections: CollectionStore, memory: FolderMemory) -> None:
        self._collections = collections
        self._memory = memory

    def planned(
        self, paths: Sequence[ToRead], found: Sequence[Path], skipped: Sequence[SkippedFile]
    ) -> None:
        """These were given to be read, and that was found there."""
        self._memory.planned(paths, found, skipped)

    def expect(self, name: str, paths: Sequence[Path]) -> None:
        """Documents read from these files are to join the collection of this name. It is made
        where there is none; without files, or a name that can be shown, nothing is made."""
        shown = name_of_folder(name)
        if not shown or not paths:
            return
        collection = self._collections.collection_by_name(
            shown
        ) or self._collections.create_collection(shown)
        if collection is not None:
            self._collections.expect(collection.id, paths)

    def read(self, path: Path, document: Document, outcome: str) -> None:
        """A file was read as this document, which may have been there before."""
        self._collections.settle(path, document.id)
        self._memory.read(path, document, outcome)

    def moved(self, path: Path, document_id: int) -> None:
        """The document lies at this path now."""
        self._collections.settle(path, document_id)

    def unreadable(self, path: Path, reason: str) -> None:
        """A file could not be read."""
        self._collections.settle(path, None)
        self._memory.unreadable(path, reason)

    def taken_out(self, path: Path) -> None:
        """The user does not want what was being read. Nothing of its name is kept."""
        self._collections.settle(path, None)

    def same_as(self, document_id: int, twin_id: int) -> None:
        """A file holds now what another document holds, which takes its place in collections."""
        self._collections.inherit(document_id, twin_id)

    def give_up(self, waiting: Sequence[Path]) -> None:
        """Files that are still expected, and those that wait, are not going to be read."""
        self._memory.given_up(waiting)
        self._collections.expect_nothing()
