"""Marks: where the bars in the margin stand, and what the pixels look like."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsScene

from app.gui.viewer.page_items import CitationMark, MatchMarks, PageColors, PageItem, margin_bars
from app.gui.viewer.page_pictures import PagePicture

LIGHT = PageColors(QColor("#FFE36B"), QColor("#9A7200"), QColor("#CFCFC9"), dimmed=False)
DARK = PageColors(QColor("#FFE36B"), QColor("#9A7200"), QColor("#44464D"), dimmed=True)


def test_one_bar_beside_the_quoted_lines() -> None:
    passage = [QRectF(50, 100 + 20 * line, 300, 16) for line in range(4)]
    words = [QRectF(200, 120, 150, 16), QRectF(50, 140, 200, 16)]
    [bar] = margin_bars(words, passage)
    assert (bar.left(), bar.top(), bar.bottom()) == (42, 120, 156)


def test_a_bar_crosses_out_no_words_before_the_quote() -> None:
    [bar] = margin_bars([QRectF(200, 120, 50, 16)], [QRectF(50, 120, 300, 16)])
    assert bar.right() < 50


def test_two_columns_have_a_bar_each() -> None:
    left = [QRectF(50, 700 + 20 * line, 200, 16) for line in range(3)]
    right = [QRectF(300, 100 + 20 * line, 200, 16) for line in range(3)]
    bars = margin_bars([left[2], right[0]], left + right)
    assert sorted((bar.left(), bar.top()) for bar in bars) == [(42, 740), (292, 100)]


def test_lines_that_run_up_the_page_have_a_bar_above() -> None:
    lines = [QRectF(100 + 20 * line, 50, 16, 300) for line in range(3)]
    [bar] = margin_bars(lines[1:], lines)
    assert (bar.top(), bar.left(), bar.right()) == (42, 120, 156)


def test_a_bar_stays_on_the_page() -> None:
    [bar] = margin_bars([QRectF(2, 10, 100, 16)], [])
    assert bar.left() >= 1


def test_nothing_to_mark_has_no_bar() -> None:
    assert margin_bars([], []) == ()


def paint(item: PageItem) -> QImage:
    """What the page looks like, on green ground, one pixel for each unit."""
    scene = QGraphicsScene()
    scene.addItem(item)
    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(QColor("#00FF00"))
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(0, 0, 120, 120))
    painter.end()
    return image


def color(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x, y).name().upper()


@pytest.fixture
def page(qapp: QApplication) -> PageItem:
    return PageItem(QRectF(10, 10, 100, 100), LIGHT, None)


def test_paper_is_white_until_the_picture_comes(page: PageItem) -> None:
    assert color(paint(page), 60, 60) == "#FFFFFF"


def test_words_stronger_than_passage(page: PageItem) -> None:
    CitationMark(page, LIGHT, [QRectF(20, 20, 30, 10)], [QRectF(20, 20, 60, 10)])
    image = paint(page)
    assert color(image, 45, 35) == "#FFE36B"
    around = image.pixelColor(80, 35)
    assert around.blue() > 200
    assert around.blue() < 250
    assert color(image, 45, 60) == "#FFFFFF"
    assert color(image, 23, 35) == "#9A7200"


def test_marks_leave_black_words_black(page: PageItem) -> None:
    ink = QPixmap(100, 100)
    ink.fill(QColor("#000000"))
    page.show_picture(PagePicture(ink, 1.0))
    CitationMark(page, LIGHT, [QRectF(20, 20, 30, 10)], [])
    assert color(paint(page), 45, 35) == "#000000"


def test_a_picture_of_another_scale_fills_the_page_until_the_right_one_comes(
    page: PageItem,
) -> None:
    small = QPixmap(50, 50)
    small.fill(QColor("#336699"))
    page.show_picture(PagePicture(small, 0.5))
    image = paint(page)
    assert color(image, 15, 15) == color(image, 105, 105) == "#336699"
    assert color(image, 3, 3) != "#336699"


def test_the_current_match_is_stronger_and_has_an_edge(page: PageItem) -> None:
    MatchMarks(page, LIGHT, [QRectF(20, 60, 30, 10)], [QRectF(60, 60, 30, 10)])
    image = paint(page)
    other, current = image.pixelColor(45, 75), image.pixelColor(85, 75)
    assert current.blue() < other.blue() < 255
    assert image.pixelColor(85, 70).blue() < 60
    assert image.pixelColor(45, 70).blue() > 100


def test_pages_are_dimmed_in_dark(qapp: QApplication) -> None:
    page = PageItem(QRectF(10, 10, 100, 100), DARK, None)
    CitationMark(page, DARK, [QRectF(20, 20, 30, 10)], [])
    image = paint(page)
    assert image.pixelColor(60, 80).lightness() == pytest.approx(255 * 0.9, abs=2)
    assert image.pixelColor(45, 35).red() == pytest.approx(255 * 0.9, abs=2)
