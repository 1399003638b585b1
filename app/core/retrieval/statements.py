"""Statements: what can be quoted of a chunk and be understood by itself.

Mostly a sentence. A line that leads something in ("To reset the drive:") says nothing without what
follows it, so it is one statement with its items, table rows or command lines. Each lies on one
page and stands in the chunk as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.citations.quotes import page_sentences
from app.core.domain.chunk import Chunk
from app.core.text.terms import fold, words

MAX_CHARACTERS = 400
"""Three of these are still read at a glance."""
MIN_WORDS, MIN_UNSPACED = 2, 4
"""A statement has at least two words, or four characters where a script sets no spaces."""

_CONTROL_TOKEN = re.compile(r"<\|[a-z_]+\|>|<<<\s*(?:END_)?CITATIONS", re.I)
_WHOLE = re.compile(r"[.!?…。！？][\"'”’»)\]]*$")
_ITEM = re.compile(r"[ \t]*(?:[•▪◦‣–—*·-][ \t]|\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)][ \t])")
_NUMBER_OF_HEADING = re.compile(r"\s*(?:[A-Z]\.)?\d+(?:\.\d+)*\.?\s+")
# "6.3 Carry-over" on a line of its own; the number has a dot, as items of lists seldom have.
_INNER_HEADING = re.compile(
    r"\d+(?:\.\d+)+\.?[ \t]+[^\W\d_][^\n]{0,78}[^\s.!?:;,]\n+(?=[^\W\d_a-z])"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """`text` is `chunk.text[start:end]`, all of it on one physical page."""

    chunk: Chunk
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words as they stand."""
        return self.chunk.text[self.start : self.end]

    @property
    def heading(self) -> str:
        """The heading right above it, "" where there is none."""
        return self.chunk.heading_path[-1] if self.chunk.heading_path else ""

    def overlaps(self, other: Statement) -> bool:
        """Whether both share some of their characters."""
        shared = self.start < other.end and other.start < self.end
        return self.chunk.id == other.chunk.id and shared


def statements(chunk: Chunk) -> list[Statement]:
    """The statements of a chunk, in order. One that leads something in may hold the next ones."""
    places = page_sentences(chunk)
    found = []
    for number, (_, start, end) in enumerate(places):
        leads = chunk.text[start:end].endswith((":", "："))
        last = _end_of_list(chunk.text, places, number) if leads else end
        one = Statement(chunk, _after_heading(chunk, start, last), last)
        if _says_something(one):
            found.append(one)
    return found


def _end_of_list(text: str, places: Sequence[tuple[int, int, int]], lead: int) -> int:
    """Where what follows a leading line ends: before the next whole sentence that is no item, or
    right after it where there is no item at all."""
    page, start, end = places[lead]
    for number in range(lead + 1, len(places)):
        following, first, last = places[number]
        if following != page or last - start > MAX_CHARACTERS:
            break
        item = text[first:last]
        whole = _WHOLE.search(item) is not None and _ITEM.match(item) is None
        if number > lead + 1 and (whole or item.endswith((":", "："))):
            break
        end = last
        if whole:
            break
    return end


def _after_heading(chunk: Chunk, start: int, end: int) -> int:
    """Where the text begins after its heading, which often stands before the first sentence."""
    for heading in reversed(chunk.heading_path):
        numbered = _NUMBER_OF_HEADING.match(chunk.text, start, end)
        first = numbered.end() if numbered else start
        rest = first + len(heading)
        same = fold(chunk.text[first:rest]).split() == fold(heading).split()
        if heading and same and chunk.text[rest : rest + 1] == "\n":
            return min(end, rest + 1)
    # A section that begins within the chunk has its heading in the text only.
    inner = _INNER_HEADING.match(chunk.text, start, end)
    return inner.end() if inner else start


def _says_something(one: Statement) -> bool:
    """Whether it is more than a heading, a single word or a number, and can be read and shown."""
    text = one.text
    if len(text) > MAX_CHARACTERS or _CONTROL_TOKEN.search(text):
        return False
    if not text.isascii() and len(text.split()) == 1:
        return len(text) >= MIN_UNSPACED
    said = {word.folded for word in words(text) if not word.folded.isdecimal()}
    above = {word.folded for heading in one.chunk.heading_path for word in words(heading)}
    return len(text.split()) >= MIN_WORDS and not said <= above
