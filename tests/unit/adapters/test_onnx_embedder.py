from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters import onnx_embedder
from app.adapters.onnx_embedder import OnnxEmbedder, even_windows, runs
from app.core.domain.model import EmbedderIdentity
from app.core.errors import ModelUnavailable

MINILM = EmbedderIdentity(name="all-MiniLM-L6-v2", dimensions=384, sha256="5f" * 32)

Models = Callable[[str], tuple[Path, ...]]


@given(length=st.integers(0, 3000), limit=st.integers(1, 300))
def test_windows_hold_every_token_once_and_are_even(length: int, limit: int) -> None:
    ids = list(range(length))
    windows = list(even_windows(ids, limit))
    assert [token for window in windows for token in window] == ids
    sizes = [len(window) for window in windows]
    assert max(sizes) <= limit
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == max(1, -(-length // limit))


@given(st.lists(st.integers(2, 256), max_size=60))
def test_runs_hold_every_text_once_and_stay_small(lengths: list[int]) -> None:
    groups = list(runs(lengths))
    assert sorted(position for group in groups for position in group) == list(range(len(lengths)))
    for group in groups:
        longest = max(lengths[position] for position in group)
        assert len(group) <= onnx_embedder.TEXTS_PER_RUN
        assert len(group) == 1 or len(group) * longest <= onnx_embedder.TOKENS_PER_RUN
    order = [lengths[position] for group in groups for position in group]
    assert order == sorted(order)


def test_the_parts_of_a_long_text_count_by_their_tokens(model_paths: Models) -> None:
    model, tokenizer = model_paths("embedder")
    embedder = OnnxEmbedder(model, tokenizer, MINILM, limit=4)
    # Nine tokens make windows of three; each is a sentence of its own here.
    parts = embedder.embed_passages(["rent is due", "cats have fur", "press the button"])
    whole = embedder.embed_query("rent is due cats have fur press the button")
    assert np.linalg.norm(whole) == pytest.approx(1.0, abs=1e-5)
    # Means before they are brought to length 1 differ in length by a tenth or so.
    together = parts.sum(axis=0)
    assert whole @ together / np.linalg.norm(together) > 0.995


def test_similarities_are_those_of_the_published_model(model_paths: Models) -> None:
    model, tokenizer = model_paths("embedder")
    embedder = OnnxEmbedder(model, tokenizer, MINILM, threads=1)
    cat, feline, revenue = embedder.embed_passages(
        [
            "The cat sits on the mat.",
            "A feline rests on a rug.",
            "Quarterly revenue rose by 4%.",
        ]
    )
    # With the float32 weights of the model: 0.56 and -0.01; 8-bit weights are near.
    assert cat @ feline == pytest.approx(0.56, abs=0.02)
    assert cat @ revenue == pytest.approx(-0.01, abs=0.02)


def test_a_missing_or_damaged_model_is_told(model_paths: Models, tmp_path: Path) -> None:
    model, tokenizer = model_paths("embedder")
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(model.read_bytes()[:1_000_000])
    for path in (tmp_path / "none.onnx", damaged, tokenizer):
        with pytest.raises(ModelUnavailable, match="pincite models fetch embedder"):
            OnnxEmbedder(path, tokenizer, MINILM)


def test_a_model_of_another_size_is_told(model_paths: Models) -> None:
    other = EmbedderIdentity(name="other", dimensions=768, sha256="5f" * 32)
    model, tokenizer = model_paths("embedder")
    with pytest.raises(ModelUnavailable) as caught:
        OnnxEmbedder(model, tokenizer, other)
    assert "384" in caught.value.detail
