"""Where characters of a laid-out document stand, for what is painted behind and beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextDocument, QTextLayout, QTextLine


def units(text: str) -> int:
    """Length of a text in UTF-16 units, by which Qt counts positions."""
    return len(text) + sum(ord(character) > 0xFFFF for character in text)


def finish_layout(document: QTextDocument) -> None:
    """Lay out what Qt has put off: it does so from the top, as far as is seen. A line that is not
    there yet must not be asked for its place, since Qt would read from nowhere."""
    document.documentLayout().documentSize()


def line_pieces(document: QTextDocument, start: int, end: int) -> Iterator[tuple[QRectF, float]]:
    """The pieces of [start, end) on each line that they stand on.

    Yields:
        (rectangle of the piece over the height of its characters' line, y of the baseline),
        in document coordinates, top to bottom. One line gives one piece, also where directions
        of writing are mixed: then it reaches from the first to the last character's edge.
    """
    finish_layout(document)
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        yield from _pieces_in_block(block, start - block.position(), end - block.position())
        block = block.next()


def first_baseline(document: QTextDocument, number: int) -> float:
    """The y of the baseline of a paragraph's first line, in document coordinates.

    `number` counts paragraphs from 0.
    """
    finish_layout(document)
    block = document.findBlockByNumber(number)
    if block.layout().lineCount() == 0:
        return float(block.layout().position().y())
    line = block.layout().lineAt(0)
    return float(block.layout().position().y() + line.y() + line.ascent())


def _pieces_in_block(block: QTextBlock, start: int, end: int) -> Iterator[tuple[QRectF, float]]:
    layout = block.layout()
    origin = layout.position()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first = max(start, line.textStart())
        last = min(end, line.textStart() + line.textLength())
        if first >= last:
            continue
        left, right = sorted((_x(line, first), _x(line, last)))
        y = origin.y() + line.y()
        rect = QRectF(origin.x() + left, y, right - left, line.height())
        yield rect, float(y + line.ascent())


def _x(line: QTextLine, position: int) -> float:
    # PySide gives a pair of x and the corrected position; its types say otherwise.
    found: object = line.cursorToX(position)
    x = found[0] if isinstance(found, tuple) else found
    return float(cast("float", x))


def line_spans(layout: QTextLayout, start: int, end: int) -> Iterator[QRectF]:
    """The pieces of [start, end) on each line of a layout, in its coordinates."""
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first = max(start, line.textStart())
        last = min(end, line.textStart() + line.textLength())
        if first < last:
            left, right = sorted((_x(line, first), _x(line, last)))
            yield QRectF(left, line.y(), right - left, line.height())


def end_of_text(document: QTextDocument) -> tuple[float, float]:
    """(x, y of the baseline) behind the last character, in document coordinates."""
    finish_layout(document)
    block = document.lastBlock()
    layout = block.layout()
    if layout.lineCount() == 0:
        return 0.0, 0.0
    line = layout.lineAt(layout.lineCount() - 1)
    origin = layout.position()
    x = origin.x() + _x(line, line.textStart() + line.textLength())
    return float(x), float(origin.y() + line.y() + line.ascent())
