"""Faults of the vectors' files, told from damage, and as sentences."""

from __future__ import annotations

import re

from app.core.errors import StorageError

# SQLite's result codes, as Chroma's messages give them, that speak of the machine and not of a
# damaged file: busy, locked, read-only, I/O, full, cannot open, permission.
_ENVIRONMENT = re.compile(r"\(code: (?:5|6|8|10|13|14|23)\)|No space left|Permission denied")
_FULL = re.compile(r"\(code: 13\)|No space left")

DISK_FULL = (
    "The disk is full, so passages could not be prepared for search by meaning. What was stored "
    "before is kept. Free some space, then try again."
)
UNUSABLE = (
    "The index for search by meaning could not be used. Search by words still works, and nothing "
    "of your library is lost. Check the permissions of the library folder and the space on the "
    "disk, then try again."
)

DAMAGED = (
    "The index for search by meaning is damaged. Search by words still works, and nothing of your "
    "library is lost: `pincite ingest` with any path makes the index anew."
)


def is_environment(error: Exception) -> bool:
    """Whether a fault speaks of the machine and not of a damaged file."""
    return isinstance(error, OSError) or _ENVIRONMENT.search(str(error)) is not None


def storage_error(error: Exception) -> StorageError:
    """The fault as a sentence for the user."""
    sentence = DISK_FULL if _FULL.search(str(error)) else UNUSABLE
    return StorageError(sentence, code="vectors_unusable", detail=kind_of(error))


def kind_of(error: Exception) -> str:
    """The name of a fault, for the log."""
    return type(error).__name__
