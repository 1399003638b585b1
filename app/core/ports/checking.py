"""Looking into a library's database for what should never be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.core.domain.library_check import StrayKind


class LibraryAudit(Protocol):
    """Reads, and changes nothing. Others may write meanwhile."""

    def stray_rows(self) -> Mapping[StrayKind, int]:
        """How many rows there are of each kind; kinds without any are left out."""
        ...

    def wrongly_indexed(self, document_id: int) -> frozenset[int]:
        """Chunks of a document that a full-text index does not have, or has with another number of
        words than their text, title and headings call for."""
        ...
