"""What OCR did in one run of the ingest."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class RecognitionTally:
    """Pages that were looked at, those of them on which text was found, and the seconds of it.
    `left` holds documents that are left for another run: their file is locked, changed or gone.
    `note` says why OCR could not read at all, "" where it could."""

    looked: int = 0
    read: int = 0
    seconds: float = 0.0
    left: set[int] = field(default_factory=set)
    note: str = ""

    def seconds_left(self, pages: int) -> float | None:
        """About how long so many pages will take; None before any was looked at."""
        return self.seconds / self.looked * pages if self.looked else None
