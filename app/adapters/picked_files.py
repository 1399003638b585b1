"""Files that the user picked, read whole where they are small."""

from __future__ import annotations

import errno
from pathlib import Path

from app.core.errors import InvalidInput

_NOT_ALLOWED = (errno.EACCES, errno.EPERM)
_GONE = (errno.ENOENT, errno.ENOTDIR)


class PickedFiles:
    """Implements :class:`~app.core.ports.FileReader`."""

    def read(self, path: Path, most_bytes: int) -> bytes:
        """See the port. What is no plain file, such as a pipe, might never end."""
        try:
            if path.exists() and not path.is_file():
                raise InvalidInput(f"“{path.name}” is not a file. Choose a file.")
            with path.open("rb") as file:
                return file.read(most_bytes + 1)
        except OSError as error:
            name = errno.errorcode.get(error.errno or 0, "OSError")
            raise InvalidInput(_sentence(path, error), detail=name) from error


def _sentence(path: Path, error: OSError) -> str:
    if error.errno in _GONE:
        return f"“{path.name}” is not there any more. Choose another file."
    if error.errno in _NOT_ALLOWED:
        return (
            f"“{path.name}” may not be read, or is open in another program. Close it there, or "
            "choose another file."
        )
    return f"“{path.name}” could not be read. Choose another file."
