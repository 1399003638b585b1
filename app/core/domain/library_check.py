"""What a look into a library's files found, before anybody says what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class StrayKind(StrEnum):
    """Rows of the database that should not be there."""

    PAGES = "pages"
    """Pages of no document."""
    CHUNKS = "chunks"
    """Chunks of no document."""
    SPANS = "spans"
    """Spans of no chunk."""
    INDEX_ROWS = "index_rows"
    """Rows of a full-text index that belong to no chunk."""
    SAME_CONTENT = "same_content"
    """Documents whose content is another's as well; those that could not be read are none."""


@dataclass(frozen=True, slots=True)
class VectorContents:
    """What the files of an index hold.

    Attributes:
        documents: The document of each chunk that has a vector.
        rows: The same, as the plain rows say that are searched exactly. Rows that are missing are
            put there when the index is used next.
        unusable: Chunks whose vector has a wrong number of numbers, or one that is none, or no
            direction; in either place.
        differing: Chunks whose vectors point elsewhere in the one place than in the other.
    """

    documents: Mapping[int, int] = field(default_factory=dict)
    rows: Mapping[int, int] = field(default_factory=dict)
    unusable: frozenset[int] = frozenset()
    differing: frozenset[int] = frozenset()
