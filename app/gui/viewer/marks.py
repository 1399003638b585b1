"""What is to be marked on pages: the citation that is shown, and what the find bar found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.core.domain.geometry import Box
from app.services.viewing import FoundText


@dataclass(frozen=True, slots=True)
class Marking:
    """The citation's words and passage, by page."""

    words: Mapping[int, tuple[Box, ...]] = field(default_factory=dict)
    passage: Mapping[int, tuple[Box, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Sequence[Box], passage: Sequence[Box]) -> Marking:
        """Marks for boxes that may lie on several pages."""
        return cls(_by_page(words), _by_page(passage))

    def on(self, page: int) -> bool:
        """Whether there is anything to mark on a page."""
        return page in self.words or page in self.passage


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches, and which of them is the current one (from 0; None while there is none)."""

    found: tuple[FoundText, ...] = ()
    current: int | None = None

    def on(self, page: int) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
        """Boxes of the other matches on a page, and boxes of the current one."""
        others: list[Box] = []
        current: tuple[Box, ...] = ()
        for index, match in enumerate(self.found):
            if match.page == page:
                if index == self.current:
                    current = match.boxes
                else:
                    others.extend(match.boxes)
        return tuple(others), current

    def first_from(self, page: int) -> int | None:
        """The first match on a page or after it; the first of all where none follows."""
        if not self.found:
            return None
        return next((i for i, match in enumerate(self.found) if match.page >= page), 0)

    def stepped(self, by: int) -> Matches:
        """The same matches with another current one; after the last comes the first."""
        if not self.found:
            return self
        at = -1 if self.current is None and by > 0 else (self.current or 0)
        return Matches(self.found, (at + by) % len(self.found))


def _by_page(boxes: Sequence[Box]) -> dict[int, tuple[Box, ...]]:
    sorted_out: dict[int, list[Box]] = {}
    for box in boxes:
        sorted_out.setdefault(box.page, []).append(box)
    return {page: tuple(found) for page, found in sorted_out.items()}
