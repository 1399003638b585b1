"""Forms of one word are told from words that only begin alike."""

from __future__ import annotations

import pytest

from app.core.text.stems import WordForms, same_word


@pytest.mark.parametrize(
    "pair",
    """carry carried|day days|use using|stop stopped|describe description|dependent dependence|
    activate activation|paid pay|children child|frist fristen|vertrag vertraglich|
    annuel annuelle|jour jours|travail travaille|tasa tasas|permitido permitidos|anual anuales|
    deposito depositi|annuale annuali|ammesso ammessi""".split("|"),
)
def test_forms_of_one_word(pair: str) -> None:
    one, other = pair.split()
    assert same_word(one, other)
    assert same_word(other, one)
    assert WordForms([one]).holds(other)


@pytest.mark.parametrize(
    "pair",
    """contract contrast|support supply|prevent prevail|employer employee|transfer transform|
    consent consult|internal international|man many|part party|ten tend|present president|
    v1 v2|xr200 xr201""".split("|"),
)
def test_words_that_only_begin_alike(pair: str) -> None:
    one, other = pair.split()
    assert not same_word(one, other)
    assert not same_word(other, one)
    assert not WordForms([one]).holds(other)


def test_a_compound_is_held_by_its_parts() -> None:
    forms = WordForms(["The carry-over rule of 2024."])
    assert forms.holds("carry")
    assert forms.holds("over-carry")
    assert not forms.holds("carry-under")


def test_german_compounds_hold_what_they_are_made_of() -> None:
    text = ["Die Kündigungsfrist beträgt drei Monate."]
    assert WordForms(text, compounds=True).holds("frist")
    assert WordForms(text, compounds=True).holds("kundigung")
    assert not WordForms(text).holds("frist")
