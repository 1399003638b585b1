"""Tells tables of contents and back-of-book indexes from prose and from tables of figures.

They hold the words of nearly every question and answer none, so search puts them last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

# Rows of dots in a form lead to nothing.
# Each is tried once, from its first dot: a passage may be one long row.
_LEADERS = re.compile(
    r"(?:(?<!\.)(?<!\.[ \u00a0])(?:\.[ \u00a0]?){5,}+|(?<!·)(?<!·[ \u00a0])(?:·[ \u00a0]?){5,}+"
    r"|(?<!…)…{2,}+)\s*(?:\d|[ivxlc]+\b)"
)
# One of these stands in every row of dots; most passages have none, and need not be looked through.
_DOTS = ("..", ". .", ".\u00a0.", "·", "……")
# "3.2 Leave 14", and in an index "rent, 14, 27-29".
_PAGE = re.compile(r"[\s,](?=(\d{1,4})(?:[-–]\d{1,4})?(?:[,;]|$))")
_TO_LAST_LETTER = re.compile(r".*[^\W\d_]")

LEADERS_OF_CONTENTS = 3
"""So many rows of dots that lead to a page number make a table of contents."""
LEAST_ENTRIES = 6
"""Without them, at least so many lines end in a page number, and most lines of the passage do."""
_MOST = 0.6
_IN_ORDER = 0.85


def is_contents(text: str) -> bool:
    """Whether a passage is a table of contents, with dots or with page numbers that rise from line
    to line, or an index, whose entries rise from A to Z."""
    dotted = any(dots in text for dots in _DOTS)
    if dotted and len(_LEADERS.findall(text)) >= LEADERS_OF_CONTENTS:
        return True
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) < LEAST_ENTRIES:
        return False
    entries = [(line, page) for line in lines if (page := _page(line)) is not None]
    if len(entries) < max(LEAST_ENTRIES, _MOST * len(lines)):
        return False
    pages = [page for _, page in entries]
    if pages[-1] > pages[0] and _in_order([before <= after for before, after in pairwise(pages)]):
        return True
    initials = [word[:1] for line, _ in entries if (word := line.casefold().lstrip('(«“"'))]
    listed = sum("," in line for line, _ in entries) >= len(entries) / 2
    return listed and _in_order([before <= after for before, after in pairwise(initials)])


def _page(line: str) -> int | None:
    """The page that a line ends in: the first number behind its last word."""
    found = list(_PAGE.finditer(line))
    words = _TO_LAST_LETTER.match(line, 0, found[-1].start()) if found else None
    if words is None:
        return None
    return next(int(page[1]) for page in found if page.start() >= words.end())


def _in_order(steps: Sequence[bool]) -> bool:
    return sum(steps) >= _IN_ORDER * len(steps)
