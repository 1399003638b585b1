from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.reading.characters import noise_share, normalised


@pytest.mark.parametrize(
    ("word", "stored"),
    [
        ("plain", "plain"),
        ("ﬁnal", "final"),
        ("eﬃcient", "efficient"),
        ("op\u00adtional", "optional"),
        ("dy\u2010namic", "dy-namic"),
        ("１２３", "123"),
        ("ﺳﻨﺔ", "سنة"),
        ("e\u0301", "é"),
        ("na¨ıve", "naïve"),
        ("caf´e", "café"),
        ("`code`", "`code`"),
        ("´", "´"),
        ("¨ª", "ä"),
        ("10½", "10 1⁄2"),
        ("１½", "1 1⁄2"),
        ("\uf0b7", "•"),
        ("\ue123x", "x"),
        ("\ufeffa\u200bb\u200e", "ab"),
        ("a\x03b\x7f", "ab"),
        ("100\u00a0€", "100 €"),
    ],
)
def test_words_are_normalised(word: str, stored: str) -> None:
    assert normalised(word) == stored


@given(st.text())
def test_what_is_stored_stays_as_it_is(word: str) -> None:
    once = normalised(word)
    assert normalised(once) == once
    assert not any(unicodedata.category(character) == "Cc" for character in once)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0.0),
        ("all is well\n", 0.0),
        ("\x01\x02\x03a", 0.75),
        ("\ufffd\ufffd xy", 0.5),
        ("\uf001\t\n ok\ue000", 0.5),
    ],
)
def test_noise(text: str, share: float) -> None:
    assert noise_share(text) == share
