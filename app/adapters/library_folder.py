"""The library's folder: where it lies, private to the user, and owned by one writer at a time.

Opening for reading (`pincite list`) takes `LibraryFolder` alone; whoever writes holds its `lock`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path
from types import TracebackType

import platformdirs

from app.core.errors import LibraryBusy, StorageError

BUSY = (
    "Another Pincite has this library open. Use that one, or close it and try again. "
    "With --library you can choose another library."
)

_FOLDER_MODE = 0o700
_FILE_MODE = 0o600

# What Pincite itself puts there. A folder that holds other things keeps its mode.
_OWN_NAMES = frozenset(
    {
        "library.db",
        "library.db-wal",
        "library.db-shm",
        "library.lock",
        "vectors",
        "vectors.lock",
        "models",
        "logs",
        "backups",
    }
)

# How often a lock is tried that another process is about to give back.
_LOOK_SECONDS = 0.05

# What a lock that another process holds is reported as (flock on POSIX, locking on Windows).
_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK})


def default_library() -> Path:
    """The library that is used when none is named: the user's data folder of this system."""
    return Path(platformdirs.user_data_dir("Pincite", appauthor=False))


class LibraryFolder:
    """A library's folder, made where it is not there yet.

    Raises:
        StorageError: the folder cannot be made or used.
    """

    def __init__(self, path: Path) -> None:
        # The working folder may change; the library's place may not.
        self._path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
        try:
            self._path.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            if all(entry.name in _OWN_NAMES for entry in self._path.iterdir()):
                _make_own(self._path)
        except OSError as error:
            raise _storage_error(self._path, error) from error

    @property
    def path(self) -> Path:
        """The folder, as an absolute path."""
        return self._path

    @property
    def database(self) -> Path:
        """The file that holds documents, pages and chunks."""
        return self._path / "library.db"

    @property
    def vectors(self) -> Path:
        """The folder of vector generations."""
        return self._path / "vectors"

    def lock(self) -> LibraryLock:
        """Own the library for writing until the lock is released or the process ends.

        Raises:
            LibraryBusy: another process owns it, or this one already.
        """
        return LibraryLock(self._path / "library.lock")


class LibraryLock:
    """A lock file that is held. The system frees it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, _FILE_MODE)
        except OSError as error:
            raise _storage_error(path.parent, error) from error
        try:
            _take(self._file)
        except OSError as error:
            self.release()
            if error.errno in _HELD:
                raise LibraryBusy(BUSY) from error
            raise _storage_error(path.parent, error) from error

    def release(self) -> None:
        """Let others write. May be called more than once."""
        if self._file is not None:
            # The file stays: another process may hold it open already.
            os.close(self._file)
            self._file = None

    def __enter__(self) -> LibraryLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


if sys.platform == "win32":

    def _take(file: int) -> None:
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:

    def _take(file: int) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for_lock(path: Path, seconds: float = 10.0) -> LibraryLock:
    """Own something of the library, as soon as a process that is about to end lets go of it.

    Raises:
        LibraryBusy: it is still owned by another process after so many seconds.
        StorageError: the file cannot be made.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            return LibraryLock(path)
        except LibraryBusy:
            if time.monotonic() > end:
                raise
        time.sleep(_LOOK_SECONDS)


def make_private(folder: Path) -> None:
    """Make a folder of the library, readable by the user only.

    Raises:
        StorageError: it cannot be made.
    """
    try:
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        # Systems without such modes refuse; the folder then lies in the user's own space.
        with contextlib.suppress(NotImplementedError, PermissionError):
            folder.chmod(_FOLDER_MODE)
    except OSError as error:
        raise _storage_error(folder, error) from error


def _make_own(folder: Path) -> None:
    """Take the folder from others. What can only be read is left as it is: a library there can be
    searched all the same."""
    try:
        folder.chmod(_FOLDER_MODE)
    except OSError as error:
        if error.errno != errno.EROFS:
            raise


def _storage_error(path: Path, error: OSError) -> StorageError:
    name = errno.errorcode.get(error.errno or 0, "")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageError(
            f"The disk is full, so the library folder {path} cannot be used. "
            "Free some space, then try again.",
            detail=name,
        )
    if error.errno == errno.EROFS:
        return StorageError(
            f"The library folder {path} can only be read, so nothing can be changed there. "
            "`pincite list`, `search` and `ask` work; for more, copy the folder to where you may "
            "write, and open the copy.",
            detail=name,
        )
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return StorageError(
            f"The library cannot lie at {path}, because a file is in the way. "
            "Choose another folder.",
            detail=name,
        )
    return StorageError(
        f"Pincite may not use the library folder {path}. "
        "Check its permissions, or choose another folder.",
        detail=name,
    )
