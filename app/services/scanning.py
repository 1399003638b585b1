"""Walks what is to be read, and notes which files are read for a collection."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
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
    collected = [path for path in paths if isinstance(path, CollectedPath)]
    for name, group in groupby(collected, key=lambda wanted: wanted.collection):
        # Many files for one collection come from a check of the folders: they are noted at once.
        together = [wanted.path for wanted in group]
        for some in [together] if name is not None else [[path] for path in together]:
            below, others = _walk(files, some, cancel)
            # Before they are queued: what is expected and never read does no harm.
            filing.expect(_collection(some[0], below) if name is None else name, below)
            found += below
            skipped += others
    return found, skipped


def _collection(given: Path, below: Sequence[Path]) -> str:
    """The name of the collection that the files of a folder are for; "" for a file."""
    return "" if list(below) == [given] else given.name


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
