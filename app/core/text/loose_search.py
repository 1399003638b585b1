"""Finds what a person types in the text of a page, as people expect it: loosely.

Folding makes both sides alike: case, accents, compatibility forms, quotation marks, dashes and
runs of white space. Most pages do not hold the words, so a fast test without offsets comes first;
only a page that passes it is folded character by character to map places back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Accents of Latin, Greek and Cyrillic letters. Other combining marks tell letters apart: the
# voicing of kana, vowels of Indic scripts.
_ACCENTS = range(0x0300, 0x0370)
_SOFT_HYPHEN = 0xAD

_ALIKE = {
    **dict.fromkeys("‘’‚‛′´`", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}


class _Folding(dict[int, str]):
    """Folded form of each character code, filled as characters turn up: str.translate asks it."""

    def __missing__(self, code: int) -> str:
        folded = _fold(chr(code))
        self[code] = folded
        return folded


def _fold(character: str) -> str:
    if character in _ALIKE:
        return _ALIKE[character]
    if character.isspace():
        return " "
    if ord(character) == _SOFT_HYPHEN:
        return ""
    parts = unicodedata.normalize("NFKD", character.casefold())
    kept = "".join(part for part in parts if ord(part) not in _ACCENTS)
    # Compatibility forms decompose into more that may fold, such as the prime signs.
    return "".join(_ALIKE.get(part, part) for part in kept).casefold()


class LooseSearch:
    """One text that is looked for in many others, such as the pages of a document."""

    def __init__(self, text: str) -> None:
        self._folding = _Folding()
        self._wanted = self._folded(text)

    @property
    def blank(self) -> bool:
        """Whether nothing is left to look for."""
        return not self._wanted

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Character ranges [start, end) of `text` that match, in order, not overlapping.

        A match begins and ends with whole characters: "s" is not found inside of "ß".
        """
        if self.blank or self._wanted not in self._folded(text):
            return
        folded, origins = self._folded_with_origins(text)
        at = folded.find(self._wanted)
        while at >= 0:
            end = at + len(self._wanted)
            first, last = origins[at], origins[end - 1]
            whole = (at == 0 or origins[at - 1] != first) and (
                end == len(origins) or origins[end] != last
            )
            if whole:
                yield first, last + 1
            at = folded.find(self._wanted, end if whole else at + 1)

    def _folded(self, text: str) -> str:
        return " ".join(text.translate(self._folding).split())

    def _folded_with_origins(self, text: str) -> tuple[str, list[int]]:
        """The folded text, and for each of its characters the offset it comes from."""
        letters: list[str] = []
        origins: list[int] = []
        for offset, character in enumerate(text):
            for letter in self._folding[ord(character)]:
                if letter == " " and (not letters or letters[-1] == " "):
                    continue
                letters.append(letter)
                origins.append(offset)
        return "".join(letters), origins
