"""Records of answers: all of them JSON, whatever came of the question."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.core.domain.answer import Answer, RefusalReason, Timings, WithheldSentence
from app.core.domain.generation import ChatMessage, Segment
from app.services.records import answer_record
from tests.gui.chat.examples import ANSWER, QUOTED, refusal


@pytest.mark.parametrize("answer", [ANSWER, QUOTED, refusal(RefusalReason.NO_SUPPORT)])
def test_a_record_is_json_as_it_stands(answer: Answer) -> None:
    read = json.loads(json.dumps(answer_record(answer)))
    assert read["status"] == answer.status.value
    assert [source["chunk_id"] for source in read["sources"]] == [17, 42, 23, 43, 19, 56]


def test_the_prompt_and_what_was_withheld_are_in_the_trace() -> None:
    trace = replace(
        ANSWER.trace,
        prompt=(ChatMessage("user", (Segment("Question: ", True), Segment("Why?", False))),),
        withheld_sentences=(WithheldSentence("Never.", "uncited"),),
    )
    record = json.loads(json.dumps(answer_record(replace(ANSWER, trace=trace))))
    [message] = record["trace"]["prompt"]
    assert [part["trusted"] for part in message["segments"]] == [True, False]
    assert record["trace"]["withheld_sentences"][0]["cause"] == "uncited"


def test_steps_that_did_not_take_place_are_null() -> None:
    timings = Timings(0.25, None, 1.0, reading_s=0.5)
    record = answer_record(replace(ANSWER, timings=timings))["timings"]
    assert isinstance(record, dict)
    took = {name: value for name, value in record.items() if value is not None}
    assert took == {"retrieve_s": 0.25, "total_s": 1.0, "reading_s": 0.5}
    assert {"first_token_s", "loading_s", "writing_s"} <= record.keys()
