"""Pages put together from what OCR has seen on them."""

from __future__ import annotations

import math

import pytest

from app.core.domain.page import PageKind, PageSize, PageText, WordBox
from app.core.reading.recognised import SeenLine, SeenWord, recognised_page

A4 = PageSize(595.0, 842.0, 0)
LETTER, HEIGHT = 6.0, 10.0


def line(
    text: str, x: float, y: float, angle: float = 0.0, *, height: float = HEIGHT, sure: float = 0.9
) -> SeenLine:
    """Words in a row from (x, y), the middle of its left edge, turned clockwise by `angle`."""
    ux, uy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    words, along = [], 0.0
    for word in text.split():
        width = LETTER * len(word)
        middle = along + width / 2
        words.append(SeenWord(word, x + middle * ux, y + middle * uy, width, height, sure))
        along += width + LETTER
    return SeenLine(words, ux, uy)


def words_of(page: PageText) -> dict[str, WordBox]:
    return {page.text[word.start : word.end]: word for word in page.words}


def middle(word: WordBox) -> tuple[float, float]:
    return (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2


def test_lines_become_a_paragraph() -> None:
    page, sure = recognised_page(
        4, "iv", A4, [line("Second row", 72, 114), line("First row goes", 72, 100)]
    )
    assert (page.number, page.label, page.kind) == (4, "iv", PageKind.TEXT)
    assert page.text == "First row goes\nSecond row"
    assert sure == (0.9,) * 5
    assert page.ocr_confidence == pytest.approx(0.9)


def test_lines_without_tails_belong_to_their_paragraph() -> None:
    heights = (7.5, 10.0, 7.0, 10.0)
    lines = [
        line("words of a row that is as wide as the others", 72, 100 + 14 * row, height=height)
        for row, height in enumerate(heights)
    ]
    page, _ = recognised_page(1, "", A4, lines)
    assert "\n\n" not in page.text
    assert len({round(word.y1 - word.y0, 3) for word in page.words}) == 1


def test_a_heading_stays_higher() -> None:
    page, _ = recognised_page(
        1, "", A4, [line("Title", 72, 80, height=24.0), line("text below it", 72, 110)]
    )
    assert page.text == "Title\n\ntext below it"


def test_a_page_that_lies_askew_is_read_straight_and_marked_where_it_is_seen() -> None:
    angle = 3.0
    lines = []
    for row in range(6):
        # Each row goes down by 23 points on its way, further than the next row is away.
        down = math.radians(angle)
        x, y = 100 - 14 * row * math.sin(down), 100 + 14 * row * math.cos(down)
        text = f"row{row} " + "word " * 14 + f"end{row}"
        lines.append(line(text, x, y, angle))
    page, _ = recognised_page(1, "", A4, lines)
    assert [text.split()[0] for text in page.text.splitlines()] == [f"row{n}" for n in range(6)]
    found = words_of(page)
    last = lines[3].words[-1]
    assert middle(found["end3"]) == pytest.approx((last.x, last.y), abs=0.1)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_are_put_on_the_unrotated_page(rotation: int) -> None:
    size = PageSize(595.0, 842.0, rotation)
    page, _ = recognised_page(1, "", size, [line("corner", 10, 20)])
    (word,) = page.words
    expected = {
        90: (20, 842 - 28),
        180: (595 - 28, 842 - 20),
        270: (595 - 20, 28),
    }[rotation]
    assert middle(word) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("angle", [90.0, 180.0, -90.0])
def test_turned_text_is_read_along_its_own_direction(angle: float) -> None:
    across = math.radians(angle)
    second = (300 - 14 * math.sin(across), 400 + 14 * math.cos(across))
    lines = [line("below comes this", *second, angle), line("the upper row", 300, 400, angle)]
    page, _ = recognised_page(1, "", A4, lines)
    assert page.text == "the upper row\nbelow comes this"
    seen = lines[1].words[1]
    assert middle(words_of(page)["upper"]) == pytest.approx((seen.x, seen.y), abs=0.01)


def test_a_word_that_a_line_end_splits_keeps_both_confidences() -> None:
    page, sure = recognised_page(
        1,
        "",
        A4,
        [line("the compila-", 72, 100, sure=0.9), line("tion of rows", 72, 114, sure=0.5)],
    )
    assert page.text.startswith("the compilation")
    assert sure == (0.9, 0.9, 0.5, 0.5, 0.5)
    assert page.ocr_confidence == pytest.approx((10 * 0.9 + 10 * 0.5) / 20)


@pytest.mark.parametrize("lines", [[], [SeenLine((), 1.0, 0.0)], [line("\u200b", 72, 100)]])
def test_nothing_to_read(lines: list[SeenLine]) -> None:
    page, sure = recognised_page(1, "", A4, lines)
    assert (page.kind, page.text, page.ocr_confidence, sure) == (PageKind.SCAN, "", None, ())
