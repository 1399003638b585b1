from __future__ import annotations

import threading

import numpy as np
import pytest

from app.adapters.llama_cpp.context import BATCH_TOKENS, LlamaContext, Stopped
from app.adapters.llama_cpp.model import LlamaModel
from app.core.prompting.writing import Logits

SIZE = BATCH_TOKENS + 30
"""Tokens of the prompt: two batches, the second one not full."""


def prompt_of(model: LlamaModel, words: str, size: int) -> list[int]:
    """Exactly `size` tokens of the words, over and over."""
    tokens = model.vocabulary.tokens(words)
    return (tokens * (size // len(tokens) + 1))[:size]


def scores_after(context: LlamaContext, prompt: list[int]) -> Logits:
    list(context.read_prompt(prompt))
    return context.logits().copy()


@pytest.fixture
def prompt(model: LlamaModel) -> list[int]:
    return prompt_of(model, "The rent is due on the first day of each month. ", SIZE)


def test_progress_counts_batches(context: LlamaContext, prompt: list[int]) -> None:
    assert list(context.read_prompt(prompt)) == [BATCH_TOKENS, SIZE]
    assert list(context.tokens) == prompt


@pytest.mark.parametrize("shared", [BATCH_TOKENS - 1, BATCH_TOKENS, SIZE - 1])
def test_a_shared_beginning_changes_nothing(
    context: LlamaContext, model: LlamaModel, prompt: list[int], shared: int
) -> None:
    fresh = scores_after(context, prompt)
    other = prompt[:shared] + prompt_of(model, "Bees find flowers by their colour. ", 20)
    context.clear()
    scores_after(context, other)
    steps = list(context.read_prompt(prompt))
    reused = shared // BATCH_TOKENS * BATCH_TOKENS
    assert steps[0] == (reused or BATCH_TOKENS)
    assert np.array_equal(context.logits(), fresh), "bit for bit"


def test_what_was_written_is_not_taken_for_prompt(context: LlamaContext, prompt: list[int]) -> None:
    fresh = scores_after(context, prompt)
    scores_after(context, prompt[:40])
    for token in prompt[40:140]:
        context.read((token,))
    assert np.array_equal(scores_after(context, prompt), fresh)


def test_the_same_prompt_again_reads_only_its_last_batch(
    context: LlamaContext, prompt: list[int]
) -> None:
    fresh = scores_after(context, prompt)
    again = context.read_prompt(prompt)
    assert next(again) == BATCH_TOKENS, "without reading"
    assert list(context.tokens) == prompt[:BATCH_TOKENS]
    assert list(again) == [SIZE]
    assert np.array_equal(context.logits(), fresh)


def test_a_prompt_of_whole_batches_is_read_again_for_its_scores(
    context: LlamaContext, prompt: list[int]
) -> None:
    whole = prompt[:BATCH_TOKENS]
    fresh = scores_after(context, whole)
    assert list(context.read_prompt(whole)) == [BATCH_TOKENS]
    assert np.array_equal(context.logits(), fresh)


def test_a_try_that_is_taken_back_changes_nothing(context: LlamaContext, prompt: list[int]) -> None:
    scores_after(context, prompt)
    context.read((5, 6))
    without = context.logits().copy()
    context.take_back(2)
    context.read((7,))
    context.read((8,))
    context.take_back(2)
    assert list(context.tokens) == prompt
    context.read((5, 6))
    assert np.array_equal(context.logits(), without)


def test_stop_takes_effect_within_a_batch(context: LlamaContext, prompt: list[int]) -> None:
    fresh = scores_after(context, prompt)
    context.clear()
    context.stop()
    with pytest.raises(Stopped):
        context.read(prompt[:BATCH_TOKENS])
    assert list(context.tokens) == []
    context.allow()
    assert np.array_equal(scores_after(context, prompt), fresh), "it can be used again"


def test_stop_from_another_thread_keeps_what_was_read(
    context: LlamaContext, prompt: list[int]
) -> None:
    fresh = scores_after(context, prompt)
    context.clear()
    reading = context.read_prompt(prompt)
    assert next(reading) == BATCH_TOKENS
    stopper = threading.Thread(target=context.stop)
    stopper.start()
    stopper.join()
    with pytest.raises(Stopped):
        next(reading)
    assert list(context.tokens) == prompt[:BATCH_TOKENS]
    context.allow()
    assert next(iter(context.read_prompt(prompt))) == BATCH_TOKENS
    assert np.array_equal(scores_after(context, prompt), fresh)
