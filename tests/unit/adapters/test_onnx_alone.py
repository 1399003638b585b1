from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.adapters.onnx_alone import OnnxAlone
from app.core.errors import ModelUnavailable


def test_longer_work_takes_longer(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    alone = OnnxAlone(*model_paths("embedder"))
    alone.seconds(["warm up"])

    short = min(alone.seconds(["One word."]) for _ in range(3))
    long = min(alone.seconds(["Many words for a model to read. " * 25] * 8) for _ in range(3))
    alone.close()

    assert 0 < short < long


def test_a_missing_tokenizer_is_told(
    tmp_path: Path, model_paths: Callable[[str], tuple[Path, ...]]
) -> None:
    with pytest.raises(ModelUnavailable):
        OnnxAlone(model_paths("embedder")[0], tmp_path / "tokenizer.json")
