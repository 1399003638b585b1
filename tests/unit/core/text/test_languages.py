"""The language of a question, by its function words."""

from __future__ import annotations

import pytest

from app.core.text.languages import function_words, is_in


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How long is the notice period?", "en"),
        ("Welche Kündigungsfrist gilt?", "de"),
        ("Darf Besuch übernachten?", "de"),
        ("Quelle est la durée de la période d'essai ?", "fr"),
        ("¿Cuándo vence el contrato?", "es"),
        ("Quanto dura la garanzia della lavatrice?", "it"),
    ],
)
def test_a_question_is_in_one_language(question: str, language: str) -> None:
    found = [one for one in ("en", "de", "fr", "es", "it") if is_in(one, question)]
    assert found == [language]


@pytest.mark.parametrize("question", ["", "Parental leave", "保証期間は何年ですか？"])
def test_without_function_words_no_language_is_told(question: str) -> None:
    assert not any(function_words(question).values())
    assert not is_in("en", question)
