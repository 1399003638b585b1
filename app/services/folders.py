"""Folders that stay in the library: what changed in them, and which they are.

A check walks all of them once, compares what is there with all that the library knows in one query,
and says what is to be read; documents whose files were moved keep their numbers and passages.
Nothing is ever deleted by it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import FileStamp
from app.core.domain.folder import KnownFile, LeftOutFile, WatchedFolder, is_below
from app.core.errors import NotFound
from app.core.ports import (
    ExtractionFailed,
    FileSource,
    FolderLook,
    FolderSource,
    FolderStore,
)
from app.services.filing import Filing
from app.services.folder_checking import Comparison, FolderComparison
from app.services.ingest_control import CollectedPath, ToRead
from app.services.priority import AnswerPriority

SETTLED_AFTER_SECONDS = 2.0
"""A file that was written to less than this ago may still be on its way: it is read at the next
check, unless the user asked for this one."""


UNREADABLE = "unreadable"
"""Reason of a folder that may not be looked into."""


@dataclass(frozen=True, slots=True)
class MovedFile:
    """A document that was found at another place, with the place where it was before."""

    document_id: int
    path: Path
    before: Path


@dataclass(frozen=True, slots=True)
class FolderCheck:
    """What a check of the watched folders found.

    `changed` and `missing` are documents of the library; `missing` are all whose files are not
    there, `lost` how many of them were there at the check before, `back` how many are there again.
    `unreachable` are folders that are not there now, `removed` counts files that the user took out
    of the library, `unsettled` those that are still being written. `to_read` is for ingest,
    `looked_into` are all folders that were walked through.
    """

    new: tuple[Path, ...]
    changed: tuple[KnownFile, ...]
    moved: tuple[MovedFile, ...]
    missing: tuple[KnownFile, ...]
    lost: int
    back: int
    unchanged: int
    left_out: int
    removed: int
    unsettled: int
    unreachable: tuple[Path, ...]
    to_read: tuple[ToRead, ...]
    looked_into: tuple[Path, ...]
    seconds: float

    @property
    def listing_changed(self) -> bool:
        """Whether a list of documents with the states of their files is out of date."""
        return bool(self.moved or self.lost or self.back)


class FolderService:
    """Checks watched folders, lists them, and stops watching them. One check at a time; the
    caller sees to that."""

    def __init__(
        self,
        store: FolderStore,
        files: FileSource,
        folders: FolderSource,
        filing: Filing,
        priority: AnswerPriority,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._files = files
        self._folders = folders
        self._filing = filing
        self._priority = priority
        self._clock = clock
        self._missing: frozenset[int] = frozenset()

    def folders(self) -> tuple[WatchedFolder, ...]:
        """The folders that stay in the library, by path."""
        return tuple(self._store.folders())

    def stop_watching(self, path: Path) -> WatchedFolder:
        """Look for changes in a folder no more, and return it as it was. Its documents stay.

        Raises:
            NotFound: it is not watched.
        """
        for folder in self._store.folders():
            if folder.path == path:
                self._store.stop_watching(path)
                return folder
        raise NotFound(
            f"{path} is not among the folders that are looked through for changes. "
            "`pincite folders list` shows them.",
            code="folder_not_found",
        )

    def left_out(self) -> tuple[LeftOutFile, ...]:
        """Files that were found and are no documents, by path, as the last look left them."""
        return tuple(self._store.left_out())

    def left_out_counts(self) -> dict[str, int]:
        """How many of them there are by reason, the most first."""
        return dict(Counter(file.reason for file in self._store.left_out()).most_common())

    def check(self, *, cancel: CancelToken, asked: bool = False) -> FolderCheck:
        """Compare what lies in the folders with what the library knows.

        Args:
            asked: The user wants it now: what could not be read, or was not read because the user
                stopped it, is tried again, and what was written just now is not waited for.

        Raises:
            Cancelled: nothing is changed then.
            StorageError: the library cannot be read or written.
        """
        started = time.monotonic()
        self._priority.wait(cancel)
        watched = self._store.folders()
        look = self._folders.look([folder.path for folder in watched], cancel=cancel)
        known, left_out = self._store.known_files(), self._store.left_out()
        unreachable = _unreachable(look, watched, known)
        reached = [folder.path for folder in watched if folder.path not in unreachable]
        unreadable = [one.path for one in look.skipped if one.reason == UNREADABLE]
        removed = self._store.removed()
        result = FolderComparison(
            known,
            look.found,
            left_out,
            removed,
            reached=reached,
            hidden=[*unreachable, *unreadable],
            asked=asked,
            settled=self._settled(asked),
        ).run(self._files.stamp, self._digest(cancel))
        cancel.raise_if_cancelled()
        moved = self._record(result, known, watched)
        if result.removed:
            self._store.add_removed([removed.mark_of_path(path) for path in result.removed])
        kept_out = self._keep_left_out(look, result, left_out, reached)
        missing = frozenset(file.document_id for file in result.gone)
        there = {file.document_id for file in known} - missing - {one.document_id for one in moved}
        check = FolderCheck(
            new=tuple(result.new),
            changed=tuple(result.changed),
            moved=moved,
            missing=tuple(result.gone),
            lost=len(missing - self._missing),
            back=len(there & self._missing),
            unchanged=result.unchanged,
            left_out=kept_out,
            removed=len(result.removed),
            unsettled=result.unsettled,
            unreachable=unreachable,
            to_read=_to_read(result, moved, watched),
            looked_into=look.folders,
            seconds=time.monotonic() - started,
        )
        self._missing = missing
        return check

    # --- steps --------------------------------------------------------------------------------

    def _settled(self, asked: bool) -> Callable[[FileStamp], bool]:
        now = self._clock()
        # The clock of a server may be ahead: such files do not wait for it.
        return lambda stamp: asked or not 0 <= now - stamp.mtime_ns / 1e9 < SETTLED_AFTER_SECONDS

    def _digest(self, cancel: CancelToken) -> Callable[[Path], str | None]:
        def digest(path: Path) -> str | None:
            self._priority.wait(cancel)
            try:
                return self._files.sha256(path, cancel=cancel)
            except ExtractionFailed:
                return None

        return digest

    def _record(
        self, result: Comparison, known: Sequence[KnownFile], watched: Sequence[WatchedFolder]
    ) -> tuple[MovedFile, ...]:
        """Store where documents are now; those that came into another folder join its
        collection."""
        if not (result.touched or result.moved):
            return ()
        seen = self._store.see([*result.touched, *result.moved])
        result.take_moved([one for one in result.moved if one in seen])
        before = {file.document_id: file.path for file in known}
        moved = []
        for one in result.moved:
            was = before[one.document_id]
            moved.append(MovedFile(one.document_id, one.path, was))
            folder = _folder_of(one.path, watched)
            if folder is not None and not folder.holds(was):
                self._filing.expect(folder.collection, [one.path])
                self._filing.moved(one.path, one.document_id)
        return tuple(moved)

    def _keep_left_out(
        self,
        look: FolderLook,
        result: Comparison,
        before: Sequence[LeftOutFile],
        reached: Sequence[Path],
    ) -> int:
        """Store what is left out in the folders that were reached; return how many files it is."""
        now = {one.path: LeftOutFile(one.path, one.reason) for one in look.skipped}
        now |= {one.path: one for one in result.kept_out}
        stored = {one.path: one for one in before}
        gone = [
            path
            for path in stored
            if path not in now and any(is_below(path, folder) for folder in reached)
        ]
        added = [one for path, one in now.items() if stored.get(path) != one]
        if gone or added:
            self._store.change_left_out(gone, added)
        return len(now)


def _unreachable(
    look: FolderLook, watched: Sequence[WatchedFolder], known: Sequence[KnownFile]
) -> tuple[Path, ...]:
    """Folders that are not there now. One that is empty while the library has documents of it is
    among them: where a disk is taken away, its place often stays."""
    absent = list(look.absent)
    for folder in watched:
        if folder.path in absent:
            continue
        paths = chain((one.path for one in look.found), (one.path for one in look.skipped))
        if any(folder.holds(path) for path in paths):
            continue
        if any(folder.holds(file.path) for file in known):
            absent.append(folder.path)
    return tuple(absent)


def _folder_of(path: Path, watched: Sequence[WatchedFolder]) -> WatchedFolder | None:
    return next((folder for folder in watched if folder.holds(path)), None)


def _to_read(
    result: Comparison, moved: Sequence[MovedFile], watched: Sequence[WatchedFolder]
) -> tuple[ToRead, ...]:
    """What ingest is to read: documents of new files join the collection of their folder; a changed
    one stays where the user put it, unless the document has moved and this is another one."""
    moved_ids = {one.document_id for one in moved}
    fresh = result.new + [file.path for file in result.changed if file.document_id in moved_ids]
    to_read: list[ToRead] = []
    for path in fresh:
        folder = _folder_of(path, watched)
        name = "" if folder is None else folder.collection
        to_read.append(CollectedPath(path, name) if name else path)
    to_read += [file.path for file in result.changed if file.document_id not in moved_ids]
    return tuple(to_read)
