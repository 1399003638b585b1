"""Answers that did not come to their end, and the evidence that an answer was shown with."""

from __future__ import annotations

from app.core.domain.answer import AnswerStatus, AnswerStyle, RefusalReason
from app.services.events import EvidenceFound
from app.services.kept_answers import found_again, unfinished
from tests.gui.chat import examples


def test_a_stopped_answer_keeps_what_was_found() -> None:
    answer = unfinished("How many?", AnswerStyle.QUOTES, examples.FOUND)
    assert (answer.status, answer.reason) == (AnswerStatus.REFUSED, RefusalReason.CANCELLED)
    assert (answer.question, answer.style) == ("How many?", AnswerStyle.QUOTES)
    assert answer.evidence == examples.PASSAGES
    assert (answer.claims, answer.citations, answer.sources) == ((), (), ())
    assert answer.trace.query == examples.RESULT.query
    assert answer.trace.fault == ""
    assert answer.timings.retrieve_s == 0.3


def test_before_anything_was_found_the_question_is_kept() -> None:
    answer = unfinished("How many?", AnswerStyle.WRITTEN, None, "The disk is full.")
    assert answer.evidence == ()
    assert answer.trace.fault == "The disk is full."


def test_the_evidence_of_an_answer_is_what_was_shown() -> None:
    found = found_again(examples.ANSWER)
    assert isinstance(found, EvidenceFound)
    assert (found.result.passages, found.seconds) == (examples.PASSAGES, 0.3)
    assert found.result.query == examples.RESULT.query
    # There and back: nothing that is shown is lost.
    again = found_again(unfinished("How many?", AnswerStyle.WRITTEN, examples.FOUND))
    assert again.result.passages == examples.FOUND.result.passages
    assert again.result.notes == examples.FOUND.result.notes
    assert again.seconds == examples.FOUND.seconds
