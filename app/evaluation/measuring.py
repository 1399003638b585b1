"""What all measurements share: how much is measured, and how a measurement is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.evaluation.figures import Figure


@dataclass(frozen=True, slots=True)
class Plan:
    """Amounts, as the promises state them. With `quick` they are smaller, and so not the promise,
    but enough to see that something went wrong."""

    startup_documents: int = 100
    memory_documents: int = 1000
    lexical_files: int = 20
    pages_per_file: int = 50
    chunks: int = 480
    repetitions: int = 4
    output_tokens: int = 128
    stops: int = 5
    reading_seconds: float = 60.0

    @classmethod
    def quick_one(cls) -> Plan:
        """The smaller amounts."""
        return cls(
            startup_documents=20,
            memory_documents=100,
            lexical_files=4,
            chunks=192,
            repetitions=2,
            output_tokens=48,
            stops=2,
            reading_seconds=20.0,
        )


Measurement = Callable[[Plan, Path], Sequence[Figure]]
"""Measures in an empty folder. May raise PinciteError."""
