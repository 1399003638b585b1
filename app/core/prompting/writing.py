"""How the next tokens of an output are chosen from a model's logits, free of any engine."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.domain.generation import StopReason

Logits = NDArray[np.float32]
"""One score a token of the vocabulary, shape (tokens,). Writers may overwrite it."""


class Vocabulary(Protocol):
    """The tokens of a model."""

    @property
    def ends(self) -> NDArray[np.intp]:
        """Ids of all tokens that end a turn; at least one."""
        ...

    def is_end(self, token: int) -> bool:
        """Whether a token ends the turn."""
        ...

    def piece(self, token: int) -> bytes:
        """What a token stands for; nothing for control tokens. May be a part of a character."""
        ...

    def tokens(self, text: str) -> Sequence[int]:
        """Tokens of a text that goes on where another ended; control tokens not recognised."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next: `tokens` for the model to read, `text` for the output; or the end, after
    `text` was put out, where `stop` is set. Before all that, the last `taken_back` tokens, which
    gave no text, are to be forgotten: they were a try."""

    tokens: tuple[int, ...]
    text: str
    stop: StopReason | None = None
    taken_back: int = 0


class Writer(Protocol):
    """Chooses the next tokens. Temperature is 0: the most likely one of those allowed."""

    def next(self, logits: Logits) -> Step:
        """The step for the logits that follow everything so far."""
        ...


class PieceDecoder:
    """Turns pieces into text and keeps back the bytes of a character that is not whole yet."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    @property
    def waiting(self) -> bool:
        """Whether bytes are kept back."""
        return bool(self._decoder.getstate()[0])

    def peek(self, piece: bytes) -> str:
        """What `take` would give, without taking it."""
        state = self._decoder.getstate()
        text = self._decoder.decode(piece)
        self._decoder.setstate(state)
        return text

    def take(self, piece: bytes) -> str:
        """The text that is whole with this piece."""
        return self._decoder.decode(piece)


class FreeWriter:
    """Writes without a form, until the model ends its turn."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._decoder = PieceDecoder()

    def next(self, logits: Logits) -> Step:
        """The most likely token. Control tokens other than an end have no text and are passed
        over, so that the model cannot open a turn of its own."""
        while True:
            token = int(np.argmax(logits))
            if self._vocabulary.is_end(token) or not np.isfinite(logits[token]):
                return Step((), "", StopReason.END)
            if piece := self._vocabulary.piece(token):
                return Step((token,), self._decoder.take(piece))
            logits[token] = -np.inf
