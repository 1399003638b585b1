"""Embeds text with a BERT-like sentence model, such as all-MiniLM-L6-v2, on ONNX Runtime.

The model gives one vector a token; a text's vector is their mean, brought to length 1. Runs in
the index process only: importing ONNX Runtime into a Qt process fails on some systems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.adapters import minilm_graph
from app.adapters.cores import usable_cores
from app.adapters.hf_tokenizer import MINILM_LIMIT, encode, load_tokenizer
from app.adapters.silent_onnxruntime import load_onnxruntime
from app.core.domain.model import EmbedderIdentity
from app.core.errors import ModelUnavailable
from app.core.ports import Vectors

# Bounds of one run of the model: most texts, and most tokens with padding. Measured with texts of
# 20 to 250 tokens on two cores: runs of 16 long texts are half as fast as runs of 2 to 4.
TEXTS_PER_RUN = 16
TOKENS_PER_RUN = 1024

# Only errors are logged (0 verbose … 4 fatal): the rest goes to standard error in every run.
_LOG_ERRORS_ONLY = 3

_OPTIONS = {
    # Threads that wait by spinning take the processor from the window and the language model.
    "session.intra_op.allow_spinning": "0",
    # The joined operator takes ten times as long as the two that it stands for (1.32).
    "optimization.disable_specified_optimizers": "SkipLayerNormFusion",
}

# For processors without VNNI, which add up products of int8 in 16 bits; half as fast.
_PRECISE = {"session.x64quantprecision": "1"}

UNUSABLE = (
    "The model for search by meaning is missing or damaged. Search by words works without it. "
    "Fetch it with `pincite models fetch embedder`, then try again."
)


class OnnxEmbedder:
    """Implements :class:`~app.core.ports.Embedder`.

    Args:
        model: ONNX file with inputs `input_ids`, `attention_mask` and perhaps `token_type_ids`
            (batch, tokens), and token vectors (batch, tokens, dimensions) as its first output.
        tokenizer: The tokenizer.json that belongs to it.
        identity: What the library records of the embedder.
        threads: Threads of a run; 0 is one for each core.
        limit: Most tokens of text in one piece; a longer text is split.

    Raises:
        ModelUnavailable: a file is missing, damaged, or not such a model.
    """

    def __init__(
        self,
        model: Path,
        tokenizer: Path,
        identity: EmbedderIdentity,
        *,
        threads: int = 0,
        limit: int = MINILM_LIMIT,
    ) -> None:
        self._identity = identity
        self._limit = limit
        self._tokenizer = load_tokenizer(tokenizer)
        special = self._tokenizer.encode("").ids  # [CLS] [SEP]
        self._first, self._last = special[:1], special[1:]
        self._texts_at_once = threads or usable_cores()
        self._session = _open_session(model, threads, identity.dimensions)
        self._inputs = {entry.name for entry in self._session.get_inputs()}
        self._crew = ThreadPoolExecutor(self._texts_at_once, thread_name_prefix="embedding")

    @property
    def identity(self) -> EmbedderIdentity:
        """See the port."""
        return self._identity

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See the port."""
        sums = np.zeros((len(texts), self._identity.dimensions), dtype=np.float32)
        windows: list[list[int]] = []
        owners: list[int] = []
        for owner, ids in enumerate(encode(self._tokenizer, texts)):
            for window in even_windows(ids, self._limit):
                windows.append(window)
                owners.append(owner)
        alone = self._inputs == minilm_graph.INPUTS
        means = self._side_by_side(windows) if alone else self._in_runs(windows)
        for window, owner, mean in zip(windows, owners, means, strict=True):
            sums[owner] += mean * max(len(window), 1)
        return _unit(sums)

    def embed_query(self, text: str) -> Vectors:
        """See the port."""
        vector: Vectors = self.embed_passages([text])[0]
        return vector

    def close(self) -> None:
        """See the port."""
        self._crew.shutdown()
        self._session = None

    def _side_by_side(self, windows: Sequence[Sequence[int]]) -> Iterable[Vectors]:
        """Mean token vectors of texts that are run one by one, on all cores: each core has its own
        text, so that none waits for another within a layer."""
        if len(windows) == 1:
            return map(self._mean, windows)
        return self._crew.map(self._mean, windows)

    def _mean(self, window: Sequence[int]) -> Vectors:
        ids = np.array([[*self._first, *window, *self._last]], dtype=np.int64)
        feeds = {"input_ids": ids, "positions": np.arange(ids.shape[1], dtype=np.int64)}
        mean: Vectors = self._session.run(None, feeds)[0][0].mean(axis=0)
        return mean

    def _in_runs(self, windows: Sequence[Sequence[int]]) -> Iterable[Vectors]:
        """Mean token vectors of texts that are run together, those of like length."""
        means: list[Vectors] = [np.zeros(self._identity.dimensions, np.float32)] * len(windows)
        for rows in runs([len(window) + 2 for window in windows]):
            for row, mean in zip(rows, self._means([windows[row] for row in rows]), strict=True):
                means[row] = mean
        return means

    def _means(self, windows: Sequence[Sequence[int]]) -> Vectors:
        """Mean of the token vectors of each window, special tokens included, as trained."""
        width = max(len(window) for window in windows) + len(self._first) + len(self._last)
        ids = np.zeros((len(windows), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, window in enumerate(windows):
            tokens = [*self._first, *window, *self._last]
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        feeds: dict[str, NDArray[np.int64]] = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        feeds = {name: value for name, value in feeds.items() if name in self._inputs}
        hidden = self._session.run(None, feeds)[0]
        weights = mask.astype(np.float32)
        # One matrix product a text: (1, tokens) x (tokens, dimensions).
        summed = np.matmul(weights[:, None, :], hidden)[:, 0, :]
        means: Vectors = summed / weights.sum(axis=1, keepdims=True)
        return means


def even_windows(ids: list[int], limit: int) -> Iterator[list[int]]:
    """Split token ids into as few windows as fit the limit, of lengths that differ by one at
    most, so that no window is left with a word or two. No ids: one empty window."""
    count = max(1, -(-len(ids) // limit))
    for part in range(count):
        yield ids[part * len(ids) // count : (part + 1) * len(ids) // count]


def runs(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Group texts, given by their lengths in tokens, into runs of similar lengths, so that little
    is padded. Yields positions; each occurs once."""
    group: list[int] = []
    for position in sorted(range(len(lengths)), key=lambda position: lengths[position]):
        # The text that is added is the longest of the run, so all are padded to its length.
        tokens = (len(group) + 1) * lengths[position]
        if group and (len(group) == TEXTS_PER_RUN or tokens > TOKENS_PER_RUN):
            yield group
            group = []
        group.append(position)
    if group:
        yield group


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
    return unit


def _open_session(model: Path, threads: int, dimensions: int) -> Any:
    """A session with the graph that is fastest for the model, or the one of its file."""
    try:
        fast = minilm_graph.minilm_graph(model)
    except (OSError, ValueError) as error:
        raise ModelUnavailable(UNUSABLE, detail=type(error).__name__) from error
    if fast is not None and dimensions == minilm_graph.HIDDEN:
        # Texts are run side by side, each by one thread.
        return _session(fast, 1, {} if _adds_up() else _PRECISE)
    session = _session(str(model), threads)
    inputs = {entry.name for entry in session.get_inputs()}
    shape = session.get_outputs()[0].shape
    needed, possible = {"input_ids", "attention_mask"}, {"token_type_ids"}
    fits = needed <= inputs <= needed | possible
    if not fits or len(shape) != 3 or shape[2] != dimensions:
        raise ModelUnavailable(UNUSABLE, detail=f"inputs {sorted(inputs)}, output {shape}")
    return session


def _adds_up() -> bool:
    """Whether products of int8 are added up without loss on this processor."""
    model, given, expected = minilm_graph.saturation_probe()
    found = _session(model, 1).run(None, {"input": given})[0]
    return bool(np.allclose(found, expected, rtol=0.01))


def _session(
    model: str | bytes, threads: int, more: Mapping[str, str] = MappingProxyType({})
) -> Any:
    onnxruntime = load_onnxruntime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = _LOG_ERRORS_ONLY
    for name, value in (*_OPTIONS.items(), *more.items()):
        options.add_session_config_entry(name, value)
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the engine's own classes derive from Exception only
        raise ModelUnavailable(UNUSABLE, detail=type(error).__name__) from error
