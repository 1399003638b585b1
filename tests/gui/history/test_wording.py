"""Dates and sentences of the list of conversations."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QLocale

from app.core.domain.conversation import ConversationSummary, ScopeWording
from app.gui.history import wording

TODAY = date(2026, 11, 30)
NOON = datetime(2026, 11, 30, 12, 5).astimezone().astimezone(UTC)


@pytest.fixture(params=["en_GB", "de_DE"])
def locale(request: pytest.FixtureRequest) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield str(request.param)
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("ago", "british", "german"),
    [
        (-1, "Today", "Today"),
        (0, "Today", "Today"),
        (1, "Yesterday", "Yesterday"),
        (6, "Last 7 days", "Last 7 days"),
        (7, "November 2026", "November 2026"),
        (200, "May 2026", "Mai 2026"),
    ],
)
def test_near_days_have_names_and_others_their_month(
    locale: str, ago: int, british: str, german: str
) -> None:
    expected = british if locale == "en_GB" else german
    assert wording.group(TODAY - timedelta(days=ago), TODAY) == expected


def test_near_days_show_the_time_and_others_the_date(locale: str) -> None:
    assert wording.when(NOON, TODAY) == "12:05"
    assert wording.when(NOON - timedelta(days=1), TODAY) == "12:05"
    older = wording.when(NOON - timedelta(days=9), TODAY)
    assert older == ("21/11/2026" if locale == "en_GB" else "21.11.26")


def summary(title: str, turns: int, scope: ScopeWording) -> ConversationSummary:
    return ConversationSummary(1, title, NOON, NOON, turns, scope)


@pytest.mark.parametrize(
    ("turns", "scope", "expected"),
    [
        (1, ScopeWording(), "1 question in all documents"),
        (3, ScopeWording("HR\npolicies", False), "3 questions in HR policies"),
        (2, ScopeWording("", False), "2 questions in chosen documents"),
    ],
)
def test_a_row_says_how_many_questions_and_where(
    turns: int, scope: ScopeWording, expected: str
) -> None:
    assert wording.about(summary("Leave", turns, scope)) == expected


def test_what_goes_is_named_and_long_titles_are_cut() -> None:
    one = summary("x" * 100, 1, ScopeWording())
    assert wording.delete_title(one) == f"Delete “{'x' * 59}…”?"
    assert wording.delete_sentence(one).startswith("Its question and the answer go.")
    assert wording.erase_title(1) == "Erase the conversation?"
    assert wording.found(50, more=True) == "More than 50 conversations found"
