"""A small vocabulary for tests of writers: single bytes, and pieces that are awkward."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

END = 256
CONTROL = 257
PIECES = (
    "[", " [", "][", "[chunk", "chunk", " Chunk", "CHUNK", ":", "1", "17", "]", "【", "［", "ｃ",
    "\n", "\n\n", ".\n\n", "\r\n", "\n[", " \n", "\u2028", "\u200b", " ", "  ", "<", "<<", "<<<",
    "The", " passages", " do", " not", " say", " this", ".", " notice", " period", " is", " 30",
    " days", " ", "é", "日本",
)  # fmt: skip
PARTS = ("【".encode()[:2], "【".encode()[2:], "日".encode()[:1], "\u2028".encode()[:2], b"\xa8")


class ToyVocabulary:
    """Bytes are tokens 0 to 255, then an end, a control token and the pieces. Texts become the
    longest pieces that fit, as with a real tokeniser."""

    def __init__(self) -> None:
        self._pieces = [bytes([n]) for n in range(256)] + [b"", b""]
        self._pieces += [piece.encode() for piece in PIECES] + list(PARTS)
        self._ids = {piece: n for n, piece in enumerate(self._pieces) if piece}

    def __len__(self) -> int:
        return len(self._pieces)

    @property
    def ends(self) -> NDArray[np.intp]:
        return np.array([END])

    def is_end(self, token: int) -> bool:
        return token == END

    def piece(self, token: int) -> bytes:
        return self._pieces[token]

    def tokens(self, text: str) -> Sequence[int]:
        rest, found = text.encode(), []
        while rest:
            size = max(n for n in range(1, 20) if rest[:n] in self._ids and n <= len(rest))
            found.append(self._ids[rest[:size]])
            rest = rest[size:]
        return found

    def text(self, tokens: Sequence[int]) -> str:
        return b"".join(self.piece(token) for token in tokens).decode(errors="replace")
