from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.export.spreadsheet_text import inert

SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", ""),
        ("Acme = Bolt + Coil", "Acme = Bolt + Coil"),
        ("RE-2024/17", "RE-2024/17"),
        ("a@b.example", "a@b.example"),
        ("=1+1", "'=1+1"),
        ("+49 30 1234", "'+49 30 1234"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("  =1+1", "'  =1+1"),
        ("\t=1", "'\t'=1"),
        ("\tplain", "'\tplain"),
        ("\rplain", "'\nplain"),
        ("\r\n=1", "'\n'=1"),
        ("a;=cmd|' /C calc'!A0;b", "a;'=cmd|' /C calc'!A0;b"),
        ('a"; "@x', 'a"; "\'@x'),
        ("12 Main St\n-Berlin", "12 Main St\n'-Berlin"),
        ("one; two", "one; two"),
        ("\x00=1", "'=1"),
        ("\u202e=1", "'=1"),
    ],
)
def test_a_text_is_a_text_wherever_it_is_opened(text: str, written: str) -> None:
    assert inert(text) == written


@given(st.text(st.sampled_from(f"{SIGNS}a1 \t\r\n;\"'|\x00\u202e"), max_size=12))
def test_no_cell_begins_like_a_formula_however_it_is_cut(text: str) -> None:
    first, *others = re.split(r"[;\t\n|]", inert(text))
    assert "\r" not in inert(text)
    # A quotation mark at a start is doubled by CSV, and so is part of the text of a whole cell.
    assert first.strip(" ")[:1] not in SIGNS or not first.strip(" ")
    assert [part for part in others if (begun := part.strip(' "')) and begun[0] in SIGNS] == []
