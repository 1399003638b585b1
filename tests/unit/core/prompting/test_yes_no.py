"""Yes and no, read off the scores of a model's next token."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.core.prompting.yes_no import YesNo
from tests.unit.core.prompting.toy_vocabulary import ToyVocabulary


class Words(ToyVocabulary):
    """A vocabulary in which some words are one token."""

    def __init__(self, **tokens: int) -> None:
        super().__init__()
        self._own = tokens

    def tokens(self, text: str) -> list[int]:
        word = text.strip().lower()
        return [self._own[word], 0] if word in self._own else []


def test_the_odds_are_those_of_all_spellings_together() -> None:
    words = YesNo(Words(yes=3, no=5))
    logits = np.zeros(8, dtype=np.float32)
    logits[3], logits[5] = math.log(6), math.log(2)
    assert words.usable
    assert words.log_odds(logits) == pytest.approx(math.log(3), abs=1e-6)


@pytest.mark.parametrize("tokens", [{"yes": 3}, {"no": 3}, {}, {"yes": 3, "no": 3}])
def test_a_vocabulary_that_cannot_tell_them_apart_is_not_usable(tokens: dict[str, int]) -> None:
    assert not YesNo(Words(**tokens)).usable
