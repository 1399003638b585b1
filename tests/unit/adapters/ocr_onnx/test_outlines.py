"""Spots of a map and the rectangles around them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.adapters.ocr_onnx.outlines import smallest_rectangle, spots


def map_of(*rows: str) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.array([[sign == "#" for sign in row] for row in rows])


def boxes(*rows: str, most: int = 9) -> list[tuple[float, ...]]:
    """x0, y0, x1, y1 of each spot."""
    return [
        (*points.min(axis=0).tolist(), *points.max(axis=0).tolist())
        for points in spots(map_of(*rows), most)
    ]


def test_spots_that_touch_at_a_corner_are_one() -> None:
    assert boxes("#..", ".#.", "..#") == [(0, 0, 3, 3)]


def test_arms_that_meet_further_down_are_one() -> None:
    assert boxes("#.#.#", "#.#.#", "#####") == [(0, 0, 5, 3)]


def test_rows_do_not_run_into_each_other() -> None:
    assert sorted(boxes("...##", ".....", "##...")) == [(0, 2, 2, 3), (3, 0, 5, 1)]


def test_the_largest_come_first_and_no_more_than_wanted() -> None:
    rows = ("##.#", "##..", "...#", "#..#")
    assert boxes(*rows) == [(0, 0, 2, 2), (3, 2, 4, 4), (3, 0, 4, 1), (0, 3, 1, 4)]
    assert boxes(*rows, most=1) == [(0, 0, 2, 2)]


def test_no_spots() -> None:
    assert boxes("...", "...") == []


@pytest.mark.parametrize("degrees", [0, 2, -7, 30, 44])
def test_a_turned_rectangle_is_found(degrees: float) -> None:
    angle = math.radians(degrees)
    u, v = (
        np.array([math.cos(angle), math.sin(angle)]),
        np.array([-math.sin(angle), math.cos(angle)]),
    )
    corners = [a * u + b * v for a in (-40, 40) for b in (-5, 5)]
    inside = [0.3 * corner for corner in corners]
    box = smallest_rectangle(np.array([*corners, *inside]) + np.array([100, 50]))
    assert (box.x, box.y) == pytest.approx((100, 50))
    assert (box.ux, box.uy) == pytest.approx((u[0], u[1]), abs=1e-9)
    assert (box.width, box.height) == pytest.approx((80, 10))


def test_what_stands_upright_is_high() -> None:
    box = smallest_rectangle(np.array([[10.0, 0.0], [14.0, 0.0], [14.0, 60.0], [10.0, 60.0]]))
    assert (box.ux, box.uy, box.width, box.height) == (1.0, 0.0, 4.0, 60.0)


@pytest.mark.parametrize("points", [[[3.0, 4.0]], [[3.0, 4.0], [9.0, 4.0]]])
def test_points_without_area(points: list[list[float]]) -> None:
    box = smallest_rectangle(np.array(points))
    assert box.height == 0.0
    assert box.width == points[-1][0] - points[0][0]
