"""What is needed to report how reading went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.core.domain.reading_report import LeftOut, ReadPages


class ReadingReportStore(Protocol):
    """Counts what the library holds. May be used from any thread."""

    def pages(self) -> dict[int, ReadPages]:
        """The pages of each document that has any, by its id."""
        ...

    def left_out(self) -> list[LeftOut]:
        """Files that were found and are no documents, by path."""
        ...

    def set_ignored(self, document_ids: Sequence[int], *, ignored: bool) -> None:
        """Tell no more what these documents need, or tell it again; unknown ids are passed over."""
        ...

    def forget_reading(self, document_ids: Sequence[int]) -> None:
        """Let these documents be read again the next time, though their files have not changed. All
        that was read of them stays until then."""
        ...
