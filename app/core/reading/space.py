"""The three spaces that a box on a page goes through, and the ways between them.

*Displayed* space is the page as people see it, rotation applied. *Reading* space is displayed
space turned so that text runs to the right and lines follow each other downwards; coordinates
may be negative there. *Unrotated* space is what :class:`~app.core.domain.geometry.Box` uses. All
have their origin at the top left and count in points.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Rect(NamedTuple):
    """A box with x0 <= x1 and y0 <= y1."""

    x0: float
    y0: float
    x1: float
    y1: float


class Direction(IntEnum):
    """Where the letters of a line follow each other to, on the displayed page."""

    RIGHT = 0
    DOWN = 1
    """Turned clockwise, or written vertically as in Japanese."""
    LEFT = 2
    """Upside down."""
    UP = 3
    """Turned anticlockwise."""

    @classmethod
    def of(cls, dx: float, dy: float) -> Direction:
        """The direction nearest to a vector of displayed space."""
        if abs(dx) >= abs(dy):
            return cls.RIGHT if dx >= 0 else cls.LEFT
        return cls.DOWN if dy > 0 else cls.UP


def to_reading(direction: Direction, box: Rect) -> Rect:
    """From displayed to reading space."""
    x0, y0, x1, y1 = box
    if direction is Direction.RIGHT:
        return box
    if direction is Direction.DOWN:
        return Rect(y0, -x1, y1, -x0)
    if direction is Direction.LEFT:
        return Rect(-x1, -y1, -x0, -y0)
    return Rect(-y1, x0, -y0, x1)


def to_displayed(direction: Direction, box: Rect) -> Rect:
    """From reading to displayed space."""
    x0, y0, x1, y1 = box
    if direction is Direction.RIGHT:
        return box
    if direction is Direction.DOWN:
        return Rect(-y1, x0, -y0, x1)
    if direction is Direction.LEFT:
        return Rect(-x1, -y1, -x0, -y0)
    return Rect(y0, -x1, y1, -x0)


def to_unrotated(rotation: int, width: float, height: float, box: Rect) -> Rect:
    """From displayed to unrotated space.

    Args:
        rotation: Degrees by which the page is turned clockwise for display: 0, 90, 180, 270.
        width: Of the unrotated page.
        height: Of the unrotated page.
        box: In displayed space.
    """
    x0, y0, x1, y1 = box
    if rotation == 0:
        return box
    if rotation == 90:
        return Rect(y0, height - x1, y1, height - x0)
    if rotation == 180:
        return Rect(width - x1, height - y1, width - x0, height - y0)
    return Rect(width - y1, x0, width - y0, x1)
