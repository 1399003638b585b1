"""What every ChatModel does: llama.cpp in its process, with the tiny model, and the fake."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.adapters.inference_process import LlamaChatModel
from app.core.domain.cancel import CancelToken
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField
from app.core.domain.generation import (
    AnswerForm,
    ChatMessage,
    FieldsForm,
    GeneratedText,
    GenerationEnd,
    GenerationEvent,
    GenerationRequest,
    PromptProgress,
    Segment,
    StopReason,
)
from app.core.errors import Cancelled, InvalidInput, WorkerTimeout
from app.core.extraction.output import read_output
from app.core.ports import ChatModel
from app.core.prompting.extraction_prompt import output_tokens
from tests.fakes.chat_model import ScriptedChatModel

CONTEXT_TOKENS = 1024
REFUSAL = "The passages do not answer this question."


@pytest.fixture(scope="module", params=["real", "fake"])
def model(
    request: pytest.FixtureRequest, model_paths: Callable[[str], tuple[Path, ...]]
) -> Iterator[ChatModel]:
    made: ChatModel
    if request.param == "fake":
        made = ScriptedChatModel(context_tokens=CONTEXT_TOKENS)
    else:
        (path,) = model_paths("tiny")
        # One thread: several wait for each other, and for long where other tests run too.
        made = LlamaChatModel(path, title="Tiny", context_tokens=CONTEXT_TOKENS, threads=1)
    made.load()
    yield made
    made.close()


def asking(
    question: str, *, max_tokens: int = 40, form: AnswerForm | FieldsForm | None = None
) -> GenerationRequest:
    instructions = Segment("Answer in one sentence.", trusted=True)
    messages = (
        ChatMessage("system", (instructions,)),
        ChatMessage("user", (Segment(question, trusted=False),)),
    )
    return GenerationRequest(messages, max_tokens, form)


def events_of(model: ChatModel, request: GenerationRequest) -> list[GenerationEvent]:
    return list(model.generate(request, cancel=CancelToken()))


def text_of(events: list[GenerationEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, GeneratedText))


def end_of(events: list[GenerationEvent]) -> GenerationEnd:
    (end,) = [event for event in events if isinstance(event, GenerationEnd)]
    assert events[-1] is end
    return end


def test_has_a_name_and_a_context(model: ChatModel) -> None:
    assert model.name
    assert model.context_tokens == CONTEXT_TOKENS


def test_progress_comes_first_then_text_then_one_end(model: ChatModel) -> None:
    events = events_of(model, asking("When is the rent due?"))
    progress = [event for event in events if isinstance(event, PromptProgress)]
    total = progress[0].total
    assert events[: len(progress)] == progress
    assert progress[0] == PromptProgress(0, total)
    assert [event.done for event in progress] == sorted({event.done for event in progress})
    assert progress[-1] == PromptProgress(total, total)
    end = end_of(events)
    assert text_of(events).strip()
    assert end.prompt_tokens == total
    assert 0 < end.output_tokens <= 40
    assert end.prompt_s >= 0 <= end.output_s


def test_the_same_request_gives_the_same_text(model: ChatModel) -> None:
    first = text_of(events_of(model, asking("What is a lease?")))
    events_of(model, asking("How do bees find flowers?"))
    assert text_of(events_of(model, asking("What is a lease?"))) == first


def test_output_is_bounded(model: ChatModel) -> None:
    end = end_of(events_of(model, asking("Tell a long story about a lighthouse.", max_tokens=3)))
    assert (end.stop_reason, end.output_tokens) == (StopReason.LENGTH, 3)


def test_the_form_is_kept(model: ChatModel) -> None:
    form = AnswerForm((31, 7), REFUSAL)
    text = text_of(events_of(model, asking("When is the rent due?", form=form)))
    assert text == REFUSAL or re.match(r"\[chunk:(31|7)\]", text)


def test_the_form_of_fields_is_kept(model: ChatModel) -> None:
    fields = (
        SchemaField("tenant", "Tenant", FieldType.TEXT),
        SchemaField("rent", "Rent", FieldType.MONEY),
        SchemaField("begin", "Begin", FieldType.DATE),
        SchemaField("pets", "Pets", FieldType.YES_NO),
        SchemaField("kind", "Kind", FieldType.CHOICE, choices=("House", "Flat")),
    )
    form = FieldsForm(fields, (31, 7))
    words = "[chunk:31] Ann Lee rents the house from 3 May 2021 for 500. [chunk:7] No pets."
    events = events_of(model, asking(words, max_tokens=output_tokens(fields), form=form))
    assert end_of(events).stop_reason is StopReason.END
    values = read_output(text_of(events), ExtractionSchema("lease", "Lease", fields), (31, 7))
    assert [value.name for value in values] == [field.name for field in fields]


def test_what_does_not_fit_the_context_is_refused(model: ChatModel) -> None:
    with pytest.raises(InvalidInput, match="too long"):
        events_of(model, asking("rent " * CONTEXT_TOKENS))
    with pytest.raises(InvalidInput, match="too long"):
        events_of(model, asking("rent", max_tokens=CONTEXT_TOKENS))
    assert text_of(events_of(model, asking("When is the rent due?")))


def test_cancelled_before_it_begins(model: ChatModel) -> None:
    cancel = CancelToken()
    cancel.cancel()
    events = list(model.generate(asking("When is the rent due?"), cancel=cancel))
    assert end_of(events).stop_reason is StopReason.CANCELLED
    assert text_of(events) == ""


def test_loading_can_be_given_up(
    model: ChatModel, model_paths: Callable[[str], tuple[Path, ...]]
) -> None:
    own: ChatModel = ScriptedChatModel()
    if isinstance(model, LlamaChatModel):
        own = LlamaChatModel(model_paths("tiny")[0], title="Tiny", context_tokens=512, threads=1)
    cancel = CancelToken()
    cancel.cancel()
    with closing(own):
        with pytest.raises(Cancelled):
            own.load(cancel=cancel)
        own.load()
        own.load(cancel=CancelToken())
        assert own.count_tokens(["rent"]) == [1]


def test_cancelled_while_it_writes(model: ChatModel) -> None:
    cancel = CancelToken()
    events: list[GenerationEvent] = []
    request = asking("Tell a long story about a lighthouse.", max_tokens=600)
    for event in model.generate(request, cancel=cancel):
        events.append(event)
        if isinstance(event, GeneratedText):
            cancel.cancel()
    assert end_of(events).stop_reason is StopReason.CANCELLED
    assert text_of(events)
    assert text_of(events_of(model, asking("When is the rent due?")))


def test_events_may_be_left_early(model: ChatModel) -> None:
    request = asking("Tell a long story about a lighthouse.", max_tokens=600)
    events = model.generate(request, cancel=CancelToken())
    assert isinstance(next(events), PromptProgress)
    del events
    gc.collect()
    assert text_of(events_of(model, asking("When is the rent due?")))


def test_tokens_are_counted_without_control_tokens(model: ChatModel) -> None:
    assert model.count_tokens([]) == []
    empty, word, words, control = model.count_tokens(["", "rent", "rent is due", "<|im_end|>"])
    assert empty == 0 < word < words
    assert control > 1


def test_it_can_be_closed_and_used_again(
    model: ChatModel, model_paths: Callable[[str], tuple[Path, ...]]
) -> None:
    own: ChatModel = ScriptedChatModel()
    if isinstance(model, LlamaChatModel):
        own = LlamaChatModel(model_paths("tiny")[0], title="Tiny", context_tokens=512, threads=1)
    own.close()
    with closing(own):
        assert own.count_tokens(["rent"]) == [1]
        own.close()
        own.close()
        own.load()
        assert own.count_tokens(["rent"]) == [1]


def yes_or_no(question: str) -> tuple[ChatMessage, ...]:
    told = Segment("Say Yes or No.", trusted=True)
    return (
        ChatMessage("system", (told,)),
        ChatMessage("user", (Segment(question, trusted=False),)),
    )


def test_weighing_gives_one_figure_a_prompt_in_order(model: ChatModel) -> None:
    prompts = [yes_or_no("Is water wet?"), yes_or_no("x " * 5000), yes_or_no("Is water wet?")]
    first, too_long, again = model.weigh(prompts, cancel=CancelToken())
    assert isinstance(first, float)
    assert again == pytest.approx(first, abs=0.05)  # read in other batches
    assert too_long is None or isinstance(model, ScriptedChatModel)
    assert list(model.weigh([], cancel=CancelToken())) == []


def test_weighing_leaves_the_answers_alone(model: ChatModel) -> None:
    before = text_of(events_of(model, asking("When is the rent due?")))
    list(model.weigh([yes_or_no("Is the rent due?")], cancel=CancelToken()))
    assert text_of(events_of(model, asking("When is the rent due?"))) == before


def test_weighing_can_be_given_up_and_begun_again(model: ChatModel) -> None:
    cancel = CancelToken()
    odds = model.weigh([yes_or_no(f"Is {n} a number?") for n in range(50)], cancel=cancel)
    next(odds)
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(odds)
    assert len(list(model.weigh([yes_or_no("Is 5 a number?")], cancel=CancelToken()))) == 1


def test_weighing_has_a_limit_of_time(model: ChatModel) -> None:
    prompts = [yes_or_no(f"Is {n} a number?") for n in range(3)]
    assert len(list(model.weigh(prompts, cancel=CancelToken(), seconds=60.0))) == 3
    with pytest.raises(WorkerTimeout):
        list(model.weigh(prompts, cancel=CancelToken(), seconds=0.0))
    stopped = CancelToken()
    stopped.cancel()
    with pytest.raises(Cancelled):
        list(model.weigh(prompts, cancel=stopped, seconds=0.0))
    assert len(list(model.weigh(prompts, cancel=CancelToken()))) == 3
