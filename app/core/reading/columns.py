"""Finds columns on a page, so that each is read to its end before the next begins.

Tables have gaps between their columns as well, but are read row by row. What tells them apart is
whether the cells hold prose, and in which order the file itself has the lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

from app.core.reading.characters import UNSPACED
from app.core.reading.words import Line

# A gutter is at least this multiple of the line height wide; papers have about 1.2 of it.
_LEAST_GUTTER = 0.7
# Lines lie side by side when they share this much of the lower one's height.
_SIDE_BY_SIDE = 0.35
# So many gaps on top of each other make a gutter, and so many gutters are tried at a place.
_LEAST_GAPS = 2
_MOST_GUTTERS = 4
# Lines of prose have at least so many words on average, or so many characters without spaces.
_PROSE_WORDS = 4.0
_PROSE_CHARACTERS = 10
# Text boxes side by side, which are not tables, have at least so many words a line.
_BOX_WORDS = 2.5
# Lines of a column end within this share of its width from the right edge.
_FULL_LINE = 0.08
# Pages with more pieces are dense tables; looking for columns would cost more than it gives.
MOST_PIECES = 800


class Gutter(NamedTuple):
    """White space between two columns."""

    x0: float
    x1: float


class Band(NamedTuple):
    """A slice of a region: lines left and right of a gutter, or lines across it (`right` empty)."""

    left: list[Line]
    right: list[Line]


def find_bands(lines: Sequence[Line]) -> list[Band] | None:
    """Cut a region at its gutter.

    Args:
        lines: Of one direction, from the top down.

    Returns:
        The bands from the top down, or None if the region has no columns.
    """
    if not 2 * _LEAST_GAPS <= len(lines) <= MOST_PIECES:
        return None
    for gutter in _gutters(lines):
        bands = _bands(lines, gutter)
        columns = [band for band in bands if _are_columns(band)]
        if columns:
            edges = [_left_edge(band.right) for band in columns]
            return [band if _belongs(band, columns, edges) else _joined(band) for band in bands]
    return None


def _gutters(lines: Sequence[Line]) -> list[Gutter]:
    """Places where gaps between neighbouring lines lie above each other, the best first."""
    gaps = _gaps(lines)
    found: list[Gutter] = []
    while len(gaps) >= _LEAST_GAPS and len(found) < _MOST_GUTTERS:
        place, count = _most_common_place(gaps)
        if count < _LEAST_GAPS:
            break
        there = [gap for gap in gaps if gap.x0 <= place <= gap.x1]
        found.append(Gutter(max(gap.x0 for gap in there), min(gap.x1 for gap in there)))
        gaps = [gap for gap in gaps if not gap.x0 <= place <= gap.x1]
    return found


def _gaps(lines: Sequence[Line]) -> list[Gutter]:
    """The white space between each line and what stands next to it on the right."""
    least = _LEAST_GUTTER * median(line.height for line in lines)
    boxes = [line.box for line in lines]
    nearest: dict[int, float] = {}
    for index, box in enumerate(boxes):
        # Lines go from the top down, so those that share some height with this one come next.
        for other in range(index + 1, len(boxes)):
            beside = boxes[other]
            if beside.y0 >= box.y1:
                break
            shared = min(box.y1, beside.y1) - beside.y0
            if shared < _SIDE_BY_SIDE * min(box.y1 - box.y0, beside.y1 - beside.y0):
                continue
            if box.x1 <= beside.x0:
                nearest[index] = min(nearest.get(index, beside.x0), beside.x0)
            elif beside.x1 <= box.x0:
                nearest[other] = min(nearest.get(other, box.x0), box.x0)
    return [
        Gutter(boxes[index].x1, x) for index, x in nearest.items() if x - boxes[index].x1 >= least
    ]


def _most_common_place(gaps: Sequence[Gutter]) -> tuple[float, int]:
    """The x that most gaps hold, and how many do."""
    events = sorted([(gap.x0, 0) for gap in gaps] + [(gap.x1, 1) for gap in gaps])
    best, place, depth = 0, 0.0, 0
    for x, ends in events:
        if ends:
            depth -= 1
        else:
            depth += 1
            if depth > best:
                best, place = depth, x
    return place, best


def _bands(lines: Sequence[Line], gutter: Gutter) -> list[Band]:
    """Lines across the gutter, and what stands beside them, stay in place and separate the bands
    above and below them."""
    sides = [_side(line, gutter) for line in lines]
    across = [line for line, side in zip(lines, sides, strict=True) if side is None]
    bands: list[Band] = []
    was_across: bool | None = None
    for line, side in zip(lines, sides, strict=True):
        is_across = side is None or any(_shares_row(line, other) for other in across)
        if is_across != was_across:
            bands.append(Band([], []))
            was_across = is_across
        bands[-1][0 if is_across or side is None else side].append(line)
    return bands


def _side(line: Line, gutter: Gutter) -> int | None:
    """0 for left, 1 for right, None for a line across the gutter."""
    if line.box.x1 <= gutter.x0 + 1:
        return 0
    return 1 if line.box.x0 >= gutter.x1 - 1 else None


def _shares_row(one: Line, other: Line) -> bool:
    shared = min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0)
    return shared >= 0.5 * min(one.height, other.height)


def _left_edge(lines: Sequence[Line]) -> float:
    return min(line.box.x0 for line in lines)


def _belongs(band: Band, columns: Sequence[Band], edges: Sequence[float]) -> bool:
    """Whether a band has the columns that others were found to have. One that is short does if
    its right side begins where theirs do; a listing or a table between them does not."""
    if band in columns or not (band.left and band.right):
        return True
    near = band.right[0].height
    return any(abs(_left_edge(band.right) - edge) <= near for edge in edges)


def _joined(band: Band) -> Band:
    return Band(sorted(band.left + band.right, key=lambda line: line.box.y0), [])


def _are_columns(band: Band) -> bool:
    """Whether both sides of a band are columns, rather than cells of a table."""
    left, right = band
    if len(left) < 2 or len(right) < 2 or not _faces(left, right):
        return False
    runs = _runs_in_file(left, right)
    prose = (_is_prose(left), _is_prose(right))
    if len(runs) == 2:
        return any(prose) or min(_words_a_line(left), _words_a_line(right)) >= _BOX_WORDS
    if not all(prose):
        return False
    if sum(len(_row_ends(run)) for run in runs) < 1.5 * len(runs):
        # One line here, one line there: either columns that were written across, whose lines
        # are full, or a table with a sentence in each cell.
        return _is_full(left) and _is_full(right)
    # A table of long cells goes from left to right again and again, at the same height.
    return not _goes_by_rows(runs)


def _faces(left: Sequence[Line], right: Sequence[Line]) -> bool:
    top = max(left[0].box.y0, right[0].box.y0)
    bottom = min(max(line.box.y1 for line in left), max(line.box.y1 for line in right))
    return bottom - top >= min(left[0].height, right[0].height)


def _runs_in_file(left: Sequence[Line], right: Sequence[Line]) -> list[list[Line]]:
    """Lines in the order of the file, those of one side that follow each other together."""
    sided = [(line, 0) for line in left] + [(line, 1) for line in right]
    sided.sort(key=lambda pair: pair[0].index)
    return [[line for line, _ in run] for _, run in groupby(sided, key=lambda pair: pair[1])]


def _row_ends(lines: Sequence[Line]) -> list[float]:
    """Where each row of the lines ends on the right, from the top down."""
    ends: list[float] = []
    bottom = -math.inf
    for line in sorted(lines, key=lambda line: line.middle):
        if line.middle > bottom:
            ends.append(line.box.x1)
            bottom = line.box.y1
        else:
            ends[-1] = max(ends[-1], line.box.x1)
    return ends


def _words_a_line(lines: Sequence[Line]) -> float:
    return sum(len(line.words) for line in lines) / len(lines)


def _is_prose(lines: Sequence[Line]) -> bool:
    if _words_a_line(lines) >= _PROSE_WORDS:
        return True
    unspaced = sum(len(UNSPACED.findall(word.text)) for line in lines for word in line.words)
    return unspaced >= _PROSE_CHARACTERS * len(lines)


def _is_full(lines: Sequence[Line]) -> bool:
    left = min(line.box.x0 for line in lines)
    ends = _row_ends(lines)
    near = max(ends) - _FULL_LINE * (max(ends) - left)
    return sum(end >= near for end in ends) >= 0.5 * len(ends)


def _goes_by_rows(runs: Sequence[Sequence[Line]]) -> bool:
    """Whether most runs on the right begin where the run on their left does."""
    level = sum(
        abs(before[0].middle - after[0].middle) < 0.5 * before[0].height
        for before, after in pairwise(runs)
        if before[0].box.x0 < after[0].box.x0
    )
    return level >= 0.5 * (len(runs) // 2)
