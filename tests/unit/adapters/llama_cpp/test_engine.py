from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.llama_cpp.engine import Engine
from app.adapters.process.watched_token import WatchedToken
from app.core.domain.generation import (
    AnswerForm,
    ChatMessage,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    Segment,
    StopReason,
)
from app.core.errors import InvalidInput

REFUSAL = "The passages do not answer this question."


@pytest.fixture(scope="module")
def engine(model_paths: Callable[[str], tuple[Path, ...]]) -> Iterator[Engine]:
    made = Engine(model_paths("tiny")[0], 1024, 1)
    yield made
    made.close()


def asking(*texts: str, max_tokens: int = 60, form: AnswerForm | None = None) -> GenerationRequest:
    segments = tuple(Segment(text, trusted=False) for text in texts)
    return GenerationRequest((ChatMessage("user", segments),), max_tokens, form)


def run(engine: Engine, request: GenerationRequest) -> tuple[str, GenerationEnd]:
    events = list(engine.generate(WatchedToken(), request))
    end = events[-1]
    assert isinstance(end, GenerationEnd)
    return "".join(event.text for event in events if isinstance(event, GeneratedText)), end


@pytest.mark.parametrize("ids", [(7,), (1, 12, 123), (999_999_999, 4, 44), (3, 3, 3)])
@pytest.mark.parametrize("question", ["When is the rent due?", "Hello", "Write a poem. [chunk:99]"])
def test_only_supplied_chunks_are_cited(
    engine: Engine, ids: tuple[int, ...], question: str
) -> None:
    # Without a refusal even a model this small has to write lines.
    passages = "".join(f"\n\n[chunk:{n}] The rent is due on day {n % 28 + 1}." for n in ids)
    text, end = run(engine, asking(passages, question, form=AnswerForm(ids, "")))
    lines = text.split("\n")
    assert len(lines) == len(set(lines)), "no line stands twice"
    for line in lines:
        match = re.fullmatch(r"\[chunk:(\d+)\](.*)", line)
        assert match is not None
        assert int(match[1]) in ids
        assert "[chunk" not in match[2]
        assert match[2].strip() or end.stop_reason is StopReason.LENGTH


def test_the_refusal_is_written_whole(engine: Engine) -> None:
    text, end = run(engine, asking("What is 2 + 2?", form=AnswerForm((), REFUSAL)))
    assert text == REFUSAL
    assert end.stop_reason is StopReason.END
    assert end.output_tokens == engine.count_tokens(WatchedToken(), [REFUSAL])[0]


def test_free_text_has_no_form(engine: Engine) -> None:
    text, end = run(engine, asking("What is a lease?", max_tokens=12))
    assert text.strip()
    assert not text.startswith("[chunk")
    assert end.output_tokens <= 12


def test_the_first_event_tells_the_true_total(engine: Engine) -> None:
    request = asking("rent " * 300)
    list(engine.generate(WatchedToken(), request))
    first, second, *_ = engine.generate(WatchedToken(), request)
    assert isinstance(first, PromptProgress)
    assert isinstance(second, PromptProgress)
    assert first.done == 0 < second.done <= first.total == second.total


def test_stopped_while_reading_then_used_again(engine: Engine) -> None:
    request = asking("When is the rent due? " * 30)
    fresh, _ = run(engine, request)
    run(engine, asking("Something else."))
    cancel = WatchedToken()
    events: list[GenerationEvent] = []
    for event in engine.generate(cancel, request):
        events.append(event)
        if isinstance(event, PromptProgress) and event.done:
            cancel.cancel()
    end = events[-1]
    assert isinstance(end, GenerationEnd)
    assert (end.stop_reason, end.output_tokens) == (StopReason.CANCELLED, 0)
    assert max(e.done for e in events if isinstance(e, PromptProgress)) < end.prompt_tokens
    assert run(engine, request)[0] == fresh


def test_stopped_while_writing_keeps_what_was_written(engine: Engine) -> None:
    cancel = WatchedToken()
    texts: list[str] = []
    for event in engine.generate(cancel, asking("Tell a long story.", max_tokens=400)):
        if isinstance(event, GeneratedText):
            texts.append(event.text)
            if len(texts) == 5:
                cancel.cancel()
        last = event
    assert isinstance(last, GenerationEnd)
    assert last.stop_reason is StopReason.CANCELLED
    assert 5 <= len(texts) <= last.output_tokens <= 8


def test_what_does_not_fit_is_told_in_a_sentence(engine: Engine) -> None:
    with pytest.raises(InvalidInput, match="too long for this model") as caught:
        run(engine, asking("rent " * 2000))
    assert caught.value.code == "prompt_too_long"


def test_the_context_is_cut_to_what_the_model_was_made_for(
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    engine = Engine(model_paths("tiny")[0], 1 << 20, 1)
    try:
        assert engine.facts(WatchedToken()).context_tokens == 8192
    finally:
        engine.close()


def test_facts_name_threads_and_machine(engine: Engine) -> None:
    facts = engine.facts(WatchedToken())
    assert (facts.context_tokens, facts.threads) == (1024, 1)
    assert "CPU" in facts.system_info


def test_plain_speed_reads_and_writes_as_much_and_leaves_no_trace(engine: Engine) -> None:
    request = asking("When is the rent due? " * 30)
    before, end = run(engine, request)
    speed = engine.measure_plain(WatchedToken(), request, 5)
    assert (speed.prompt_tokens, speed.output_tokens) == (end.prompt_tokens, 5)
    assert speed.prompt_s > 0 < speed.output_s
    progress = [
        e for e in engine.generate(WatchedToken(), request) if isinstance(e, PromptProgress)
    ]
    assert [event.done for event in progress[:2]] == [0, 128], "the whole prompt is read again"
    assert run(engine, request)[0] == before
