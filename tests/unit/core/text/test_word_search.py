from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.text.word_search import SNIPPET_CHARACTERS, WordSearch


@pytest.mark.parametrize(
    ("text", "looked_for", "places"),
    [
        ("Rents are rent.", "rent", ["Rents", "rent"]),
        ("parent", "rent", []),
        ("the option max_vsize-2", "vsize max", ["max", "vsize"]),
        ("Ein Café, zwei CAFES", "cafe", ["Café", "CAFES"]),
        ("eﬃcient", "EFFI", ["eﬃcient"]),
        ("Straße", "strasse", ["Straße"]),
        ("東京都の手引き", "京都 手引", ["京都", "手引"]),
        ("東東東", "東", ["東", "東", "東"]),
        ("guide東京guide", "東京 guide", ["guide", "東京", "guide"]),
        ("anything", "", []),
        ("anything", "?!", []),
        ("", "anything", []),
    ],
)
def test_places(text: str, looked_for: str, places: list[str]) -> None:
    found = WordSearch(looked_for).places(text)
    assert [text[start:end] for start, end in found] == places


@pytest.mark.parametrize(
    ("text", "looked_for", "holds"),
    [
        ("Rent is due monthly", "month rent", True),
        ("Rent is due monthly", "month rent yearly", False),
        ("co\u00adoperate", "cooperate", True),
        ("cooperate", "co\u00adoperate", True),
        ("東京都", "京都", True),
        ("東京都", "京 rent", False),
        ("anything", "", False),
        ("anything", "...", False),
    ],
)
def test_all_has_to_be_there(text: str, looked_for: str, holds: bool) -> None:
    assert WordSearch(looked_for).holds(text) is holds


def test_a_snippet_is_of_the_text_that_holds_most() -> None:
    texts = ["Nothing.", "Rent and more.", "Rent\nis\tdue co\u00adoperate\0ly.", "Rent is due."]
    found = WordSearch("rent due cooperate").snippet(texts)
    assert found == ("Rent is due cooperate ly.", ((0, 4), (8, 11), (12, 21)))
    assert WordSearch("rent due").snippet(["None."]) is None
    assert WordSearch("rent").snippet([]) is None
    assert WordSearch("").snippet(texts) is None


def test_a_long_text_is_cut_between_words() -> None:
    before, after = "before " * 50, " after" * 50
    found = WordSearch("rent").snippet([f"{before}Rent is due{after} and rent again"])
    assert found is not None
    text, places = found
    assert text.startswith("… before ")
    assert text.endswith(" after …")
    assert [text[start:end] for start, end in places] == ["Rent"]
    assert 25 < places[0][0] < 60


def test_what_is_found_at_an_end_has_its_surroundings() -> None:
    first = WordSearch("rent").snippet(["rent " + "word " * 80])
    last = WordSearch("rent").snippet(["word " * 80 + "rent"])
    assert first is not None
    assert first[0].startswith("rent word")
    assert last is not None
    assert last[0].endswith("word rent")
    assert last[0].startswith("… word")
    assert len(last[0]) > SNIPPET_CHARACTERS - 10


def test_a_word_that_is_longer_than_a_snippet() -> None:
    found = WordSearch("aa").snippet(["a" * 500])
    assert found is not None
    assert found == ("a" * SNIPPET_CHARACTERS + " …", ((0, SNIPPET_CHARACTERS),))


WORDS = st.text("aAé ß東京都.\u00ad\n_1", max_size=30)


@given(st.lists(WORDS), WORDS, st.text(max_size=400))
def test_hits_are_in_the_snippet_in_order_and_apart(
    texts: list[str], looked_for: str, any_text: str
) -> None:
    search = WordSearch(looked_for)
    found = search.snippet([*texts, any_text, any_text + "".join(texts) * 20])
    if found is None:
        return
    text, places = found
    assert places
    assert len(text) <= SNIPPET_CHARACTERS + 4
    assert "\n" not in text
    ends = [0, *(end for _, end in places)]
    for (start, end), last in zip(places, ends, strict=False):
        assert last <= start < end <= len(text)
        assert search.places(text[start:end])
