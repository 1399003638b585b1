"""The boxes around what a map marks: connected spots, and the smallest rectangle of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""One row for each point: x, y."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle that may be turned. (`ux`, `uy`) is 1 long and points along its `width`, which
    is the side that is nearer to the horizontal, to the right; (`x`, `y`) is its centre."""

    x: float
    y: float
    ux: float
    uy: float
    width: float
    height: float


def spots(mask: NDArray[np.bool_], most: int) -> list[Points]:
    """Corners of the connected spots of a map, diagonals included; at most so many, the largest.

    Spots are found by the runs of their rows. Each gives the corners of the first and last pixel
    of its runs, which are all that its rectangle depends on.
    """
    height, width = mask.shape
    padded = np.zeros((height, width + 2), dtype=np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded.ravel())
    first, last = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    rows, starts = np.divmod(first, width + 2)
    ends = starts + last - first  # one past the last pixel
    owner = _joined(rows, starts, ends, height)
    areas = np.bincount(owner, weights=ends - starts) if len(owner) else np.zeros(0)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(areas) + 1))
    found = []
    for spot in np.argsort(-areas, kind="stable")[:most]:
        runs = order[bounds[spot] : bounds[spot + 1]]
        if not len(runs):
            break
        x0, x1, y0 = starts[runs], ends[runs], rows[runs]
        xs, ys = np.concatenate((x0, x1, x0, x1)), np.concatenate((y0, y0, y0 + 1, y0 + 1))
        found.append(np.column_stack((xs, ys)).astype(np.float64))
    return found


def smallest_rectangle(points: Points) -> Rectangle:
    """The rectangle of least area around points. One of its sides lies on their hull."""
    hull = _hull(points)
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    units = edges[lengths > 0] / lengths[lengths > 0, None]
    if not len(units):
        units = np.array([[1.0, 0.0]])
    # A quarter turn changes nothing, so that each is taken within 45 degrees of the horizontal.
    steep = np.abs(units[:, 1]) > np.abs(units[:, 0])
    units[steep] = np.column_stack((units[steep, 1], -units[steep, 0]))
    units[units[:, 0] < 0] *= -1
    along = hull @ units.T
    across = hull @ np.column_stack((-units[:, 1], units[:, 0])).T
    widths, heights = np.ptp(along, axis=0), np.ptp(across, axis=0)
    best = int(np.argmin(widths * heights))
    (ux, uy), a = units[best], (along[:, best].max() + along[:, best].min()) / 2
    b = (across[:, best].max() + across[:, best].min()) / 2
    return Rectangle(
        float(a * ux - b * uy),
        float(a * uy + b * ux),
        float(ux),
        float(uy),
        float(widths[best]),
        float(heights[best]),
    )


def _joined(
    rows: NDArray[np.intp], starts: NDArray[np.intp], ends: NDArray[np.intp], height: int
) -> NDArray[np.intp]:
    """Number of the spot of each run: runs of neighbouring rows that touch are one."""
    parent = list(range(len(rows)))

    def root(run: int) -> int:
        while parent[run] != run:
            parent[run] = parent[parent[run]]
            run = parent[run]
        return run

    bounds = np.searchsorted(rows, np.arange(height + 1)).tolist()
    begin, end = starts.tolist(), ends.tolist()
    for row in range(1, height):
        upper, lower = bounds[row - 1], bounds[row]
        while upper < bounds[row] and lower < bounds[row + 1]:
            if begin[upper] <= end[lower] and begin[lower] <= end[upper]:
                parent[root(lower)] = root(upper)
            if end[upper] < end[lower]:
                upper += 1
            else:
                lower += 1
    roots = np.array([root(run) for run in range(len(parent))], dtype=np.intp)
    return np.unique(roots, return_inverse=True)[1].reshape(-1)


def _hull(points: Points) -> Points:
    """Convex hull by Andrew's monotone chain."""
    rows = np.unique(points, axis=0).tolist()
    if len(rows) < 3:
        return np.array(rows, dtype=np.float64)
    chains = []
    for ordered in (rows, rows[::-1]):
        chain: list[list[float]] = []
        for x, y in ordered:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append([x, y])
        chains += chain[:-1]
    return np.array(chains, dtype=np.float64)


def _turn(one: list[float], two: list[float], three: tuple[float, float]) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
