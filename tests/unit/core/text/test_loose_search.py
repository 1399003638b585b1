"""Loose search: what counts as the same text, and the exact places of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.text.loose_search import LooseSearch


def found(wanted: str, text: str) -> list[str]:
    return [text[start:end] for start, end in LooseSearch(wanted).places(text)]


@pytest.mark.parametrize(
    ("wanted", "text", "expected"),
    [
        ("carry over", "may carry over ten; Carry Over", ["carry over", "Carry Over"]),
        ("carry over", "may carry\nover ten", ["carry\nover"]),
        ("  carry   over ", "carry \n\t over", ["carry \n\t over"]),
        ("resume", "the Résumé, a résume\u0301", ["Résumé", "résume"]),
        ("RÉSUMÉ", "resume", ["resume"]),
        ("employee's", "the employee’s leave", ["employee’s"]),
        ("“leave”", '"leave"', ['"leave"']),
        ("full-time", "full‑time and full–time", ["full‑time", "full–time"]),
        ("strasse", "die Straße", ["Straße"]),
        ("ﬁle", "the file", ["file"]),
        ("file", "the ﬁle", ["ﬁle"]),
        ("cooperate", "co\u00adoperate", ["co\u00adoperate"]),
        ("aa", "aaaa", ["aa", "aa"]),
        ("か", "がか", ["か"]),
        ("誤り", "この誤りは", ["誤り"]),
        ("İstanbul", "istanbul", ["istanbul"]),
        ("[a-z].*", "take [a-z].* as it is", ["[a-z].*"]),
        ("s", "ß", []),
        ("f", "ﬁ", []),
        ("over carry", "carry over", []),
        ("carryover", "carry over", []),
        ("", "anything", []),
        (" \n ", "any thing", []),
        ("x", "", []),
    ],
)
def test_places(wanted: str, text: str, expected: list[str]) -> None:
    assert found(wanted, text) == expected


def test_blank() -> None:
    assert LooseSearch(" \t\n\u00ad").blank
    assert not LooseSearch("a").blank


WORDS = st.text(st.characters(categories=["L", "N", "P", "Zs", "Cc"]), max_size=60)


@given(before=WORDS, wanted=st.text("abcçdé ’-1", min_size=1, max_size=12), after=WORDS)
def test_what_stands_there_is_found(before: str, wanted: str, after: str) -> None:
    search = LooseSearch(wanted)
    text = f"{before} \n{wanted}\n {after}"
    places = list(search.places(text))
    assert bool(places) is not search.blank
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))


@given(wanted=WORDS, text=WORDS)
def test_a_match_is_found_in_itself(wanted: str, text: str) -> None:
    search = LooseSearch(wanted)
    for start, end in search.places(text):
        assert list(search.places(text[start:end])) == [(0, end - start)]
