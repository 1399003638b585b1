"""The graph by which all-MiniLM-L6-v2 is run: its own, made of the tensors of the model's file.

The file keeps weights as int8 and computes with float32. Here both weights and what goes into each
product are int8, which processors multiply several times as fast; attention is one operator, and
nothing is padded, since texts are run one by one: a vector depends on its text alone.
Measured on two cores of a Xeon (AVX-512 VNNI) with passages of 180 tokens: 2.7 times as many tokens
a second as the file's own graph. Vectors have a cosine of 0.993 with those of the file's graph on
average (least: 0.981); among 359 passages of manuals, 150 queries of words from one of them found
it as often on the first place (30.0 %) and within the first ten (65.3 %) as with the file's graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.adapters.onnx_graph import FLOAT, INT64, MICROSOFT, GraphWriter, Tensor, read_tensors

HIDDEN, INNER, LAYERS, HEADS = 384, 1536, 6, 12
"""Sizes of the model: its configuration says so; the file's tensors are checked against them."""
_EPSILON = 1e-12

_PARTS = ("query", "key", "value", "attention", "inner", "output")
_SHAPES = (*((HIDDEN, HIDDEN),) * 4, (HIDDEN, INNER), (INNER, HIDDEN))
_QUANTISED, _SCALE = "_q", "_scale"

INPUTS = frozenset({"input_ids", "positions"})
"""Token ids of one text (1, tokens), and 0, 1, 2 … for them (tokens)."""


def minilm_graph(path: Path) -> bytes | None:
    """The model that is to be run for a file; None where its tensors are not those of
    all-MiniLM-L6-v2 with int8 weights.

    Raises:
        OSError, ValueError: the file cannot be read, or is no ONNX file.
    """
    tensors = read_tensors(path)
    weights = _weights(tensors)
    try:
        return None if weights is None else _Writer(tensors, weights).model()
    except KeyError:
        return None


def _weights(tensors: Mapping[str, Tensor]) -> list[str] | None:
    """Names of the matrices in the order in which they are used, without their suffix."""
    found = [
        name.removesuffix(_QUANTISED)
        for name, tensor in tensors.items()
        if name.endswith(_QUANTISED) and tensor.ndim == 2 and "embeddings" not in name
    ]
    shapes = [tensors[name + _QUANTISED].shape for name in found]
    return found if shapes == list(_SHAPES) * LAYERS else None


class _Writer:
    def __init__(self, tensors: Mapping[str, Tensor], weights: Sequence[str]) -> None:
        self._tensors = tensors
        self._weights = weights
        self._graph = GraphWriter()

    def model(self) -> bytes:
        layer_input = self._embedded()
        for layer in range(LAYERS):
            layer_input = self._layer(layer, layer_input)
        self._graph.node("Identity", [layer_input], ["last_hidden_state"])
        return self._graph.model(
            {"input_ids": (INT64, (1, "tokens")), "positions": (INT64, ("tokens",))},
            {"last_hidden_state": (FLOAT, (1, "tokens", HIDDEN))},
        )

    def _embedded(self) -> str:
        """Vectors of the words, which stay int8 until they are looked up, and of their places."""
        graph, prefix = self._graph, "inner.embeddings."
        words = prefix + "word_embeddings.weight"
        places = prefix + "position_embeddings.weight"
        graph.constant("words", self._tensors[words + _QUANTISED])
        graph.constant("word_scales", self._tensors[words + _SCALE])
        kind = self._tensors[prefix + "token_type_embeddings.weight"][:1].astype(np.float32)
        graph.constant("places", self._float(places) + kind)
        graph.node("Gather", ["words", "input_ids"], ["word_rows"])
        graph.node("Cast", ["word_rows"], ["word_floats"], to=FLOAT)
        graph.node("Gather", ["word_scales", "input_ids"], ["row_scales"])
        graph.node("Mul", ["word_floats", "row_scales"], ["word_vectors"])
        graph.node("Gather", ["places", "positions"], ["place_vectors"])
        return self._sum_normalised("word_vectors", "place_vectors", prefix + "LayerNorm", "e")

    def _layer(self, layer: int, given: str) -> str:
        names = dict(zip(_PARTS, self._weights[6 * layer : 6 * layer + 6], strict=True))
        prefix, own = f"inner.encoder.layer.{layer}.", f"l{layer}"
        attention = prefix + "attention."
        parts = [
            self._product(given, names[part], f"{attention}self.{part}.bias", f"{own}_{part}")
            for part in ("query", "key", "value")
        ]
        seen = self._graph.node(
            "MultiHeadAttention", parts, [f"{own}_seen"], domain=MICROSOFT, num_heads=HEADS
        )
        dense = attention + "output.dense.bias"
        turned = self._product(seen, names["attention"], dense, f"{own}_turned")
        norm = attention + "output.LayerNorm"
        middle = self._sum_normalised(given, turned, norm, f"{own}_middle")
        dense = prefix + "intermediate.dense.bias"
        wide = self._product(middle, names["inner"], dense, f"{own}_wide")
        bent = self._graph.node("Gelu", [wide], [f"{own}_bent"], domain=MICROSOFT)
        narrow = self._product(bent, names["output"], prefix + "output.dense.bias", f"{own}_narrow")
        return self._sum_normalised(middle, narrow, prefix + "output.LayerNorm", f"{own}_end")

    def _product(self, given: str, weight: str, bias: str, name: str) -> str:
        """A linear layer. What comes in is made uint8 with one scale for the whole text."""
        matrix = self._tensors[weight + _QUANTISED]
        graph = self._graph
        inputs = [
            given,
            graph.constant(f"{name}_weight", matrix),
            graph.constant(f"{name}_scale", self._tensors[weight + _SCALE].reshape(-1)),
            graph.constant(f"{name}_zero", np.zeros(matrix.shape[1], dtype=np.int8)),
            graph.constant(f"{name}_bias", self._tensors[bias]),
        ]
        return graph.node("DynamicQuantizeMatMul", inputs, [name], domain=MICROSOFT)

    def _sum_normalised(self, first: str, second: str, norm: str, name: str) -> str:
        graph = self._graph
        total = graph.node("Add", [first, second], [f"{name}_sum"])
        gain = graph.constant(f"{name}_gain", self._tensors[norm + ".weight"])
        shift = graph.constant(f"{name}_shift", self._tensors[norm + ".bias"])
        return graph.node(
            "LayerNormalization", [total, gain, shift], [name], axis=-1, epsilon=_EPSILON
        )

    def _float(self, name: str) -> NDArray[np.float32]:
        quantised, scale = self._tensors[name + _QUANTISED], self._tensors[name + _SCALE]
        made: NDArray[np.float32] = quantised.astype(np.float32) * scale.astype(np.float32)
        return made


def saturation_probe() -> tuple[bytes, NDArray[np.float32], float]:
    """A model of one product, something to put into `input`, and what each number that comes out
    must be: processors that add products of int8 in 16 bits give about half of it."""
    graph = GraphWriter()
    inputs = [
        "input",
        graph.constant("weight", np.full((HIDDEN, 16), 127, dtype=np.int8)),
        graph.constant("scale", np.ones(16, dtype=np.float32)),
        graph.constant("zero", np.zeros(16, dtype=np.int8)),
    ]
    graph.node("DynamicQuantizeMatMul", inputs, ["output"], domain=MICROSOFT)
    model = graph.model({"input": (FLOAT, (1, HIDDEN))}, {"output": (FLOAT, (1, 16))})
    return model, np.ones((1, HIDDEN), dtype=np.float32), 127.0 * HIDDEN
