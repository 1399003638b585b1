"""Boxes on pages. Unrotated page space, origin top left, points; pages count from 1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a physical page, in points of the unrotated page."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    def union(self, other: Box) -> Box:
        """The smallest box around both. Both must lie on the same page."""
        if other.page != self.page:
            raise ValueError("boxes on different pages have no union")
        return Box(
            self.page,
            min(self.x0, other.x0),
            min(self.y0, other.y0),
            max(self.x1, other.x1),
            max(self.y1, other.y1),
        )

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies in the box, edges included."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


def union_of_runs(boxes: Iterable[tuple[int, Box]]) -> tuple[Box, ...]:
    """Join neighbouring boxes of the same line.

    Args:
        boxes: (line, box) in reading order; boxes of one line that follow each other are joined.
    """
    joined: list[tuple[int, Box]] = []
    for line, box in boxes:
        if joined and joined[-1][0] == line and joined[-1][1].page == box.page:
            joined[-1] = (line, joined[-1][1].union(box))
        else:
            joined.append((line, box))
    return tuple(box for _, box in joined)
