"""As many extractor processes as it pays to have: files are read side by side."""

from __future__ import annotations

from pathlib import Path

from app.adapters.cores import usable_cores
from app.adapters.extractor_process import ExtractorProcess

MOST_PROCESSES = 4
"""Each takes about 0.1 GB of memory, and four read faster than one process stores."""


class ExtractorPool:
    """The extractors of a program. Each starts its process when it is needed.

    Args:
        tokenizer: As for `ExtractorProcess`.
        processes: How many; by default one for each core, within MOST_PROCESSES.
    """

    def __init__(self, tokenizer: Path | None = None, *, processes: int | None = None) -> None:
        count = processes or min(usable_cores(), MOST_PROCESSES)
        self.extractors = tuple(ExtractorProcess(tokenizer=tokenizer) for _ in range(count))

    @property
    def process_ids(self) -> tuple[int, ...]:
        """Ids of the processes that run."""
        found = (extractor.process_id for extractor in self.extractors)
        return tuple(number for number in found if number is not None)

    def close(self) -> None:
        """End all processes."""
        for extractor in self.extractors:
            extractor.close()
