"""What every Embedder does: the real one here, the real one in its own process, and the fake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.adapters.index_handler import IndexPlan
from app.adapters.index_process import IndexProcess, IndexProcessEmbedder
from app.adapters.onnx_embedder import OnnxEmbedder
from app.core.domain.model import EmbedderIdentity
from app.core.ports import Embedder
from tests.fakes.embedder import WordHashEmbedder

MINILM = EmbedderIdentity(name="all-MiniLM-L6-v2", dimensions=384, sha256="5d" * 32)

TEXTS = [
    "The rent is due on the first day of each month.",
    "The rent is paid on the first day of the month.",
    "Octopuses have three hearts and blue blood.",
]


@pytest.fixture(params=["real", "process", "fake"])
def embedder(
    request: pytest.FixtureRequest,
    model_paths: Callable[[str], tuple[Path, ...]],
    library_dir: Path,
) -> Iterator[Embedder]:
    made: Embedder
    if request.param == "fake":
        made = WordHashEmbedder()
    else:
        model, tokenizer = model_paths("embedder")
        if request.param == "real":
            made = OnnxEmbedder(model, tokenizer, MINILM)
        else:
            plan = IndexPlan(library_dir / "vectors", model, tokenizer, MINILM)
            made = IndexProcessEmbedder(IndexProcess(plan))
    yield made
    made.close()


def test_passages_become_unit_vectors_of_float32(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert vectors.shape == (3, embedder.identity.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_no_passages(embedder: Embedder) -> None:
    vectors = embedder.embed_passages([])
    assert vectors.shape == (0, embedder.identity.dimensions)
    assert vectors.dtype == np.float32


def test_similar_texts_are_nearer(embedder: Embedder) -> None:
    rent, again, octopus = embedder.embed_passages(TEXTS)
    assert rent @ again > 0.8
    assert rent @ octopus < 0.4


def test_a_question_is_embedded_as_a_passage_is(embedder: Embedder) -> None:
    query = embedder.embed_query(TEXTS[0])
    assert query.shape == (embedder.identity.dimensions,)
    assert query.dtype == np.float32
    assert query @ embedder.embed_passages(TEXTS)[0] == pytest.approx(1.0, abs=1e-4)


def test_a_vector_does_not_depend_on_its_batch(embedder: Embedder) -> None:
    lengths = (1, 40, 3, 150, 7, 90, 2, 2, 60, 200, 5, 11, 30, 4, 80, 9, 17, 120, 1, 6)
    texts = [f"{TEXTS[number % 3]} " * (length // 8 + 1) for number, length in enumerate(lengths)]
    together = embedder.embed_passages(texts)
    alone = np.vstack([embedder.embed_query(text) for text in texts])
    assert np.einsum("ij,ij->i", together, alone) == pytest.approx(1.0, abs=1e-4)


def test_a_long_text_is_not_cut(embedder: Embedder) -> None:
    start = "The rent is due monthly. " * 100
    first, longer = embedder.embed_passages([start, start + "Octopuses have three hearts. " * 100])
    octopus = embedder.embed_query("Octopuses have three hearts.")
    assert octopus @ longer > octopus @ first + 0.2


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud83d", "漢字", "x" * 5000, "😀" * 300])
def test_any_text_has_a_vector(embedder: Embedder, text: str) -> None:
    assert np.linalg.norm(embedder.embed_query(text)) == pytest.approx(1.0, abs=1e-5)
