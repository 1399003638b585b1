"""A quick look at a model file before an engine is trusted with it."""

from __future__ import annotations

import struct
from pathlib import Path

from app.core.errors import ModelUnavailable

# "GGUF", version, number of tensors, number of metadata entries; all little-endian.
_HEADER = struct.Struct("<4sIQQ")
_VERSIONS = (2, 3)

# Far more than any model has (the largest have some thousands). A file that claims more is
# broken, and would make a reader reserve memory for it.
_MOST_TENSORS = 100_000
_MOST_ENTRIES = 100_000

_AGAIN = "Download it again in Settings › Models."


def check_gguf(path: Path, expected_bytes: int | None = None) -> None:
    """Check presence, size and header, without reading more than the header.

    Raises:
        ModelUnavailable: with the reason and what to do.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
    except FileNotFoundError:
        raise ModelUnavailable(
            f"The model file {path.name} is missing. {_AGAIN}", detail="missing"
        ) from None
    except OSError as error:
        raise ModelUnavailable(
            f"The model file {path.name} cannot be read. Check that Pincite may open it.",
            detail=type(error).__name__,
        ) from error
    if expected_bytes is not None and size != expected_bytes:
        raise ModelUnavailable(
            f"The model file {path.name} is not complete. {_AGAIN}",
            detail=f"{size} of {expected_bytes} bytes",
        )
    if not _is_header(header):
        raise ModelUnavailable(
            f"The file {path.name} is not a language model that Pincite can use. {_AGAIN}",
            detail="bad header",
        )


def _is_header(header: bytes) -> bool:
    if len(header) < _HEADER.size:
        return False
    magic, version, tensors, entries = _HEADER.unpack(header)
    return (
        magic == b"GGUF"
        and version in _VERSIONS
        and 0 < tensors <= _MOST_TENSORS
        and 0 < entries <= _MOST_ENTRIES
    )
