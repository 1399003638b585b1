"""Scripts that write words without spaces between them: such text is compared by its pairs of
characters, which overlap."""

from __future__ import annotations

import re

CHARACTERS = (
    "\u3005-\u3007"  # ideographic marks
    "\u3041-\u3096\u309d-\u309f"  # hiragana
    "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # katakana
    "\u3105-\u312f\u31a0-\u31bf"  # bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # ideographs
    "\uac00-\ud7a3"  # hangul: spaced, but with endings joined to the word
    "\U00020000-\U000323af"  # further ideographs
)
"""Such characters, as the inside of a class of a pattern."""

RUN = re.compile(f"[{CHARACTERS}]+")
"""A run of them."""

SYLLABLES = re.compile("[\u3041-\u3096\u309d-\u309f]+")
"""Hiragana alone, which mostly writes endings and particles."""


def pairs(start: int, end: int) -> list[tuple[int, int]]:
    """Places of the pairs of characters in a run from `start` to `end`, in order; the run itself
    where it is one character."""
    return [(at, min(at + 2, end)) for at in range(start, max(end - 1, start + 1))]
