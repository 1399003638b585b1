"""Looks for traces of text and vectors in every file of a folder, in all the forms that they may
have there: UTF-8 and UTF-16, in capitals or not, deflated, float32 and bytes.

left = traces(library, ["xylophone"], vectors)
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
_DEFLATED = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
_PIECE = 256


def traces(
    folder: Path, words: Iterable[str], vectors: Sequence[NDArray[np.float32]] = ()
) -> set[str]:
    """What is found: words as they were given, and "vector N". Also names of files are looked at.

    Args:
        words: Such that nothing else in the folder is like them, case aside.
        vectors: As they were stored; numbers of them in a row are looked for, as they are, at
            length 1, and as bytes of int8.
    """
    found: set[str] = set()
    wanted = [(word, _forms_of_word(word)) for word in words]
    numbers = [(f"vector {at}", _forms_of_vector(vector)) for at, vector in enumerate(vectors)]
    for file in sorted(folder.rglob("*")):
        contents = [str(file.relative_to(folder)).encode("utf-8", "surrogateescape")]
        if file.is_file():
            data = file.read_bytes()
            contents += [data, *_inflated(data)]
        for content in contents:
            lowered = content.lower()
            found.update(word for word, forms in wanted if any(one in lowered for one in forms))
            found.update(name for name, forms in numbers if any(one in content for one in forms))
    return found


def _forms_of_word(word: str) -> list[bytes]:
    # Bytes are lowered after they are found: of letters outside ASCII all cases are given.
    cased = {word, word.lower(), word.casefold(), word.upper()}
    return [one.encode(encoding).lower() for one in cased for encoding in _ENCODINGS]


def _forms_of_vector(vector: NDArray[np.float32]) -> list[bytes]:
    unit = vector / np.linalg.norm(vector)
    middle = slice(len(vector) // 3, len(vector) // 3 + 24)
    eighth = np.round(unit / np.abs(unit).max() * 127).astype(np.int8)
    forms = [one.astype("<f4")[middle].tobytes() for one in (vector, unit)]
    return [*forms, unit.astype("<f2")[middle].tobytes(), eighth.tobytes()]


def _inflated(data: bytes) -> Iterator[bytes]:
    """What begins like a deflated stream anywhere, as far as it can be inflated."""
    for match in _DEFLATED.finditer(data):
        stream = zlib.decompressobj()
        text = b""
        try:
            for start in range(match.start(), min(len(data), match.start() + 200_000), _PIECE):
                text += stream.decompress(data[start : start + _PIECE])
                if stream.eof:
                    break
        except zlib.error:
            pass
        if len(text) > 8:
            yield text
