"""Decides what becomes of a hyphen at the end of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

SOFT_HYPHEN = "\u00ad"
"""A hyphen that is only shown where a line ends."""

_HYPHENATED = re.compile("[^\\W_][-\u00ad]$")
# Halves shorter than this are rather syllables than words.
_LEAST_WORD = 4


class LineEnd(Enum):
    """What stands between the last word of a line and the first of the next."""

    BREAK = "break"
    """They are two words."""
    COMPOUND = "compound"
    """They are one word with a hyphen."""
    SPLIT = "split"
    """They are one word; the hyphen is only there for the line's sake."""


class Vocabulary:
    """The words that a document has used so far, inside of its lines."""

    def __init__(self) -> None:
        self._words: set[str] = set()

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._words

    def learn(self, words: Iterable[str]) -> None:
        """Add words as they stand, with their punctuation."""
        self._words.update(word.strip(".,;:!?()[]{}\"'“”‘’").lower() for word in words)

    def line_end(self, last: str, first: str) -> LineEnd:
        """Judge the last word of a line and the first one of the next.

        >>> Vocabulary().line_end("compila-", "tion")
        <LineEnd.SPLIT: 'split'>
        >>> Vocabulary().line_end("COVID-", "19")
        <LineEnd.COMPOUND: 'compound'>
        """
        if not _HYPHENATED.search(last) or not first[0].isalnum():
            return LineEnd.BREAK
        left, right = last[:-1], re.split(r"[^\w]", first, maxsplit=1)[0]
        if last[-1] == SOFT_HYPHEN:
            return LineEnd.SPLIT
        stem = re.split(r"[^\w]", left)[-1]
        if f"{stem}-{right}" in self:
            return LineEnd.COMPOUND
        if f"{stem}{right}" in self:
            return LineEnd.SPLIT
        # "2012-" and "2014", "Anglo-" and "Saxon", "state-of-" and "the", "mRNA-" and "based".
        is_plain = stem == left and not _has_capitals_or_digits(stem)
        if not right[0].islower() or not is_plain:
            return LineEnd.COMPOUND
        both_long = min(len(stem), len(right)) >= _LEAST_WORD
        if both_long and stem in self and right in self:
            return LineEnd.COMPOUND
        return LineEnd.SPLIT


def _has_capitals_or_digits(word: str) -> bool:
    """Whether it holds digits, or capitals elsewhere than at the beginning ("LaTeX", "RNA")."""
    return any(c.isdigit() for c in word) or any(c.isupper() for c in word[1:])
