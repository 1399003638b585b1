"""Heading paths: under which bookmarks a place of a document stands."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.document import OutlineEntry

MAX_HEADING_CHARACTERS = 120
"""Bound on one heading path in prompts and records (F11)."""


class HeadingPaths:
    """Answers which headings a place stands under, from a document's outline."""

    def __init__(self, outline: Sequence[OutlineEntry]) -> None:
        self._entries = sorted(
            (entry for entry in outline if entry.page >= 1 and entry.title.strip()),
            key=lambda entry: (entry.page, entry.y),
        )
        self._pages_with_heights = {entry.page for entry in self._entries if entry.y > 0.0}

    def needs_height(self, page: int) -> bool:
        """Whether headings begin within this page, so that a place's height matters."""
        return page in self._pages_with_heights

    def at(self, page: int, y: float) -> tuple[str, ...]:
        """The path at height `y` (points from the top) of a physical page.

        A heading counts from half a line (6 points) above its bookmark on, since bookmarks often
        point a little below the top of their heading's letters.
        """
        path: list[OutlineEntry] = []
        for entry in self._entries:
            if entry.page > page or (entry.page == page and entry.y > y + 6.0):
                break
            path = [other for other in path if other.level < entry.level]
            path.append(entry)
        return tuple(" ".join(entry.title.split()) for entry in path)


def bounded(path: Sequence[str], limit: int = MAX_HEADING_CHARACTERS) -> str:
    """ "Chapter › Section", cut to `limit` characters with an ellipsis."""
    text = " › ".join(path)
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
