"""The lines of a page as they are displayed: where each stands, in the text and on the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.domain.page import PageSize, PageText

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PageLines:
    """Lines in reading order, one an element of each array.

    `start` and `end` are offsets into the page's text; the boxes are in points of the displayed
    page (rotation applied, origin top left), which is `width` by `height`. `size` is the usual
    height of the boxes of a line's characters, which grows with its font.
    """

    start: Integers
    end: Integers
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats
    size: Floats
    width: float
    height: float

    def __len__(self) -> int:
        return len(self.start)


def page_lines(page: PageText) -> PageLines:
    """The lines of a page; none where it has no words."""
    words = page.words.columns()
    width, height = page.size.width, page.size.height
    if page.size.rotation in (90, 270):
        width, height = height, width
    if not len(words):
        nothing, nowhere = np.zeros(0, np.int64), np.zeros(0)
        return PageLines(
            nothing, nothing, nowhere, nowhere, nowhere, nowhere, nowhere, width, height
        )
    number = words["line"].astype(np.int64)
    first = np.flatnonzero(np.diff(number, prepend=-1))
    last = np.append(first[1:], len(words)) - 1
    start = words["start"].astype(np.int64)
    end = words["end"].astype(np.int64)
    x0, y0, x1, y1 = _displayed(page.size, *(words[name].astype(np.float64) for name in _BOX))
    return PageLines(
        start=start[first],
        end=end[last],
        x0=np.minimum.reduceat(x0, first),
        y0=np.minimum.reduceat(y0, first),
        x1=np.maximum.reduceat(x1, first),
        y1=np.maximum.reduceat(y1, first),
        size=_sizes(y1 - y0, end - start, number),
        width=width,
        height=height,
    )


def usual_size(pages: Iterable[PageLines]) -> float:
    """The height that most characters of the document have."""
    characters: dict[float, int] = defaultdict(int)
    for lines in pages:
        sizes = np.round(lines.size * 2) / 2
        for size, length in zip(sizes.tolist(), (lines.end - lines.start).tolist(), strict=True):
            characters[size] += length
    return max(characters, key=lambda size: (characters[size], -size), default=0.0)


_BOX = ("x0", "y0", "x1", "y1")


def _sizes(heights: Floats, characters: Integers, line: Integers) -> Floats:
    """For each line the median height of its characters, so that symbols of another font, whose
    boxes may be many times as tall, do not count."""
    order = np.lexsort((heights, line))
    written = np.maximum(characters[order], 1)
    total = np.cumsum(written)
    first = np.flatnonzero(np.diff(line, prepend=-1))
    before = total[first] - written[first]
    after = np.append(before[1:], total[-1])
    middle = np.searchsorted(total, (before + after) / 2, side="left")
    sizes: Floats = heights[order][middle]
    return sizes


def _displayed(
    size: PageSize, x0: Floats, y0: Floats, x1: Floats, y1: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """From unrotated to displayed space."""
    if size.rotation == 90:
        return size.height - y1, x0, size.height - y0, x1
    if size.rotation == 180:
        return size.width - x1, size.height - y1, size.width - x0, size.height - y0
    if size.rotation == 270:
        return y0, size.width - x1, y1, size.width - x0
    return x0, y0, x1, y1
