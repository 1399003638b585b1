"""Words that a person types to find a text again: each has to be there, or one that begins with it.

A text is found by a full-text index; this tells where in it the words stand, and does without an
index for tests. Case, accents, ligatures and soft hyphens do not matter. Scripts that set no
spaces are found by any run of characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from app.core.text import unspaced
from app.core.text.names import tidy_name
from app.core.text.terms import fold

_WORD = re.compile(r"[^\W_]+")
# Say only where a line may break, inside of a word: soft hyphen, spaces and joiners without width.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")

SNIPPET_CHARACTERS = 160
"""About two lines of a list."""
_BEFORE = 40  # characters before the first hit, so that it is in sight

Places = tuple[tuple[int, int], ...]


class WordSearch:
    """The words of one search."""

    def __init__(self, text: str) -> None:
        spaced: list[str] = []
        runs: list[str] = []
        for run in _runs(_INVISIBLE.sub("", text)):
            (runs if unspaced.RUN.fullmatch(run) else spaced).append(fold(run))
        self._beginnings = tuple(dict.fromkeys(spaced))
        self._runs = tuple(dict.fromkeys(runs))

    @property
    def blank(self) -> bool:
        """Whether there is nothing to look for."""
        return not (self._beginnings or self._runs)

    def holds(self, text: str) -> bool:
        """Whether the text holds everything that is looked for."""
        wanted = len(self._beginnings) + len(self._runs)
        return bool(wanted) and self._held(text) == wanted

    def places(self, text: str) -> Places:
        """Where in the text something stands that is looked for: (start, end) of whole words, in
        order and apart from each other."""
        found: list[tuple[int, int]] = []
        for start, end in sorted(self._found(text)):
            if found and start <= found[-1][1] - 1:
                found[-1] = (found[-1][0], max(end, found[-1][1]))
            else:
                found.append((start, end))
        return tuple(found)

    def snippet(self, texts: Iterable[str]) -> tuple[str, Places] | None:
        """Some words of the text that holds most of what is looked for, the first of equals, on
        one line, with the places in them; None where no text holds any of it."""
        best, most = "", 0
        for text in texts:
            held = self._held(text)
            if held > most:
                best, most = text, held
        if not most:
            return None
        line = tidy_name(_INVISIBLE.sub("", best))
        places = self.places(line)
        return _cut(line, places) if places else None

    def _held(self, text: str) -> int:
        """How much of what is looked for the text holds."""
        words = {fold(run) for run in _runs(_INVISIBLE.sub("", text))}
        return sum(
            any(word.startswith(wanted) for word in words) for wanted in self._beginnings
        ) + sum(any(wanted in word for word in words) for wanted in self._runs)

    def _found(self, text: str) -> Iterator[tuple[int, int]]:
        for start, end in _places(text):
            word = fold(text[start:end])
            if self._beginnings and word.startswith(self._beginnings):
                yield start, end
            # Folding may change the length of a run in rare cases, and then tells no place.
            if self._runs and len(word) == end - start:
                for wanted in self._runs:
                    at = word.find(wanted)
                    while at >= 0:
                        yield start + at, start + at + len(wanted)
                        at = word.find(wanted, at + len(wanted))


def _cut(line: str, places: Places) -> tuple[str, Places]:
    """A piece of the line around its first place, cut between words where that can be done."""
    if len(line) <= SNIPPET_CHARACTERS:
        return line, places
    first = max(0, min(places[0][0] - _BEFORE, len(line) - SNIPPET_CHARACTERS))
    last = min(len(line), first + SNIPPET_CHARACTERS)
    gaps = [at for at, character in enumerate(line) if character == " "]
    if first > 0:
        gap = bisect_left(gaps, first)
        if gap < len(gaps) and gaps[gap] < places[0][0]:
            first = gaps[gap] + 1
    if last < len(line):
        gap = bisect_left(gaps, last + 1) - 1
        if gap >= 0 and gaps[gap] >= places[0][1]:
            last = gaps[gap]
    before = "… " if first else ""
    after = " …" if last < len(line) else ""
    shift = len(before) - first
    kept = tuple(
        (max(start, first) + shift, min(end, last) + shift)
        for start, end in places
        if start < last and end > first
    )
    return f"{before}{line[first:last]}{after}", kept


def _runs(text: str) -> Iterator[str]:
    return (text[start:end] for start, end in _places(text))


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Places of words, and of runs of unspaced characters, which are apart from words."""
    for word in _WORD.finditer(text):
        at = word.start()
        for run in unspaced.RUN.finditer(text, word.start(), word.end()):
            if at < run.start():
                yield at, run.start()
            yield run.span()
            at = run.end()
        if at < word.end():
            yield at, word.end()
