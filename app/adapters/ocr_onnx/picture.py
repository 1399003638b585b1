"""A page's picture in grey, in sizes that halve, and what is cut out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.float32]
"""Rows and columns; 0 is black and 255 is white."""

Places = NDArray[np.floating[Any]]
"""Coordinates of pixels on a picture, one of two axes."""

# Shares of red, green and blue in the brightness that people see (ITU-R BT.601).
_BRIGHTNESS = np.array([0.299, 0.587, 0.114], dtype=np.float32)
# Smaller pictures than this show no letters any more.
_SMALLEST_SIDE = 32


@dataclass(frozen=True, slots=True)
class Strip:
    """A box on the picture that may be turned: where a line of text stands.

    `x` and `y` are its corner where the text begins, above the first letter; (`ux`, `uy`) points
    along the text and is 1 long; `width` goes along the text, and `height` from the top of the
    letters to their bottom, a quarter turn clockwise from it. In pixels of the picture.
    """

    x: float
    y: float
    ux: float
    uy: float
    width: float
    height: float

    def at(self, along: float, down: float) -> tuple[float, float]:
        """The point of the picture so many pixels along the text and below its top."""
        return (
            self.x + along * self.ux - down * self.uy,
            self.y + along * self.uy + down * self.ux,
        )

    def turned(self, quarters: int) -> Strip:
        """The same box with the text running so many quarter turns further clockwise."""
        strip = self
        for _ in range(quarters % 4):
            x, y = strip.at(strip.width, 0)
            strip = Strip(x, y, -strip.uy, strip.ux, strip.height, strip.width)
        return strip


class Pyramid:
    """A picture and its halves, so that whatever is drawn smaller is averaged, not thinned out.

    Args:
        rgb: height rows of width * 3 bytes.
    """

    def __init__(self, rgb: bytes, width: int, height: int) -> None:
        pixels = np.frombuffer(rgb, dtype=np.uint8).reshape(height, width, 3)
        grey = np.empty((height, width), dtype=np.float32)
        step = 256  # rows at a time, so that no copy of the whole picture is made in floats
        for top in range(0, height, step):
            grey[top : top + step] = pixels[top : top + step] @ _BRIGHTNESS
        self._levels = [grey]
        while min(self._levels[-1].shape) >= 2 * _SMALLEST_SIDE:
            self._levels.append(_halved(self._levels[-1]))

    @property
    def height(self) -> int:
        """Rows of the picture."""
        return int(self._levels[0].shape[0])

    @property
    def width(self) -> int:
        """Columns of the picture."""
        return int(self._levels[0].shape[1])

    def cut(self, strip: Strip, width: int, height: int) -> Grey:
        """What stands in a strip, drawn with so many pixels and turned upright."""
        across = (np.arange(width, dtype=np.float32) + 0.5) * (strip.width / width)
        down = (np.arange(height, dtype=np.float32) + 0.5)[:, None] * (strip.height / height)
        x = strip.x + across * strip.ux - down * strip.uy
        y = strip.y + across * strip.uy + down * strip.ux
        level, scale = self._level(strip.height / height)
        return _sampled(level, x / scale - 0.5, y / scale - 0.5)

    def _level(self, shrink: float) -> tuple[Grey, int]:
        """The smallest size that still has as many pixels as are wanted, and its divisor."""
        number = 0
        while number + 1 < len(self._levels) and 2 ** (number + 1) <= shrink:
            number += 1
        return self._levels[number], 2**number


def _halved(grey: Grey) -> Grey:
    height, width = grey.shape[0] // 2 * 2, grey.shape[1] // 2 * 2
    even = grey[:height, :width]
    total = even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]
    return total * np.float32(0.25)


def _sampled(grey: Grey, x: Places, y: Places) -> Grey:
    """Brightness between pixels; what lies outside is as the edge is."""
    height, width = grey.shape
    x = np.clip(x, 0, width - 1)
    y = np.clip(y, 0, height - 1)
    left = np.minimum(x.astype(np.int32), max(width - 2, 0))
    top = np.minimum(y.astype(np.int32), max(height - 2, 0))
    right, below = np.minimum(left + 1, width - 1), np.minimum(top + 1, height - 1)
    dx, dy = x - left, y - top
    upper = grey[top, left] * (1 - dx) + grey[top, right] * dx
    lower = grey[below, left] * (1 - dx) + grey[below, right] * dx
    found: Grey = (upper * (1 - dy) + lower * dy).astype(np.float32)
    return found
