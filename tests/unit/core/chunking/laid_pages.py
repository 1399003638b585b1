"""Pages from lines of text with a place each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.reading.space import Rect, to_unrotated

WIDTH, HEIGHT = 600.0, 800.0
LETTER = 5.0
SIZE = 10.0
PITCH = 12.0


class Row(NamedTuple):
    """A line of the displayed page; letters and spaces are as wide as half their height."""

    text: str
    y: float
    x: float = 70.0
    size: float = SIZE
    before: str = "\n\n"
    """What stands between the row before and this one in the page's text."""


def paragraph(texts: Iterable[str], y: float, *, x: float = 70.0, size: float = SIZE) -> list[Row]:
    """Lines that follow each other at the usual pitch."""
    return [
        Row(text, y + PITCH / SIZE * size * index, x, size, "\n" if index else "\n\n")
        for index, text in enumerate(texts)
    ]


def laid_page(number: int, rows: Iterable[Row], *, label: str = "", rotation: int = 0) -> PageText:
    """A page whose text has the rows in the order given, whatever their places."""
    width, height = (HEIGHT, WIDTH) if rotation in (90, 270) else (WIDTH, HEIGHT)
    text = ""
    words: list[WordBox] = []
    for line, row in enumerate(rows):
        text += row.before if text else ""
        letter = row.size / 2
        at = row.x
        for word in row.text.split(" "):
            start = len(text)
            text += word + " "
            if not word:
                at += letter
                continue
            box = Rect(at, row.y, at + letter * len(word), row.y + row.size)
            place = to_unrotated(rotation, width, height, box)
            words.append(WordBox(start, start + len(word), line, *place))
            at += letter * (len(word) + 1)
        text = text[:-1]
    size = PageSize(width, height, rotation)
    return PageText(number, label, size, PageKind.TEXT, text, WordTable.pack(words))
