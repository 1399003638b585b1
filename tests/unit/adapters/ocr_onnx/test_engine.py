"""The networks on pages that tests draw: what is read, and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from app.adapters.ocr_onnx.engine import OnnxOcr
from app.core.domain.page import PageKind, PageSize, PageText
from app.core.ports import RenderedPage

SIZE = (420.0, 260.0)
SCALE = 150 / 72
LINES = (
    "Die Prüfung der Straße ist am 17. März",
    "Größe der Flächen: 1.348,60 qm im Jahr",
    "L'élève a reçu la pièce n. 3 à Noël",
)


@pytest.fixture(scope="module")
def engine(model_paths: Callable[[str], tuple[Path, ...]]) -> OnnxOcr:
    return OnnxOcr(*model_paths("ocr"), threads=2)


def drawn(rotation: int = 0, lines: tuple[str, ...] = LINES) -> pymupdf.Page:
    page = pymupdf.open().new_page(width=SIZE[0], height=SIZE[1])
    for number, text in enumerate(lines):
        page.insert_text((40, 60 + 20 * number), text, fontsize=13)
    page.set_rotation(rotation)
    return page


def read(engine: OnnxOcr, page: pymupdf.Page, *, skew: float = 0.0) -> PageText:
    """What is read, as on a scan that lies askew by so many degrees."""
    matrix = pymupdf.Matrix(SCALE, SCALE).prerotate(skew)
    drawing = page.get_pixmap(matrix=matrix, alpha=False)
    picture = RenderedPage(1, drawing.width, drawing.height, drawing.samples, SCALE)
    width, height = (drawing.width / SCALE, drawing.height / SCALE) if skew else SIZE
    return engine.read(picture, PageSize(width, height, page.rotation)).page


def overlap(one: pymupdf.Rect, other: pymupdf.Rect) -> float:
    """Intersection over union."""
    shared = (one & other).get_area() if one.intersects(other) else 0.0
    return float(shared / (one.get_area() + other.get_area() - shared))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_words_are_read_where_they_were_drawn(engine: OnnxOcr, rotation: int) -> None:
    page = drawn(rotation)
    # MuPDF gives words in unrotated space here, as boxes from the top to the bottom of the font.
    known = [(word[4], pymupdf.Rect(word[:4])) for word in page.get_text("words")]
    found = read(engine, page)
    words = [
        (found.text[word.start : word.end], pymupdf.Rect(word.x0, word.y0, word.x1, word.y1))
        for word in found.words
    ]
    assert [text for text, _ in words] == [text for text, _ in known]
    for (text, box), (_, there) in zip(words, known, strict=True):
        centre = (box.tl + box.br) / 2
        assert centre in there, text
        assert overlap(box, there) > 0.4, text
        if len(text) > 1:
            assert abs(box.width - there.width) < 4 or rotation in (90, 270), text


def test_a_scan_that_lies_askew(engine: OnnxOcr) -> None:
    page = drawn()
    known = [pymupdf.Rect(word[:4]) for word in page.get_text("words")]
    found = read(engine, page, skew=2.0)
    assert found.text.split() == " ".join(LINES).split()
    turn = pymupdf.Matrix(1, 1).prerotate(2.0)
    # The drawing begins where the turned page does.
    origin = (page.rect * turn).tl
    for word, straight in zip(found.words, known, strict=True):
        centre = pymupdf.Point((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2) + origin
        assert centre in straight * turn


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_scans_that_lie_on_their_side_or_head(engine: OnnxOcr, quarters: int) -> None:
    drawing = drawn().get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE), alpha=False)
    upright = np.frombuffer(drawing.samples, np.uint8).reshape(drawing.height, drawing.width, 3)
    turned = np.ascontiguousarray(np.rot90(upright, quarters))
    height, width, _ = turned.shape
    found = engine.read(
        RenderedPage(1, width, height, turned.tobytes(), SCALE),
        PageSize(width / SCALE, height / SCALE, 0),
    ).page
    assert found.text.split() == " ".join(LINES).split()


def test_two_columns_are_read_one_after_the_other(engine: OnnxOcr) -> None:
    page = pymupdf.open().new_page(width=SIZE[0], height=SIZE[1])
    left = (
        "The first of the two columns has\nseveral lines of prose, each about\n"
        "as long as the next, so that it is\nclear where it ends and where the\n"
        "gutter between the columns begins."
    )
    right = (
        "Here begins the second column that\nis read after the first one has come\n"
        "to its end, although its lines stand\nat the very same height as those on\n"
        "the left side of the page do."
    )
    for x, column in ((30, left), (225, right)):
        for row, text in enumerate(column.splitlines()):
            page.insert_text((x, 60 + 14 * row), text, fontsize=10)
    assert read(engine, page).text.split() == f"{left} {right}".split()


def test_chinese_and_japanese(engine: OnnxOcr) -> None:
    page = pymupdf.open().new_page(width=SIZE[0], height=SIZE[1])
    page.insert_text((40, 60), "本产品自购买之日起保修二十四个月", fontname="china-s", fontsize=14)
    page.insert_text((40, 110), "電源コードを傷つけないでください", fontname="japan", fontsize=14)
    found = read(engine, page)
    assert found.text.split() == [
        "本产品自购买之日起保修二十四个月",
        "電源コードを傷つけないでください",
    ]
    assert len(found.words) == 32


@pytest.mark.parametrize(
    "text",
    ["Счёт № 4071 хранят в сухом месте, не выше 18 градусов", "Το προϊόν φυλάσσεται σε ξηρό μέρος"],
)
def test_scripts_that_it_does_not_know_are_left_out_and_counted(engine: OnnxOcr, text: str) -> None:
    page = pymupdf.open().new_page(width=SIZE[0], height=SIZE[1])
    page.insert_htmlbox((40, 40, 400, 80), text)
    page.insert_text((40, 120), "The words below can be read.", fontsize=13)
    drawing = page.get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE), alpha=False)
    picture = RenderedPage(1, drawing.width, drawing.height, drawing.samples, SCALE)
    found = engine.read(picture, PageSize(*SIZE, 0))
    assert found.page.text == "The words below can be read."
    assert found.unread_lines == 1


def test_dirt_is_no_text(engine: OnnxOcr) -> None:
    chance = np.random.default_rng(3)
    grey = np.full((400, 600), 235.0) + chance.normal(0, 6, (400, 600))
    grey[chance.random((400, 600)) < 0.002] = 20
    rgb = np.repeat(grey.clip(0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    found = engine.read(RenderedPage(1, 600, 400, rgb.tobytes(), SCALE), PageSize(288, 192, 0))
    assert (found.page.kind, found.page.text) == (PageKind.SCAN, "")
