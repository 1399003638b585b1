from __future__ import annotations

from pathlib import Path

import pymupdf

from app.evaluation.documents import (
    WORDS_PER_PAGE,
    made_up_pages,
    made_up_pdfs,
    made_up_title,
    write_rules,
)
from app.evaluation.passages import RULES


def test_the_same_seed_makes_the_same_pages() -> None:
    assert made_up_pages(7, 3) == made_up_pages(7, 3)
    assert made_up_pages(7, 3) != made_up_pages(8, 3)
    assert made_up_title(7) == made_up_title(7)


def test_pages_are_as_long_as_ordinary_ones() -> None:
    pages = made_up_pages(1, 40)
    words = [sum(len(text.split()) for text in page.paragraphs) for page in pages]

    assert abs(sum(words) / len(words) - WORDS_PER_PAGE) < 25
    assert len({page.heading for page in pages}) == 40


def test_pages_have_many_different_words() -> None:
    text = " ".join(" ".join(page.paragraphs) for page in made_up_pages(1, 20))

    assert len(set(text.casefold().split())) > 800


def test_pdfs_hold_the_text(tmp_path: Path) -> None:
    paths = made_up_pdfs(tmp_path / "new", files=2, pages=3)

    assert [path.name for path in paths] == ["document-0001.pdf", "document-0002.pdf"]
    with pymupdf.open(paths[1]) as document:
        assert document.page_count == 3
        assert document.metadata["title"] == made_up_title(100_005)
        found = document[2].get_text("words")
        made_up = made_up_pages(100_005, 3)[2]
        written = f"{made_up.heading} {' '.join(made_up.paragraphs)}".split()
        assert [word[4] for word in found] == written


def test_the_rules_are_a_page_for_each_heading(tmp_path: Path) -> None:
    with pymupdf.open(write_rules(tmp_path)) as document:
        assert document.page_count == len(RULES)
        assert RULES[2][0] in document[2].get_text()
