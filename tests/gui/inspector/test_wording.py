"""The sentences of the inspector, and the codes beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    AnswerStyle,
    DroppedPassage,
    RefusalReason,
    WithheldSentence,
)
from app.gui.inspector import wording
from app.services.kept_answers import unfinished
from tests.gui.chat.examples import FOUND, QUESTION, refusal
from tests.gui.inspector.examples import KEPT_BACK, QUOTES, REFUSED, TRACE, WRITTEN


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
     (21, "21st"), (112, "112th")],
)  # fmt: skip
def test_ranks(number: int, said: str) -> None:
    assert wording.ordinal(number) == said


@pytest.mark.parametrize(
    ("reason", "rank", "said"),
    [
        ("passage_limit", 7, "Seventh in rank; the limit is 6 passages."),
        ("passage_limit", 14, "14th in rank; the limit is 6 passages."),
        ("passage_limit", 0, "Found; the limit is 6 passages."),
        ("token_budget", 3, "Third in rank; what the model can read at once had no room left for "
         "it."),
        ("hidden_text", 3, "This text is hidden on the page. No answer is made from it."),
        ("of_a_later_version", 2, "Second in rank; it was left out."),
    ],
)  # fmt: skip
def test_why_a_passage_was_left_out(reason: str, rank: int, said: str) -> None:
    assert wording.left_out(DroppedPassage(1, reason), rank, 6) == said


def test_a_limit_of_one() -> None:
    dropped = DroppedPassage(1, "passage_limit")
    assert wording.left_out(dropped, 2, 1) == "Second in rank; the limit is 1 passage."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (WRITTEN, "Qwen2.5 Coder 1.5B, temperature 0, 143 tokens written"),
        (QUOTES, "Quoted word for word; no model wrote"),
        (REFUSED, "No model was asked"),
        (replace(WRITTEN, trace=replace(TRACE, output_tokens=0)),
         "Qwen2.5 Coder 1.5B, temperature 0"),
    ],
)  # fmt: skip
def test_who_wrote(answer: Answer, said: str) -> None:
    assert wording.written_by(answer) == said


@pytest.mark.parametrize(
    ("answer", "heading", "beside"),
    [
        (WRITTEN, "The model saw 6 passages", "1694 of 3000 tokens"),
        (QUOTES, "Quotes were chosen from 6 passages", ""),
        (REFUSED, "8 passages found", "No model saw them"),
        (replace(WRITTEN, sources=WRITTEN.sources[:1]), "The model saw 1 passage", ""),
    ],
)
def test_which_passages_there_were(answer: Answer, heading: str, beside: str) -> None:
    assert wording.saw(answer) == heading
    if beside:
        assert wording.room(answer).replace(",", "") == beside


def test_what_is_counted_in_the_text_of_the_model() -> None:
    assert wording.raw_summary(WRITTEN) == "5 lines, 3 valid markers, citation score 1.00"
    assert "3 of 4 markers valid" in wording.raw_summary(KEPT_BACK)
    uncited = replace(WRITTEN, citation_score=None, trace=replace(TRACE, markers_tried=0))
    assert wording.raw_summary(uncited) == "5 lines"


@pytest.mark.parametrize("reason", list(RefusalReason))
def test_a_refusal_has_its_sentence_and_its_code(reason: RefusalReason) -> None:
    first = wording.remarks(refusal(reason))[0]
    assert (first.sentence, first.code) == (REFUSAL_TEXT[reason], reason.value)


def test_what_was_less_than_it_could_be() -> None:
    said = {remark.code: remark.sentence for remark in wording.remarks(KEPT_BACK)}
    assert set(said) == {"loop", "embedding_unavailable"}
    assert "repeated itself" in said["loop"]
    assert "by words only" in said["embedding_unavailable"]
    cut = replace(WRITTEN, trace=replace(TRACE, stop_reason="length"))
    assert [remark.code for remark in wording.remarks(cut)] == ["length"]


def test_nothing_is_remarked_on_where_nothing_was_wrong() -> None:
    assert wording.remarks(WRITTEN) == ()
    ended = wording.ended(WRITTEN)
    assert ended is not None
    assert (ended.sentence, ended.code) == ("The model ended by itself.", "end")
    assert wording.ended(KEPT_BACK) is None
    assert wording.ended(QUOTES) is None


def test_a_fault_before_the_model_is_not_told_as_a_stop() -> None:
    failed = unfinished(QUESTION, AnswerStyle.WRITTEN, FOUND, "The index is damaged.")
    assert [remark.sentence for remark in wording.remarks(failed)] == ["The index is damaged."]
    stopped = unfinished(QUESTION, AnswerStyle.WRITTEN, FOUND)
    assert [remark.code for remark in wording.remarks(stopped)] == ["cancelled"]


def test_how_it_was_searched() -> None:
    follow_up = replace(WRITTEN, trace=replace(TRACE, context="What is leave?\nWho gets it?"))
    said = [remark.sentence for remark in wording.search_remarks(follow_up)]
    assert said[0] == "Searched for “days unused leave full-time employee carry over expire”."
    assert said[1] == "Understood with the earlier questions “What is leave?” and “Who gets it?”."
    assert said[2] == "Read with the sentences beside it: [chunk:17], [chunk:42]."
    refused = " ".join(remark.sentence for remark in wording.search_remarks(REFUSED))
    assert "similarity of 0.31" in refused
    assert "Not searched: “Salary Bands 2026” needs a password." in refused


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (WithheldSentence("x", "uncited"), "It cited no passage."),
        (WithheldSentence("x", "invalid_citation"),
         "It cited a passage that the model had not been given."),
        (WithheldSentence("x", "unsupported", "“April” is not there."), "“April” is not there."),
        (WithheldSentence("x", "of_a_later_version"), "It was left out."),
    ],
)  # fmt: skip
def test_why_a_sentence_is_not_shown(sentence: WithheldSentence, said: str) -> None:
    assert wording.not_shown(sentence) == said


def test_a_model_that_found_no_passage_to_state_it() -> None:
    refused = replace(
        REFUSED, model="Qwen2.5 Coder 1.5B", trace=replace(REFUSED.trace, weighed=((17, -2.0),))
    )
    assert [remark.code for remark in wording.remarks(refused)] == ["no_support", "no_fit"]
    assert wording.room(refused) == "The model weighed 1 of them"
