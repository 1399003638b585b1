"""Heading paths: under which headings a place of a document's text stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.core.chunking.page_lines import PageLines
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageText

MAX_HEADING_CHARACTERS = 120
"""Bound on one heading path in prompts and records (F11)."""
MOST_LOOKED_FOR = 100
"""Headings whose words are looked for on one page: further ones stand at their bookmark's height.
No ordinary page has more."""

# Bookmarks often point a little below the top of their heading's letters: by half a line (points).
_HALF_LINE = 6.0
# A heading's words are looked for in so many lines that follow each other, first no farther than
# this from where the bookmark points (points), and may follow a label of so many letters
# ("Section 3.2").
_MOST_LINES = 4
_FARTHEST = 60.0
_LONGEST_LABEL = 12
# A label on lines of its own, between where a bookmark points and its title, has at most so many,
# with so many letters each.
_LABEL_LINES = 2
_LABEL_LINE = 24
# Letters by which the begin of a heading behind its label is known.
_BEGIN = 6
_NO_LETTER = re.compile(r"[\W_]+")
# How a line fits: word for word, with a label that the other lacks, with more text behind.
_EXACT, _LABELLED, _WITH_TEXT = 1, 2, 3


class Place(NamedTuple):
    """The character of a physical page's text that a heading begins with."""

    page: int
    start: int


class HeadingPaths:
    """Answers which headings a place stands under."""

    def __init__(self, placed: Iterable[tuple[Place, OutlineEntry]]) -> None:
        self._places: list[Place] = []
        self._paths: list[tuple[str, ...]] = []
        path: list[OutlineEntry] = []
        for place, entry in sorted(placed, key=lambda one: one[0]):
            path = [other for other in path if other.level < entry.level]
            path.append(entry)
            titles = tuple(" ".join(other.title.split()) for other in path)
            if self._places and self._places[-1] == place:
                self._paths[-1] = titles
            else:
                self._places.append(place)
                self._paths.append(titles)

    def at(self, page: int, start: int) -> tuple[str, ...]:
        """The path at a character of a page's text."""
        index = bisect_right(self._places, Place(page, start))
        return self._paths[index - 1] if index else ()

    def starts(self) -> Sequence[Place]:
        """Where headings begin, in reading order."""
        return self._places


def place_headings(
    outline: Iterable[OutlineEntry],
    pages: Mapping[int, PageText],
    laid: Mapping[int, PageLines],
) -> list[tuple[Place, OutlineEntry]]:
    """Find where in the text of their pages headings begin.

    Their words are looked for near the height that the entry says; where they are not found, the
    first line at that height counts, and without a height the top of the page.

    Args:
        outline: In any order; entries on pages without text begin with the next page's.
        pages: Pages with text by number.
        laid: Their lines.
    """
    lines: dict[int, _FoldedLines] = {}
    looked_for: Counter[int] = Counter()
    placed: list[tuple[Place, OutlineEntry]] = []
    for entry in outline:
        if entry.page < 1 or not entry.title.strip():
            continue
        if entry.page not in pages:
            placed.append((Place(entry.page, 0), entry))
            continue
        if entry.page not in lines:
            lines[entry.page] = _FoldedLines(pages[entry.page], laid[entry.page])
        looked_for[entry.page] += 1
        many = looked_for[entry.page] > MOST_LOOKED_FOR
        start = lines[entry.page].begin(entry, by_height=many)
        placed.append((Place(entry.page, start), entry))
    return placed


class _FoldedLines:
    """The lines of a page in reading order, as letters and digits without case."""

    def __init__(self, page: PageText, lines: PageLines) -> None:
        self._start: list[int] = lines.start.tolist()
        self._texts = [
            folded(page.text[start:end])
            for start, end in zip(self._start, lines.end.tolist(), strict=True)
        ]
        # A line may begin with the second half of a word, which nothing may be cut off.
        self._begins_word = [start == 0 or page.text[start - 1].isspace() for start in self._start]
        words = page.words.columns()
        self._top: list[float] = words["y0"][words["start"].searchsorted(lines.start)].tolist()

    def begin(self, entry: OutlineEntry, *, by_height: bool) -> int:
        """Where the heading begins in the page's text; by the height of its bookmark alone, or by
        its words as well."""
        pointed = self._pointed(entry.y) if entry.y > 0.0 else None
        named = None if by_height else self._named(entry)
        if named is None:
            return self._start[pointed] if pointed is not None else 0
        if pointed is not None and self._is_label(pointed, named):
            return self._start[pointed]
        return self._start[named]

    def _pointed(self, y: float) -> int | None:
        """The first line at or below a height."""
        for line, top in enumerate(self._top):
            if top >= y - _HALF_LINE and self._begins_word[line]:
                return line
        return None

    def _is_label(self, first: int, last: int) -> bool:
        return 0 < last - first <= _LABEL_LINES and all(
            len(text) <= _LABEL_LINE for text in self._texts[first:last]
        )

    def _named(self, entry: OutlineEntry) -> int | None:
        """The line that begins with the heading's words; the best and nearest if there are
        several."""
        wanted = folded(entry.title)
        best: tuple[bool, int, float, int] | None = None
        for line, text in enumerate(self._texts):
            if not (text and wanted and self._begins_word[line]):
                continue
            away = abs(self._top[line] - entry.y) if entry.y > 0.0 else 0.0
            if fit := self._fit(line, wanted):
                found = (away > _FARTHEST, fit, away, line)
                best = min(best or found, found)
        if best is None or (best[0] and best[1] == _WITH_TEXT):
            return None
        return best[3]

    def _fit(self, line: int, wanted: str) -> int:
        """How well a heading begins with this line; 0 if it does not."""
        text = self._texts[line]
        label = 0
        if not wanted.startswith(text[:_BEGIN]):
            label = text.find(wanted[:_BEGIN])
            if wanted.endswith(text) and len(wanted) - len(text) <= _LONGEST_LABEL < len(text):
                return _LABELLED
            if not 0 < label <= _LONGEST_LABEL:
                return 0
        text = text[label:]
        for following in self._texts[line + 1 : line + _MOST_LINES]:
            if len(text) >= len(wanted) or not wanted.startswith(text):
                break
            text += following
        if text == wanted:
            return _LABELLED if label else _EXACT
        return _WITH_TEXT if text.startswith(wanted) and len(wanted) > _LONGEST_LABEL else 0


def folded(text: str) -> str:
    """Letters and digits without case."""
    return _NO_LETTER.sub("", text.casefold())


def bounded(path: Sequence[str], limit: int = MAX_HEADING_CHARACTERS) -> str:
    """ "Chapter › Section", cut to `limit` characters with an ellipsis."""
    text = " › ".join(path)
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
