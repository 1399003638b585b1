"""Tokens by which work is stopped: by hand, by another token, by the clock."""

from __future__ import annotations

import pytest

from app.core.domain import cancel as cancelling
from app.core.domain.cancel import CancelToken, Deadline
from app.core.errors import Cancelled


class Clock:
    """Seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


def over(token: CancelToken) -> bool:
    return token.cancelled


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(cancelling, "time", clock)
    return clock


def test_a_deadline_is_cancelled_by_the_clock(clock: Clock) -> None:
    token = Deadline(CancelToken(), 5.0)
    token.raise_if_cancelled()
    clock.now = 104.9
    assert not over(token)
    clock.now = 105.0
    assert over(token)
    with pytest.raises(Cancelled):
        token.raise_if_cancelled()
    assert token.wait(60.0)


def test_a_deadline_follows_another_token_and_leaves_it_alone(clock: Clock) -> None:
    followed = CancelToken()
    token, other = Deadline(followed, 5.0), Deadline(followed, 5.0)
    other.cancel()
    assert over(other)
    assert not over(followed)
    assert not over(token)
    followed.cancel()
    assert over(token)
