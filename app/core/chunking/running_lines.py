"""Finds running lines: page headers, footers and page numbers, which belong to no passage.

A line runs when it stands at the edge of the page and something says that it is no text of that
page: the same words stand at the same place of pages nearby, or its number counts the pages, or
most pages nearby have a line of one of these kinds at exactly this place. The texts of pages stay
whole; only chunks are made without these lines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from app.core.chunking.page_lines import PageLines, usual_size
from app.core.domain.page import PageText

Ranges = tuple[tuple[int, int], ...]
"""Ranges of a page's text, in order, none touching the next."""

# Share of the page's height, at the top and at the bottom, in which headers and footers stand.
_BAND = 0.15
# Most rows of a header or footer, and most characters of one of its lines.
_MOST_ROWS = 4
_LONGEST = 160
# Repeated on so many pages a line runs; pages that follow each other at most so far apart count,
# since left and right pages differ and a page may go without.
_LEAST_PAGES = 3
_NEARBY = 4
_AROUND = 6
# Share of the pages around that have to have a running line where they have a line at its place:
# where white space of so many times its height says as much, and else.
_WIDE_GAP = 1.5
_HALF = 0.5
_MOST = 2 / 3
# Points by which a line may move from page to page, and one that is known by its place alone.
_SAME_PLACE = 3.0
_EXACT_PLACE = 1.0
# Running lines are not set larger than this multiple of the text.
_LARGEST = 1.25
# White space that sets them apart from the text: at least this multiple of their height, and of
# the space between lines.
_LEAST_GAP = 0.5
_GAP_OF_LINES = 1.5
# Never more of a page is left out than so many characters or this share, whichever is more.
_FEW_CHARACTERS = 200
_LARGEST_SHARE = 0.15
# Where more pages than this share hold nothing else, these lines are what the document says.
_MOST_BARE_PAGES = 0.2

_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_AROUND_NUMBERS = " -–—[]()|.·•"
# A line of numbers as short as this, and without a word, is "12 / 80", "3-14", "A-7".
_SHORT = 16
_WORD = re.compile(r"[^\W\d_]{2}")


@dataclass(slots=True, eq=False)
class _Line:
    """A line near an edge. `away` is the distance of its middle from that edge, `gap` the white
    space to the next row inwards (points); `row` counts from the edge."""

    page: int
    edge: str
    row: int
    start: int
    end: int
    away: float
    size: float
    gap: float
    key: str
    numbers: tuple[int, ...]
    names_page: bool
    repeated: bool = False
    counting: bool = False
    by_place: bool = False

    @property
    def runs(self) -> bool:
        return self.repeated or self.counting or self.by_place

    @property
    def counts_alone(self) -> bool:
        """Whether it counts pages, and is no row of a table of numbers."""
        return self.counting and (self.key.count("#") == 1 or _has_letters(self))


def running_lines(pages: Sequence[PageText], laid: Mapping[int, PageLines]) -> dict[int, Ranges]:
    """The ranges of running lines by physical page; pages without any are left out.

    Args:
        pages: Of a whole document, in order.
        laid: The lines of each page that has text, by its number.
    """
    texts = [page for page in pages if page.number in laid and page.text.strip()]
    if len(texts) < _LEAST_PAGES:
        return {}
    usual = usual_size(laid.values())
    spacing = _line_spacing(laid.values())
    lines = [line for page in texts for line in _edge_lines(page, laid[page.number])]
    _mark(lines, usual)
    blocks: dict[tuple[int, str], list[_Line]] = defaultdict(list)
    for line in lines:
        blocks[line.page, line.edge].append(line)
    found: dict[int, list[_Line]] = defaultdict(list)
    for (number, _), block in blocks.items():
        found[number].extend(_set_apart(block, spacing))
    return _bounded(found, texts)


def _line_spacing(pages: Iterable[PageLines]) -> float:
    """The usual white space between the boxes of two lines that follow each other, in points."""
    gaps = []
    for lines in pages:
        between = lines.y0[1:] - lines.y1[:-1]
        near = between[np.abs(between) < 2 * lines.size[1:]]
        if len(near):
            gaps.append(float(np.median(near)))
    return max(0.0, median(gaps)) if gaps else 0.0


def _edge_lines(page: PageText, lines: PageLines) -> list[_Line]:
    """The lines in the bands at both edges, from the edge inwards."""
    found = []
    for edge, near, far in (
        ("top", lines.y0, lines.y1),
        ("bottom", lines.height - lines.y1, lines.height - lines.y0),
    ):
        middle = (near + far) / 2
        # One more than the band holds, to know the space inwards of its last.
        order = np.argsort(middle, kind="stable")[: 4 * _MOST_ROWS]
        rows: list[list[int]] = []
        for index in order.tolist():
            if rows and middle[index] < far[rows[-1][0]]:
                rows[-1].append(index)
            else:
                rows.append([index])
        for number, row in enumerate(rows[:_MOST_ROWS]):
            inner = near[rows[number + 1]].min() if number + 1 < len(rows) else lines.height
            gap = float(inner - far[row].max())
            for index in row:
                if middle[index] > _BAND * lines.height:
                    continue
                start, end = int(lines.start[index]), int(lines.end[index])
                if end - start > _LONGEST:
                    continue
                text = page.text[start:end].casefold()
                found.append(
                    _Line(
                        page=page.number,
                        edge=edge,
                        row=number,
                        start=start,
                        end=end,
                        away=float(middle[index]),
                        size=float(lines.size[index]),
                        gap=gap,
                        key=_key(text),
                        numbers=_numbers(text),
                        names_page=text.strip(_AROUND_NUMBERS) == page.label.casefold(),
                    )
                )
    return found


def _key(text: str) -> str:
    """What repeats of a line: numbers of any kind count as the same."""
    words = (_DIGITS.sub("#", word) for word in text.split())
    return " ".join("#" if _ROMAN.fullmatch(word) else word for word in words)


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers that may be the page's: the first and the last word, or any in a line of numbers."""
    words = text.split()
    found = [_value(word.strip(_AROUND_NUMBERS)) for word in (words[0], words[-1])]
    if len(text) <= _SHORT and not _WORD.search(text):
        found += [int(digits) for digits in _DIGITS.findall(text) if len(digits) < 6]
    return tuple(dict.fromkeys(number for number in found if number))


def _value(word: str) -> int:
    if word.isdecimal() and len(word) < 6:
        return int(word)
    if not _ROMAN.fullmatch(word):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(
        -value if value < max(values[index:]) else value for index, value in enumerate(values)
    )


def _has_letters(line: _Line) -> bool:
    return any(character.isalpha() for character in line.key)


def _counting(lines: Iterable[_Line]) -> list[_Line]:
    """Lines whose number grows by one with each page."""
    by_offset: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for line in lines:
        for number in line.numbers:
            by_offset[line.edge, number - line.page].append(line)
    return [line for group in by_offset.values() for run in _runs(group) for line in run]


def _repeated(lines: Iterable[_Line]) -> list[_Line]:
    """Lines whose words stand at the same place of other pages."""
    by_key: dict[tuple[str, str], list[_Line]] = defaultdict(list)
    for line in lines:
        if _has_letters(line):
            by_key[line.edge, line.key].append(line)
    return [line for group in by_key.values() for run in _runs(group) for line in run]


def _mark(lines: Sequence[_Line], usual: float) -> None:
    """Mark lines that run, and those that do by where they stand.

    Most pages with a line at a place have to say so: on some the first line of the text repeats,
    or the last one is a footnote whose number happens to count the pages.
    """
    small = [line for line in lines if line.size <= _LARGEST * usual or not _has_letters(line)]
    for line in _counting(small):
        line.counting = True
    for line in _repeated(small):
        line.repeated = True
    places = _Places(lines)
    doubtful = []
    for line in lines:
        if line.runs:
            there = places.around(line, max(_SAME_PLACE, line.size))
            proven = {other.page for other in there if other.runs}
            share = len(proven) / len({other.page for other in there})
            if share < (_HALF if line.gap >= _WIDE_GAP * line.size else _MOST):
                doubtful.append(line)
    for line in doubtful:
        line.counting = line.repeated = False
    _mark_by_place(lines)
    _mark_page_names(lines)


def _mark_by_place(lines: Sequence[_Line]) -> None:
    """Mark lines that stand exactly where running lines of the pages around stand, such as a
    chapter's title over its only page."""
    places = _Places([line for line in lines if line.runs])
    for line in lines:
        if line.runs:
            continue
        there = [
            other
            for other in places.around(line, _EXACT_PLACE)
            if abs(other.size - line.size) <= _EXACT_PLACE / 2
        ]
        line.by_place = len({other.page for other in there} - {line.page}) >= _LEAST_PAGES


def _mark_page_names(lines: Sequence[_Line]) -> None:
    """Mark numbers on their own that name their page: they go on where running lines nearby stop,
    as at the foot of a chapter's first page, or are the page's label."""
    counted: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        if line.counting:
            counted[line.page].update(number - line.page for number in line.numbers)
    for line in lines:
        if line.runs or line.row or _WORD.search(line.key):
            continue
        nearby = range(line.page - _AROUND, line.page + _AROUND + 1)
        line.by_place = line.names_page or any(
            number - line.page in counted[page] for number in line.numbers for page in nearby
        )


class _Places:
    """Lines by page, to find those at one place of the pages around."""

    def __init__(self, lines: Iterable[_Line]) -> None:
        self._lines: dict[tuple[str, int], list[_Line]] = defaultdict(list)
        for line in lines:
            self._lines[line.edge, line.page].append(line)

    def around(self, line: _Line, tolerance: float) -> list[_Line]:
        """Lines at the place of `line`, on its page and those around."""
        return [
            other
            for page in range(line.page - _AROUND, line.page + _AROUND + 1)
            for other in self._lines.get((line.edge, page), ())
            if abs(other.away - line.away) <= tolerance
        ]


def _runs(group: Sequence[_Line]) -> list[list[_Line]]:
    """Lines at one place of at least three pages that are near each other. `group` is in the
    order of pages."""
    open_runs: list[list[_Line]] = []
    done: list[list[_Line]] = []
    for line in group:
        for run in open_runs:
            if abs(run[-1].away - line.away) <= _SAME_PLACE:
                if line.page - run[-1].page <= _NEARBY:
                    run.append(line)
                else:
                    done.append(run[:])
                    run[:] = [line]
                break
        else:
            open_runs.append([line])
    return [run for run in done + open_runs if len({line.page for line in run}) >= _LEAST_PAGES]


def _set_apart(block: Sequence[_Line], spacing: float) -> list[_Line]:
    """The running lines of one edge of a page, from the edge up to the first row of text.

    The innermost row has to count pages or to be set apart by white space; otherwise it is the
    head of a table that goes on, or text.
    """
    rows: list[list[_Line]] = []
    for number in range(_MOST_ROWS):
        row = [line for line in block if line.row == number]
        running = [line for line in row if line.runs]
        if running:
            rows.append(running)
        if len(running) < len(row) or not row:
            break
    while rows:
        inner = rows[-1]
        wanted = max(_LEAST_GAP * inner[0].size, _GAP_OF_LINES * spacing)
        if any(line.counts_alone for line in inner) or inner[0].gap >= wanted:
            break
        rows.pop()
    return [line for row in rows for line in row]


def _bounded(found: Mapping[int, Sequence[_Line]], pages: Sequence[PageText]) -> dict[int, Ranges]:
    """Ranges by page: none where too much of a page would go, and none at all in a document whose
    pages hold little else."""
    ranges: dict[int, Ranges] = {}
    bare = 0
    for page in pages:
        lines = sorted(found.get(page.number, ()), key=lambda line: line.start)
        left_out = sum(line.end - line.start for line in lines)
        if not lines or left_out > max(_FEW_CHARACTERS, _LARGEST_SHARE * len(page.text)):
            continue
        merged: list[tuple[int, int]] = []
        for line in lines:
            if merged and not page.text[merged[-1][1] : line.start].strip():
                merged[-1] = (merged[-1][0], line.end)
            else:
                merged.append((line.start, line.end))
        ranges[page.number] = tuple(merged)
        bare += not kept_ranges(page.text, ranges[page.number])
    return ranges if bare <= _MOST_BARE_PAGES * len(pages) else {}


def kept_ranges(text: str, left_out: Ranges) -> list[tuple[int, int]]:
    """What remains of a text beside these ranges: none of it empty or white space alone."""
    starts = [0, *(end for _, end in left_out)]
    ends = [*(start for start, _ in left_out), len(text)]
    return [
        (start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()
    ]
