"""Finds the lines of text on a picture, with the PP-OCR network that marks them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.adapters.ocr_onnx.outlines import Points, Rectangle, smallest_rectangle, spots
from app.adapters.ocr_onnx.picture import Pyramid, Strip

# The network works on sides that are multiples of this.
_MULTIPLE = 32
# Longest side that the network sees, in pixels: 110 dots an inch on A4, which is enough for letters
# of 6 points. Time and memory grow with its square; at 960, lines of small letters lose their ends.
_LONGEST_SIDE = 1280
# From here on (of 1) a pixel counts as text, and a line as one; how far lines are widened, since
# the network marks their middle, as a multiple of area / circumference. All as PP-OCR has them.
_PIXEL_FLOOR = 0.3
_LINE_FLOOR = 0.5
_WIDENING = 1.6
# Spots that are thinner than this, in pixels of the map, are dirt.
_THINNEST = 3.0
MOST_LINES = 1500
"""Bound on the lines of a page, the largest ones; a full page of newspaper has fewer."""


class LineFinder:
    """Finds lines.

    Args:
        session: ONNX Runtime session of a PP-OCR text detection network, whose input is
            (1, 3, rows, columns), from -1 for black to 1 for white, and whose output is
            (1, 1, rows, columns), how likely each pixel is text.
    """

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    def find(self, picture: Pyramid) -> list[Strip]:
        """Strips of the picture that hold text, from the top down. Their text runs to the right,
        as far as this network can tell."""
        shrink = max(1.0, max(picture.width, picture.height) / _LONGEST_SIDE)
        width, height = _side(picture.width / shrink), _side(picture.height / shrink)
        whole = Strip(0, 0, 1, 0, picture.width, picture.height)
        pixels = picture.cut(whole, width, height) / 127.5 - 1
        feed = np.broadcast_to(pixels, (1, 3, height, width))
        likely = self._session.run(None, {self._input: np.ascontiguousarray(feed)})[0][0, 0]
        mask = _spread(likely > _PIXEL_FLOOR)
        scale_x, scale_y = picture.width / width, picture.height / height
        strips = []
        for corners in spots(mask, MOST_LINES):
            box = smallest_rectangle(corners)
            if min(box.width, box.height) < _THINNEST or _share(likely, box) < _LINE_FLOOR:
                continue
            scaled = np.column_stack((_corners(box)[:, 0] * scale_x, _corners(box)[:, 1] * scale_y))
            strips.append(_strip(smallest_rectangle(scaled)))
        return sorted(strips, key=lambda strip: (strip.y, strip.x))


def _side(pixels: float) -> int:
    return max(_MULTIPLE, round(pixels / _MULTIPLE) * _MULTIPLE)


def _spread(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each pixel marks its right, lower and lower right neighbour too."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:, 1:] |= wide[:, :-1].copy()
    return wide


def _share(likely: NDArray[np.float32], box: Rectangle) -> float:
    """How likely the pixels of a rectangle are text, on average."""
    corners = _corners(box)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int)
    part = likely[top:bottom, left:right]
    if not part.size:
        return 0.0
    x = np.arange(left, left + part.shape[1]) + 0.5 - box.x
    y = (np.arange(top, top + part.shape[0]) + 0.5 - box.y)[:, None]
    inside = (np.abs(x * box.ux + y * box.uy) <= box.width / 2) & (
        np.abs(y * box.ux - x * box.uy) <= box.height / 2
    )
    return float(part[inside].mean()) if inside.any() else 0.0


def _corners(box: Rectangle) -> Points:
    """Corners of the rectangle once it is widened."""
    more = _WIDENING * box.width * box.height / (2 * (box.width + box.height))
    a, b = box.width / 2 + more, box.height / 2 + more
    along, across = np.array([-a, a, a, -a]), np.array([-b, -b, b, b])
    return np.column_stack(
        (box.x + along * box.ux - across * box.uy, box.y + along * box.uy + across * box.ux)
    )


def _strip(box: Rectangle) -> Strip:
    a, b = box.width / 2, box.height / 2
    return Strip(
        box.x - a * box.ux + b * box.uy,
        box.y - a * box.uy - b * box.ux,
        box.ux,
        box.uy,
        box.width,
        box.height,
    )
