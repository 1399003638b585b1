"""What every OcrEngine does: the real one in a child process on pictures of PDFs, and the fake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from app.adapters.extractor_process import RendererProcess
from app.adapters.ocr_process import OcrPlan, OcrProcess
from app.core.domain.cancel import CancelToken
from app.core.domain.page import PageKind, PageSize
from app.core.errors import Cancelled
from app.core.ports import OCR_SCALE, OcrEngine, RecognisedPage, RenderedPage
from tests.fakes.ocr_engine import FakeOcrEngine
from tests.pdfs import PdfPage, make_pdf

TEXT = "The boiler is serviced in October.\nFilters cost 48.50 and last two years."
# A small page, so that it is read fast.
SIZE = (420.0, 300.0)


class World(Protocol):
    """An engine, and a way to give it a page."""

    @property
    def engine(self) -> OcrEngine: ...

    def picture(self, text: str, *, number: int = 1, rotation: int = 0) -> RenderedPage: ...


class RealWorld:
    def __init__(self, engine: OcrProcess, renderer: RendererProcess, folder: Path) -> None:
        self.engine = engine
        self._renderer = renderer
        self._folder = folder

    def picture(self, text: str, *, number: int = 1, rotation: int = 0) -> RenderedPage:
        pages = [PdfPage()] * (number - 1) + [PdfPage(text, size=SIZE, rotation=rotation)]
        path = make_pdf(self._folder / "scan.pdf", pages)
        return self._renderer.render(path, number, OCR_SCALE)


class FakeWorld:
    def __init__(self) -> None:
        self.engine = FakeOcrEngine()

    def picture(self, text: str, *, number: int = 1, rotation: int = 0) -> RenderedPage:
        self.engine.texts[number] = text
        return RenderedPage(number, 1, 1, bytes(3), 1.0)


@pytest.fixture(params=["real", "fake"])
def world(
    request: pytest.FixtureRequest,
    model_paths: Callable[[str], tuple[Path, ...]],
    tmp_path: Path,
) -> Iterator[World]:
    if request.param == "fake":
        yield FakeWorld()
        return
    finding, reading = model_paths("ocr")
    engine, renderer = OcrProcess(OcrPlan(finding, reading)), RendererProcess()
    yield RealWorld(engine, renderer, tmp_path)
    engine.close()
    renderer.close()


def read(world: World, picture: RenderedPage, rotation: int = 0, label: str = "") -> RecognisedPage:
    size = PageSize(*SIZE, rotation)
    return world.engine.read(picture, size, label=label, cancel=CancelToken())


def test_the_text_comes_in_reading_order_and_is_marked(world: World) -> None:
    found = read(world, world.picture(TEXT, number=3), label="iii")
    page = found.page
    assert (page.number, page.label, page.size) == (3, "iii", PageSize(*SIZE, 0))
    assert page.kind is PageKind.TEXT
    assert " ".join(page.text.split()) == " ".join(TEXT.split())
    assert page.hidden_from is None
    assert page.ocr_confidence is not None
    assert 0.9 < page.ocr_confidence <= 1.0


def test_every_word_has_its_place_and_its_confidence(world: World) -> None:
    found = read(world, world.picture(TEXT))
    words = [found.page.text[word.start : word.end] for word in found.page.words]
    assert words == TEXT.split()
    assert len(found.confidences) == len(words)
    assert all(0.0 < confidence <= 1.0 for confidence in found.confidences)
    assert all(word.x0 < word.x1 and word.y0 < word.y1 for word in found.page.words)
    assert [word.line for word in found.page.words] == [0] * 6 + [1] * 7


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_lie_on_the_unrotated_page(world: World, rotation: int) -> None:
    found = read(world, world.picture("October", rotation=rotation), rotation)
    (word,) = found.page.words
    assert 0 <= word.x0 < word.x1 <= SIZE[0]
    assert 0 <= word.y0 < word.y1 <= SIZE[1]


def test_a_page_without_text_stays_a_scan(world: World) -> None:
    found = read(world, world.picture(""))
    assert (found.page.kind, found.page.text, len(found.page.words)) == (PageKind.SCAN, "", 0)
    assert found.page.ocr_confidence is None
    assert found.confidences == ()


def test_nothing_is_read_once_cancelled(world: World) -> None:
    picture = world.picture(TEXT)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        world.engine.read(picture, PageSize(*SIZE, 0), cancel=cancel)


def test_it_says_what_it_can_read(world: World) -> None:
    assert "Latn" in world.engine.scripts
    assert all(len(script) == 4 for script in world.engine.scripts)


def test_closing_twice_and_going_on(world: World) -> None:
    world.engine.close()
    world.engine.close()
    assert read(world, world.picture("October")).page.text == "October"
