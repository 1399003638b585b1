"""Reads the tensors of an ONNX file, and writes small graphs in that format.

ONNX is a Protocol Buffers format; the few fields that are needed here are read and written by
hand, so that no other package is needed. Field numbers are those of `onnx.proto` (ONNX 1.16).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.generic]

MICROSOFT = "com.microsoft"
"""Domain of ONNX Runtime's own operators."""

_OPSET, _MICROSOFT_OPSET, _IR_VERSION = 17, 1, 8
_TYPES: dict[int, type[np.generic]] = {1: np.float32, 2: np.uint8, 3: np.int8, 7: np.int64}
FLOAT, INT64 = 1, 7
"""Codes of element types."""

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def read_tensors(path: Path) -> dict[str, Tensor]:
    """The constants of a model by name, in the order of the file; those of other element types
    than float32, int8, uint8 and int64, and those kept in another file, are left out.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not such a file.
    """
    tensors: dict[str, Tensor] = {}
    try:
        for number, graph in _fields(memoryview(path.read_bytes())):
            if number == 7 and isinstance(graph, memoryview):
                for inner, value in _fields(graph):
                    if inner == 5 and isinstance(value, memoryview):
                        _take_tensor(value, tensors)
    except (IndexError, struct.error, UnicodeDecodeError) as error:
        raise ValueError("not an ONNX file") from error
    return tensors


class GraphWriter:
    """Collects the nodes and constants of a graph, then gives the bytes of a model."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._tensors: list[bytes] = []

    def constant(self, name: str, value: Tensor) -> str:
        """Add a constant; gives its name."""
        code = next(code for code, kind in _TYPES.items() if value.dtype == kind)
        self._tensors.append(
            b"".join(_integer(1, size) for size in value.shape)
            + _integer(2, code)
            + _text(8, name)
            + _length(9, np.ascontiguousarray(value).tobytes())
        )
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        *,
        domain: str = "",
        **attributes: int | float | Sequence[int],
    ) -> str:
        """Add a node; gives the name of its first output."""
        self._nodes.append(
            b"".join(_text(1, name) for name in inputs)
            + b"".join(_text(2, name) for name in outputs)
            + _text(4, operator)
            + b"".join(_length(5, _attribute(*pair)) for pair in attributes.items())
            + _text(7, domain)
        )
        return outputs[0]

    def model(
        self,
        inputs: Mapping[str, tuple[int, Sequence[str | int]]],
        outputs: Mapping[str, tuple[int, Sequence[str | int]]],
    ) -> bytes:
        """The model; inputs and outputs are given by element type and shape, in which a name
        stands for any size."""
        graph = (
            b"".join(_length(1, node) for node in self._nodes)
            + _text(2, "graph")
            + b"".join(_length(5, tensor) for tensor in self._tensors)
            + b"".join(_length(11, _value(name, *kind)) for name, kind in inputs.items())
            + b"".join(_length(12, _value(name, *kind)) for name, kind in outputs.items())
        )
        versions = (("", _OPSET), (MICROSOFT, _MICROSOFT_OPSET))
        return (
            _integer(1, _IR_VERSION)
            + _length(7, graph)
            + b"".join(_length(8, _text(1, name) + _integer(2, v)) for name, v in versions)
        )


def _take_tensor(data: memoryview, tensors: dict[str, Tensor]) -> None:
    shape: list[int] = []
    name, code, raw = "", 0, None
    for number, value in _fields(data):
        if number == 1:
            shape += [value] if isinstance(value, int) else list(_varints(value))
        elif number == 2 and isinstance(value, int):
            code = value
        elif number == 8 and isinstance(value, memoryview):
            name = bytes(value).decode()
        elif number == 9 and isinstance(value, memoryview):
            raw = value
    if raw is not None and code in _TYPES:
        tensors[name] = np.frombuffer(raw, dtype=_TYPES[code]).reshape(shape)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Field numbers with their values: integers, or the bytes of all else."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind in (_FIXED32, _FIXED64):
            size = 4 if kind == _FIXED32 else 8
        else:
            raise ValueError("not an ONNX file")
        if at + size > len(data):
            raise ValueError("not an ONNX file")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _varints(data: memoryview) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _varint(data, at)
        yield value


def _encoded(value: int) -> bytes:
    value &= (1 << 64) - 1  # negative numbers are written as their two's complement
    parts = bytearray()
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


def _integer(number: int, value: int) -> bytes:
    return _encoded(number << 3 | _VARINT) + _encoded(value)


def _length(number: int, value: bytes) -> bytes:
    return _encoded(number << 3 | _BYTES) + _encoded(len(value)) + value


def _text(number: int, value: str) -> bytes:
    return _length(number, value.encode())


def _attribute(name: str, value: int | float | Sequence[int]) -> bytes:
    kind = 20
    if isinstance(value, float):
        number = _encoded(2 << 3 | _FIXED32) + struct.pack("<f", value)
        return _text(1, name) + number + _integer(kind, 1)
    if isinstance(value, int):
        return _text(1, name) + _integer(3, value) + _integer(kind, 2)
    return _text(1, name) + b"".join(_integer(8, one) for one in value) + _integer(kind, 7)


def _value(name: str, element: int, shape: Sequence[str | int]) -> bytes:
    sizes = b"".join(
        _length(1, _integer(1, size) if isinstance(size, int) else _text(2, size)) for size in shape
    )
    kind = _length(1, _integer(1, element) + _length(2, sizes))
    return _text(1, name) + _length(2, kind)
