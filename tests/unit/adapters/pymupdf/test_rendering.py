from __future__ import annotations

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from app.adapters.pymupdf.rendering import LONGEST_SIDE, MOST_PIXELS, capped_scale, render_page
from app.core.errors import PageUnavailable
from app.core.ports import RenderedPage
from tests.pdfs import PdfPage, make_pdf


def render(path: Path, page: int = 1, scale: float = 1.0) -> RenderedPage:
    with pymupdf.open(path) as document:
        return render_page(document, page, scale)


def pixels(page: RenderedPage) -> np.ndarray:
    return np.frombuffer(page.rgb, np.uint8).reshape(page.height, page.width, 3)


@pytest.mark.parametrize(
    ("rotation", "size"), [(0, (595, 842)), (90, (842, 595)), (180, (595, 842)), (270, (842, 595))]
)
def test_rotation_is_applied(tmp_path: Path, rotation: int, size: tuple[int, int]) -> None:
    page = render(make_pdf(tmp_path / "file.pdf", [PdfPage("text", rotation=rotation)]))
    assert (page.page, page.width, page.height, page.scale) == (1, *size, 1.0)
    assert pixels(page).min() < 128


def test_scale(tmp_path: Path) -> None:
    page = render(make_pdf(tmp_path / "file.pdf", [PdfPage(size=(100, 200))]), scale=2.5)
    assert (page.width, page.height) == (250, 500)
    assert (pixels(page) == 255).all()


def test_the_crop_is_applied(tmp_path: Path) -> None:
    page = render(make_pdf(tmp_path / "file.pdf", [PdfPage("text", crop=(60, 60, 160, 110))]))
    assert (page.width, page.height) == (100, 50)


def test_notes_are_shown(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", [""])) as document:
        document[0].add_rect_annot(pymupdf.Rect(100, 100, 200, 200))
        assert pixels(render_page(document, 1, 1.0)).min() < 128


def test_huge_pages_are_capped(tmp_path: Path) -> None:
    page = render(make_pdf(tmp_path / "file.pdf", [PdfPage(size=(14_000, 14_400))]), scale=2.0)
    assert page.width * page.height <= MOST_PIXELS * 1.001
    assert page.width == pytest.approx(14_000 * page.scale, abs=1)


@pytest.mark.parametrize(
    ("width", "height", "scale", "used"),
    [
        (595, 842, 2.0, 2.0),
        (2, 14_400, 10.0, LONGEST_SIDE / 14_400),
        (0, 0, 2.0, 2.0),
    ],
)
def test_caps(width: float, height: float, scale: float, used: float) -> None:
    assert capped_scale(width, height, scale) == used


@pytest.mark.parametrize("number", [0, -1, 3])
def test_pages_that_do_not_exist(tmp_path: Path, number: int) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one", "two"])
    with pytest.raises(PageUnavailable, match=f"no page {number}: it ends with page 2"):
        render(path, number)
