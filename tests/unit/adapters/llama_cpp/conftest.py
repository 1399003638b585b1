"""The tiny model, loaded once in the test's own process, with one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.llama_cpp.context import LlamaContext
from app.adapters.llama_cpp.model import LlamaModel

CONTEXT_TOKENS = 1024


@pytest.fixture(scope="package")
def model(model_paths: Callable[[str], tuple[Path, ...]]) -> Iterator[LlamaModel]:
    made = LlamaModel(model_paths("tiny")[0])
    yield made
    made.close()


@pytest.fixture
def context(model: LlamaModel) -> Iterator[LlamaContext]:
    made = LlamaContext(model, tokens=CONTEXT_TOKENS, threads=1)
    yield made
    made.close()
