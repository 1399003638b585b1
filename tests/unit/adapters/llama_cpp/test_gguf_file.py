from __future__ import annotations

import struct
from pathlib import Path

import pytest

from app.adapters.llama_cpp.gguf_file import check_gguf
from app.core.errors import ModelUnavailable


def header(magic: bytes = b"GGUF", version: int = 3, tensors: int = 9, entries: int = 9) -> bytes:
    return struct.pack("<4sIQQ", magic, version, tensors, entries)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


@pytest.mark.parametrize("version", [2, 3])
def test_a_header_as_it_should_be(path: Path, version: int) -> None:
    path.write_bytes(header(version=version))
    check_gguf(path)
    check_gguf(path, expected_bytes=24)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        header()[:-1],
        header(magic=b"GGML"),
        header(version=1),
        header(version=0x03000000),
        header(tensors=0),
        header(entries=0),
        header(tensors=2**60),
        header(entries=2**60),
        b"%PDF-1.7 and so on and on and on",
    ],
)
def test_what_is_no_model(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ModelUnavailable, match=r"^The file model\.gguf is not a language model"):
        check_gguf(path)


def test_a_missing_file(path: Path) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        check_gguf(path)
    assert caught.value.message == (
        "The model file model.gguf is missing. Download it again in Settings › Models."
    )


def test_a_file_of_another_size(path: Path) -> None:
    path.write_bytes(header())
    with pytest.raises(ModelUnavailable, match=r"^The model file model\.gguf is not complete"):
        check_gguf(path, expected_bytes=25)


def test_what_cannot_be_read(path: Path) -> None:
    path.mkdir()
    with pytest.raises(ModelUnavailable, match="cannot be read"):
        check_gguf(path)


def test_messages_name_no_folder(path: Path) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        check_gguf(path)
    assert str(path.parent) not in caught.value.message + caught.value.detail
