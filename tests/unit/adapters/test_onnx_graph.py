"""Models that are written by hand do what they say, and tensors of a file are found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.adapters.onnx_graph import FLOAT, GraphWriter, read_tensors
from app.adapters.silent_onnxruntime import load_onnxruntime


def sum_of_rows(path: Path) -> bytes:
    graph = GraphWriter()
    graph.constant("weight", np.array([[1.0, 2.0], [3.0, 4.0]], dtype=np.float32))
    graph.constant("small", np.array([-3, 7], dtype=np.int8))
    graph.constant("places", np.array([300, -1], dtype=np.int64))
    graph.node("MatMul", ["given", "weight"], ["product"])
    graph.node("Softmax", ["product"], ["shares"], axis=-1)
    graph.node("LeakyRelu", ["shares"], ["found"], alpha=0.25)
    model = graph.model({"given": (FLOAT, ("rows", 2))}, {"found": (FLOAT, ("rows", 2))})
    path.write_bytes(model)
    return model


def test_what_is_written_is_run(tmp_path: Path) -> None:
    onnxruntime = load_onnxruntime()

    model = sum_of_rows(tmp_path / "model.onnx")
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"given": np.eye(2, dtype=np.float32)})
    share = 1 / (1 + np.e)
    assert found == pytest.approx(np.array([[share, 1 - share]] * 2), abs=1e-6)


def test_constants_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    sum_of_rows(path)
    tensors = read_tensors(path)
    assert list(tensors) == ["weight", "small", "places"]
    assert tensors["weight"].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert tensors["small"].tolist() == [-3, 7]
    assert tensors["places"].tolist() == [300, -1]


@pytest.mark.parametrize(
    "damage", [b"not a model at all", b"\x3a\xff\xff\xff\xff\x0f", b"\x3a\xff"]
)
def test_what_is_no_model_is_told(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "odd.onnx"
    path.write_bytes(damage)
    with pytest.raises(ValueError, match="not an ONNX file"):
        read_tensors(path)
