"""Reads the manifest of models, from a checkout or from inside a bundled application."""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import ValidationError

from app.core.domain.model import Manifest
from app.core.errors import StorageError


def manifest_path() -> Path:
    """Where the manifest lies: beside `app` in a checkout, in the unpacked bundle otherwise."""
    bundle = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    root = Path(bundle) if bundle else Path(__file__).resolve().parents[2]
    return root / "models" / "manifest.json"


def load_manifest(path: Path | None = None) -> Manifest:
    """The manifest at `path`, by default the program's own.

    Raises:
        StorageError: it is missing, or is not a manifest.
    """
    try:
        return Manifest.model_validate_json((path or manifest_path()).read_bytes())
    except (OSError, ValidationError) as error:
        raise StorageError(
            "The list of models that belongs to Pincite is missing or damaged. Install Pincite "
            "again; your library is not touched by that.",
            code="manifest_damaged",
            detail=type(error).__name__,
        ) from error
