"""Compares what lies in the watched folders with what the library knows of it.

The steps, each over all files at once: what stays as it was costs a look at the folder; what was
touched, and what is new and as large as something that is missed, is hashed; content that is found
at another place is the same document there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.domain.document import FileStamp, FoundFile
from app.core.domain.folder import (
    DUPLICATE,
    KnownFile,
    LeftOutFile,
    RemovedFiles,
    Sighting,
    is_below,
)

Stamp = Callable[[Path], FileStamp | None]
Digest = Callable[[Path], str | None]
"""The hash of a file's content; None where it cannot be read."""


@dataclass(slots=True)
class Comparison:
    """What became of files. Paths in `changed` are those of documents; `gone` are documents whose
    files are not where they were, `away` those that are where nobody can look now."""

    unchanged: int = 0
    touched: list[Sighting] = field(default_factory=list)
    changed: list[KnownFile] = field(default_factory=list)
    new: list[Path] = field(default_factory=list)
    gone: list[KnownFile] = field(default_factory=list)
    away: list[KnownFile] = field(default_factory=list)
    moved: list[Sighting] = field(default_factory=list)
    kept_out: list[LeftOutFile] = field(default_factory=list)
    removed: list[Path] = field(default_factory=list)
    unsettled: int = 0

    def take_moved(self, moved: list[Sighting]) -> None:
        """These documents were moved, and no others: they are not gone, and what lies at their
        places now is theirs."""
        self.moved = moved
        ids, paths = {one.document_id for one in moved}, {one.path for one in moved}
        self.gone = [file for file in self.gone if file.document_id not in ids]
        self.changed = [file for file in self.changed if file.path not in paths]


class FolderComparison:
    """One comparison.

    Args:
        found: The PDFs in the watched folders.
        reached: Watched folders that could be looked through.
        hidden: Folders, watched ones or below them, where nobody can look now.
        asked: The user wants to know: what could not be read before is tried again.
        settled: Whether a file with this stamp is no longer being written; others wait.
    """

    def __init__(
        self,
        known: Sequence[KnownFile],
        found: Sequence[FoundFile],
        left_out: Iterable[LeftOutFile],
        removed: RemovedFiles,
        *,
        reached: Sequence[Path],
        hidden: Sequence[Path],
        asked: bool,
        settled: Callable[[FileStamp], bool],
    ) -> None:
        self._known = known
        self._found = {file.path: file.stamp for file in found}
        self._left_out = {file.path: file for file in left_out}
        self._removed = removed
        self._reached = reached
        self._hidden = hidden
        self._asked = asked
        self._settled = settled
        self._stamps = dict(self._found)
        self._digests: dict[Path, str | None] = {}
        self.result = Comparison()

    def run(self, stamp: Stamp, digest: Digest) -> Comparison:
        """Compare, and return what was found out."""
        self._compare_known(stamp, digest)
        self._compare_new(digest)
        return self.result

    # --- what the library has -----------------------------------------------------------------

    def _compare_known(self, stamp: Stamp, digest: Digest) -> None:
        result = self.result
        for file in self._known:
            seen = self._found.get(file.path)
            if seen == file.stamp:
                result.unchanged += 1
            elif seen is not None:
                self._touched(file, seen, digest)
            else:
                self._unseen(file, stamp, digest)

    def _unseen(self, file: KnownFile, stamp: Stamp, digest: Digest) -> None:
        """A file that the walk did not come by: it is gone, or was added by itself, or is hidden,
        or another name for it was seen first."""
        result = self.result
        if any(is_below(file.path, folder) for folder in self._hidden):
            result.away.append(file)
            return
        seen = stamp(file.path)
        watched = any(is_below(file.path, folder) for folder in self._reached)
        if seen is None:
            (result.gone if watched else result.away).append(file)
        elif seen == file.stamp:
            result.unchanged += watched
        elif watched:
            self._stamps[file.path] = seen
            self._touched(file, seen, digest)

    def _touched(self, file: KnownFile, seen: FileStamp, digest: Digest) -> None:
        result = self.result
        if self._is_left(file.path, seen):
            result.kept_out.append(self._left_out[file.path])
        elif not self._settled(seen):
            result.unsettled += 1
        elif seen.size == file.stamp.size and self._digest(file.path, digest) == file.sha256:
            result.unchanged += 1
            result.touched.append(Sighting(file.document_id, file.path, seen))
        else:
            result.changed.append(file)

    # --- what it does not have ----------------------------------------------------------------

    def _compare_new(self, digest: Digest) -> None:
        """Find missed documents at other places; what else is there is new, or a copy."""
        result = self.result
        own = {file.path for file in self._known}
        missed = {file.sha256: file for file in (*result.changed, *result.away, *result.gone)}
        sizes = {file.stamp.size for file in missed.values()}
        there = {file.sha256 for file in self._known} - missed.keys()
        for path in [*self._strangers(own), *(file.path for file in result.changed)]:
            seen, copy = self._stamps[path], self._copy(path)
            content = None if copy is None else copy.sha256
            if content is None and seen.size in sizes:
                content = self._digest(path, digest)
            if content is not None and content in missed:
                result.moved.append(Sighting(missed.pop(content).document_id, path, seen))
                there.add(content)
            elif path in own:
                continue  # a changed document, which ingest reads
            elif copy is not None and content in there:
                result.kept_out.append(copy)
            else:
                self._take(path, content, digest)

    def _strangers(self, own: Collection[Path]) -> list[Path]:
        """Files that belong to no document and are not known as something to leave out."""
        strangers = []
        for path, seen in self._found.items():
            if path in own:
                continue
            if self._is_left(path, seen):
                self.result.kept_out.append(self._left_out[path])
            elif not self._settled(seen):
                self.result.unsettled += 1
            else:
                strangers.append(path)
        return strangers

    def _take(self, path: Path, content: str | None, digest: Digest) -> None:
        """A file that is new, unless the user took it out before."""
        removed = self._removed
        if removed.marks:
            if removed.mark_of_path(path) in removed.marks:
                self.result.removed.append(path)
                return
            content = content or self._digest(path, digest)
            if content is not None and removed.mark_of_content(content) in removed.marks:
                self.result.removed.append(path)
                return
        self.result.new.append(path)

    # --- files --------------------------------------------------------------------------------

    def _copy(self, path: Path) -> LeftOutFile | None:
        """What is known of a file that was a copy of a document when it was read, and has stayed as
        it was."""
        left = self._left_out.get(path)
        is_copy = left is not None and left.reason == DUPLICATE and left.stamp == self._stamps[path]
        return left if is_copy else None

    def _is_left(self, path: Path, seen: FileStamp) -> bool:
        """Whether a file was left out before, has stayed as it was, and is not asked for."""
        left = self._left_out.get(path)
        same = left is not None and left.stamp == seen and left.reason != DUPLICATE
        return same and not self._asked

    def _digest(self, path: Path, digest: Digest) -> str | None:
        if path not in self._digests:
            self._digests[path] = digest(path)
        return self._digests[path]
