"""Finds, stamps and hashes the user's files. They are only read, never changed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentStatus, FileStamp, FoundFile, SkippedFile
from app.core.ports import ExtractionFailed, FolderLook

SUFFIX = ".pdf"
# A PDF begins with this, after at most so many bytes of something else.
_MARK = b"%PDF-"
_MARK_WITHIN = 1024
# Read at once: large enough for speed, small enough for a cancel to take effect at once.
_BLOCK = 1 << 20
# What 64 bits hold, as the library stores a time: from 1677 to 2262. Files may claim other years.
_EARLIEST_NS, _LATEST_NS = -(2**63), 2**63 - 1

_HAVE_ATTRIBUTES = os.name == "nt"
"""Whether files can be hidden whatever their names; elsewhere, asking costs a look at each."""

_SENTENCES = {
    "not_a_pdf": "It is not a PDF.",
    "missing": "There is no file or folder of this name. It may have been moved or renamed.",
    "unreadable_folder": "The system does not let Pincite look into this folder. Check its "
    "permissions, then add it again.",
    "unreadable": "The system does not let Pincite read this file. Check its permissions, then "
    "add it again.",
    "not_a_file": "It is neither a file nor a folder.",
}


class LocalFiles:
    """A `FileSource` and a `FolderSource` on the file system."""

    def scan(
        self, paths: Sequence[Path], *, cancel: CancelToken
    ) -> Iterator[FoundFile | SkippedFile]:
        """See `FileSource.scan`. Folders go by name, each file where its name stands.

        Reasons of skipped files: not_a_pdf, missing, unreadable, not_a_file. Whatever is wrong
        with one entry, the others are found.

        Raises:
            Cancelled: between two entries.
        """
        scan = _Scan(cancel)
        for path in paths:
            yield from scan.given(path)

    def is_folder(self, path: Path) -> bool:
        """See `FolderSource.is_folder`."""
        try:
            return stat.S_ISDIR(path.stat().st_mode)
        except (OSError, ValueError):
            return False

    def look(self, folders: Sequence[Path], *, cancel: CancelToken) -> FolderLook:
        """See `FolderSource.look`. A folder that may not be looked into counts as absent where it
        was given, and is skipped as unreadable below."""
        scan = _Scan(cancel)
        absent = []
        found: list[FoundFile] = []
        skipped: list[SkippedFile] = []
        for folder in folders:
            if not self.is_folder(folder):
                absent.append(folder)
                continue
            for item in scan.given(folder):
                if isinstance(item, FoundFile):
                    found.append(item)
                elif item.path == folder:
                    absent.append(folder)
                else:
                    skipped.append(item)
        return FolderLook(tuple(found), tuple(skipped), tuple(scan.looked_into), tuple(absent))

    def stamp(self, path: Path) -> FileStamp | None:
        """See `FileSource.stamp`. None also where the system does not let us look."""
        try:
            status = path.stat()
        except (OSError, ValueError):  # ValueError: a name that no file can have
            return None
        return _stamp(status) if stat.S_ISREG(status.st_mode) else None

    def sha256(self, path: Path, *, cancel: CancelToken) -> str:
        """See `FileSource.sha256`.

        Raises:
            ExtractionFailed: the file is not there or cannot be read.
            Cancelled: between two megabytes.
        """
        digest = hashlib.sha256()
        try:
            with path.open("rb") as file:
                while block := file.read(_BLOCK):
                    cancel.raise_if_cancelled()
                    digest.update(block)
        except (OSError, ValueError) as error:
            reason = "missing" if isinstance(error, FileNotFoundError) else "unreadable"
            raise ExtractionFailed(
                DocumentStatus.FAILED, _SENTENCES[reason], detail=type(error).__name__
            ) from error
        return digest.hexdigest()


class _Scan:
    """One walk. Knows where it was: nothing comes twice, and no link leads in circles."""

    def __init__(self, cancel: CancelToken) -> None:
        self._cancel = cancel
        self._folders: set[tuple[int, int]] = set()
        self._files: set[str] = set()
        self.looked_into: list[Path] = []

    def given(self, path: Path) -> Iterator[FoundFile | SkippedFile]:
        """What there is at a path that is tried whatever its name is."""
        # Not resolved: people know their files by the names that they gave.
        path = Path(os.path.abspath(path))  # noqa: PTH100
        yield from self._entry(path, _real(path), given=True)

    def _entry(self, path: Path, real: str, *, given: bool) -> Iterator[FoundFile | SkippedFile]:
        """What there is at a path, which is `real` once links are followed."""
        self._cancel.raise_if_cancelled()
        try:
            status = path.stat()
        except (OSError, ValueError) as error:
            missing = isinstance(error, FileNotFoundError | NotADirectoryError | ValueError)
            yield _skipped(path, "missing" if missing else "unreadable")
            return
        if stat.S_ISDIR(status.st_mode):
            yield from self._folder(path, real, (status.st_dev, status.st_ino))
        elif not stat.S_ISREG(status.st_mode):
            yield _skipped(path, "not_a_file")
        elif real not in self._files:
            self._files.add(real)
            yield _file(path, status, given)

    def _folder(
        self, path: Path, real: str, identity: tuple[int, int]
    ) -> Iterator[FoundFile | SkippedFile]:
        if identity in self._folders:
            return
        self._folders.add(identity)
        try:
            with os.scandir(path) as found:
                entries = [entry for entry in found if not _is_hidden(entry)]
        except OSError:
            yield SkippedFile(path, "unreadable", _SENTENCES["unreadable_folder"])
            return
        self.looked_into.append(path)
        for entry in sorted(entries, key=lambda entry: (entry.name.casefold(), entry.name)):
            inside = Path(entry.path)
            # Links are followed one by one: for each file from the root, it would take most of the
            # time.
            below = _real(inside) if entry.is_symlink() else os.path.join(real, entry.name)  # noqa: PTH118
            yield from self._entry(inside, below, given=False)


def _file(path: Path, status: os.stat_result, given: bool) -> FoundFile | SkippedFile:
    if path.suffix.lower() != SUFFIX:
        if not given:
            return _skipped(path, "not_a_pdf")
        try:
            with path.open("rb") as file:
                if _MARK not in file.read(_MARK_WITHIN):
                    return _skipped(path, "not_a_pdf")
        except OSError:
            return _skipped(path, "unreadable")
    return FoundFile(path, _stamp(status))


def _skipped(path: Path, reason: str) -> SkippedFile:
    return SkippedFile(path, reason, _SENTENCES[reason])


def _stamp(status: os.stat_result) -> FileStamp:
    return FileStamp(status.st_size, max(_EARLIEST_NS, min(status.st_mtime_ns, _LATEST_NS)))


def _real(path: Path) -> str:
    """The path with all links followed, or as far as that goes; as it is for a name that no file
    can have."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith("."):
        return True
    if not _HAVE_ATTRIBUTES:
        return False
    try:
        attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    except OSError:
        return False
    hidden: int = getattr(stat, "FILE_ATTRIBUTE_HIDDEN", 0)
    return bool(attributes & hidden)
