"""The part file: what has arrived of a model file, kept across interruptions.

`<file>.part` always holds the beginning of the file, wherever its bytes came from.
`<file>.part.json` says which file that is, and where the package parts in it end. Bytes become
the file only when all are there and their hash is right.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.domain.cancel import CancelToken
from app.core.domain.model import ModelFile, PackagePart
from app.core.errors import StorageError

BLOCK_BYTES = 1 << 20


class WrongBytes(Exception):
    """What arrived cannot be the file: its size or its hash is another."""


class _CompletePart(BaseModel):
    """A package part that is in the part file whole. `end` is the offset behind its last byte."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: PackagePart
    end: int


class _Journal(BaseModel):
    """What the part file belongs to, and the package parts that are in it, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sha256: str
    bytes: int
    complete: tuple[_CompletePart, ...] = ()


def part_path(target: Path) -> Path:
    """Where the bytes of `target` gather."""
    return target.with_name(target.name + ".part")


def journal_path(target: Path) -> Path:
    """Where it is noted what the part file holds."""
    return target.with_name(target.name + ".part.json")


def work_path(target: Path) -> Path:
    """Folder beside `target`, so on the same disk, for packages that are being unpacked."""
    return target.with_name(target.name + ".part.packages")


class PartFile:
    """The beginning of a file, as a context manager that holds it alone.

    `position` is where the next byte goes; all before it is hashed. Bytes behind it, left by
    another source, are overwritten in place, never cut: they are the same bytes if all is well,
    and the hash decides in the end.

    Raises:
        StorageError: on entering, when another process is filling the same file.
        OSError: the disk does not play along.
    """

    def __init__(self, target: Path, file: ModelFile) -> None:
        self.target = target
        self._file = file
        self._hash = hashlib.sha256()
        self._position = 0
        self._journal = _Journal(sha256=file.sha256, bytes=file.bytes)
        self._handle: BinaryIO

    def __enter__(self) -> PartFile:
        self._handle = _open_alone(part_path(self.target))
        try:
            self._take_up()
        except BaseException:
            self._handle.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._handle.close()
        if self._length_on_disk() == 0:  # leave no trace of a try in which nothing arrived
            part_path(self.target).unlink(missing_ok=True)
            journal_path(self.target).unlink(missing_ok=True)

    @property
    def position(self) -> int:
        """Bytes from the start that are there and hashed."""
        return self._position

    @property
    def length(self) -> int:
        """Bytes from the start that are there, hashed or not."""
        self._handle.flush()
        return os.fstat(self._handle.fileno()).st_size

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return self._file.bytes

    @property
    def complete(self) -> bool:
        """Whether the last byte was written."""
        return self._position == self._file.bytes

    def seek(self, offset: int, cancel: CancelToken) -> Iterator[int]:
        """Go to `offset`, at most `length`, hashing what lies before it; yield bytes hashed."""
        if offset < self._position:
            self._hash = hashlib.sha256()
            self._position = 0
        self._handle.seek(self._position)
        while self._position < offset:
            cancel.raise_if_cancelled()
            block = self._handle.read(min(BLOCK_BYTES, offset - self._position))
            if not block:
                raise WrongBytes
            self._hash.update(block)
            self._position += len(block)
            yield self._position
        self._handle.seek(self._position)

    def append(self, block: bytes) -> None:
        """Write at `position`.

        Raises:
            WrongBytes: the file would become larger than it is.
        """
        if self._position + len(block) > self._file.bytes:
            raise WrongBytes
        self._handle.write(block)
        self._hash.update(block)
        self._position += len(block)

    def complete_parts(self, parts: Sequence[PackagePart]) -> tuple[int, int]:
        """How many of these parts, from the first, are there whole, and where they end."""
        count, end, length = 0, 0, self.length
        for noted, part in zip(self._journal.complete, parts, strict=False):
            if noted.part != part or not end < noted.end <= length:
                break
            count, end = count + 1, noted.end
        return count, end

    def note_complete(self, parts: Sequence[PackagePart]) -> None:
        """Note that the last of these parts ends at `position`, and those before it where they
        were noted to end. The bytes reach the disk before the note does."""
        self._sync()
        known = self._journal.complete[: len(parts) - 1]
        last = _CompletePart(part=parts[-1], end=self._position)
        self._write_journal(self._journal.model_copy(update={"complete": (*known, last)}))

    def cut(self, offset: int, cancel: CancelToken) -> None:
        """Throw away all bytes from `offset` on."""
        for _ in self.seek(offset, cancel):
            pass
        self._handle.truncate(offset)

    def discard(self) -> None:
        """Throw away all bytes: some of them are wrong."""
        self._handle.seek(0)
        self._handle.truncate(0)
        self._hash = hashlib.sha256()
        self._position = 0
        self._write_journal(_Journal(sha256=self._file.sha256, bytes=self._file.bytes))

    def install(self) -> None:
        """Make it the file, whole or not at all.

        Raises:
            WrongBytes: bytes are missing, or the hash is another.
        """
        if self._hash.hexdigest() != self._file.sha256:
            raise WrongBytes
        self._sync()
        self._handle.close()  # Windows renames no open file
        part_path(self.target).replace(self.target)
        _sync_folder(self.target.parent)
        journal_path(self.target).unlink(missing_ok=True)
        shutil.rmtree(work_path(self.target), ignore_errors=True)

    def _take_up(self) -> None:
        """Go on with what an earlier try left, if it belongs to the same file."""
        journal = _read_journal(journal_path(self.target))
        wanted = (self._file.sha256, self._file.bytes)
        if journal and (journal.sha256, journal.bytes) == wanted and self.length <= self.size:
            self._journal = journal
        else:
            self.discard()

    def _length_on_disk(self) -> int:
        try:
            return part_path(self.target).stat().st_size
        except FileNotFoundError:
            return 0

    def _sync(self) -> None:
        self._handle.flush()
        os.fsync(self._handle.fileno())

    def _write_journal(self, journal: _Journal) -> None:
        path = journal_path(self.target)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(journal.model_dump_json(), encoding="utf-8")
        fresh.replace(path)
        self._journal = journal


def _read_journal(path: Path) -> _Journal | None:
    try:
        return _Journal.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def _open_alone(path: Path) -> BinaryIO:
    """Open for reading and writing, made if need be, locked until closed."""
    # Not Path.open: no mode of it makes a file, keeps its bytes and writes anywhere in it.
    number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    handle = os.fdopen(number, "r+b")
    try:
        _lock(handle)
        # Another process may have made it the file between our opening and our locking.
        if not os.path.samestat(os.fstat(number), path.stat()):
            raise BlockingIOError
    except OSError as error:
        handle.close()
        if isinstance(error, BlockingIOError | PermissionError | FileNotFoundError):
            raise StorageError(
                "Another Pincite is downloading this model. Wait until it is done, or stop it "
                "there.",
                code="download_running",
            ) from error
        raise
    return handle


if sys.platform == "win32":
    import msvcrt

    # Locks on Windows keep others from reading, so one byte far behind the end is locked.
    _LOCKED_BYTE = 1 << 40

    def _lock(handle: BinaryIO) -> None:
        handle.seek(_LOCKED_BYTE)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        handle.seek(0)

else:
    import fcntl

    def _lock(handle: BinaryIO) -> None:
        fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where the system can."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        # Some network file systems cannot sync a folder; the rename itself is done.
        with contextlib.suppress(OSError):
            os.fsync(number)
    finally:
        os.close(number)
