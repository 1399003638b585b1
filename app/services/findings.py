"""What checks of a library say, one by one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its stable name, whether all is well, and the sentence for it."""

    check: str
    ok: bool
    message: str


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """So many of the documents have been looked at."""

    done: int
    total: int
