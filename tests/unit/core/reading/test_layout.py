from __future__ import annotations

import pytest

from app.core.reading.layout import lay_out
from app.core.reading.space import Direction
from app.core.reading.words import Line
from tests.unit.core.reading.lines import HEIGHT, PITCH, line, stack

PROSE = "words that fill the whole of"


def read(lines: list[Line]) -> list[str]:
    """Paragraphs as text, rows separated by a slash."""
    return [
        " / ".join(
            " ".join(word.text for piece in row for word in piece.words) for row in paragraph
        )
        for text in lay_out(lines)
        for paragraph in text.paragraphs
    ]


def prose(name: str, count: int) -> list[str]:
    return [f"{name}{number} {PROSE}" for number in range(count)]


def order(lines: list[Line]) -> str:
    """The first word of each row, in reading order."""
    return " ".join(row.split()[0] for part in read(lines) for row in part.split(" / "))


def interleaved(*columns: list[Line]) -> list[Line]:
    """Number the lines as a file has them that was written across the columns."""
    mixed = [piece for row in zip(*columns, strict=True) for piece in row]
    for index, piece in enumerate(mixed):
        piece.index = index
    return mixed


def test_columns_are_read_one_after_the_other() -> None:
    lines = stack(prose("a", 4), 50, 100) + stack(prose("b", 4), 300, 100, first=4)
    assert order(lines) == "a0 a1 a2 a3 b0 b1 b2 b3"


def test_a_sentence_goes_on_in_the_next_column() -> None:
    ends = [*prose("A", 3), "The end."]
    for last, first, paragraphs in (
        (prose("A", 4), prose("b", 4), 1),
        (ends, prose("b", 4), 2),
        (prose("A", 4), prose("B", 4), 2),
    ):
        lines = stack(last, 50, 100) + stack(first, 300, 100, first=4)
        assert len(read(lines)) == paragraphs


def test_columns_written_across_are_read_one_after_the_other() -> None:
    lines = interleaved(stack(prose("a", 4), 50, 100), stack(prose("b", 4), 300, 105))
    assert order(lines) == "a0 a1 a2 a3 b0 b1 b2 b3"


def test_three_columns() -> None:
    lines = interleaved(
        *(stack(prose(name, 3), x, 100) for name, x in (("a", 50), ("b", 250), ("c", 450)))
    )
    assert order(lines) == "a0 a1 a2 b0 b1 b2 c0 c1 c2"


def test_headings_over_both_columns_stay_in_place() -> None:
    wide = " ".join(["wide"] * 15)
    lines = [
        line(f"top {wide}", 50, 60, index=0),
        *stack(prose("a", 3), 50, 100, first=1),
        *stack(prose("b", 3), 300, 100, first=4),
        line(f"middle {wide}", 50, 200, index=7),
        *stack(prose("c", 3), 50, 240, first=8),
        *stack(prose("d", 3), 300, 240, first=11),
    ]
    assert order(lines) == "top a0 a1 a2 b0 b1 b2 middle c0 c1 c2 d0 d1 d2"


def test_tables_above_columns_are_read_by_rows() -> None:
    words = stack(["Shore staff", "Deck crew", "Masters"], 50, 60)
    days = stack(["27 days", "30 days", "32 days"], 330, 60)
    table = interleaved(words, days)
    left, right = stack(prose("a", 4), 50, 140, first=7), stack(prose("b", 4), 300, 140, first=11)
    wide = line("wide " * 15, 50, 110, index=6)
    first, *rest = read([*table, wide, *left, *right])
    assert first == "Shore staff 27 days / Deck crew 30 days / Masters 32 days"
    assert [text.split()[0] for text in rest] == ["wide", "a0"]


def test_listings_with_notes_beside_them_are_read_by_rows() -> None:
    code = stack(["a = load()", "b = store()", "c = jump()"], 50, 60)
    notes = stack(["// a note on the line that reaches over the gutter"] * 3, 130, 60)
    listing = interleaved(code, notes)
    left, right = stack(prose("a", 4), 50, 140, first=6), stack(prose("b", 4), 300, 140, first=10)
    first, *_ = read([*listing, *left, *right])
    assert [row.split(" //")[0] for row in first.split(" / ")] == [
        "a = load()",
        "b = store()",
        "c = jump()",
    ]


def test_short_rests_of_columns_are_columns() -> None:
    wide = " ".join(["wide"] * 15)
    lines = [
        *stack(prose("a", 3), 50, 100),
        *stack(prose("b", 3), 300, 100, first=3),
        line(f"middle {wide}", 50, 150, index=6),
        *stack([f"c {PROSE}"], 50, 180, first=7),
        *stack([f"d {PROSE}"], 300, 180, first=8),
    ]
    assert order(lines) == "a0 a1 a2 b0 b1 b2 middle c d"


def test_text_boxes_side_by_side() -> None:
    lines = stack(["Left box line 1", "Left box line 2"], 40, 40)
    lines += stack(["Right box line 1", "Right box line 2"], 300, 40, first=2)
    assert read(lines) == [
        "Left box line 1 / Left box line 2",
        "Right box line 1 / Right box line 2",
    ]


def test_tables_are_read_by_rows() -> None:
    names = stack(["Shore staff", "Deck crew", "Masters"], 50, 100)
    days = stack(["27", "30", "32"], 200, 100)
    years = stack(["30", "33", "35"], 300, 100)
    rows = "Shore staff 27 30 / Deck crew 30 33 / Masters 32 35"
    assert read(interleaved(names, days, years)) == [rows]
    for index, piece in enumerate(by_column := names + days + years):
        piece.index = index
    assert read(by_column) == [rows]


def test_tables_of_numbers_are_read_by_rows() -> None:
    columns = [
        stack([f"{row}{column}" for row in range(1, 6)], 50 + 60 * column, 100)
        for column in range(9)
    ]
    (table,) = read(interleaved(*columns))
    assert table.startswith("10 11 12 13 14 15 16 17 18 / 20 21")


def test_cells_of_a_table_stay_whole() -> None:
    one, other = prose("a", 6), prose("b", 6)
    lines = []
    for row in range(3):
        y = 100 + 40 * row
        first = 4 * row
        lines += stack(one[2 * row : 2 * row + 2], 50, y, first=first)
        lines += stack(other[2 * row : 2 * row + 2], 300, y, first=first + 2)
    assert order(lines) == "a0 a1 b0 b1 a2 a3 b2 b3 a4 a5 b4 b5"


def test_notes_in_the_margin_do_not_cut_sentences() -> None:
    notes = [line("Note", 10, 124, index=5, height=7), line("more", 10, 132, index=6, height=7)]
    assert order(stack(prose("a", 5), 50, 100) + notes) in (
        "Note more a0 a1 a2 a3 a4",
        "a0 a1 a2 a3 a4 Note more",
    )


def test_what_a_file_has_last_is_read_where_it_stands() -> None:
    body = stack(prose("a", 3), 50, 100, first=0)
    header, footer = line("header", 50, 30, index=3), line("footer", 50, 700, index=4)
    assert order([*body, header, footer]) == "header a0 a1 a2 footer"


def test_what_a_file_has_first_is_read_where_it_stands() -> None:
    header, footer = line("header", 50, 30, index=0), line("footer", 50, 700, index=1)
    assert order([header, footer, *stack(prose("a", 3), 50, 100, first=2)]) == (
        "header a0 a1 a2 footer"
    )


def test_pieces_of_a_line_become_one_row() -> None:
    lines = [line("of 64", 300, 50, index=0), line("page", 250, 51, index=1)]
    assert read(lines) == ["page of 64"]


def test_texts_printed_over_each_other_are_not_mixed() -> None:
    lines = [line("Text the first time", 50, 50), line("Text the second time", 50, 50, index=1)]
    assert read(lines) == ["Text the first time", "Text the second time"]


def test_wide_spaces_are_no_columns() -> None:
    lines = stack(prose("a", 6), 50, 100)
    for row, first, end in ((1, 120, 60), (3, 140, 80)):
        y = 100 + PITCH * row
        lines[row] = line("w" * int(end / 5), 50, y, index=row)
        lines.append(line("then more", first + 30, y, index=row))
    lines.sort(key=lambda piece: (piece.box.y0, piece.box.x0))
    for index, piece in enumerate(lines):
        piece.index = index
    assert len(read(lines)[0].split(" / ")) == 6


def test_space_between_rows_ends_a_paragraph() -> None:
    lines = stack(["one", "two"], 50, 100) + stack(["three", "four"], 50, 134, first=2)
    assert read(lines) == ["one / two", "three / four"]


def test_rows_that_the_engine_took_for_blocks_are_one_paragraph() -> None:
    lines = [
        line(f"row{row} {PROSE}", 50, 100 + 16 * row, index=row, block=row) for row in range(4)
    ]
    assert len(read(lines)) == 1


@pytest.mark.parametrize("first", ["•", "1.", "(a)", "iv)", "▪"])
def test_bullets_begin_paragraphs(first: str) -> None:
    lines = stack([f"{first} item one", f"{first} item two"], 50, 100)
    assert len(read(lines)) == 2


@pytest.mark.parametrize("first", ["1.5", "2024.", "above.", "–"])
def test_not_everything_is_a_bullet(first: str) -> None:
    assert len(read(stack(["some words", f"{first} and more"], 50, 100))) == 1


def test_another_size_begins_a_paragraph() -> None:
    lines = [line("Heading", 50, 100, height=14), *stack(["text", "more"], 50, 115, first=1)]
    assert read(lines) == ["Heading", "text / more"]


def test_indented_paragraphs_are_told_apart() -> None:
    lines = [
        *stack([f"one {PROSE}", "ends here."], 50, 100),
        *stack([f"two {PROSE}"], 60, 100 + 2 * PITCH, first=2, block=1),
    ]
    assert len(read(lines)) == 2


def test_turned_text_is_read_apart_from_the_rest() -> None:
    # Turned anticlockwise: the text goes up the page, which is to the right in reading space.
    stamp = line("stamp on the side", -400, 10, index=0, direction=Direction.UP)
    body = stack(prose("a", 2), 50, 100, first=1)
    texts = lay_out([stamp, *body])
    assert [text.direction for text in texts] == [Direction.RIGHT, Direction.UP]
    assert order([stamp, *body]) == "a0 a1 stamp"


def test_no_lines() -> None:
    assert lay_out([]) == []


def test_many_cells_take_little_time() -> None:
    cells = [
        line(str(row * column), 30 + 20 * column, 30 + HEIGHT * row, index=row * 30 + column)
        for row in range(50)
        for column in range(30)
    ]
    assert len(read(cells)[0].split(" / ")) == 50
