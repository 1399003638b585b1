"""Names of a claim: people, places, products, and acronyms with what they stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.text.stems import WordForms
from app.core.text.terms import STOP_WORDS, Word, is_content, words

_ACRONYM = re.compile(r"[A-Z][A-Z0-9&]{1,7}s?")
_INITIAL = re.compile(r"[A-Z]\.")
_BETWEEN = re.compile(r"[\s\u00a0]+(?:[A-Z]\.[\s\u00a0]*)*|[-&]")
_SMALL = frozenset("of the and for de la le der die das und et y e di del von van".split())
_TELLING = 3
"""Letters from which an acronym is one though it spells another word: "WHO", but not "IT"."""
APART = 3
"""Words by which the parts of a name may be separated: "Smith, John", "Anna Maria Miller"."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as the claim writes it. `parts` are its words, folded."""

    start: int
    end: int
    written: str
    parts: tuple[str, ...]


def names(text: str, *, nouns_are_capital: bool) -> list[Name]:
    """The names of a sentence, in order: runs of capital words, and acronyms.

    A single capital word at the start tells nothing. Where all nouns have capitals, as in German,
    only acronyms do.
    """
    runs: list[list[Word]] = []
    for word in words(text):
        written = text[word.start : word.end]
        acronym = _ACRONYM.fullmatch(written) is not None
        if not (acronym or (written[:1].isupper() and not nouns_are_capital)) or len(written) < 2:
            continue
        if word.folded in STOP_WORDS and not (acronym and len(written) >= _TELLING):
            continue
        if runs and _BETWEEN.fullmatch(text, runs[-1][-1].end, word.start):
            runs[-1].append(word)
        else:
            runs.append([word])
    found = []
    for run in runs:
        first = text[run[0].start : run[0].end]
        if len(run) == 1 and _opens(text, run[0]) and not _ACRONYM.fullmatch(first):
            continue
        start, end = run[0].start, run[-1].end
        found.append(Name(start, end, text[start:end], tuple(word.folded for word in run)))
    return found


def _opens(text: str, word: Word) -> bool:
    """Whether the word is the first of a sentence, of a quote or after a colon."""
    before = text[: word.start].rstrip(" \u00a0\n\"'“„«‘(")
    if _INITIAL.fullmatch(before[-2:]) and not before[-3:-2].isalpha():
        return False
    return not before or before[-1] in ".!?:;•–-"


class NameIndex:
    """The names and words of a passage, asked whether they hold a name.

    Args:
        texts: The passage with its headings; where a name stands in none, it is not borne out.
    """

    def __init__(self, texts: Sequence[str], held: WordForms) -> None:
        self._texts = texts
        self._held = held

    def missing(self, name: Name) -> tuple[str, ...]:
        """The parts of a name that do not occur, folded; none where it stands there shortened or
        spelled out."""
        if len(name.parts) == 1 and _ACRONYM.fullmatch(name.written):
            if self._held.holds(name.parts[0]) or self._spelled_out(name.written):
                return ()
            return name.parts
        lacking = tuple(part for part in name.parts if not self._held.holds(part))
        return () if lacking and self._shortened(name) else lacking

    def together(self, name: Name) -> bool:
        """Whether the parts of a name stand near each other somewhere."""
        if len(name.parts) < 2:
            return True
        for text in self._texts:
            every = [word.folded for word in words(text)]
            forms = [WordForms([part]) for part in name.parts]
            places = [
                [place for place, word in enumerate(every) if form.holds(word)] for form in forms
            ]
            if all(
                not one or not other or any(abs(a - b) <= APART + 1 for a in one for b in other)
                for one, other in pairwise(places)
            ):
                return True
        return False

    def _spelled_out(self, acronym: str) -> bool:
        """Whether words of a text begin with the letters of an acronym, one after the other."""
        letters = acronym.rstrip("s").casefold()
        return any(letters in initials for text in self._texts for initials in _initials(text))

    def _shortened(self, name: Name) -> bool:
        """Whether the initials of a name of several words stand there as an acronym."""
        short = "".join(part[0] for part in name.parts).upper()
        pattern = re.compile(rf"(?<!\w){re.escape(short)}s?(?!\w)")
        return len(short) > 1 and any(pattern.search(text) for text in self._texts)


def _initials(text: str) -> tuple[str, str]:
    """The first letters of all words, and of those that say something."""
    every = [piece for word in words(text) for piece in re.split(r"[-/]", word.folded) if piece]
    telling = [word for word in every if word not in _SMALL and is_content(word)]
    return "".join(word[0] for word in every), "".join(word[0] for word in telling)
