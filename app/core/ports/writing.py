"""Files that the user asked for, outside the library."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class FileWriter(Protocol):
    """Writes files whole or not at all."""

    def write(self, path: Path, content: bytes) -> None:
        """Make a file, or replace the one that is there: whoever names a path was asked about it.

        Raises:
            StorageError: it cannot be written; what was there is kept. The sentence says why.
        """
        ...
