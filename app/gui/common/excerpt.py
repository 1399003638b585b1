"""The few lines of a passage that a card shows: around its match, with matching words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.gui.common.safe_text import one_line

WINDOW = 150
"""Characters in which as many different words as possible should match: about three lines."""
LEAD = 6
"""Characters shown before the first match, at most: a short word that belongs to it."""
LONG_LEAD = 45
"""The same where lines are long: enough to see what the match is about."""
LENGTH = 700
"""Characters kept for laying out; no card shows more."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text on one line; `marks` are ranges of it, in order, that match the question."""

    text: str
    marks: tuple[tuple[int, int], ...]


def excerpt(passage: str, terms: Iterable[str], *, room: int = 0) -> Excerpt:
    """Return the part of a passage that matches best.

    Args:
        passage: the text of the chunk.
        terms: words as they are written in the passage; what does not occur is passed over.
        room: characters for which there is room in any case. What the matches leave of it is
            given to what stands before them.
    """
    text = one_line(passage)
    found = _occurrences(text, terms)
    start = _start(text, found, room)
    cut = text[start : start + LENGTH]
    lead = "…" if start else ""
    shift = len(lead) - start
    marks = [
        (first + shift, last + shift)
        for first, last, _ in found
        if first >= start and last <= start + len(cut)
    ]
    shown = lead + cut + ("…" if start + LENGTH < len(text) else "")
    return Excerpt(shown, tuple(_joined(shown, marks)))


def _occurrences(text: str, terms: Iterable[str]) -> list[tuple[int, int, str]]:
    """(start, end, folded term) of each whole word of the text that is one of the terms."""
    wanted = sorted({one_line(term) for term in terms} - {""}, key=len, reverse=True)
    if not wanted:
        return []
    # Between Chinese or Japanese characters there is no word boundary to ask for.
    pieces = [
        rf"(?<!\w){re.escape(term)}(?!\w)" if term.isascii() else re.escape(term) for term in wanted
    ]
    return [
        (match.start(), match.end(), match.group().casefold())
        for match in re.finditer("|".join(pieces), text)
    ]


def _start(text: str, found: list[tuple[int, int, str]], room: int) -> int:
    """Where to begin: shortly before the window that holds the most different matches."""
    if not found or len(text) <= room:
        return 0
    best, best_end, best_count = 0, 0, 0
    for index, (first, _, _) in enumerate(found):
        ends: dict[str, int] = {}
        for _, end, term in found[index:]:
            if end <= first + WINDOW:
                ends.setdefault(term, end)
        if len(ends) > best_count:
            best, best_end, best_count = first, max(ends.values()), len(ends)
    lead = max(LEAD, min(LONG_LEAD, room - (best_end - best)))
    if best <= max(3 * LEAD, lead):
        return 0
    space = text.find(" ", best - lead - 1, best)
    return space + 1 if space >= 0 else best


def _joined(text: str, marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join marks that only a space keeps apart, so that "carry over" is one."""
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and text[joined[-1][1] : start].strip() == "":
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
