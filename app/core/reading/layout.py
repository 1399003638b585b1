"""Puts the lines of a page into the order in which people read them, and into paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.reading.columns import find_bands
from app.core.reading.space import Direction
from app.core.reading.words import Line

# Neighbours on a row share this much of the lower one's height.
_SAME_ROW = 0.5
# A row may begin this share of its height before the one on its left ends.
_ROW_OVERLAP = 0.3
# Lines of a paragraph follow each other at this pitch, as a multiple of the usual one, and of
# their height where the page gives no usual one.
_PARAGRAPH_PITCH = 1.2
_WIDEST_PITCH = 1.8
# Neighbouring lines of a paragraph differ in height by less than this share of the higher one.
_SAME_SIZE = 0.82
# A line that ends before this share of the width ends a paragraph, if it ends a sentence.
_SHORT_LINE = 0.75
_BULLET = re.compile(r"[•▪●○◦‣■□◆➢➤✓*·]|\(?(\d{1,2}|[a-z]|[ivx]{2,4})[.)]$")
_SENTENCE_END = re.compile(r"[.:;!?。：；！？]['\"”’)\]]*$")

Paragraph = list[list[Line]]
"""Rows from the top down; each row holds lines from left to right."""


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs whose letters run the same way, in reading space."""

    direction: Direction
    paragraphs: list[Paragraph]


def lay_out(lines: Sequence[Line]) -> list[Text]:
    """Order the lines of a page: the direction that most letters have first."""
    letters: Counter[Direction] = Counter()
    for line in lines:
        letters[line.direction] += sum(len(word.text) for word in line.words)
    return [
        Text(direction, _paragraphs([line for line in lines if line.direction is direction]))
        for direction, _ in letters.most_common()
    ]


def _paragraphs(lines: Sequence[Line]) -> list[Paragraph]:
    found: list[Paragraph] = []
    regions = [_rows(region) for region in _regions(sorted(lines, key=lambda ln: ln.box.y0), 0)]
    pitches = _usual_pitches(regions)
    for rows in regions:
        left = min(line.box.x0 for row in rows for line in row)
        right = max(line.box.x1 for row in rows for line in row)
        for index, row in enumerate(rows):
            if index:
                begins = _begins_paragraph(rows[index - 1], row, pitches, left, right)
            else:
                begins = not found or not _goes_on_in_column(found[-1][-1], row)
            if not begins:
                found[-1].append(row)
            else:
                found.append([row])
    return found


def _regions(lines: Sequence[Line], depth: int) -> list[list[Line]]:
    """Cut into regions that are read from the top down, in reading order."""
    # Columns within columns: deeper nesting is noise.
    bands = find_bands(lines) if depth < 4 else None
    if bands is None:
        return [_from_the_top(lines)] if lines else []
    found = []
    for left, right in bands:
        is_whole = len(left) + len(right) == len(lines) and not (left and right)
        for side in (left, right):
            found += _regions(side, 4 if is_whole else depth + 1)
    return found


def _from_the_top(lines: Sequence[Line]) -> list[Line]:
    """Order the lines of a region without columns.

    What the file has in one go stays together, so that the lines of a table cell do; such runs
    are sorted by where they begin, and rows of tables are mended when runs are its columns.
    """
    in_file = sorted(lines, key=lambda line: line.index)
    runs: list[list[Line]] = []
    for line in in_file:
        if runs and line.middle >= runs[-1][-1].box.y0 and not _leaps(runs[-1][-1], line, lines):
            runs[-1].append(line)
        else:
            runs.append([line])
    if len(runs) == 1:
        return runs[0]
    if _are_table_columns(runs):
        return _by_rows(in_file)
    runs.sort(key=lambda run: run[0].box.y0)
    ordered: list[Line] = []
    for group in _level(runs):
        group.sort(key=lambda run: run[0].box.x0)
        ordered += [line for run in group for line in run]
    return ordered


def _leaps(before: Line, line: Line, lines: Sequence[Line]) -> bool:
    """Whether a run skips text that stands between its lines and comes elsewhere in the file."""
    if line.box.y0 - before.box.y1 < 2 * before.height:
        return False
    return any(
        before.box.y1 <= other.middle <= line.box.y0
        and not before.index <= other.index <= line.index
        for other in lines
    )


def _level(runs: Sequence[list[Line]]) -> list[list[list[Line]]]:
    """Group runs that begin at the same height. `runs` go from the top down."""
    groups: list[list[list[Line]]] = []
    for run in runs:
        if groups and _on_one_row(groups[-1][0][0], run[0]):
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _on_one_row(one: Line, other: Line) -> bool:
    shared = min(one.box.y1, other.box.y1) - max(one.box.y0, other.box.y0)
    return shared >= _SAME_ROW * min(one.height, other.height)


def _are_table_columns(runs: Sequence[Sequence[Line]]) -> bool:
    """Whether the file goes down the columns of a table whose cells hold one line each."""
    longest = max(runs, key=len)
    if len(longest) < 3:
        return False
    aligned = 0
    for run in runs:
        if sum(len(line.words) for line in run) > 3 * len(run):
            return False
        aligned += sum(any(_on_one_row(line, other) for other in longest) for line in run)
    return aligned >= 0.8 * sum(map(len, runs))


def _by_rows(lines: Sequence[Line]) -> list[Line]:
    ordered = sorted(lines, key=lambda line: line.middle)
    rows: list[list[Line]] = []
    for line in ordered:
        if rows and _on_one_row(rows[-1][0], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box.x0)]


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Put lines that follow each other and stand side by side into one row."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and _fits(rows[-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.box.x0) for row in rows]


def _fits(row: Sequence[Line], line: Line) -> bool:
    """Whether a line stands at the height of a row, where the row has room."""
    room = _ROW_OVERLAP * line.height
    return _on_one_row(row[-1], line) and all(
        line.box.x0 >= other.box.x1 - room or line.box.x1 <= other.box.x0 + room for other in row
    )


def _usual_pitches(regions: Sequence[Sequence[Sequence[Line]]]) -> dict[int, float]:
    """The most common distance of rows that follow each other, by their height in points."""
    seen: dict[int, Counter[float]] = {}
    for rows in regions:
        for before, row in pairwise(rows):
            pitch = row[0].middle - before[0].middle
            if _of_one_size(before, row) and 0 < pitch < 3 * row[0].height:
                seen.setdefault(round(row[0].height), Counter())[round(pitch * 2) / 2] += 1
    return {
        height: max(counts.items(), key=lambda item: (item[1], -item[0]))[0]
        for height, counts in seen.items()
        if max(counts.values()) > 1
    }


def _of_one_size(before: Sequence[Line], row: Sequence[Line]) -> bool:
    heights = (before[0].height, row[0].height)
    return min(heights) >= _SAME_SIZE * max(heights)


def _goes_on_in_column(before: Sequence[Line], row: Sequence[Line]) -> bool:
    """Whether a sentence goes on at the top of the next column."""
    return (
        row[0].middle < before[0].middle
        and row[0].box.x0 > before[-1].box.x1
        and row[0].words[0].text[0].islower()
        and _SENTENCE_END.search(before[-1].words[-1].text) is None
        and _of_one_size(before, row)
    )


def _begins_paragraph(
    before: Sequence[Line],
    row: Sequence[Line],
    pitches: dict[int, float],
    left: float,
    right: float,
) -> bool:
    height = row[0].height
    pitch = row[0].middle - before[0].middle
    usual = pitches.get(round(height), _WIDEST_PITCH / _PARAGRAPH_PITCH * height)
    if pitch <= 0 or pitch > _PARAGRAPH_PITCH * usual or not _of_one_size(before, row):
        return True
    if before[0].box.x0 > row[-1].box.x1 or row[0].box.x0 > before[-1].box.x1:
        return True
    first = row[0].words[0].text
    if _BULLET.match(first):
        return True
    ends_sentence = _SENTENCE_END.search(before[-1].words[-1].text) is not None
    if first in "-–—" and ends_sentence:
        return True
    new_block = before[-1].block != row[0].block
    indented = row[0].box.x0 - before[0].box.x0 > 0.5 * height
    short = before[-1].box.x1 < left + _SHORT_LINE * (right - left)
    return new_block and ends_sentence and (indented or short)
