"""ONNX Runtime is loaded in one way only, and tells nobody of itself.

That it is silent is shown by `tests/integration/test_private.py`, from outside.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from app.adapters.silent_onnxruntime import OFF, load_onnxruntime

APP = Path(__file__).resolve().parents[3] / "app"


def test_it_is_told_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OFF, raising=False)
    assert hasattr(load_onnxruntime(), "InferenceSession")
    assert os.environ[OFF] == "1"


def test_nobody_loads_it_otherwise() -> None:
    loading = re.compile(r"^\s*(import|from) onnxruntime", re.MULTILINE)
    found = [path.name for path in APP.rglob("*.py") if loading.search(path.read_text("utf-8"))]
    assert found == ["silent_onnxruntime.py"]
