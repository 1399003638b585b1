"""The record of how an answer came about: what the model read, what it cost, what was kept back."""

from __future__ import annotations

import logging

import pytest

from app.core.domain.answer import AnswerStyle, RefusalReason
from app.core.domain.cancel import CancelToken
from app.core.errors import WorkerDied
from app.core.settings import AnswerSettings, Settings, UnsupportedSentences
from app.services.answering import AnswerService
from app.services.events import AnswerFinished, TextDelta
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.fakes.text_extractor import FakePdf
from tests.unit.services.test_answering import (
    FEES,
    LEAVE,
    QUESTION,
    answer_of,
    chunk_id,
    events_of,
    written,
)
from tests.workbench import Workbench

TRUE = "Days carried over expire on 31 March."
INVENTED = "Unused days are paid out in April."


@pytest.fixture
def library(bench: Workbench) -> Workbench:
    bench.put("leave.pdf", FakePdf(pages=("Cover.", LEAVE), title="Handbook", labels=("i", "1")))
    bench.put_text("fees.pdf", FEES, title="Harbour")
    bench.read()
    return bench


def test_the_prompt_is_kept_as_the_model_read_it(library: Workbench) -> None:
    model = ScriptedChatModel()
    answer = answer_of(events_of(library, model))
    assert answer.trace.prompt == model.requests[0].messages
    foreign = [s.text for m in answer.trace.prompt for s in m.segments if not s.trusted]
    assert any("expire on 31 March" in text for text in foreign)


def test_the_tokens_of_each_source_are_those_of_the_models_own_counter(library: Workbench) -> None:
    answer = answer_of(events_of(library, ScriptedChatModel(context_tokens=4096)))
    trace = answer.trace
    assert len(trace.source_tokens) == len(answer.sources) > 0
    assert all(tokens > 0 for tokens in trace.source_tokens)
    assert sum(trace.source_tokens) < trace.room_tokens < 4096


def test_passages_without_any_statement_are_read_whole_and_cost_what_they_are(
    bench: Workbench,
) -> None:
    bench.put_text("leave.pdf", "unused leave days expire on 31 March " * 15)
    bench.read()
    model = ScriptedChatModel(fit_floor=0.0)
    answer = answer_of(events_of(bench, model))
    assert len(model.weighed) == len(answer.sources) > 0
    assert all(tokens > 50 for tokens in answer.trace.source_tokens)
    assert len(answer.trace.source_tokens) == len(answer.sources)


def test_steps_that_took_place_have_their_seconds(library: Workbench) -> None:
    timings = written(library, f"[chunk:{chunk_id(library, 'Handbook')}] {TRUE}").timings
    assert None not in (timings.loading_s, timings.reading_s, timings.writing_s)
    quoted = answer_of(events_of(library, None, style=AnswerStyle.QUOTES)).timings
    assert (quoted.loading_s, quoted.reading_s, quoted.writing_s) == (None, None, None)


def test_markers_are_counted_also_where_nothing_is_shown(library: Workbench) -> None:
    trace = written(library, "[chunk:99999] Days last for ever.").trace
    assert (trace.markers_tried, trace.markers_valid) == (1, 0)


def test_each_withheld_sentence_has_its_cause(library: Workbench) -> None:
    settings = AnswerSettings(unsupported=UnsupportedSentences.LEAVE_OUT)
    library.preferences.change(Settings(answers=settings))
    number = chunk_id(library, "Handbook")
    answer = written(
        library,
        f"[chunk:{number}] {TRUE}\n[chunk:99999] Days last for ever.\nNo marker here.\n"
        f"[chunk:{number}] {INVENTED}",
    )
    kept_back = answer.trace.withheld_sentences
    assert [(one.text, one.cause) for one in kept_back] == [
        ("Days last for ever.", "invalid_citation"),
        ("No marker here.", "uncited"),
        (INVENTED, "unsupported"),
    ]
    assert kept_back[2].reason
    assert answer.trace.withheld_text == tuple(one.text for one in kept_back)
    assert answer.withheld.total == 3


def test_a_refusal_keeps_what_was_invented_and_what_led_nowhere(library: Workbench) -> None:
    number = chunk_id(library, "Handbook")
    answer = written(library, f"[chunk:99999] For ever.\n[chunk:{number}] {INVENTED}")
    assert answer.reason is RefusalReason.UNSUPPORTED
    causes = [one.cause for one in answer.trace.withheld_sentences]
    assert causes == ["invalid_citation", "unsupported"]


def test_a_claim_that_was_moved_says_from_where(library: Workbench) -> None:
    harbour, handbook = chunk_id(library, "Harbour"), chunk_id(library, "Handbook")
    answer = written(library, f"[chunk:{harbour}] {TRUE}")
    assert answer.citations[0].chunk_id == handbook
    assert (answer.trace.moved, answer.trace.moved_from) == ((TRUE,), ((harbour,),))


def test_quotes_say_which_passages_were_beyond_the_limit(library: Workbench) -> None:
    library.preferences.change(Settings(answers=AnswerSettings(passages=1)))
    answer = answer_of(events_of(library, None, style=AnswerStyle.QUOTES))
    assert len(answer.sources) == 1
    left_out = [passage.chunk.id for passage in answer.evidence[1:]]
    assert [(one.chunk_id, one.reason) for one in answer.trace.dropped] == [
        (number, "passage_limit") for number in left_out
    ]


def test_a_model_that_dies_leaves_what_it_read_and_wrote(
    library: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    model = ScriptedChatModel(Script(("[chunk:1]", " Days"), fails=WorkerDied("It ended.")))
    with caplog.at_level(logging.WARNING):
        answer = answer_of(events_of(library, model))
    assert answer.trace.raw_text == "[chunk:1] Days"
    assert answer.trace.prompt
    assert answer.sources


def test_an_answer_that_was_stopped_keeps_its_sources_and_why_the_model_ended(
    library: Workbench,
) -> None:
    cancel = CancelToken()
    model = ScriptedChatModel(Script((f"[chunk:{chunk_id(library, 'Handbook')}]", " Days", " go")))
    service = AnswerService(
        library.search,
        library.library,
        library.embedder,
        OneChatModel(model),
        library.preferences,
        library.priority,
    )
    last = None
    for event in service.ask(QUESTION, cancel=cancel):
        last = event
        if isinstance(event, TextDelta):
            cancel.cancel()
    assert isinstance(last, AnswerFinished)
    answer = last.answer
    assert answer.reason is RefusalReason.CANCELLED
    assert answer.sources
    assert answer.trace.stop_reason == "cancelled"
    assert "Days" in answer.trace.raw_text
