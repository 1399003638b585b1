from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters.sqlite.stored_text import bigram_form, index_form, path_key, path_of, storable


@given(st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF, categories=None)))
def test_any_text_becomes_valid_and_keeps_its_length(text: str) -> None:
    assert len(storable(text)) == len(text)
    storable(text).encode("utf-8")
    index_form(text).encode("utf-8")


@given(st.text())
def test_what_was_stored_is_taken_out_with_the_same_words(text: str) -> None:
    assert index_form(storable(text)) == index_form(text)
    assert bigram_form(storable(text)) == bigram_form(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Plain ASCII", "Plain ASCII"),
        ("ﬁx", "fix"),
        ("Ünïted", "united"),
        ("co\u00adop", "coop"),
        ("a\u200bb", "ab"),
        ("iPhone手机壳 5", "iphone  5"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_index_form(text: str, form: str) -> None:
    assert index_form(text) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Plain ASCII", ""),
        ("Ünïted", ""),
        ("東京都の、税", "東京 京都 都の の 税"),
        ("がぎ", "がぎ ぎ"),  # voicing marks stay
        ("ｶﾞ", "ガ"),
        ("한글 문서", "한글 글 문서 서"),
        ("iPhone手机壳 5", "手机 机壳 壳"),
    ],
)
def test_bigram_form(text: str, form: str) -> None:
    assert bigram_form(text) == form


@pytest.mark.parametrize("name", ["a.pdf", "caf\udce9.pdf", "日本.pdf"])
def test_paths_survive(name: str) -> None:
    assert path_of(path_key(Path("/d") / name)) == Path("/d") / name
