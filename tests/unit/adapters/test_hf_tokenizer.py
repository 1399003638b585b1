from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.adapters.hf_tokenizer import HfTokenCounter, encode, load_tokenizer
from app.core.errors import ModelUnavailable


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\0\xff", b'{"model": 1}'])
def test_a_missing_or_damaged_file_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "tokenizer.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelUnavailable, match="pincite models fetch embedder"):
        HfTokenCounter(path)


def test_the_file_asks_for_cutting_and_padding_and_gets_neither(
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    path = model_paths("embedder")[1]
    asked = json.loads(path.read_text(encoding="utf-8"))
    assert asked["truncation"]["max_length"] == 128
    assert asked["padding"]["strategy"] == {"Fixed": 128}
    tokenizer = load_tokenizer(path)
    assert [len(ids) for ids in encode(tokenizer, ["cat", "cat " * 500])] == [1, 500]


def test_tokens_are_those_of_the_model(model_paths: Callable[[str], tuple[Path, ...]]) -> None:
    # Ids of BERT's vocabulary: the, cat, and [UNK].
    ids = encode(load_tokenizer(model_paths("embedder")[1]), ["The cat", "字\N{GRINNING FACE}"])
    assert ids[0] == [1996, 4937]
    assert ids[1][-1] == 100
