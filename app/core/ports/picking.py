"""Files that the user picked, outside the library."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class FileReader(Protocol):
    """Reads files whole that are small."""

    def read(self, path: Path, most_bytes: int) -> bytes:
        """What the file holds; of a larger one, `most_bytes` and one more.

        Raises:
            InvalidInput: it is not there, is no file, or may not be read. The sentence says which.
        """
        ...
