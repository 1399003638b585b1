"""Lines of a page as an engine would give them, from a drawing in text."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.reading.space import Direction
from app.core.reading.words import Line, Word

LETTER = 5.0
HEIGHT = 10.0
PITCH = 12.0


def line(
    text: str,
    x: float,
    y: float,
    *,
    index: int = 0,
    block: int = 0,
    height: float = HEIGHT,
    direction: Direction = Direction.RIGHT,
) -> Line:
    """A line whose letters and spaces are each 5 points wide, with its top at `y`."""
    words = []
    at = x
    for word in text.split(" "):
        if word:
            end = at + LETTER * len(word)
            words.append(Word(at, y, end, y + height, word))
        at += LETTER * (len(word) + 1)
    return Line(words, block, index, direction)


def stack(
    texts: Iterable[str], x: float, y: float, *, first: int = 0, block: int = 0
) -> list[Line]:
    """Lines below each other, numbered from `first` on."""
    return [
        line(text, x, y + PITCH * step, index=first + step, block=block)
        for step, text in enumerate(texts)
    ]
