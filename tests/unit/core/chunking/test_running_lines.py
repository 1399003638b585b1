"""Which lines are page headers, footers and page numbers, and which are text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from app.core.chunking.page_lines import page_lines
from app.core.chunking.running_lines import kept_ranges, running_lines
from app.core.domain.page import PageText
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph

WORDS = "carp pike perch roach tench bream eel trout char dace chub barbel zander burbot".split()


def text_rows(number: int, y: float = 110, lines: int = 30) -> list[Row]:
    """Text that differs from page to page, from `y` on."""
    step = number * 7 + 3
    texts = [
        " ".join(WORDS[(step * line + n * (number + 2)) % len(WORDS)] for n in range(8 - line % 3))
        for line in range(lines)
    ]
    return paragraph(texts, y)


def left_out(pages: Sequence[PageText]) -> list[list[str]]:
    """The texts of the running lines of each page."""
    found = running_lines(pages, {page.number: page_lines(page) for page in pages})
    return [[page.text[start:end] for start, end in found.get(page.number, ())] for page in pages]


def document(
    pages: int,
    before: Callable[[int], list[Row]] = lambda number: [],
    after: Callable[[int], list[Row]] = lambda number: [],
    *,
    rotation: int = 0,
    label: Callable[[int], str] = lambda number: "",
) -> list[PageText]:
    return [
        laid_page(
            number,
            [*before(number), *text_rows(number), *after(number)],
            rotation=rotation,
            label=label(number),
        )
        for number in range(1, pages + 1)
    ]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_header_and_a_footer_are_left_out_of_each_page(rotation: int) -> None:
    pages = document(
        4,
        lambda number: [Row("Handbook of the rowing club", 50)],
        lambda number: [Row(f"Page {number} of 4", 750, 280)],
        rotation=rotation,
    )
    assert left_out(pages) == [
        ["Handbook of the rowing club", f"Page {number} of 4"] for number in range(1, 5)
    ]


def test_two_pages_lose_nothing() -> None:
    pages = document(2, lambda number: [Row("Handbook", 50)], lambda number: [Row("1", 750)])
    assert left_out(pages) == [[], []]


def test_left_and_right_pages_have_headers_of_their_own() -> None:
    pages = document(
        8,
        lambda number: [
            Row(f"{number} Handbook", 50) if number % 2 else Row(f"The boats {number}", 50, 400)
        ],
    )
    assert left_out(pages) == [
        [f"{number} Handbook"] if number % 2 else [f"The boats {number}"] for number in range(1, 9)
    ]


def test_the_title_of_a_chapter_runs_though_it_has_one_page_only() -> None:
    titles = ["Boats"] * 4 + ["Keys"] + ["Fees"] * 4
    pages = document(9, lambda number: [Row(titles[number - 1], 50)])
    assert left_out(pages) == [[title] for title in titles]


def test_page_numbers_may_be_roman() -> None:
    numerals = ["iii", "iv", "v", "vi", "vii"]
    pages = document(5, after=lambda number: [Row(numerals[number - 1], 750, 300)])
    assert left_out(pages) == [[numeral] for numeral in numerals]


def test_a_number_at_the_foot_of_a_first_page_goes_on_counting() -> None:
    """Numbers stand in the header, except on pages that begin a chapter."""
    first = {1, 9, 17}
    pages = document(
        20,
        lambda number: [] if number in first else [Row(f"Handbook {number + 10}", 50)],
        lambda number: [Row(str(number + 10), 750, 300)] if number in first else [],
    )
    assert [page[-1].split()[-1] for page in left_out(pages)] == [str(n + 10) for n in range(1, 21)]


def test_the_printed_label_names_its_page() -> None:
    pages = document(
        4,
        after=lambda number: [Row("A-7", 750, 300)] if number == 2 else [],
        label=lambda number: f"A-{number + 5}",
    )
    assert left_out(pages) == [[], ["A-7"], [], []]


def test_headings_that_repeat_by_chance_stay() -> None:
    """Reference pages begin with the same few headings, at the place where all text begins."""
    headings = ["Value", "Usage", "Details", "Value", "Value", "Notes", "Author", "Usage"]
    pages = [
        laid_page(number, [Row(heading, 90), *text_rows(number)])
        for number, heading in enumerate(headings, start=1)
    ]
    assert left_out(pages) == [[] for _ in headings]


def test_the_head_of_a_table_stays_in_the_middle_and_where_it_goes_on() -> None:
    head = "Member Boat Key Fee"
    pages = [
        laid_page(
            number,
            [
                Row("Handbook of the rowing club", 50),
                *paragraph([head, *(row.text for row in text_rows(number, lines=8))], 90),
                *paragraph([head, *(row.text for row in text_rows(number + 9, lines=20))], 300),
            ],
        )
        for number in range(1, 6)
    ]
    assert left_out(pages) == [["Handbook of the rowing club"]] * 5


def test_numbers_in_the_last_row_of_a_table_stay() -> None:
    pages = [
        laid_page(
            number,
            paragraph([f"{number * line} {line * 37 % 11} {line + 4 * number}"
                       for line in range(1, 56)], 90),
        )
        for number in range(1, 6)
    ]  # fmt: skip
    assert left_out(pages) == [[]] * 5


def test_titles_of_slides_stay() -> None:
    """They are larger than text, though several slides have the same."""
    pages = document(
        5, lambda number: [Row("Results", 40, size=24)], lambda number: [Row("Board meeting", 750)]
    )
    assert left_out(pages) == [["Board meeting"]] * 5


def test_a_form_that_repeats_from_page_to_page_is_not_emptied() -> None:
    pages = [
        laid_page(
            number,
            [Row("Pay slip", 40), Row(f"Name: {WORDS[number]}", 400), Row(f"Slip {number}", 750)],
        )
        for number in range(1, 6)
    ]
    assert all(
        kept_ranges(page.text, running_lines(pages, {p.number: page_lines(p) for p in pages})
                    .get(page.number, ()))
        for page in pages
    )  # fmt: skip


def test_pages_that_hold_nothing_else_keep_their_lines() -> None:
    pages = [laid_page(number, [Row(f"Potato {number}", 50)]) for number in range(1, 31)]
    assert left_out(pages) == [[]] * 30


def test_a_blank_page_of_a_book_has_no_text() -> None:
    pages = document(9, lambda number: [Row(f"Handbook {number}", 50)])
    pages.append(laid_page(10, [Row("Handbook 10", 50)]))
    assert left_out(pages)[-1] == ["Handbook 10"]


def test_never_more_than_a_small_share_of_a_page_goes() -> None:
    legal = "This copy is for the members of the rowing club and nobody else may have it at all "
    pages = [
        laid_page(number, [
            *paragraph([legal + WORDS[1]] * 4, 30),
            *text_rows(number, lines=4),
        ])
        for number in range(1, 6)
    ]  # fmt: skip
    assert left_out(pages) == [[]] * 5


def test_a_header_in_two_pieces_is_left_out_wherever_the_text_has_them() -> None:
    """Columns are read one after the other, and a header's right half with the right one."""
    pages = [
        laid_page(
            number,
            [
                Row("Journal of rowing", 40),
                *paragraph([row.text[:30] for row in text_rows(number)], 100),
                Row(f"Vol. 7, page {number + 40}", 40, 400),
                *paragraph([row.text[:30] for row in text_rows(number + 9)], 100, x=320),
            ],
        )
        for number in range(1, 6)
    ]
    assert left_out(pages) == [
        ["Journal of rowing", f"Vol. 7, page {number + 40}"] for number in range(1, 6)
    ]


def test_a_numeral_within_a_footer_is_no_other_footer() -> None:
    numerals = ["iii", "v", "viii", "xi", "xii"]
    pages = document(5, after=lambda number: [Row(f"Preface {numerals[number - 1]} of 2026", 750)])
    assert left_out(pages) == [[f"Preface {numeral} of 2026"] for numeral in numerals]
