"""Lines of a page in displayed space."""

from __future__ import annotations

import pytest

from app.core.chunking.page_lines import page_lines, usual_size
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from tests.unit.core.chunking.laid_pages import HEIGHT, WIDTH, Row, laid_page

ROWS = [Row("A title", 40, size=20), Row("Some words of text", 100), Row("and more", 112)]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_lines_stand_where_the_displayed_page_has_them(rotation: int) -> None:
    page = laid_page(1, ROWS, rotation=rotation)
    lines = page_lines(page)
    assert (lines.width, lines.height) == (WIDTH, HEIGHT)
    assert lines.y0.tolist() == pytest.approx([40, 100, 112])
    assert lines.y1.tolist() == pytest.approx([60, 110, 122])
    assert lines.x0.tolist() == pytest.approx([70, 70, 70])
    assert lines.x1.tolist() == pytest.approx([140, 160, 110])
    assert lines.size.tolist() == pytest.approx([20, 10, 10])
    texts = [page.text[s:e] for s, e in zip(lines.start, lines.end, strict=True)]
    assert texts == [row.text for row in ROWS]


def test_a_page_without_words_has_no_lines() -> None:
    page = PageText(1, "", PageSize(300, 400, 90), PageKind.TEXT, "", WordTable())
    lines = page_lines(page)
    assert len(lines) == 0
    assert (lines.width, lines.height) == (400, 300)


def test_the_usual_size_is_that_of_most_characters() -> None:
    assert usual_size([page_lines(laid_page(1, ROWS))]) == 10.0
    assert usual_size([]) == 0.0


def test_a_tall_symbol_does_not_make_a_line_large() -> None:
    words = [
        WordBox(0, 4, 0, 10, 20, 30, 30),
        WordBox(5, 8, 0, 35, 5, 60, 45),
        WordBox(9, 14, 1, 10, 60, 40, 80),
    ]
    page = PageText(
        1, "", PageSize(300, 400, 0), PageKind.TEXT, "Keys ∑∏∫ large", WordTable.pack(words)
    )
    lines = page_lines(page)
    assert lines.size.tolist() == [10, 20]
    assert lines.y1.tolist() == [45, 80]
