"""Tells whether the file of a stored document is still what was read."""

from __future__ import annotations

from pathlib import Path

from app.adapters.file_source import LocalFiles
from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document, FileStamp, FileState
from app.core.ports import ExtractionFailed, FileSource


class LocalFileStates:
    """A `FileStates` that asks for size and time first, and reads the file only where its time
    alone differs, as after copying a folder."""

    def __init__(self, files: FileSource | None = None) -> None:
        self._files = files or LocalFiles()
        self._hashes: dict[Path, tuple[FileStamp, str]] = {}

    def glance(self, document: Document) -> FileState | None:
        """See `FileStates.glance`. What was read before for this need not be read again."""
        stamp = self._files.stamp(document.path)
        known = self._hashes.get(document.path)
        if stamp is not None and known is not None and known[0] == stamp:
            return FileState.UNCHANGED if known[1] == document.sha256 else FileState.CHANGED
        return _by_stamp(stamp, document)

    def state(self, document: Document) -> FileState:
        """See `FileStates.state`. A file that cannot be read counts as missing."""
        stamp = self._files.stamp(document.path)
        told = _by_stamp(stamp, document)
        if told is not None or stamp is None:
            return told or FileState.MISSING
        try:
            same = self._hash(document.path, stamp) == document.sha256
        except ExtractionFailed:
            return FileState.MISSING
        return FileState.UNCHANGED if same else FileState.CHANGED

    def _hash(self, path: Path, stamp: FileStamp) -> str:
        known = self._hashes.get(path)
        if known is None or known[0] != stamp:
            known = (stamp, self._files.sha256(path, cancel=CancelToken()))
            self._hashes[path] = known
        return known[1]


def _by_stamp(stamp: FileStamp | None, document: Document) -> FileState | None:
    """What size and time tell; None where they tell nothing, since the time alone differs."""
    if stamp is None:
        return FileState.MISSING
    if stamp == document.stamp:
        return FileState.UNCHANGED
    return FileState.CHANGED if stamp.size != document.stamp.size else None
