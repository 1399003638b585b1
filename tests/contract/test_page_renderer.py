"""What every PageRenderer does, run on PDFs in a child process and on the fake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.extractor_process import RendererProcess
from app.core.errors import PageLocked, PageUnavailable
from app.core.ports import PageRenderer
from tests.fakes.page_renderer import FakePageRenderer, FakeSheets
from tests.pdfs import PdfPage, make_pdf


class World(Protocol):
    """A renderer, and a way to give it files."""

    renderer: PageRenderer

    def add(self, name: str, sizes: Sequence[tuple[float, float]], password: str = "") -> Path: ...


class RealWorld:
    def __init__(self, folder: Path) -> None:
        self.renderer = RendererProcess()
        self._folder = folder

    def add(self, name: str, sizes: Sequence[tuple[float, float]], password: str = "") -> Path:
        pages = [PdfPage(size=size) for size in sizes]
        return make_pdf(self._folder / name, pages, password=password)


class FakeWorld:
    def __init__(self, folder: Path) -> None:
        self.renderer = FakePageRenderer()
        self._folder = folder

    def add(self, name: str, sizes: Sequence[tuple[float, float]], password: str = "") -> Path:
        self.renderer.files[self._folder / name] = FakeSheets(sizes, password or None)
        return self._folder / name


@pytest.fixture(params=[RealWorld, FakeWorld])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made: World = request.param(tmp_path)
    yield made
    made.renderer.close()


def test_a_page_is_drawn_to_scale(world: World) -> None:
    path = world.add("a.pdf", [(100, 200), (300, 50)])
    page = world.renderer.render(path, 2, 1.5)
    assert (page.page, page.width, page.height, page.scale) == (2, 450, 75, 1.5)
    assert len(page.rgb) == 450 * 75 * 3
    again = world.renderer.render(path, 1, 1.0)
    assert (again.page, again.width, again.height) == (1, 100, 200)


def test_huge_pages_get_fewer_pixels(world: World) -> None:
    path = world.add("a.pdf", [(14_000, 14_000)])
    page = world.renderer.render(path, 1, 4.0)
    assert page.scale < 4.0
    assert page.width == pytest.approx(14_000 * page.scale, abs=1)
    assert len(page.rgb) == page.width * page.height * 3 < 100_000_000


@pytest.mark.parametrize("page", [0, 2])
def test_pages_that_do_not_exist(world: World, page: int) -> None:
    path = world.add("a.pdf", [(100, 100)])
    with pytest.raises(PageUnavailable, match=f"no page {page}"):
        world.renderer.render(path, page, 1.0)


def test_files_that_are_gone(world: World, tmp_path: Path) -> None:
    with pytest.raises(PageUnavailable, match="not there any more"):
        world.renderer.render(tmp_path / "gone.pdf", 1, 1.0)


def test_passwords(world: World) -> None:
    path = world.add("a.pdf", [(100, 100)], "right")
    for password in (None, "wrong"):
        with pytest.raises(PageLocked, match="protected with a password"):
            world.renderer.render(path, 1, 1.0, password=password)
    assert world.renderer.render(path, 1, 1.0, password="right").width == 100


def test_passwords_can_be_tried(world: World) -> None:
    path = world.add("a.pdf", [(100, 100)], "right")
    assert not world.renderer.unlocks(path, "wrong")
    assert world.renderer.unlocks(path, "right")
    assert world.renderer.unlocks(world.add("b.pdf", [(100, 100)]), "any")


def test_a_password_cannot_be_tried_on_what_is_gone(world: World, tmp_path: Path) -> None:
    with pytest.raises(PageUnavailable, match="not there any more") as raised:
        world.renderer.unlocks(tmp_path / "gone.pdf", "any")
    assert not isinstance(raised.value, PageLocked)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan")])
def test_scales_that_make_no_sense(world: World, scale: float) -> None:
    path = world.add("a.pdf", [(100, 100)])
    with pytest.raises(ValueError, match="above 0"):
        world.renderer.render(path, 1, scale)


def test_closing_twice_and_going_on(world: World) -> None:
    path = world.add("a.pdf", [(100, 100)])
    world.renderer.render(path, 1, 1.0)
    world.renderer.close()
    world.renderer.close()
    assert world.renderer.render(path, 1, 1.0).width == 100
