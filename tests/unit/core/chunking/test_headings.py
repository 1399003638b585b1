"""Where headings begin in the text, and the paths that follow from it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.chunking.headings import (
    MOST_LOOKED_FOR,
    HeadingPaths,
    Place,
    bounded,
    place_headings,
)
from app.core.chunking.page_lines import page_lines
from app.core.domain.document import OutlineEntry
from app.core.domain.page import PageText
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph

TEXT = ["Each member of full age receives", "one key against a deposit."]


def found(page: PageText, *entries: OutlineEntry) -> list[str]:
    """The first line of the page's text at each entry's place."""
    placed = place_headings(entries, {1: page}, {1: page_lines(page)})
    return [page.text[place.start :].split("\n")[0] for place, _ in placed]


def rows(*headings: tuple[str, float]) -> list[Row]:
    """Each heading with text below it."""
    return [
        row
        for text, y in headings
        for row in (Row(text, y, size=14), *paragraph(TEXT, y + 30))
    ]  # fmt: skip


PAGE = laid_page(1, rows(("3.1 Boats", 100), ("3.2 Keys and locks", 300), ("3.3 Fees", 500)))


@pytest.mark.parametrize(
    "title", ["3.2 Keys and locks", "Keys and locks", "KEYS  and locks", "Rules 3.2 Keys and locks"]
)
@pytest.mark.parametrize("y", [0.0, 290.0, 311.0])
def test_a_heading_begins_with_its_words(title: str, y: float) -> None:
    """Bookmarks point above, into or below the line, or say no height."""
    assert found(PAGE, OutlineEntry(1, title, 1, y)) == ["3.2 Keys and locks"]


def test_a_title_far_from_where_its_bookmark_points_is_found_all_the_same() -> None:
    """Some programs let bookmarks point to the top of the page."""
    assert found(PAGE, OutlineEntry(1, "Fees", 1, 60.0)) == ["3.3 Fees"]


def test_the_heading_near_a_bookmark_counts_before_the_same_words_far_away() -> None:
    page = laid_page(1, rows(("3.2 Keys", 100), ("Keys", 500)))
    assert found(page, OutlineEntry(1, "Keys", 1, 98.0)) == ["3.2 Keys"]


def test_a_sentence_far_away_that_begins_with_the_words_is_no_heading() -> None:
    page = laid_page(1, rows(("3.1 Boats", 100), ("Returning keys is due in March", 500)))
    assert found(page, OutlineEntry(1, "Returning keys", 1, 98.0)) == ["3.1 Boats"]
    assert found(page, OutlineEntry(1, "Returning keys", 1, 498.0)) == [
        "Returning keys is due in March"
    ]


def test_of_the_same_words_the_nearest_count() -> None:
    page = laid_page(1, rows(("Example", 100), ("Example", 300), ("Example", 500)))
    entries = [OutlineEntry(1, "Example", 1, y) for y in (95.0, 305.0, 505.0)]
    starts = [place.start for place, _ in place_headings(entries, {1: page}, {1: page_lines(page)})]
    assert starts == [place for place in range(len(page.text)) if page.text.startswith("Ex", place)]


def test_a_wrapped_heading_is_found() -> None:
    page = laid_page(1, [*rows(("3.1 Boats", 100)),
                         *paragraph(["4.1 What members do", "with their keys"], 300, size=14),
                         *paragraph(TEXT, 350)])  # fmt: skip
    for title in ("4.1 What members do with their keys", "What members do with their keys"):
        assert found(page, OutlineEntry(1, title, 1)) == ["4.1 What members do"]


def test_the_label_above_a_title_belongs_to_it() -> None:
    page = laid_page(1, [Row("Chapter 3", 100, size=18), *rows(("The boat house", 140))])
    assert found(page, OutlineEntry(1, "The boat house", 1, 98.0)) == ["Chapter 3"]
    assert found(page, OutlineEntry(1, "The boat house", 1, 138.0)) == ["The boat house"]


def test_without_its_words_the_height_counts() -> None:
    assert found(PAGE, OutlineEntry(1, "read/2", 1, 304.0)) == ["3.2 Keys and locks"]
    assert found(PAGE, OutlineEntry(1, "read/2", 1)) == ["3.1 Boats"]


def test_nothing_begins_within_a_word() -> None:
    """A line may begin with the second half of a word that a line end split."""
    page = laid_page(1, [Row("These are the work", 100), Row("shops of the club.", 120, before="")])
    assert found(page, OutlineEntry(1, "read/2", 1, 118.0)) == [page.text]


def test_paths_follow_the_order_of_the_text_and_not_heights() -> None:
    """The right column begins above the heading in the left one."""
    page = laid_page(
        1,
        [
            Row("1 Boats", 400, size=14),
            *paragraph(TEXT, 430),
            *paragraph(["Second column."], 100, x=320),
        ],
    )
    entries = [OutlineEntry(1, "Boats", 1, 400.0)]
    paths = HeadingPaths(place_headings(entries, {1: page}, {1: page_lines(page)}))
    assert paths.at(1, page.text.index("Second")) == ("Boats",)


def paths_of(entries: Sequence[tuple[int, str, Place]]) -> HeadingPaths:
    return HeadingPaths(
        (place, OutlineEntry(level, title, place.page)) for level, title, place in entries
    )


def test_a_heading_ends_those_of_its_level_and_below() -> None:
    paths = paths_of(
        [
            (1, "Boats", Place(2, 10)),
            (2, "Racing  boats", Place(2, 40)),
            (2, "Repairs", Place(4, 0)),
            (1, "Keys", Place(5, 7)),
        ]
    )
    assert paths.at(1, 500) == ()
    assert paths.at(2, 9) == ()
    assert paths.at(2, 10) == ("Boats",)
    assert paths.at(3, 0) == ("Boats", "Racing boats")
    assert paths.at(4, 0) == ("Boats", "Repairs")
    assert paths.at(5, 6) == ("Boats", "Repairs")
    assert paths.at(9, 0) == ("Keys",)


def test_headings_at_one_place_are_one_under_the_other() -> None:
    paths = paths_of([(1, "Boats", Place(2, 0)), (2, "Repairs", Place(2, 0))])
    assert paths.at(2, 0) == ("Boats", "Repairs")
    assert list(paths.starts()) == [Place(2, 0)]


def test_a_long_path_is_bounded() -> None:
    assert bounded(["Boats", "Repairs"]) == "Boats › Repairs"
    assert bounded(["Boats", "Repairs"], 9) == "Boats ›…"


def test_of_very_many_headings_on_a_page_the_last_are_placed_by_height() -> None:
    many = [OutlineEntry(1, "3.1 Boats", 1, 100.0)] * MOST_LOOKED_FOR
    far = OutlineEntry(1, "Fees", 1, 60.0)
    assert found(PAGE, *many[1:], far)[-1] == "3.3 Fees"
    assert found(PAGE, *many, far)[-1] == "3.1 Boats"
