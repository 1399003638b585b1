"""Where pages and boxes lie: order, gaps, rotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSizeF

from app.core.domain.geometry import Box
from app.core.domain.page import PageSize
from app.gui.viewer.page_layout import GAP, MARGIN, PageLayout, shown_rect, shown_size
from app.services.viewing import ViewedPage

A4 = PageSize(595.0, 842.0, 0)
WIDE = PageSize(1191.0, 842.0, 0)


def pages(*sizes: PageSize) -> tuple[ViewedPage, ...]:
    return tuple(ViewedPage(number, "", size) for number, size in enumerate(sizes, start=1))


@pytest.mark.parametrize(
    ("rotation", "size", "rect"),
    [
        # A box near the top left of a page of 200 by 100 points.
        (0, (200, 100), (10, 20, 30, 10)),
        # Turned clockwise, the top left corner of the page comes to the top right, …
        (90, (100, 200), (70, 10, 10, 30)),
        (180, (200, 100), (160, 70, 30, 10)),
        # … and counter-clockwise to the bottom left.
        (270, (100, 200), (20, 160, 10, 30)),
    ],
)
def test_rotation(rotation: int, size: tuple[int, int], rect: tuple[int, int, int, int]) -> None:
    page = PageSize(200, 100, rotation)
    assert shown_size(page) == QSizeF(*size)
    assert shown_rect(Box(1, 10, 20, 40, 30), page) == QRectF(*rect)


@given(
    rotation=st.sampled_from([0, 90, 180, 270]),
    x=st.floats(0, 150),
    y=st.floats(0, 80),
    width=st.floats(1, 50),
    height=st.floats(1, 20),
)
def test_boxes_stay_on_the_page(
    rotation: int, x: float, y: float, width: float, height: float
) -> None:
    page = PageSize(200, 100, rotation)
    rect = shown_rect(Box(1, x, y, x + width, y + height), page)
    paper = QRectF(0, 0, shown_size(page).width(), shown_size(page).height())
    assert paper.adjusted(-0.01, -0.01, 0.01, 0.01).contains(rect)
    assert rect.width() * rect.height() == pytest.approx(width * height)


def test_column_of_differing_pages() -> None:
    layout = PageLayout(pages(A4, WIDE, PageSize(842, 595, 90)), 0.5, 100)
    first, second, third = (layout.rect(page) for page in (1, 2, 3))
    assert (first.width(), first.height()) == (298, 421)
    assert (second.width(), second.height()) == (596, 421)
    assert (third.width(), third.height()) == (298, 421)
    assert first.top() == MARGIN
    assert second.top() == first.bottom() + GAP
    assert layout.bounds == QRectF(0, 0, 596 + 2 * MARGIN, third.bottom() + MARGIN)
    for rect in (first, second, third):
        assert rect.center().x() == pytest.approx(layout.bounds.center().x(), abs=1)


def test_pages_are_centred_in_a_wider_view() -> None:
    layout = PageLayout(pages(A4), 1.0, 1000)
    assert layout.bounds.width() == 1000
    assert layout.rect(1).center().x() == pytest.approx(500, abs=1)


@pytest.mark.parametrize(
    ("top", "bottom", "expected"),
    [
        (0, 10, []),
        (0, 30, [1]),
        (100, 200, [1]),
        (100, 1000, [1, 2]),
        (MARGIN + 842 + 5, MARGIN + 842 + 10, []),
        (MARGIN + 842 + 5, MARGIN + 842 + GAP, [2]),
        (0, 9999, [1, 2, 3]),
    ],
)
def test_pages_between(top: float, bottom: float, expected: list[int]) -> None:
    layout = PageLayout(pages(A4, A4, A4), 1.0)
    assert list(layout.pages_between(top, bottom)) == expected


def test_boxes_in_the_scene() -> None:
    layout = PageLayout(pages(A4, A4), 2.0)
    box = Box(2, 10, 20, 30, 40)
    assert layout.on_page(box) == QRectF(20, 40, 40, 40)
    assert layout.in_scene(box) == QRectF(20, 40, 40, 40).translated(layout.rect(2).topLeft())


@pytest.mark.parametrize("page", [0, 3, -1])
def test_no_such_page(page: int) -> None:
    with pytest.raises(IndexError):
        PageLayout(pages(A4, A4), 1.0).rect(page)


def test_no_pages() -> None:
    layout = PageLayout((), 1.0)
    assert len(layout) == 0
    assert layout.bounds.height() == 0
    assert list(layout.pages_between(0, 100)) == []
