"""Decides between refusing and answering by more than a first word.

A refusal such as "The passages do not …" begins like many an answer. Which of the two a model
means shows in how likely the words are that follow, so the refusal is tried word by word: as
long as its beginning as a whole is likelier than a marker, the next token is read; else all of it
is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.core.prompting.writing import Logits


class RefusalTrial:
    """A try of the refusal's first half; how its sentence ends makes no difference any more.

    Args:
        refusal: Tokens of the refusal.
    """

    def __init__(self, refusal: Sequence[int]) -> None:
        self.tried = 0
        self._tokens = refusal
        self._enough = (len(refusal) + 1) // 2
        self._lead = 0.0

    @property
    def rest(self) -> tuple[int, ...]:
        """The tokens that were not tried yet."""
        return tuple(self._tokens[self.tried :])

    @property
    def passed(self) -> bool:
        """Whether enough was tried to be sure."""
        return self.tried >= self._enough

    def is_likely(self, logits: Logits, marker: float) -> bool:
        """Whether the refusal up to its next token is likelier than a marker in its place.

        Args:
            logits: Scores after the tokens that were tried.
            marker: The score that a marker had before any was tried.
        """
        score = float(logits[self._tokens[self.tried]])
        if self.tried == 0:
            self._lead = score - marker
        else:
            highest = float(np.max(logits))
            self._lead += score - highest - float(np.log(np.sum(np.exp(logits - highest))))
        return self._lead > 0

    def take(self) -> int:
        """The next token; it counts as tried."""
        self.tried += 1
        return self._tokens[self.tried - 1]
