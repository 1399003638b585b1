"""Boxes on pages. Unrotated page space, origin top left, points; pages count from 1."""

from __future__ import annotations

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
