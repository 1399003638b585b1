"""Remembers which model files were read whole, and whether their bytes were right.

So a model is not hashed anew at each start (a gigabyte takes seconds), and one that was found
damaged is not taken for a good one until it is replaced. Kept in `checked.json` in the models
folder; a file that changed since, by size or time, counts as not checked.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.domain.model import ModelFile

RECORD_NAME = "checked.json"


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
