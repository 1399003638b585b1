"""Files that the user asked for, outside the library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from app.core.domain.sheet import Sheet


class FileWriter(Protocol):
    """Writes files whole or not at all."""

    def write(self, path: Path, content: bytes) -> None:
        """Make a file, or replace the one that is there: whoever names a path was asked about it.

        Raises:
            StorageError: it cannot be written; what was there is kept. The sentence says why.
        """
        ...


class WorkbookWriter(Protocol):
    """Makes files that spreadsheet programs open."""

    def workbook(self, sheets: Sequence[Sheet]) -> bytes:
        """A workbook (XLSX) with these sheets. Numbers, dates, yes and no are cells of their type;
        text is never a formula, a link or a number, whatever it looks like."""
        ...
