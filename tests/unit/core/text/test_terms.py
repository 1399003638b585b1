"""Words: folding, stems, query terms, coverage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.text.terms import (
    Vocabulary,
    coverage,
    coverages,
    fold,
    matching_words,
    query_terms,
    same_stem,
    words,
)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Café", "cafe"),
        ("ﬁnance", "finance"),
        ("opt\u00adional", "optional"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("employee’s", "employee's"),
    ],
)
def test_fold(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("carry", "carried", True),
        ("employee", "employees", True),
        ("cat", "car", False),
        ("2019", "2018", False),
        ("international", "internal", False),
    ],
)
def test_same_stem(one: str, other: str, same: bool) -> None:
    assert same_stem(one, other) is same


def test_query_terms_keep_identifiers_and_drop_function_words() -> None:
    assert query_terms("What does the --max-vsize option do?") == (
        "max-vsize",
        "max",
        "vsize",
        "option",
    )


def test_a_question_of_function_words_keeps_them() -> None:
    assert query_terms("Who is it?") == ("who", "is", "it")


def test_vocabulary_holds_compounds_by_their_parts() -> None:
    held = Vocabulary(["a full time employee"])
    assert held.holds("full-time")
    assert not held.holds("part-time")


def test_coverage_counts_distinct_content_words() -> None:
    assert coverage("unused leave days expire", ["Unused days expire."]) == pytest.approx(3 / 4)
    assert coverage("", ["text"]) == 0.0


def test_matching_words_are_ranges_of_the_text() -> None:
    text = "Employees carry over days."
    found = [text[a:b] for a, b in matching_words(text, "Can an employee carry days?")]
    assert found == ["Employees", "carry", "days"]


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Wie lange ist die Kündigungsfrist?", ("lange", "die", "kundigungsfrist")),
        ("Quelle est la durée du contrat ?", ("duree", "contrat")),
        ("When did the war end?", ("war", "end")),
        ("Did the dog die?", ("dog", "die")),
    ],
)
def test_function_words_of_other_languages_are_left_out(
    question: str, terms: tuple[str, ...]
) -> None:
    assert query_terms(question) == terms


def test_pairs_take_the_place_of_words_where_there_are_no_spaces() -> None:
    text = "有給休暇は10日です。Pythonの本"
    assert [word.folded for word in words(text)] == [
        "有給",
        "給休",
        "休暇",
        "暇は",
        "10",
        "日で",
        "です",
        "python",
        "の本",
    ]
    assert all(fold(text[word.start : word.end]) == word.folded for word in words(text))
    assert query_terms("休暇はいつですか") == ("休暇", "暇は")
    assert query_terms("税") == ("税",)
    assert query_terms("りんご") == ("りん", "んご")
    assert coverage("有給の日数", ["有給休暇は10日です。"]) == pytest.approx(1 / 4)


def test_places_of_overlapping_pairs_are_joined() -> None:
    text = "この有給休暇と休暇"
    found = [text[start:end] for start, end in matching_words(text, "有給休暇は何日ですか")]
    assert found == ["有給休暇", "休暇"]


@given(st.text(max_size=60) | st.text(st.characters(codec="ascii"), max_size=60))
def test_words_are_folded_alike_in_any_text(text: str) -> None:
    for word in words(text):
        assert word.folded == fold(text[word.start : word.end])
    # What is plain is read in one go; beside other letters it must give the same.
    if text.isascii():
        assert words(f"{text} é")[:-1] == words(text)


def test_coverage_by_all_texts_and_by_one() -> None:
    texts = ["Unused days.", "Days of leave expire.", "Nothing of it."]
    assert coverages("unused leave days expire", texts) == pytest.approx((1.0, 3 / 4))
    assert coverages("unused leave", []) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What happens if I'm ill and it doesn’t heal?", "Who is ill: heal at home; it happens."),
        ("Combien coûte l'abonnement ?", "Un abonnement coûte 20 €."),
        ("Quanto costa l’abbonamento?", "Abbonamento: costa 20 €."),
    ],
)
def test_contractions_and_elided_articles_say_nothing(question: str, text: str) -> None:
    assert coverage(question, [text]) == 1.0


def test_a_compound_is_not_held_by_its_second_part() -> None:
    assert not Vocabulary(["mail"]).holds("e-mail")
    assert Vocabulary(["L'Oréal"]).holds("oreal")
