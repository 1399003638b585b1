"""Which pieces make a chunk."""

from __future__ import annotations

from app.core.chunking.body_text import Slice
from app.core.chunking.packing import Packed, pack
from app.core.chunking.pieces import Piece

TARGET = 200


def piece(tokens: int, path: str = "", page: int = 1, *, leads: bool = False) -> Piece:
    return Piece((Slice(page, 0, 1),), tokens, tuple(path.split("/")) if path else (), leads)


def shown(chunks: list[Packed]) -> list[tuple[str, list[int]]]:
    return [("/".join(one.heading_path), [p.tokens for p in one.pieces]) for one in chunks]


def packed(*pieces: Piece) -> list[tuple[str, list[int]]]:
    return shown(pack(pieces, TARGET))


def test_nothing_makes_no_chunk() -> None:
    assert packed() == []


def test_a_section_is_filled_to_the_target() -> None:
    assert packed(*[piece(60) for _ in range(7)]) == [("", [60] * 3), ("", [60] * 3), ("", [60])]


def test_sections_are_not_mixed() -> None:
    assert packed(piece(60, "A"), piece(60, "B")) == [("A", [60]), ("B", [60])]


def test_a_tiny_section_goes_with_the_next_of_its_parent() -> None:
    assert packed(piece(30, "A/a"), piece(100, "A/b")) == [("A", [30, 100])]
    assert packed(piece(100, "A/a"), piece(30, "A/b")) == [("A", [100, 30])]
    assert packed(piece(30, "A"), piece(100, "A/b")) == [("A", [30, 100])]


def test_several_tiny_sections_are_one_chunk() -> None:
    assert packed(piece(15, "A/a"), piece(15, "A/b"), piece(15, "A/c"), piece(90, "A/d")) == [
        ("A", [15, 15, 15]),
        ("A/d", [90]),
    ]


def test_a_tiny_section_stays_alone_where_another_is_elsewhere_or_has_no_room() -> None:
    assert packed(piece(30, "A/a"), piece(100, "B/b")) == [("A/a", [30]), ("B/b", [100])]
    assert packed(piece(30, "A/a"), piece(90, "A/b", 2)) == [("A/a", [30]), ("A/b", [90])]
    assert packed(piece(30, "A"), piece(100, "B")) == [("A", [30]), ("B", [100])]
    assert packed(piece(30, "A/a"), piece(180, "A/b")) == [("A/a", [30]), ("A/b", [180])]
    assert packed(piece(30, "A"), piece(100, "A/a/1")) == [("A", [30]), ("A/a/1", [100])]


def test_a_heading_without_text_goes_with_the_section_below_it() -> None:
    assert packed(piece(5, "A", leads=True), piece(6, "A/a", leads=True), piece(190, "A/a")) == [
        ("A/a", [5, 6]),
        ("A/a", [190]),
    ]
    assert packed(piece(5, "A", leads=True), piece(150, "A/a")) == [("A/a", [5, 150])]


def test_a_heading_without_text_does_not_go_with_another_section() -> None:
    assert packed(piece(5, "A", leads=True), piece(199, "B")) == [("A", [5]), ("B", [199])]


def test_a_chunk_that_is_half_full_ends_with_its_page() -> None:
    assert packed(piece(100, page=1), piece(60, page=2), piece(20, page=2)) == [
        ("", [100]),
        ("", [60, 20]),
    ]
    assert packed(piece(90, page=1), piece(60, page=2)) == [("", [90, 60])]


def test_what_leads_to_the_next_words_goes_with_them() -> None:
    assert packed(piece(150), piece(10, leads=True), piece(90)) == [("", [150]), ("", [10, 90])]


def test_what_leads_stays_where_the_next_has_no_room_or_little_else_remains() -> None:
    assert packed(piece(150), piece(10, leads=True), piece(195)) == [("", [150, 10]), ("", [195])]
    assert packed(piece(30), piece(50, leads=True), piece(140)) == [("", [30, 50]), ("", [140])]


def test_a_list_of_short_lines_is_not_carried_on() -> None:
    chunks = packed(*[piece(10, leads=True) for _ in range(40)])
    assert [len(tokens) for _, tokens in chunks] == [17, 17, 6]


def test_a_rest_that_would_be_tiny_is_evened_out() -> None:
    assert packed(*[piece(50) for _ in range(4)], piece(20)) == [("", [50, 50, 50]), ("", [50, 20])]
    assert packed(piece(120, page=1), piece(20, page=2)) == [("", [120, 20])]
    assert packed(piece(190), piece(20)) == [("", [190]), ("", [20])]
