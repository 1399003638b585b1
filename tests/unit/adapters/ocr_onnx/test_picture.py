"""What is cut out of a page's picture."""

from __future__ import annotations

import numpy as np
import pytest

from app.adapters.ocr_onnx.picture import Pyramid, Strip


def pyramid(grey: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> Pyramid:
    height, width = grey.shape
    return Pyramid(np.repeat(grey[:, :, None], 3, axis=2).tobytes(), width, height)


def numbered(height: int, width: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """A picture whose pixels differ."""
    return (np.arange(height * width) % 251).astype(np.uint8).reshape(height, width)


def test_the_whole_picture_comes_as_it_is() -> None:
    grey = numbered(70, 90)
    cut = pyramid(grey).cut(Strip(0, 0, 1, 0, 90, 70), 90, 70)
    assert cut == pytest.approx(grey, abs=0.01)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_turned_strips_come_upright(quarters: int) -> None:
    grey = numbered(40, 60)
    strip = Strip(10, 8, 1, 0, 30, 20).turned(quarters)
    cut = pyramid(grey).cut(strip, round(strip.width), round(strip.height))
    # Text that runs so many quarter turns further clockwise is turned back.
    expected = np.rot90(grey[8:28, 10:40], quarters)
    assert cut == pytest.approx(expected, abs=0.01)


def test_four_quarter_turns_change_nothing() -> None:
    strip = Strip(10, 8, 0.8, 0.6, 30, 20)
    turned = strip.turned(1).turned(3)
    assert (turned.x, turned.y, turned.ux, turned.uy) == pytest.approx((10, 8, 0.8, 0.6))
    assert (turned.width, turned.height) == (30, 20)


def test_fine_patterns_are_averaged_and_not_thinned_out() -> None:
    grey = np.zeros((256, 256), dtype=np.uint8)
    grey[:, ::4] = 200
    cut = pyramid(grey).cut(Strip(0, 0, 1, 0, 256, 256), 32, 32)
    assert cut == pytest.approx(np.full((32, 32), 50.0), abs=0.01)


def test_what_lies_outside_is_as_the_edge_is() -> None:
    grey = np.full((40, 40), 200, dtype=np.uint8)
    cut = pyramid(grey).cut(Strip(-20, -20, 1, 0, 80, 80), 80, 80)
    assert cut == pytest.approx(np.full((80, 80), 200.0), abs=0.01)


def test_colours_count_as_bright_as_people_see_them() -> None:
    rgb = bytes([255, 0, 0, 0, 255, 0, 0, 0, 255])
    cut = Pyramid(rgb, 3, 1).cut(Strip(0, 0, 1, 0, 3, 1), 3, 1)
    assert cut.tolist() == [pytest.approx([76.2, 149.7, 29.1], abs=0.1)]


def test_a_single_pixel() -> None:
    cut = Pyramid(bytes([9, 9, 9]), 1, 1).cut(Strip(0, 0, 1, 0, 1, 1), 4, 4)
    assert cut == pytest.approx(np.full((4, 4), 9.0), abs=0.01)
