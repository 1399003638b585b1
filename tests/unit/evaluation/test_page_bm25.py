from __future__ import annotations

import math

import pytest

from app.evaluation.page_bm25 import PageBm25

PAGES = [
    (("a.pdf", 1), "The ferry leaves at six."),
    (("a.pdf", 2), "Ferry, ferry and FERRY again: tickets for the ferry."),
    (("b.pdf", 1), "Bicycles travel free of charge."),
    (("b.pdf", 2), "Tickets are sold on board, and nowhere else at all."),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ferry", [("a.pdf", 2), ("a.pdf", 1)]),
        ("Tickets!", [("a.pdf", 2), ("b.pdf", 2)]),
        ("bicycles ferry", [("b.pdf", 1), ("a.pdf", 2), ("a.pdf", 1)]),
        ("submarine", []),
        ("", []),
    ],
)
def test_order(query: str, found: list[tuple[str, int]]) -> None:
    assert PageBm25(PAGES).search(query, 10) == found


def test_length_counts_against_a_page() -> None:
    """b 0.75: of two pages that hold a word once, the shorter one is better."""
    pages = [(("long.pdf", 1), "word " + "other " * 50), (("short.pdf", 1), "word here")]
    assert PageBm25(pages).search("word", 1) == [("short.pdf", 1)]


def test_a_rare_word_outweighs_a_common_one() -> None:
    """idf ln(1 + (N - n + .5) / (n + .5)): 1.2993 for one page of five, 0.0870 for all five."""
    assert math.log(1 + 4.5 / 1.5) > 10 * math.log(1 + 0.5 / 5.5)
    pages = [((f"{n}.pdf", 1), "common common common") for n in range(4)]
    pages.append((("rare.pdf", 1), "common rare x"))
    assert PageBm25(pages).search("common rare", 1) == [("rare.pdf", 1)]


def test_ties_go_by_name_and_page() -> None:
    pages = [(("b.pdf", 2), "same"), (("b.pdf", 1), "same"), (("a.pdf", 9), "same")]
    assert PageBm25(pages).search("same", 2) == [("a.pdf", 9), ("b.pdf", 1)]


def test_only_some_documents() -> None:
    assert PageBm25(PAGES).search("tickets", 10, {"b.pdf"}) == [("b.pdf", 2)]


def test_no_pages() -> None:
    assert PageBm25([]).search("anything", 5) == []
