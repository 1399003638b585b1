from __future__ import annotations

from app.adapters.process.watched_token import WatchedToken


def test_the_action_runs_once_when_the_cancel_comes() -> None:
    token, acts = WatchedToken(), []
    token.on_cancel(lambda: acts.append(token.cancelled))
    assert acts == []
    token.cancel()
    token.cancel()
    assert acts == [True]


def test_the_action_runs_at_once_when_the_cancel_came_before() -> None:
    token, acts = WatchedToken(), []
    token.cancel()
    token.on_cancel(lambda: acts.append(1))
    assert acts == [1]


def test_a_later_action_takes_the_place_of_an_earlier_one() -> None:
    token, acts = WatchedToken(), []
    token.on_cancel(lambda: acts.append("first"))
    token.on_cancel(lambda: acts.append("second"))
    token.cancel()
    assert acts == ["second"]
