"""Puts a page together from the lines that OCR has found on its picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.reading.compose import compose
from app.core.reading.hyphens import Vocabulary
from app.core.reading.layout import lay_out
from app.core.reading.pages import page_without_text
from app.core.reading.space import Direction, Rect, to_reading, to_unrotated
from app.core.reading.words import Line, Word

# Pages that lie in a scanner are turned by less than this, in degrees; a line that is turned
# further stands that way.
_MOST_SKEW = 15.0
# Ink of one size of print differs in height by no more than this: "acorn" against "Äpfel".
_LIKE_SIZE = 0.62


class SeenWord(NamedTuple):
    """A word that was read: its middle and its size along and across its line, in points of
    displayed space, and how sure the engine is, 0 to 1."""

    text: str
    x: float
    y: float
    width: float
    height: float
    confidence: float


@dataclass(frozen=True, slots=True)
class SeenLine:
    """Words that stand next to each other. (`ux`, `uy`) points along them, in displayed space."""

    words: Sequence[SeenWord]
    ux: float
    uy: float


def recognised_page(
    number: int, label: str, size: PageSize, lines: Sequence[SeenLine]
) -> tuple[PageText, tuple[float, ...]]:
    """The page, and how sure each of its words is.

    A page that lies askew is laid out as if it lay straight, since its lines would overlap; the
    boxes are where the words are seen.
    """
    lines = [line for line in lines if line.words]
    if not lines:
        return page_without_text(number, label, size, PageKind.SCAN), ()
    width, height = size.width, size.height
    if size.rotation in (90, 270):
        width, height = height, width
    turn = _Turn(_skew(lines), width / 2, height / 2)
    text, words = compose(
        lay_out(_straightened(_with_even_heights(lines), turn)),
        Vocabulary(),
        PageSize(width, height, 0),
    )
    if not text:
        return page_without_text(number, label, size, PageKind.SCAN), ()
    sure = _confidences(words, lines, turn)
    boxes = [_as_seen(word, turn, size) for word in words]
    letters = [word.end - word.start for word in words]
    mean = sum(s * n for s, n in zip(sure, letters, strict=True)) / sum(letters)
    page = PageText(
        number, label, size, PageKind.TEXT, text, WordTable.pack(boxes), ocr_confidence=mean
    )
    return page, sure


class _Turn:
    """A turn about the middle of the page, clockwise by so many radians."""

    def __init__(self, angle: float, x: float, y: float) -> None:
        self.angle = angle
        self._cos, self._sin = math.cos(angle), math.sin(angle)
        self._x, self._y = x, y

    def there(self, x: float, y: float) -> tuple[float, float]:
        """From the straight page to the one that lies askew."""
        dx, dy = x - self._x, y - self._y
        return self._x + dx * self._cos - dy * self._sin, self._y + dx * self._sin + dy * self._cos

    def back(self, x: float, y: float) -> tuple[float, float]:
        """From the page that lies askew to the straight one."""
        dx, dy = x - self._x, y - self._y
        return self._x + dx * self._cos + dy * self._sin, self._y - dx * self._sin + dy * self._cos

    def around(self, box: Rect) -> Rect:
        """The box around a box of the straight page once it is turned."""
        x, y = self.there((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        a, b = (box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2
        cos, sin = self._cos, abs(self._sin)
        # Letters are slimmer than their boxes: without the corners the next lines stay out.
        w, h = a * cos, b * cos + min(a * sin, b)
        return Rect(x - w, y - h, x + w, y + h)


def _skew(lines: Sequence[SeenLine]) -> float:
    """Angle by which most lines are turned away from the nearest side of the page, in radians."""
    angles: list[float] = []
    for line in lines:
        angle = math.atan2(line.uy, line.ux)
        off = angle - round(angle / (math.pi / 2)) * (math.pi / 2)
        if abs(off) <= math.radians(_MOST_SKEW):
            angles += [off] * len(line.words)
    return median(angles) if angles else 0.0


def _with_even_heights(lines: Sequence[SeenLine]) -> list[SeenLine]:
    """Lines of about one size get the same height, so that those without tails or capitals are
    not taken for smaller print."""
    heights = [max(word.height for word in line.words) for line in lines]
    even = []
    for line, height in zip(lines, heights, strict=True):
        alike = [h for h in heights if _LIKE_SIZE <= h / height <= 1 / _LIKE_SIZE]
        usual = median(alike)
        words = [word._replace(height=usual) for word in line.words]
        even.append(SeenLine(words, line.ux, line.uy))
    return even


def _straightened(lines: Sequence[SeenLine], turn: _Turn) -> list[Line]:
    """Lines of the straight page, in reading space, numbered from the top down. Each is a block
    of its own, since engines that see pictures know of no paragraphs."""
    found = []
    for line in lines:
        direction = Direction.of(line.ux, line.uy)
        upright = direction in (Direction.RIGHT, Direction.LEFT)
        words = []
        for word in line.words:
            x, y = turn.back(word.x, word.y)
            a, b = word.width / 2, word.height / 2
            if not upright:
                a, b = b, a
            box = to_reading(direction, Rect(x - a, y - b, x + a, y + b))
            words.append(Word(*box, word.text))
        found.append(Line(words, 0, 0, direction))
    found.sort(key=lambda line: (line.middle, line.box.x0))
    for number, straight in enumerate(found):
        straight.block = straight.index = number
    return found


def _as_seen(word: WordBox, turn: _Turn, size: PageSize) -> WordBox:
    """A word of the straight page, displayed, where it is on the unrotated page."""
    box = turn.around(Rect(word.x0, word.y0, word.x1, word.y1))
    placed = to_unrotated(size.rotation, size.width, size.height, box)
    return WordBox(word.start, word.end, word.line, *placed)


def _confidences(
    words: Sequence[WordBox], lines: Sequence[SeenLine], turn: _Turn
) -> tuple[float, ...]:
    """How sure the word is that was seen where each of these stands; layout may have joined or cut
    words."""
    rows = []
    for line in lines:
        upright = abs(line.ux) >= abs(line.uy)
        for word in line.words:
            half = (word.width / 2, word.height / 2)
            half = half if upright else half[::-1]
            rows.append((*turn.back(word.x, word.y), *half, word.confidence))
    x, y, half_width, half_height, sure = np.array(rows).T
    found = []
    for box in words:
        away_x = np.maximum(np.abs(x - (box.x0 + box.x1) / 2) - half_width, 0)
        away_y = np.maximum(np.abs(y - (box.y0 + box.y1) / 2) - half_height, 0)
        found.append(float(sure[np.argmin(away_x + away_y)]))
    return tuple(found)
