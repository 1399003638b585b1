"""Headings that are known by how they are set."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.chunking.font_headings import font_headings
from app.core.chunking.page_lines import page_lines
from app.core.chunking.running_lines import Ranges
from app.core.domain.page import PageText
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph

TEXT = [
    "Each member of full age receives one key against a",
    "deposit of forty euros, which is paid back when the key",
    "is returned. The loss of a key is told to the treasurer at",
    "once, and a new key costs sixty euros.",
]


def text(y: float) -> list[Row]:
    return paragraph(TEXT, y)


def found(
    pages: Sequence[PageText], running: dict[int, Ranges] | None = None
) -> list[tuple[int, str]]:
    """(level, title) of each heading."""
    laid = {page.number: page_lines(page) for page in pages}
    return [(entry.level, entry.title) for entry in font_headings(pages, laid, running or {})]


def handbook() -> list[PageText]:
    """A chapter on each page, with two sections."""
    return [
        laid_page(
            number,
            [
                Row(f"Chapter {letter}", 60, size=20),
                *text(100),
                Row(f"Section {letter} one", 200, size=14),
                *text(230),
                Row(f"Section {letter} two", 400, size=14),
                *text(430),
            ],
        )
        for number, letter in enumerate("ABCD", start=1)
    ]


def test_larger_lines_are_headings_with_levels_by_size() -> None:
    expected = []
    for letter in "ABCD":
        expected += [
            (1, f"Chapter {letter}"),
            (2, f"Section {letter} one"),
            (2, f"Section {letter} two"),
        ]
    assert found(handbook()) == expected


def test_a_heading_says_its_page_and_height() -> None:
    pages = [
        laid_page(number, [*text(60), Row("Keys and locks", 200, size=14), *text(230)], rotation=90)
        for number in (1, 2, 3)
    ]
    entries = font_headings(pages, {page.number: page_lines(page) for page in pages}, {})
    (word, *_) = pages[1].words.between(pages[1].text.index("Keys"), len(pages[1].text))
    assert [(entry.page, entry.y) for entry in entries][1] == (2, word.y0)


def test_headings_of_one_size_have_levels_by_their_numbers() -> None:
    pages = [
        laid_page(
            number,
            [
                Row(f"{number} Boats", 60, size=14),
                *text(100),
                Row(f"{number}.1 Repairs", 250, size=14),
                *text(280),
                Row("Notes", 450, size=14),
                *text(480),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages)[:3] == [(1, "1 Boats"), (2, "1.1 Repairs"), (1, "Notes")]


def test_a_numbered_line_of_the_text_s_size_is_a_heading() -> None:
    pages = [
        laid_page(
            number,
            [
                Row(f"{number} Boats", 60, size=14),
                *text(100),
                Row(f"{number}.1 Repairs", 250),
                *text(280),
                Row(f"{number}.2 Winter store", 400),
                *text(430),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages)[:3] == [(1, "1 Boats"), (2, "1.1 Repairs"), (2, "1.2 Winter store")]


def test_numbers_in_text_lists_and_tables_are_no_headings() -> None:
    pages = [
        laid_page(
            number,
            [
                *text(60),
                # no white space above
                Row("3.2 Litres", 108),
                *text(150),
                # goes on in small letters, as a sentence does
                Row("2.5 million euros", 250),
                *text(280),
                # an item of a list
                Row("2. Return the key", 400),
                # a row of a table
                Row("4.1 Boats            12", 500),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_a_wrapped_heading_is_one_and_a_label_goes_with_its_title() -> None:
    pages = [
        laid_page(
            number,
            [
                Row(f"Chapter {number}", 60, size=16),
                *paragraph(["What members have", f"to do in month {number}"], 90, size=20),
                *(row for y in (160, 260, 360, 460, 560) for row in text(y)),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == [
        (1, f"Chapter {number} What members have to do in month {number}") for number in (1, 2, 3)
    ]


def test_large_text_is_no_heading() -> None:
    pages = [
        laid_page(number, [*paragraph(TEXT * 2, 60, size=14), *text(300), *text(400), *text(500)])
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_slides_whose_lines_are_all_large_have_none() -> None:
    pages = [
        laid_page(number, [Row(f"Topic {number} of the evening", 60 + 40 * line, size=20 - line % 2)
                           for line in range(8)] + [Row("small print", 700, size=8)] )
        for number in (1, 2, 3)
    ]  # fmt: skip
    assert found(pages) == []


def test_drop_capitals_formulas_and_sentences_are_no_headings() -> None:
    pages = [
        laid_page(
            number,
            [
                Row("E", 60, size=30),
                *text(100),
                Row("x2 + 3y = 17 / (4 - z)", 250, size=14),
                *text(280),
                Row("Ask the treasurer.", 450, size=16),
                *text(480),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_large_lines_that_are_a_good_part_of_the_text_are_no_headings() -> None:
    pages = [
        laid_page(
            number,
            [
                row
                for step in range(6)
                for row in (
                    Row(f"Question {step} of the exam", 60 + 100 * step, size=14),
                    *text(90 + 100 * step)[:2],
                )
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_labels_of_a_picture_are_no_headings() -> None:
    """They stand among each other, with no text below."""
    pages = [
        laid_page(
            number,
            [
                *text(60),
                *text(160),
                Row("Director", 300, size=14),
                *[Row(label, 330 + 30 * step) for step, label in enumerate(("in", "out", "on"))],
                Row("Storage", 450, size=14),
                *[Row(label, 480 + 30 * step) for step, label in enumerate(("up", "off", "no"))],
                Row("9101", 600),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_large_lines_of_one_page_are_no_headings() -> None:
    pages = [
        laid_page(
            number,
            [
                *text(60),
                *([Row("Harbour", 150, size=14)] if number == 2 else []),
                *text(200),
                *([Row("Quay side", 300, size=14)] if number == 2 else []),
                *text(350),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_numbers_of_as_many_parts_are_of_one_level_in_any_size() -> None:
    pages = [
        laid_page(
            number,
            [
                Row(f"{number} Boats", 60, size=20),
                *text(100),
                Row(f"{number}.1 Repairs", 200, size=14),
                *text(230),
                Row(f"{number}.2 Winter store", 350),
                *text(380),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages)[:3] == [(1, "1 Boats"), (2, "1.1 Repairs"), (2, "1.2 Winter store")]


def test_what_is_large_on_one_page_only_is_a_title_or_a_label() -> None:
    pages = [
        laid_page(number, [Row("Handbook", 60, size=30)] * (number == 1) + text(100) + text(300))
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_a_title_page_has_no_headings() -> None:
    cover = laid_page(1, [Row("Handbook", 200, size=20), Row("Of the rowing club", 300, size=14)])
    rest = [laid_page(page.number + 1, rows_of(page)) for page in handbook()]
    assert found([cover, *rest])[0] == (1, "Chapter A")


def rows_of(page: PageText) -> list[Row]:
    lines = page_lines(page)
    return [
        Row(page.text[start:end], y, size=size)
        for start, end, y, size in zip(
            lines.start.tolist(),
            lines.end.tolist(),
            lines.y0.tolist(),
            lines.size.tolist(),
            strict=True,
        )
    ]


def test_a_table_of_contents_has_no_headings() -> None:
    contents = laid_page(
        1, [Row(f"{n}.1 Boats and the keys to them {n + 3}", 60 + 30 * n) for n in range(1, 20)]
    )
    rest = [laid_page(page.number + 1, rows_of(page)) for page in handbook()]
    assert found([contents, *rest])[0] == (1, "Chapter A")


def test_running_lines_are_no_headings() -> None:
    pages = [
        laid_page(number, [Row("Handbook of the club", 30, size=14), *text(100), *text(300)])
        for number in (1, 2, 3)
    ]
    assert len(found(pages)) == 3
    end = len("Handbook of the club")
    assert found(pages, {page.number: ((0, end),) for page in pages}) == []


def test_a_line_that_a_footnote_s_mark_makes_tall_is_text() -> None:
    pages = [
        laid_page(
            number,
            [
                *text(60),
                Row("as the rules say3", 110, size=12, before="\n"),
                *paragraph(TEXT, 124),
            ],
        )
        for number in (1, 2, 3)
    ]
    assert found(pages) == []


def test_no_pages_have_no_headings() -> None:
    assert found([]) == []
