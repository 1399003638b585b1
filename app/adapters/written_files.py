"""Files that the user asked for, replaced whole, so that none is ever half written."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path

from app.core.errors import StorageError

_FULL = (errno.ENOSPC, errno.EDQUOT)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
_GONE = (errno.ENOENT, errno.ENOTDIR)
_NO_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)


class WrittenFiles:
    """Implements :class:`~app.core.ports.FileWriter`."""

    def write(self, path: Path, content: bytes) -> None:
        """See the port. A link stays a link: what it names is replaced."""
        try:
            _replace(Path(os.path.realpath(path)), content)
        except OSError as error:
            name = errno.errorcode.get(error.errno or 0, "OSError")
            raise StorageError(_sentence(path, error), detail=name) from error


def _replace(path: Path, content: bytes) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if path.exists() and not path.is_file():
        # A device or a pipe: putting a file in its place would break it for everybody.
        raise OSError(errno.EINVAL, "")
    fresh = path.with_name(f".pincite-{secrets.token_hex(8)}.part")
    # Made as other files of the user are, so that others may read it where they may read those.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(fresh, flags, 0o666)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def _sentence(path: Path, error: OSError) -> str:
    """What happened and what to do; what was there is kept in any case."""
    if error.errno in _FULL:
        return (
            f"The disk is full, so “{path.name}” was not written. Free some space, then export it "
            "again."
        )
    if error.errno in _GONE:
        return f"The folder for “{path.name}” is not there. Export it again to another folder."
    if error.errno in _NO_NAME:
        return f"No file can be called “{path.name}” there. Export it again with a shorter name."
    if error.errno in _NOT_ALLOWED:
        return (
            f"“{path.name}” may not be written there, or is open in another program. Close it "
            "there, or export it again to another folder."
        )
    return f"“{path.name}” could not be written. Export it again to another folder."
