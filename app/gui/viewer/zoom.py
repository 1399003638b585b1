"""How large pages are shown: by the size of the view, or as the user chose.

A zoom is logical pixels per point; at 1 (100 %) a point of the page is one logical pixel.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from enum import StrEnum

from app.core.domain.page import PageSize
from app.gui.viewer.page_layout import MARGIN, shown_size

MIN_ZOOM, MAX_ZOOM = 0.10, 4.0
ZOOM_STEPS = (
    *(0.10, 0.15, 0.25, 0.33, 0.50, 0.67, 0.75, 0.90),
    *(1.0, 1.10, 1.25, 1.50, 1.75, 2.0, 2.5, 3.0, 4.0),
)


class ZoomMode(StrEnum):
    """Whether the view's size decides the zoom, or the user did."""

    FIT_WIDTH = "fit_width"
    FIT_PAGE = "fit_page"
    FREE = "free"


def bounded_zoom(zoom: float) -> float:
    """The nearest zoom that is allowed."""
    return min(MAX_ZOOM, max(MIN_ZOOM, zoom))


def next_zoom(zoom: float, steps: int) -> float:
    """The zoom `steps` steps larger, or smaller where `steps` is negative."""
    # A zoom that equals a step but for rounding counts as that step.
    slack = 0.001
    if steps > 0:
        index = bisect_right(ZOOM_STEPS, zoom + slack) + steps - 1
    else:
        index = bisect_left(ZOOM_STEPS, zoom - slack) + steps
    return ZOOM_STEPS[min(len(ZOOM_STEPS) - 1, max(0, index))]


def fit_width_zoom(size: PageSize, width: float) -> float:
    """The zoom at which a page fills a view of that width, in pixels."""
    return bounded_zoom((width - 2 * MARGIN) / shown_size(size).width())


def fit_page_zoom(size: PageSize, width: float, height: float) -> float:
    """The zoom at which a whole page is seen in a view of that size, in pixels."""
    by_height = (height - 2 * MARGIN) / shown_size(size).height()
    return min(fit_width_zoom(size, width), bounded_zoom(by_height))


def zoom_for(mode: ZoomMode, size: PageSize, width: float, height: float, now: float) -> float:
    """The zoom that a mode gives for a page in a view of that size; `now` where it is free."""
    if mode is ZoomMode.FIT_WIDTH:
        return fit_width_zoom(size, width)
    if mode is ZoomMode.FIT_PAGE:
        return fit_page_zoom(size, width, height)
    return now
