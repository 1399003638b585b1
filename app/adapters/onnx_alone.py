"""ONNX Runtime alone on texts, as a yardstick for the embedder: `pincite eval speed` only."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.adapters.hf_tokenizer import MINILM_LIMIT, encode, load_tokenizer
from app.adapters.onnx_embedder import even_windows, runs
from app.adapters.silent_onnxruntime import load_onnxruntime


class OnnxAlone:
    """A session as ONNX Runtime opens it by itself, in this process, fed with ready tensors.

    Args:
        model: The embedder's ONNX file.
        tokenizer: The tokenizer.json that belongs to it.

    Raises:
        ModelUnavailable: the tokenizer is missing or damaged.
    """

    def __init__(self, model: Path, tokenizer: Path) -> None:
        onnxruntime = load_onnxruntime()
        self._tokenizer = load_tokenizer(tokenizer)
        self._special = self._tokenizer.encode("").ids
        self._session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
        self._inputs = [entry.name for entry in self._session.get_inputs()]

    def seconds(self, texts: Sequence[str]) -> float:
        """Seconds that the session's runs take, with the tokens and the runs of the embedder.
        Tokenising and building tensors does not count."""
        feeds = self._feeds(texts)
        started = time.perf_counter()
        for feed in feeds:
            self._session.run(None, feed)
        return time.perf_counter() - started

    def close(self) -> None:
        """Free the session."""
        self._session = None

    def _feeds(self, texts: Sequence[str]) -> list[dict[str, Any]]:
        first, last = self._special[:1], self._special[1:]
        rows = [
            [*first, *window, *last]
            for ids in encode(self._tokenizer, texts)
            for window in even_windows(ids, MINILM_LIMIT)
        ]
        return [self._feed([rows[i] for i in run]) for run in runs([len(row) for row in rows])]

    def _feed(self, rows: Sequence[Sequence[int]]) -> dict[str, Any]:
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(rows):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        known = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        return {name: known[name] for name in self._inputs}
