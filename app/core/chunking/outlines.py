"""The headings of a document: its bookmarks, and where they say little, those that are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.core.chunking.font_headings import font_headings
from app.core.chunking.headings import folded
from app.core.chunking.page_lines import PageLines
from app.core.chunking.running_lines import Ranges
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageText

# Bookmarks say little when there is not one for so many pages, or only one.
_PAGES_FOR_ONE = 20


def complete_outline(
    outline: Sequence[OutlineEntry],
    pages: Mapping[int, PageText],
    laid: Mapping[int, PageLines],
    running: Mapping[int, Ranges],
) -> Sequence[OutlineEntry]:
    """The bookmarks, with headings from how lines are set where there are few.

    A bookmark takes the place of the heading that it names, at that heading's level; others keep
    their own.

    Args:
        outline: The bookmarks.
        pages: Pages with text by number, in order.
        laid: Their lines.
        running: Their running lines.
    """
    named = [entry for entry in outline if entry.page >= 1 and entry.title.strip()]
    if len(named) > 1 and len(named) * _PAGES_FOR_ONE >= len(pages):
        return named
    found = list(font_headings(list(pages.values()), laid, running))
    alone = []
    for entry in named:
        for index, heading in enumerate(found):
            if heading.page == entry.page and _are_same(heading.title, entry.title):
                found[index] = OutlineEntry(heading.level, entry.title, heading.page, heading.y)
                break
        else:
            alone.append(entry)
    return [*alone, *found]


def _are_same(one: str, other: str) -> bool:
    """Whether two titles name one heading, with a number in front or without."""
    short, long = sorted((folded(one), folded(other)), key=len)
    return bool(short) and long.endswith(short) and 2 * len(short) >= len(long)
