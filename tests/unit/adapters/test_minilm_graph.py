"""The fast graph of the built-in model: near the file's own, and the same for a text anywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.adapters.minilm_graph import minilm_graph, saturation_probe
from app.adapters.onnx_embedder import OnnxEmbedder
from app.adapters.onnx_graph import FLOAT, GraphWriter
from app.adapters.silent_onnxruntime import load_onnxruntime
from app.core.domain.model import EmbedderIdentity
from app.core.ports import Vectors

Models = Callable[[str], tuple[Path, ...]]

MINILM = EmbedderIdentity(name="all-MiniLM-L6-v2", dimensions=384, sha256="5f" * 32)
TEXTS = [
    "Unused days of leave expire on 31 March of the following year.",
    "Boats under eight metres pay fourteen euros a night, and those above pay twenty.",
    "The boiler is to be inspected each year by a person who holds a certificate. " * 8,
    "Rent.",
]


def with_the_file(model: Path, tokenizer: Path) -> Vectors:
    """Vectors by the graph of the file, which computes with float32."""
    onnxruntime = load_onnxruntime()
    from tokenizers import Tokenizer

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    names = {entry.name for entry in session.get_inputs()}
    loaded = Tokenizer.from_file(str(tokenizer))
    loaded.no_padding()
    loaded.no_truncation()
    rows = []
    for text in TEXTS:
        ids = np.array([loaded.encode(text).ids], dtype=np.int64)
        feeds = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        mean = session.run(None, {k: v for k, v in feeds.items() if k in names})[0][0].mean(axis=0)
        rows.append(mean / np.linalg.norm(mean))
    return np.array(rows)


def test_vectors_are_near_those_of_the_file(model_paths: Models) -> None:
    model, tokenizer = model_paths("embedder")
    assert minilm_graph(model) is not None
    embedder = OnnxEmbedder(model, tokenizer, MINILM)
    near = (embedder.embed_passages(TEXTS) * with_the_file(model, tokenizer)).sum(axis=1)
    embedder.close()
    assert near.min() > 0.97
    assert near.mean() > 0.985


def test_a_vector_depends_on_its_text_alone(model_paths: Models) -> None:
    model, tokenizer = model_paths("embedder")
    embedder = OnnxEmbedder(model, tokenizer, MINILM, threads=2)
    together = embedder.embed_passages(TEXTS)
    alone = np.array([embedder.embed_query(text) for text in TEXTS])
    embedder.close()
    assert np.array_equal(together, alone)


def test_another_model_keeps_its_own_graph(tmp_path: Path) -> None:
    graph = GraphWriter()
    graph.constant("dense_q", np.zeros((8, 8), dtype=np.int8))
    graph.node("Identity", ["given"], ["found"])
    path = tmp_path / "other.onnx"
    path.write_bytes(graph.model({"given": (FLOAT, (1,))}, {"found": (FLOAT, (1,))}))
    assert minilm_graph(path) is None


def test_the_probe_tells_what_a_product_must_be() -> None:
    onnxruntime = load_onnxruntime()

    model, given, expected = saturation_probe()
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", "1")
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    found = session.run(None, {"input": given})[0]
    assert np.allclose(found, expected, rtol=0.01)
