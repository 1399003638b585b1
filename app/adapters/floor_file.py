"""Reads and writes the record of support floors, which lies beside the manifest of models."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from app.adapters.manifest_file import manifest_path
from app.core.domain.floor import FloorRecord
from app.core.errors import StorageError


def floor_path() -> Path:
    """Where the program's own record lies."""
    return manifest_path().with_name("support-floors.json")


def load_floors(path: Path | None = None) -> FloorRecord:
    """The record at `path`, by default the program's own.

    Raises:
        StorageError: it is missing, or is no such record.
    """
    try:
        return FloorRecord.model_validate_json((path or floor_path()).read_bytes())
    except (OSError, ValidationError) as error:
        raise StorageError(
            "The record of what is enough for an answer, which belongs to Pincite, is missing or "
            "damaged. Install Pincite again; your library is not touched by that.",
            code="floors_damaged",
            detail=type(error).__name__,
        ) from error


def save_floors(record: FloorRecord, path: Path) -> None:
    """Write the record to `path`.

    Raises:
        StorageError: it cannot be written.
    """
    try:
        text = json.dumps(record.model_dump(mode="json"), indent=2)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written. Check its folder's permissions and the free space of the "
            "disk, then try again."
        ) from error
