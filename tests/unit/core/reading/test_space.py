from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.reading.space import Direction, Rect, to_displayed, to_reading, to_unrotated

coordinates = st.floats(0, 1000, allow_nan=False)


@given(st.sampled_from(Direction), coordinates, coordinates, coordinates, coordinates)
def test_there_and_back(
    direction: Direction, x: float, y: float, width: float, height: float
) -> None:
    box = Rect(x, y, x + width, y + height)
    there = to_reading(direction, box)
    assert there.x0 <= there.x1
    assert there.y0 <= there.y1
    assert to_displayed(direction, there) == box


@pytest.mark.parametrize(
    ("direction", "first", "second"),
    [
        (Direction.RIGHT, Rect(0, 0, 1, 1), Rect(1, 0, 2, 1)),
        (Direction.DOWN, Rect(0, 0, 1, 1), Rect(0, 1, 1, 2)),
        (Direction.LEFT, Rect(1, 0, 2, 1), Rect(0, 0, 1, 1)),
        (Direction.UP, Rect(0, 1, 1, 2), Rect(0, 0, 1, 1)),
    ],
)
def test_letters_follow_each_other_to_the_right(
    direction: Direction, first: Rect, second: Rect
) -> None:
    one, other = to_reading(direction, first), to_reading(direction, second)
    assert one.x1 == other.x0
    assert (one.y0, one.y1) == (other.y0, other.y1)


def test_vertical_lines_go_on_to_the_left() -> None:
    right, left = Rect(20, 0, 30, 50), Rect(5, 0, 15, 50)
    assert to_reading(Direction.DOWN, right).y1 < to_reading(Direction.DOWN, left).y0


@pytest.mark.parametrize(
    ("towards", "direction"),
    [
        ((1, 0), Direction.RIGHT),
        ((0.99, -0.1), Direction.RIGHT),
        ((0, 1), Direction.DOWN),
        ((-1, 0), Direction.LEFT),
        ((0.1, -0.99), Direction.UP),
    ],
)
def test_the_nearest_direction(towards: tuple[float, float], direction: Direction) -> None:
    assert Direction.of(*towards) is direction


@pytest.mark.parametrize(
    ("rotation", "displayed"),
    [
        # A box of 10 by 5 near the top left of a page of 100 by 200.
        (0, Rect(1, 2, 11, 7)),
        (90, Rect(193, 1, 198, 11)),
        (180, Rect(89, 193, 99, 198)),
        (270, Rect(2, 89, 7, 99)),
    ],
)
def test_rotation_is_undone(rotation: int, displayed: Rect) -> None:
    assert to_unrotated(rotation, 100, 200, displayed) == Rect(1, 2, 11, 7)
