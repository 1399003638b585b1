"""Walks what is to be read, and notes which files are read for a collection."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import FoundFile, SkippedFile
from app.core.ports import FileSource
from app.services.filing import Filing
from app.services.ingest_control import CollectedPath, ToRead

Scanned = tuple[list[Path], list[SkippedFile]]


def scan(
    files: FileSource, filing: Filing, paths: Sequence[ToRead], *, cancel: CancelToken
) -> Scanned:
    """The PDFs at or below the paths, in order, and what was left out there.

    Raises:
        Cancelled: between two entries.
    """
    plain = [path for path in paths if isinstance(path, Path)]
    found, skipped = _walk(files, plain, cancel)
    for wanted in paths:
        if isinstance(wanted, CollectedPath):
            below, others = _walk(files, [wanted.path], cancel)
            # Before they are queued: what is expected and never read does no harm.
            filing.expect(_collection(wanted, below), below)
            found += below
            skipped += others
    return found, skipped


def _collection(wanted: CollectedPath, below: Sequence[Path]) -> str:
    """The name of the collection that files are for; "" for none."""
    if wanted.collection is not None:
        return wanted.collection
    is_file = list(below) == [wanted.path]
    return "" if is_file else wanted.path.name


def _walk(files: FileSource, paths: Sequence[Path], cancel: CancelToken) -> Scanned:
    found: list[Path] = []
    skipped: list[SkippedFile] = []
    for entry in files.scan(paths, cancel=cancel):
        cancel.raise_if_cancelled()
        if isinstance(entry, FoundFile):
            found.append(entry.path)
        else:
            skipped.append(entry)
    return found, skipped
