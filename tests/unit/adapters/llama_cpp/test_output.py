from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.adapters.llama_cpp.context import LlamaContext
from app.adapters.llama_cpp.model import LlamaModel
from app.adapters.llama_cpp.output import Output
from app.core.domain.cancel import CancelToken
from app.core.domain.generation import AnswerForm, FieldsForm, GenerationRequest, StopReason
from app.core.prompting.writing import Logits, Step


class Dictated:
    """A writer that chooses what it was told, whatever the model wants."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = list(steps)

    def next(self, logits: Logits) -> Step:
        assert logits.ndim == 1
        return self._steps.pop(0)


@pytest.fixture
def begun(context: LlamaContext) -> LlamaContext:
    list(context.read_prompt([1, 2, 3]))
    return context


def written(
    context: LlamaContext,
    steps: Sequence[Step],
    *,
    max_tokens: int = 100,
    form: AnswerForm | FieldsForm | None = None,
    cancel: CancelToken | None = None,
) -> tuple[str, Output]:
    output = Output(GenerationRequest((), max_tokens, form), Dictated(steps))
    return "".join(output.write(context, cancel or CancelToken())), output


END = Step((), "", StopReason.END)


def words(model: LlamaModel, text: str) -> list[Step]:
    vocabulary = model.vocabulary
    return [Step((token,), vocabulary.piece(token).decode()) for token in vocabulary.tokens(text)]


def test_the_context_has_read_what_was_written(begun: LlamaContext, model: LlamaModel) -> None:
    steps = words(model, "The rent is due.")
    text, output = written(begun, [*steps, END])
    assert (text, output.stop_reason) == ("The rent is due.", StopReason.END)
    assert output.tokens == len(steps)
    assert list(begun.tokens) == [1, 2, 3, *(step.tokens[0] for step in steps)]


def test_a_try_is_taken_back(begun: LlamaContext) -> None:
    steps = [Step((5,), ""), Step((6,), ""), Step((7,), "[chunk:1]", taken_back=2), END]
    text, output = written(begun, steps)
    assert (text, output.tokens) == ("[chunk:1]", 1)
    assert list(begun.tokens) == [1, 2, 3, 7]


def test_a_loop_is_cut_off(begun: LlamaContext, model: LlamaModel) -> None:
    part = words(model, " round and round the garden like a teddy bear")
    text, output = written(begun, [*words(model, "Go"), *part * 5])
    assert output.stop_reason is StopReason.LOOP
    assert text == "Go round and round the garden like a teddy bear"


def test_a_repeated_line_is_cut_off_in_a_form(begun: LlamaContext, model: LlamaModel) -> None:
    line = [Step((7, 8), "[chunk:1]"), *words(model, " Rent.")]
    again = [Step((9, 7, 8), "\n[chunk:1]"), *words(model, " Rent.")]
    form = AnswerForm((1,), "")
    text, output = written(begun, [*line, *again, END], form=form)
    assert (text, output.stop_reason) == ("[chunk:1] Rent.", StopReason.LOOP)


def test_a_value_of_a_field_may_repeat_itself(begun: LlamaContext, model: LlamaModel) -> None:
    part = words(model, " round and round the garden like a teddy bear")
    text, output = written(begun, [*part * 5, END], form=FieldsForm((), (1,)))
    assert text == " round and round the garden like a teddy bear" * 5
    assert output.stop_reason is StopReason.END


def test_a_limit_in_the_middle_of_a_marker_leaves_none_of_it(begun: LlamaContext) -> None:
    steps = [Step((5,), "[chunk:1]"), Step((6,), " Rent."), Step((7, 8, 9), "\n[chunk:2]")]
    text, output = written(begun, steps, max_tokens=4, form=AnswerForm((1, 2), ""))
    assert (text, output.tokens) == ("[chunk:1] Rent.", 2)
    assert output.stop_reason is StopReason.LENGTH


def test_a_limit_reached_ends_without_another_look(begun: LlamaContext) -> None:
    text, output = written(begun, [Step((5,), "a"), Step((6,), "b")], max_tokens=2)
    assert (text, output.tokens, output.stop_reason) == ("ab", 2, StopReason.LENGTH)
    assert list(begun.tokens) == [1, 2, 3, 5], "the last token is not read in vain"


def test_cancelled_before_the_first_word(begun: LlamaContext) -> None:
    cancel = CancelToken()
    cancel.cancel()
    text, output = written(begun, [], cancel=cancel)
    assert (text, output.stop_reason) == ("", StopReason.CANCELLED)


def test_stopped_inside_the_engine_keeps_the_text(begun: LlamaContext) -> None:
    begun.stop()
    text, output = written(begun, [Step((5,), "a"), Step((6,), "b")])
    assert (text, output.tokens, output.stop_reason) == ("a", 1, StopReason.CANCELLED)
