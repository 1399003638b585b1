"""Zoom: steps, bounds, and what fits."""

from __future__ import annotations

import pytest

from app.core.domain.page import PageSize
from app.gui.viewer.page_layout import MARGIN
from app.gui.viewer.zoom import ZoomMode, bounded_zoom, next_zoom, zoom_for

A4 = PageSize(595.0, 842.0, 0)


@pytest.mark.parametrize(
    ("zoom", "steps", "expected"),
    [
        (1.0, 1, 1.1),
        (1.0, -1, 0.9),
        (0.82, 1, 0.9),
        (0.82, -1, 0.75),
        (0.8999999, 1, 1.0),
        (0.8999999, -1, 0.75),
        (4.0, 1, 4.0),
        (0.1, -1, 0.1),
        (0.1, -5, 0.1),
        (1.0, 3, 1.5),
    ],
)
def test_steps(zoom: float, steps: int, expected: float) -> None:
    assert next_zoom(zoom, steps) == expected


@pytest.mark.parametrize(("zoom", "expected"), [(0.01, 0.1), (9.0, 4.0), (1.3, 1.3)])
def test_bounds(zoom: float, expected: float) -> None:
    assert bounded_zoom(zoom) == expected


def test_fit_width() -> None:
    assert zoom_for(ZoomMode.FIT_WIDTH, A4, 595 + 2 * MARGIN, 100, 3.0) == pytest.approx(1.0)


def test_fit_width_of_a_turned_page() -> None:
    turned = PageSize(842.0, 595.0, 90)
    assert zoom_for(ZoomMode.FIT_WIDTH, turned, 595 + 2 * MARGIN, 100, 3.0) == pytest.approx(1.0)


def test_fit_page() -> None:
    assert zoom_for(ZoomMode.FIT_PAGE, A4, 2000, 421 + 2 * MARGIN, 3.0) == pytest.approx(0.5)
    assert zoom_for(ZoomMode.FIT_PAGE, A4, 595 + 2 * MARGIN, 9000, 3.0) == pytest.approx(1.0)


def test_free() -> None:
    assert zoom_for(ZoomMode.FREE, A4, 100, 100, 3.0) == 3.0


def test_a_view_without_room_gives_the_least_zoom() -> None:
    assert zoom_for(ZoomMode.FIT_PAGE, A4, 10, 10, 1.0) == 0.1
