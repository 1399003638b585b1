"""Sentences, and parts of those that are too long."""

from __future__ import annotations

from app.core.chunking.body_text import Body
from app.core.chunking.headings import HeadingPaths, Place
from app.core.chunking.page_lines import page_lines
from app.core.chunking.pieces import MAX_WORD_CHARACTERS, Piece, pieces
from app.core.domain.document import OutlineEntry
from tests.fakes.token_counter import WordCounter
from tests.unit.core.chunking.laid_pages import Row, laid_page, paragraph


def cut(rows: list[Row], limit: int = 200, heading: str = "") -> list[tuple[str, Piece]]:
    """The pieces of a page with their texts; `heading` begins where it stands."""
    page = laid_page(1, rows)
    placed = []
    if heading:
        entry = OutlineEntry(1, heading, 1)
        placed = [(Place(1, page.text.index(heading)), entry)]
    paths = HeadingPaths(placed)
    starts = {1: [place.start for place in paths.starts()]}
    body = Body({1: page}, {}, {1: page_lines(page)}, starts)
    return [
        (" / ".join(body.text(one) for one in piece.slices), piece)
        for piece in pieces(body, paths, WordCounter(), limit)
    ]


def leading(rows: list[Row], heading: str = "") -> list[str]:
    return [text for text, piece in cut(rows, heading=heading) if piece.leads]


def test_a_long_listing_is_cut_between_lines_into_parts_of_one_size() -> None:
    rows = paragraph(["key 7 open"] * 10, 60)
    parts = cut(rows, limit=18)
    assert [piece.tokens for _, piece in parts] == [15, 15]
    assert parts[0][1].slices[0].end < parts[1][1].slices[0].start
    assert [text.count("key") for text, _ in parts] == [5, 5]


def test_a_long_line_is_cut_between_words_and_a_long_word_between_characters() -> None:
    parts = cut([Row("one two three " + "-" * 50, 60)], limit=20)
    assert len(parts) == 4
    assert max(piece.tokens for _, piece in parts) <= 20
    assert "".join(text for text, _ in parts).replace(" ", "") == "onetwothree" + "-" * 50


def test_a_run_without_white_space_is_cut() -> None:
    parts = [text for text, _ in cut([Row("The code " + "x" * 450 + " is it.", 60)])]
    assert parts == ["The code", "x" * MAX_WORD_CHARACTERS, "x" * MAX_WORD_CHARACTERS,
                     "x" * 50, "is it."]  # fmt: skip


def test_headings_and_what_introduces_a_list_lead() -> None:
    rows = [
        Row("What is a key?", 60, size=14),
        *paragraph(["It opens the boat house. It is:"], 90),
        Row("• made of steel", 120),
        Row("Notes", 150),
        Row("2. Ask the treasurer", 180),
    ]
    assert leading(rows) == ["It is:", "Notes"]
    assert leading(rows, heading="What is a key?") == ["What is a key?", "It is:", "Notes"]


def test_a_piece_knows_its_headings_and_its_page() -> None:
    parts = cut([Row("Before.", 60), Row("Notes", 90), Row("After.", 120)], heading="Notes")
    assert [(text, piece.heading_path, piece.page) for text, piece in parts] == [
        ("Before.", (), 1),
        ("Notes", ("Notes",), 1),
        ("After.", ("Notes",), 1),
    ]
