"""What every TokenCounter does, run on the embedder's tokenizer and on the fake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.adapters.hf_tokenizer import HfTokenCounter
from app.core.ports import TokenCounter
from tests.fakes.token_counter import WordCounter


@pytest.fixture(params=["real", "fake"])
def counter(
    request: pytest.FixtureRequest, model_paths: Callable[[str], tuple[Path, ...]]
) -> TokenCounter:
    if request.param == "fake":
        return WordCounter()
    return HfTokenCounter(model_paths("embedder")[1])


def test_each_text_is_counted_without_special_tokens(counter: TokenCounter) -> None:
    assert counter.count(["The cat sat.", "", "   ", "cat"]) == [4, 0, 0, 1]
    assert counter.count([]) == []


def test_long_texts_are_counted_to_the_end(counter: TokenCounter) -> None:
    assert counter.count(["cat " * 10_000]) == [10_000]


def test_there_is_a_limit(counter: TokenCounter) -> None:
    assert counter.limit == 254


def test_half_characters_are_counted(counter: TokenCounter) -> None:
    assert counter.count(["cat \ud83d cat"]) == [3]
