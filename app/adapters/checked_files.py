"""Remembers which model files were read whole, and whether their bytes were right.

So a model is not hashed anew at each start (a gigabyte takes seconds), and one that was found
damaged is not taken for a good one until it is replaced. Kept in `checked.json` in the models
folder; a file that changed since, by size or time, counts as not checked.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.domain.cancel import CancelToken
from app.core.domain.model import ModelFile

RECORD_NAME = "checked.json"

# Read at once: small enough for a cancel to take effect at once.
_BLOCK = 1 << 20


class _Check(BaseModel):
    """A finding. `modified` is in nanoseconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bytes: int
    modified: int
    sha256: str


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    files: dict[str, _Check] = {}


class CheckedFiles:
    """The findings for the files of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def is_right(self, file: ModelFile) -> bool | None:
        """Whether the file as it lies there had the right hash; None if that is not known."""
        check = self._read().files.get(file.name)
        if check is None or _stamp(self._folder / file.name) != (check.bytes, check.modified):
            return None
        return check.sha256 == file.sha256

    def check(self, file: ModelFile, cancel: CancelToken | None = None) -> bool:
        """Whether the file as it lies there has the right hash; reads it only where that is not
        known.

        Raises:
            OSError: it is missing or cannot be read.
            Cancelled: between two megabytes.
        """
        known = self.is_right(file)
        if known is not None:
            return known
        digest = hashlib.sha256()
        with (self._folder / file.name).open("rb") as content:
            while block := content.read(_BLOCK):
                if cancel is not None:
                    cancel.raise_if_cancelled()
                digest.update(block)
        self.note(file, digest.hexdigest())
        return digest.hexdigest() == file.sha256

    def note(self, file: ModelFile, sha256: str) -> None:
        """The file as it lies there has this hash."""
        stamp = _stamp(self._folder / file.name)
        if stamp is None:
            return
        check = _Check(bytes=stamp[0], modified=stamp[1], sha256=sha256)
        record = _Record(files={**self._read().files, file.name: check})
        path = self._folder / RECORD_NAME
        fresh = path.with_name(RECORD_NAME + ".new")
        # A folder that cannot be written to is checked anew each time.
        with contextlib.suppress(OSError):
            fresh.write_text(record.model_dump_json(indent=1), encoding="utf-8")
            fresh.replace(path)

    def _read(self) -> _Record:
        try:
            return _Record.model_validate_json((self._folder / RECORD_NAME).read_bytes())
        except (OSError, ValidationError):
            return _Record()


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
