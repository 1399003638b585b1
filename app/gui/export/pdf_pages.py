"""Where the pages of a report end: between lines, and never between what belongs together.

The text is laid out once as a single column, which is cut here. Qt can lay out pages itself, but
keeps no heading with its text; and where page breaks are put in afterwards, it loses paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtGui import QTextBlock, QTextDocument


class Keeping(IntEnum):
    """Whether a page may end below a paragraph; kept as the state of its block."""

    LOOSE = -1
    WITH_NEXT = 1


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the column that goes on one page, from `top` down to `bottom`."""

    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text with the ground around it; `kept` if no page may end below it."""

    top: float
    bottom: float
    kept: bool


def slices(document: QTextDocument, height: float) -> list[Slice]:
    """Cut a document into pages of a height, in its own unit. There is at least one page."""
    lines = list(_lines(document))
    if not lines:
        return [Slice(0, height)]
    found: list[Slice] = []
    first = last = 0
    for start, end in _units(lines):
        if lines[end].bottom - lines[first].top <= height:
            last = end
            continue
        if start > first:
            found.append(Slice(lines[first].top, lines[last].bottom))
            first = start
        # What is higher than a page has to be parted after all.
        for place in range(start, end + 1):
            if lines[place].bottom - lines[first].top > height and place > first:
                found.append(Slice(lines[first].top, lines[place - 1].bottom))
                first = place
        last = end
    return [*found, Slice(lines[first].top, lines[last].bottom)]


def _units(lines: list[_Line]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each run of lines that are kept together."""
    start = 0
    for place, line in enumerate(lines):
        if not line.kept or place == len(lines) - 1:
            yield start, place
            start = place + 1


def _lines(document: QTextDocument) -> Iterator[_Line]:
    block = document.begin()
    while block.isValid():
        yield from _lines_of(document, block)
        block = block.next()


def _lines_of(document: QTextDocument, block: QTextBlock) -> Iterator[_Line]:
    layout = block.layout()
    above = document.documentLayout().blockBoundingRect(block).top()
    frame = document.frameAt(block.position())
    ground = 0.0 if frame == document.rootFrame() else frame.frameFormat().padding()
    with_next = block.userState() == Keeping.WITH_NEXT
    count = layout.lineCount() if block.length() > 1 else 0
    for number in range(count):
        line = layout.lineAt(number)
        top = above + line.y()
        # Neither the first nor the last line of a paragraph stands alone.
        torn = number < count - 1 and number in (0, count - 2)
        kept = torn or (with_next and number == count - 1)
        yield _Line(top - ground, top + line.height() + ground, kept)
