"""Counts words and punctuation marks as tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence


class WordCounter:
    """A token is a run of letters and digits, or one other character that is no space."""

    def __init__(self, limit: int = 254) -> None:
        self._limit = limit

    @property
    def limit(self) -> int:
        return self._limit

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]
