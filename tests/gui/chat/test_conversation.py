"""The column: its width, and what stays in view while text grows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractSlider
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ALL_DOCUMENTS
from app.gui.chat.asked import Asked
from app.gui.chat.conversation import ConversationView
from app.gui.chat.turn import TurnView
from app.gui.chat.wording import ScopeWords
from app.gui.common.theme import Theme
from app.services.events import TextDelta
from tests.gui.chat import examples
from tests.gui.chat.windows import bring_up, settle

ASKED = Asked(examples.QUESTION, ALL_DOCUMENTS, ScopeWords(documents=3), AnswerStyle.WRITTEN)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> Iterator[ConversationView]:
    view = ConversationView(theme)
    qtbot.addWidget(view)
    view.resize(616, 500)
    bring_up(view, qtbot)
    yield view
    for turn in view.turns:
        turn.end()


def add(view: ConversationView, theme: Theme, *, answered: bool = False) -> TurnView:
    turn = TurnView(theme, ASKED)
    view.add_turn(turn)
    turn.show_event(examples.FOUND)
    if answered:
        turn.show_event(examples.finished())
    settle()
    return turn


def top(view: ConversationView, turn: TurnView) -> int:
    """Where the turn begins, from the top of what is seen."""
    return turn.mapTo(view.viewport(), QPoint(0, 0)).y()


def write(turn: TurnView, lines: int) -> None:
    turn.show_event(TextDelta("A line of the answer.\n" * lines))
    settle()


@pytest.mark.parametrize(("width", "column"), [(616, 568), (1100, 760), (440, 392)])
def test_the_column_is_centred_and_at_most_760_wide(
    view: ConversationView, theme: Theme, width: int, column: int
) -> None:
    turn = add(view, theme)
    view.resize(width, 900)
    settle()
    assert turn.width() == column
    left = turn.mapTo(view, QPoint(0, 0)).x()
    assert left == pytest.approx(width - left - turn.width(), abs=1)


def test_the_scroll_bar_takes_its_room_from_the_margin(
    view: ConversationView, theme: Theme
) -> None:
    turn = add(view, theme)
    view.resize(616, 900)
    settle()
    width = turn.width()
    view.resize(616, 200)
    settle()
    assert view.verticalScrollBar().maximum() > 0
    assert turn.width() == width


def test_the_newest_question_stays_in_view_while_its_answer_grows(
    view: ConversationView, theme: Theme
) -> None:
    add(view, theme, answered=True)
    turn = add(view, theme)
    for _ in range(12):
        write(turn, 5)
        assert 0 <= top(view, turn) < view.viewport().height()
    assert top(view, turn) == 16


def test_it_follows_the_end_when_the_user_is_there(view: ConversationView, theme: Theme) -> None:
    turn = add(view, theme)
    write(turn, 60)
    bar = view.verticalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
    write(turn, 20)
    assert bar.value() == bar.maximum()


def test_it_stays_where_the_user_went(view: ConversationView, theme: Theme) -> None:
    add(view, theme, answered=True)
    turn = add(view, theme)
    write(turn, 40)
    bar = view.verticalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    write(turn, 20)
    assert bar.value() == 0
    turn.show_event(examples.finished())
    settle()
    assert bar.value() == 0


def test_a_new_question_comes_into_view(view: ConversationView, theme: Theme) -> None:
    for _ in range(3):
        add(view, theme, answered=True)
    view.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    turn = add(view, theme)
    assert 0 <= top(view, turn) < view.viewport().height()


def test_reveal_scrolls_no_more_than_needed(view: ConversationView, theme: Theme) -> None:
    turn = add(view, theme, answered=True)
    write_to = QRect(0, turn.height() - 20, 50, 18)
    bar = view.verticalScrollBar()
    view.reveal(turn, QRect(0, 0, 50, 18))
    assert bar.value() == 0
    view.reveal(turn, write_to)
    seen = turn.mapTo(view.viewport(), write_to.topLeft()).y()
    assert 0 < seen < view.viewport().height() - 18
    before = bar.value()
    view.reveal(turn, write_to)
    assert bar.value() == before


def test_cleared_it_says_what_to_do(view: ConversationView, theme: Theme) -> None:
    add(view, theme, answered=True)
    view.clear()
    settle()
    assert view.turns == ()
    assert view.verticalScrollBar().maximum() == 0
