from __future__ import annotations

import numpy as np
import pytest

from app.core.prompting.refusal_trial import RefusalTrial
from app.core.prompting.writing import Logits

REFUSAL = (1, 2, 3, 4, 5)


def scores(**shares: float) -> Logits:
    """Logits of a model that gives these shares to tokens "t0" to "t7", and nothing to others."""
    logits = np.full(8, -1000.0, dtype=np.float32)
    for name, share in shares.items():
        logits[int(name[1:])] = np.log(share)
    return logits


def test_the_shares_of_all_words_count_together() -> None:
    trial = RefusalTrial(REFUSAL)
    marker = float(np.log(0.3))
    assert trial.is_likely(scores(t1=0.6, t0=0.3), marker)
    assert trial.take() == 1
    assert trial.is_likely(scores(t2=0.7, t6=0.3), marker), "0.42 is more than 0.3"
    assert trial.take() == 2
    assert not trial.is_likely(scores(t3=0.6, t6=0.4), marker), "0.25 is less than 0.3"


def test_it_does_not_matter_how_high_scores_are() -> None:
    trial = RefusalTrial(REFUSAL)
    assert trial.is_likely(scores(t1=0.6, t0=0.3) + 500, float(np.log(0.3)) + 500)
    trial.take()
    assert not trial.is_likely(scores(t2=0.4, t6=0.6) + 500, float(np.log(0.3)) + 500)


@pytest.mark.parametrize(("size", "enough"), [(1, 1), (2, 1), (5, 3), (8, 4)])
def test_half_of_it_is_enough(size: int, enough: int) -> None:
    trial = RefusalTrial(range(size))
    for count in range(1, enough + 1):
        assert not trial.passed
        trial.take()
        assert trial.tried == count
    assert trial.passed
    assert trial.rest == tuple(range(enough, size))
