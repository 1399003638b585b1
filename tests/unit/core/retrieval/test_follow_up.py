from __future__ import annotations

import pytest

from app.core.retrieval.follow_up import referred, stands_alone

LEAVE = "How many days of unused leave can an employee carry over?"


@pytest.mark.parametrize(
    "question",
    [
        "And when do they expire?",
        "When do they expire?",
        "Who has to approve that?",
        "Why?",
        "What is the deadline?",
        "And for part-time staff?",
        "What about trainees in their first year?",
        "Does it also apply to contractors?",
        "How long is this period?",
        "Can he refuse them?",
        "Wann verfallen sie?",
        "Und für Auszubildende?",
        "Wer entscheidet darüber im Betrieb?",
        "Et pour les stagiaires ?",
    ],
)
def test_questions_that_point_back(question: str) -> None:
    assert not stands_alone(question)
    assert referred(question, [LEAVE]) == 1


@pytest.mark.parametrize(
    "question",
    [
        LEAVE,
        "Which brand of detergent does the dishwasher manual recommend?",
        "What is the fee that applies to long boats?",
        "If a crew member falls ill, who tells their manager?",
        "When an employee leaves the company, can they take unused days?",
        "Is it allowed to keep a cat in the flat?",
        "How long does it take to empty the log file?",
        "What does this contract say about the deposit and the keys?",
        "And how many litres of water does the dishwasher use in eco mode?",
        "Wie lange ist die Kündigungsfrist der Wohnung?",
    ],
)
def test_questions_that_stand_alone(question: str) -> None:
    assert stands_alone(question)
    assert referred(question, [LEAVE]) == 0


def test_a_chain_goes_back_to_the_question_that_stands_alone() -> None:
    chain = ["What does the dishwasher cost?", LEAVE, "When do they expire?"]
    assert referred("And for trainees?", chain) == 2
    assert referred("Why?", []) == 0
    assert referred("Why?", [LEAVE, "Why?", "Why?", "Why?"]) == 3
