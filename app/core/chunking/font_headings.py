"""Finds headings by how lines are set, for documents whose bookmarks say little.

A heading is a short line, or two or three, that is set larger than the text; or of the text's
size with a number of several parts in front ("3.2 Leave") and white space above. Boldness cannot
be seen. What is large and common is no heading but another kind of text; what is large and stands
on one page only is a title or a picture's label.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from app.core.chunking.page_lines import PageLines, usual_size
from app.core.chunking.running_lines import Ranges
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageText

# Set larger than the text: at least this multiple of its height.
_LARGER = 1.12
# Lines of one heading differ in height by less than this share, headings of a level by that.
_SAME_SIZE = 0.04
_SAME_LEVEL = 0.012
_MOST_LINES = 3
_LONGEST = 120
_LEAST_LETTERS = 3
_LETTERS_SHARE = 0.5
_MOST_LEVELS = 4
# A first page with less text than this, of a document with more pages than that, is a title page.
_TITLE_TEXT = 600
_TITLE_PAGES = 4
# The text that follows a heading: at least so many characters in so many lines.
_TEXT_LINES = 4
_LEAST_TEXT = 50
# A size is that of headings when at least this share of its lines may be headings, when they hold
# no more than this share of the document's characters, and when there is one in so many pages.
_MOST_ARE_HEADINGS = 0.6
_MOST_OF_TEXT = 0.06
_PAGES_FOR_ONE = 100
# Numbers of so many parts are a level of their own when this share of the headings of a size has
# them.
_RARE = 0.1
# White space above a numbered heading of the text's size, as a multiple of its height.
_SPACE_ABOVE = 0.4
# Words of a table's row are farther apart than this multiple of their height.
_CELL_GAP = 2.5
# A page with so many lines that end like this is a table of contents.
_CONTENTS_LINES = 5
# Rows of dots are looked at once, from their beginning.
_CONTENTS = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){3,}+\s*\w{0,6}$|\S\s+\d{1,4}$")

_NAMES = "chapter|section|part|appendix|annex|article|kapitel|teil|abschnitt|anhang|artikel|§"
_NUMBER = re.compile(
    rf"(?:(?:{_NAMES})\s*)?((?:\d{{1,3}}|[A-Z]|[IVX]{{1,5}})(?:\.\d{{1,3}}){{0,5}})[.:)]?(?=\s|$)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:{_NAMES})\s*(?:\d{{1,3}}|[A-Z]|[IVXLC]{{1,6}})[.:]?|\d{{1,3}}[.:]?", re.IGNORECASE
)
# White space between such a label and its title, as a multiple of its height.
_LABEL_GAP = 3.0
_NUMBERED = re.compile(r"^\W{0,2}(?:[A-Z]|\d{1,3})\.\d", re.MULTILINE)
_NO_SIGN = re.compile(r"[\s\d.]+")
_END = re.compile(r"[.,;:。、，；：][\"'”’)\]]*$")


@dataclass(frozen=True, slots=True)
class _Block:
    """Neighbouring lines of one size that may be a heading. `parts` counts those of its number
    ("3.2" has two); `large` tells whether it is larger than the text."""

    page: int
    title: str
    y: float
    size: float
    parts: int
    large: bool
    likely: bool


def font_headings(
    pages: Sequence[PageText], laid: Mapping[int, PageLines], running: Mapping[int, Ranges]
) -> tuple[OutlineEntry, ...]:
    """Headings in reading order, levels from 1; none where nothing stands out.

    Args:
        pages: Of a whole document, in order; only those with text.
        laid: The lines of each page, by its number.
        running: The running lines, which are no headings.
    """
    body = usual_size(laid.values())
    if not body:
        return ()
    blocks = [
        block
        for page in pages
        if _may_have_headings(page, laid[page.number], body)
        for block in _blocks(_Lines(page, laid[page.number], running.get(page.number, ())), body)
    ]
    if _is_title_page(pages, laid, body):
        blocks = [block for block in blocks if block.page != pages[0].number]
    characters = sum(len(page.text) for page in pages)
    sizes = _heading_sizes(blocks, len(pages), characters)
    kept = [
        block
        for block in blocks
        if block.likely and (not block.large or _size_level(block, sizes) is not None)
    ]
    levels = _levels(kept, sizes)
    return tuple(
        OutlineEntry(level, block.title, block.page, block.y)
        for block, level in zip(kept, levels, strict=True)
    )


class _Lines:
    """The lines of a page in reading order, without running ones."""

    def __init__(self, page: PageText, lines: PageLines, running: Ranges) -> None:
        self.page = page
        kept = [
            index
            for index, start in enumerate(lines.start.tolist())
            if not any(first <= start < last for first, last in running)
        ]
        self.start: list[int] = lines.start[kept].tolist()
        self.end: list[int] = lines.end[kept].tolist()
        self.size: list[float] = lines.size[kept].tolist()
        self.x0: list[float] = lines.x0[kept].tolist()
        self.x1: list[float] = lines.x1[kept].tolist()
        self.y0: list[float] = lines.y0[kept].tolist()
        self.y1: list[float] = lines.y1[kept].tolist()

    def __len__(self) -> int:
        return len(self.start)

    def text(self, first: int, last: int) -> str:
        """Lines `first` to `last` as one."""
        return " ".join(self.page.text[self.start[first] : self.end[last]].split())

    def begins_paragraph(self, line: int) -> bool:
        return line == 0 or "\n\n" in self.page.text[self.end[line - 1] : self.start[line]]

    def stands_apart(self, line: int) -> bool:
        """Whether a line is no part of the text above, as one with a footnote's mark is, however
        tall that makes it."""
        return self.begins_paragraph(line) or (
            self.gap_above(line) >= _SPACE_ABOVE * self.size[line]
        )

    def gap_above(self, line: int) -> float:
        """White space above a line; much where it begins a page or column."""
        if line == 0:
            return self.size[line] * 2.0
        gap: float = self.y0[line] - self.y1[line - 1]
        return gap if gap > -self.size[line] else self.size[line] * 2.0

    def is_row(self, line: int) -> bool:
        """Whether the words of a line stand apart as cells do."""
        words = self.page.words.between(self.start[line], self.end[line])
        return any(
            after.x0 - before.x1 > _CELL_GAP * self.size[line] for before, after in pairwise(words)
        )


def _may_have_headings(page: PageText, lines: PageLines, body: float) -> bool:
    return bool((lines.size >= _LARGER * body).any()) or _NUMBERED.search(page.text) is not None


def _is_title_page(pages: Sequence[PageText], laid: Mapping[int, PageLines], body: float) -> bool:
    """Whether the first page of a document of some length has little but large letters."""
    lines = laid[pages[0].number]
    small = lines.size < _LARGER * body
    written = int((lines.end - lines.start)[small].sum())
    return len(pages) > _TITLE_PAGES and written < _TITLE_TEXT


def _blocks(lines: _Lines, body: float) -> Iterator[_Block]:
    """What may be a heading on a page, and what is as large as headings are."""
    if not len(lines) or _is_contents(lines):
        return
    first = 0
    while first < len(lines):
        last = first
        large = lines.size[first] >= _LARGER * body
        if large:
            while last + 1 < len(lines) and _goes_on(lines, last):
                last += 1
        if large or _is_numbered(lines, first, body):
            title = first
            if large and _is_label(lines, first, last, body):
                title = last + 1
                last = title
                while last + 1 < len(lines) and _goes_on(lines, last):
                    last += 1
            yield _block(lines, first, title, last, large)
        first = last + 1


def _block(lines: _Lines, first: int, named: int, last: int, large: bool) -> _Block:
    """A heading from `first` to `last`; what stands before `named` is its label."""
    title = lines.text(first, last)
    number = _NUMBER.match(title)
    return _Block(
        page=lines.page.number,
        title=title,
        y=lines.page.words.between(lines.start[first], lines.end[first])[0].y0,
        size=lines.size[named],
        parts=number.group(1).count(".") + 1 if number else 0,
        large=large,
        likely=last - named < _MOST_LINES
        and lines.stands_apart(first)
        and len(title) <= _LONGEST
        and _is_wording(title)
        and _introduces(lines, last),
    )


def _is_label(lines: _Lines, first: int, last: int, body: float) -> bool:
    """Whether "Chapter 3" stands alone above the chapter's title."""
    return (
        first == last
        and _LABEL.fullmatch(lines.text(first, last)) is not None
        and last + 1 < len(lines)
        and lines.size[last + 1] >= _LARGER * body
        and 0 < lines.y0[last + 1] - lines.y1[last] < _LABEL_GAP * lines.size[last]
    )


def _goes_on(lines: _Lines, line: int) -> bool:
    """Whether a large line and the next are one heading."""
    here, there = lines.size[line], lines.size[line + 1]
    if abs(here - there) > _SAME_SIZE * max(here, there):
        return False
    gap = lines.y0[line + 1] - lines.y1[line]
    beside = lines.x1[line] < lines.x0[line + 1] or lines.x1[line + 1] < lines.x0[line]
    return -here < gap < 0.6 * here and not beside and not _starts_heading(lines, line + 1)


def _starts_heading(lines: _Lines, line: int) -> bool:
    number = _NUMBER.match(lines.text(line, line))
    return number is not None and "." in number.group(1)


def _is_contents(lines: _Lines) -> bool:
    ends = sum(
        _CONTENTS.search(lines.page.text[start:end]) is not None
        for start, end in zip(lines.start, lines.end, strict=True)
    )
    return ends > _CONTENTS_LINES and ends > 0.4 * len(lines)


def _is_wording(title: str) -> bool:
    letters = sum(character.isalpha() for character in title)
    return (
        letters >= _LEAST_LETTERS
        and letters >= _LETTERS_SHARE * len(_NO_SIGN.sub("", title))
        and not _END.search(title)
    )


def _is_numbered(lines: _Lines, line: int, body: float) -> bool:
    """Whether a line of the text's size begins with a number of several parts and stands apart."""
    text = lines.text(line, line)
    number = _NUMBER.match(text)
    if number is None or "." not in number.group(1) or lines.size[line] < 0.95 * body:
        return False
    rest = text[number.end() :].strip()
    return (
        rest[:1].isalpha()
        and not rest[:1].islower()
        and lines.begins_paragraph(line)
        and (line + 1 == len(lines) or lines.begins_paragraph(line + 1))
        and lines.gap_above(line) >= _SPACE_ABOVE * lines.size[line]
        and not lines.is_row(line)
    )


def _introduces(lines: _Lines, line: int) -> bool:
    """Whether text follows on the page, or the page ends."""
    rest = range(line + 1, min(line + 1 + _TEXT_LINES, len(lines)))
    if len(rest) < _TEXT_LINES:
        return True
    return sum(lines.end[index] - lines.start[index] for index in rest) >= _LEAST_TEXT


def _heading_sizes(blocks: Iterable[_Block], pages: int, characters: int) -> list[float]:
    """The sizes of headings, the largest first."""
    groups: list[list[_Block]] = []
    for block in sorted((one for one in blocks if one.large), key=lambda one: -one.size):
        if groups and groups[-1][0].size - block.size <= _SAME_LEVEL * groups[-1][0].size:
            groups[-1].append(block)
        else:
            groups.append([block])
    kept = []
    for group in groups:
        likely = [block for block in group if block.likely]
        written = sum(len(block.title) for block in group)
        if (
            len(likely) >= max(_MOST_ARE_HEADINGS * len(group), 2, pages / _PAGES_FOR_ONE)
            and len({block.page for block in likely}) >= min(2, pages)
            and written <= _MOST_OF_TEXT * characters
        ):
            kept.append(group)
    kept = sorted(kept, key=len)[-_MOST_LEVELS:]
    return sorted((median(block.size for block in group) for group in kept), reverse=True)


def _size_level(block: _Block, sizes: Sequence[float]) -> int | None:
    """The level of a size, from 1; None where no headings have it."""
    for level, size in enumerate(sizes, start=1):
        if abs(block.size - size) <= _SAME_LEVEL * size:
            return level
    return None


def _levels(blocks: Sequence[_Block], sizes: Sequence[float]) -> list[int]:
    """Levels from 1: by size first, then by the parts of numbers of headings of one size."""
    ranks = [_size_level(block, sizes) or len(sizes) + 1 for block in blocks]
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for block, rank in zip(blocks, ranks, strict=True):
        counts[rank][block.parts] += 1
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for rank, seen in counts.items():
        usual = [n for n, count in seen.items() if n and count >= _RARE * seen.total()]
        for n in seen:
            fitting = [other for other in usual if other <= n] if n else []
            places[rank, n] = (rank, max(fitting) if fitting else min(usual, default=0))
    order = sorted(set(places.values()))
    # Numbers of as many parts are of one level, in whatever size.
    level: dict[tuple[int, int], int] = {}
    by_parts: dict[int, int] = {}
    for rank, parts in order:
        known = by_parts.get(parts) if rank > len(sizes) else None
        level[rank, parts] = known or max(level.values(), default=0) + 1
        if parts:
            by_parts.setdefault(parts, level[rank, parts])
    return [level[places[rank, block.parts]] for block, rank in zip(blocks, ranks, strict=True)]
