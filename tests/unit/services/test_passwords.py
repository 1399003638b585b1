"""Passwords in memory: which are tried on what, and that they stay there."""

from __future__ import annotations

import pickle

import pytest

from app.services.passwords import Passwords

ONE, OTHER = "1" * 64, "2" * 64


def test_nothing_is_known_at_first() -> None:
    passwords = Passwords()
    assert passwords.attempts(ONE) == (None,)
    assert not passwords.may_open(ONE)


def test_what_is_offered_is_tried_in_order_and_once() -> None:
    passwords = Passwords()
    for word in ("b", "a", "b"):
        passwords.offer(word)
    assert passwords.attempts(ONE) == (None, "b", "a")
    passwords.refuse(ONE, None)
    passwords.refuse(ONE, "b")
    assert passwords.attempts(ONE) == (None, "a")
    assert passwords.attempts(OTHER) == (None, "b", "a")
    passwords.refuse(ONE, "a")
    assert not passwords.may_open(ONE)
    assert passwords.may_open(OTHER)


def test_what_opened_a_content_is_for_that_one_only() -> None:
    passwords = Passwords()
    passwords.refuse(ONE, "right")
    passwords.accept(ONE, "right")
    passwords.accept(OTHER, None)
    assert passwords.attempts(ONE) == ("right",)
    assert passwords.may_open(ONE)
    assert passwords.attempts(OTHER) == (None,)


def test_they_neither_show_nor_leave_the_process() -> None:
    passwords = Passwords()
    passwords.offer("canary")
    passwords.accept(ONE, "canary")
    assert "canary" not in repr(passwords)
    with pytest.raises(TypeError, match="stay in this process"):
        pickle.dumps(passwords)
