"""The sentences of the conversation, in an English locale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale

from app.core.domain.answer import Claim, Support, Timings, Withheld
from app.core.domain.evidence import SearchResult
from app.gui.chat import wording
from app.gui.chat.wording import ScopeWords
from app.gui.common.confidence import Confidence, confidence
from tests.gui.chat import examples

NOTE = "No passage holds “31 May” word for word, so other passages are shown."


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("value", "step"),
    [
        (1.0, Confidence.HIGH),
        (0.85, Confidence.HIGH),
        (0.84, Confidence.FAIR),
        (0.70, Confidence.FAIR),
        (0.69, Confidence.LOW),
        (0.40, Confidence.LOW),
    ],
)
def test_confidence_steps(value: float, step: Confidence) -> None:
    assert confidence(value) is step


def test_scope_is_named_where_it_matters() -> None:
    everything = ScopeWords(documents=214)
    chosen = ScopeWords("3 chosen documents", everything=False, documents=214)
    assert everything.asked_in() == "You asked in all 214 documents"
    assert replace(everything, documents=1).asked_in() == "You asked in 1 document"
    assert chosen.asked_in() == "You asked in 3 chosen documents"
    assert everything.not_found() == "No answer was found in your 214 documents."
    assert chosen.not_found() == "No answer was found in 3 chosen documents."
    assert everything.placeholder(False) == "Ask about all documents"
    assert everything.placeholder(True) == "Ask a follow-up about all documents"
    assert chosen.placeholder(True) == "Ask a follow-up about 3 chosen documents"


def claims(*supported: bool, verbatim: bool = False) -> tuple[Claim, ...]:
    return tuple(Claim("A claim.", (0,), Support(held), verbatim) for held in supported)


@pytest.mark.parametrize(
    ("shown", "confidence", "sentence"),
    [
        (claims(True, True), 0.9, "Every sentence is supported by the page it cites."),
        (claims(True, True, verbatim=True), 0.9, "Every sentence is quoted word for word."),
        (
            claims(True, True, False),
            0.8,
            "2 of 3 sentences are supported by the page they cite.",
        ),
        (claims(True, False), 0.8, "1 of 2 sentences is supported by the page it cites."),
        (
            claims(True, False),
            0.5,
            "The passages support this only in part. "
            "1 of 2 sentences is supported by the page it cites.",
        ),
    ],
)
def test_support_sentence(shown: tuple[Claim, ...], confidence: float, sentence: str) -> None:
    answer = examples.answer(shown, confidence=confidence)
    assert wording.support_sentence(answer) == sentence


def test_support_sentence_is_shorter_in_a_narrow_pane() -> None:
    assert wording.support_sentence(examples.ANSWER, short=True) == (
        "4 of 5 sentences are supported."
    )


def test_the_end_is_announced_with_what_is_supported() -> None:
    assert wording.complete(examples.ANSWER) == "Answer complete, 4 of 5 sentences supported"


@pytest.mark.parametrize(
    ("support", "line"),
    [
        (
            Support(False, ("April",), "“April” does not occur in the passage that it cites."),
            "Not supported: “April” does not occur in the passage that it cites.",
        ),
        (
            Support(False, ("April", "salary")),
            "Not supported: “April” and “salary” do not occur in the passage that it cites.",
        ),
        (
            Support(False, (), "Its words do not occur in the passage that it cites."),
            "Not supported: its words do not occur in the passage that it cites.",
        ),
        (Support(False), "Not supported by the passage that it cites."),
    ],
)
def test_reason_line(support: Support, line: str) -> None:
    assert wording.reason_line(Claim("x", (0,), support)) == line


def test_names_say_it_all() -> None:
    shown = examples.CITATIONS[0]
    assert wording.spoken_citation(shown, 0, 3) == (
        "Citation 1 of 3, Employee Handbook 2026, page 14, label 12"
    )
    lost = replace(shown, verified=False, label="")
    assert wording.spoken_citation(lost, 1, 3) == (
        "Citation 2 of 3, Employee Handbook 2026, page 14, the quote was not found"
    )
    assert wording.spoken_claim(5, examples.CLAIMS[4]) == "Claim 5, not supported"


def test_evidence_summary_says_which_way_of_searching_was_missing() -> None:
    summary = wording.evidence_summary(examples.RESULT, 0.3)
    assert summary == "6 passages from 3 documents, found in 0.3\u00a0s"
    words_only = replace(examples.RESULT, degraded=("embedding_unavailable",))
    assert "found by words only in" in wording.evidence_summary(words_only, 0.3)
    one = SearchResult(examples.PASSAGES[:1], ("lexical_unavailable",), 0.5, 1.0, 1, "q")
    assert wording.evidence_summary(one, 12).startswith("1 passage from 1 document, found by mean")


def test_what_was_searched() -> None:
    answer = replace(examples.ANSWER, unsearched=("“A” needs a password.",))
    assert wording.searched(answer) == (
        "10 documents were searched, by words and by meaning. “A” needs a password."
    )
    assert wording.searched(replace(answer, trace=replace(answer.trace, notes=(NOTE,)))) == (
        f"10 documents were searched, by words and by meaning. {NOTE} “A” needs a password."
    )


def test_the_query_that_was_run() -> None:
    assert wording.searched_for("days\nleave") == "Searched for “days leave”."
    assert wording.searched_for("") == ""


def test_earlier_questions_are_quoted() -> None:
    assert wording.understood_with("How  many?") == "Understood with your question “How many?”"
    assert wording.understood_with("How many?\nAnd when?") == (
        "Understood with your questions “How many?” and “And when?”"
    )


@pytest.mark.parametrize(
    ("context", "notes", "said"),
    [
        ("", (), "6 passages found"),
        ("How many?", (), "6 passages found, understood with your earlier question"),
        (
            "How many?\nAnd when?",
            (NOTE,),
            f"6 passages found, understood with your earlier questions. {NOTE}",
        ),
        ("", (NOTE,), f"6 passages found. {NOTE}"),
    ],
)
def test_how_a_question_was_understood_is_told_with_what_was_found(
    context: str, notes: tuple[str, ...], said: str
) -> None:
    result = replace(examples.RESULT, context=context, notes=notes)
    assert wording.spoken_result(result) == said


def test_withheld_sentences_are_counted_by_cause() -> None:
    assert wording.withheld_notes(Withheld(1, 2, 1)) == (
        "1 sentence was left out because its citation led nowhere.",
        "2 sentences were left out because they cited no passage.",
        "1 sentence was left out because its passage does not support it.",
    )
    assert wording.withheld_notes(Withheld()) == ()


def test_times() -> None:
    took = wording.took(Timings(0.3, 8.6, 15.2))
    assert took == "15\u00a0s in all, first word after 8.6\u00a0s"
    assert wording.took(Timings(0.3, None, 0.34)) == "0.3\u00a0s in all"
    assert wording.time_gone(2.4, 6.3) == "about 6\u00a0s, 2\u00a0s gone"
    assert wording.time_gone(2.4, None) == "2\u00a0s gone"


def test_limits_are_written_in_the_locale() -> None:
    assert wording.too_long() == "Shorten the question to 4,000 characters."
    assert wording.counter(3712) == "3,712 of 4,000"
