"""Names of exported files that every system takes."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.export.file_names import MOST_BYTES, file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Carry-over of annual leave", "Carry-over of annual leave.md"),
        ("When do they expire?", "When do they expire.md"),
        ("a/b\\c: <d>|e*", "a b c d e.md"),
        ("  ..hidden  ", "hidden.md"),
        ("--option", "option.md"),
        ("ends in dots. . .", "ends in dots.md"),
        ("CON", "_CON.md"),
        ("lpt1.notes", "_lpt1.notes.md"),
        ("COM² x", "COM² x.md"),
        ("com²", "_com².md"),
        ("console", "console.md"),
        ("", "Conversation.md"),
        ("???", "Conversation.md"),
        ("\u202egnp\x00\n.exe", "gnp .exe.md"),
        ("誤り ü 😀", "誤り ü 😀.md"),
        ("u\u0308ber", "über.md"),
    ],
)
def test_names(title: str, name: str) -> None:
    assert file_name(title, ".md") == name


def test_a_long_name_is_cut_at_a_word() -> None:
    title = "How many days of unused leave can be carried over " * 5
    name = file_name(title, ".pdf")
    kept = name.removesuffix(".pdf")
    assert MOST_BYTES - 10 < len(kept) <= MOST_BYTES
    assert title.startswith(f"{kept} ")


def test_marks_are_not_torn_from_their_letter() -> None:
    name = file_name("x\u0323\u0331" * 80, "")
    assert unicodedata.combining(name[-1])
    assert len(name) % 3 == 0


@given(st.text(max_size=200))
def test_any_title_gives_a_name_that_can_be_written(title: str) -> None:
    name = file_name(title, ".md")
    assert Path(name).name == name
    assert len(name.encode()) <= MOST_BYTES + 4
    assert re.search(r'[<>:"/\\|?*\x00-\x1f\x7f]', name) is None
    assert not name.startswith((".", "-", " "))
    assert not name.removesuffix(".md").endswith((".", " "))
    assert len(name) > 3


def test_such_names_can_be_made(tmp_path: Path) -> None:
    for title in ("誤" * 300, "😀" * 99, "a" * 999, "u\u0308" * 500):
        (tmp_path / file_name(title, ".md")).write_text("x", encoding="utf-8")
