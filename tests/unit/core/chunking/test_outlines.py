"""Bookmarks, and what stands in for them."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.chunking.outlines import complete_outline
from app.core.chunking.page_lines import page_lines
from app.core.domain.document import OutlineEntry
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph

PAGES = [
    laid_page(
        number,
        [
            Row(f"{number} Boats and keys", 60, size=16),
            *(
                row
                for y in (100, 200, 300, 400)
                for row in paragraph(["Each member of full age receives one key against a"] * 4, y)
            ),
        ],
    )
    for number in range(1, 45)
]


def completed(outline: Sequence[OutlineEntry], pages: int) -> list[tuple[int, str, int]]:
    texts = {page.number: page for page in PAGES[:pages]}
    laid = {number: page_lines(page) for number, page in texts.items()}
    entries = complete_outline(outline, texts, laid, {})
    return [(entry.level, entry.title, entry.page) for entry in entries]


def test_without_bookmarks_headings_are_found() -> None:
    assert completed((), 3) == [
        (1, "1 Boats and keys", 1),
        (1, "2 Boats and keys", 2),
        (1, "3 Boats and keys", 3),
    ]


def test_bookmarks_are_enough_where_there_are_some() -> None:
    outline = (OutlineEntry(1, "Boats", 1), OutlineEntry(1, "Keys", 30))
    assert completed(outline, 40) == [(1, "Boats", 1), (1, "Keys", 30)]


def test_few_bookmarks_are_joined_with_what_is_found() -> None:
    outline = (OutlineEntry(1, "Cover", 1), OutlineEntry(3, "Boats  and keys", 2, 61.0))
    merged = completed(outline, 44)
    assert len(merged) == 45
    assert merged[:3] == [(1, "Cover", 1), (1, "1 Boats and keys", 1), (1, "Boats  and keys", 2)]


def test_one_bookmark_is_not_enough_and_empty_ones_do_not_count() -> None:
    outline = (OutlineEntry(1, " ", 1), OutlineEntry(1, "Handbook", 1))
    assert len(completed(outline, 3)) == 4
