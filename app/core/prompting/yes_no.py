"""How much likelier a model says yes than no, read off the scores of its next token."""

from __future__ import annotations

import numpy as np

from app.core.prompting.writing import Logits, Vocabulary

_YES = ("Yes", "yes", " Yes", " yes", "YES")
_NO = ("No", "no", " No", " no", "NO")


class YesNo:
    """The tokens with which a model begins to say yes or no."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._yes = _firsts(_YES, vocabulary)
        self._no = _firsts(_NO, vocabulary)

    @property
    def usable(self) -> bool:
        """Whether the first token tells the two apart."""
        return bool(self._yes) and bool(self._no) and not set(self._yes) & set(self._no)

    def log_odds(self, logits: Logits) -> float:
        """The natural logarithm of P(yes) / P(no), each over all of its spellings."""
        scores = logits.astype(np.float64)
        yes, no = scores[self._yes], scores[self._no]
        return float(np.logaddexp.reduce(yes) - np.logaddexp.reduce(no))


def _firsts(spellings: tuple[str, ...], vocabulary: Vocabulary) -> list[int]:
    found = (vocabulary.tokens(spelling) for spelling in spellings)
    return sorted({tokens[0] for tokens in found if tokens})
