"""Keeps text that runs from right to left from turning round what stands beside it."""

from __future__ import annotations

from app.core.text.safe_text import reads_right_to_left

_FIRST_STRONG, _END = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """The text as a piece of its own in a line of ours, where it holds right-to-left letters."""
    return f"{_FIRST_STRONG}{text}{_END}" if reads_right_to_left(text) else text
