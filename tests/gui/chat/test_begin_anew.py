"""Beginning another conversation: at once, and asked first while an answer is being made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from app.gui.chat.begin_anew import BeginAnewNotice
from app.gui.common.theme import SchemeChoice
from app.services.events import TextDelta
from tests.gui.chat import examples
from tests.gui.chat.conftest import Chat
from tests.gui.chat.scripted_answers import Gate


def notice(chat: Chat) -> BeginAnewNotice:
    found = chat.panel.findChild(BeginAnewNotice)
    assert found is not None
    return found


def running(chat: Chat) -> Gate:
    """An answer that is being made when another conversation is asked for."""
    gate = Gate()
    chat.start(examples.FOUND, TextDelta("Full-time"), gate, examples.finished())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    chat.settle()
    chat.panel.begin_anew()
    chat.settle()
    return gate


def test_nothing_is_asked_while_nothing_is_made(chat: Chat, spoken: list[str]) -> None:
    chat.ask(*examples.whole_flow())
    chat.type("A draft")
    chat.panel.begin_anew()
    assert notice(chat).isHidden()
    assert chat.panel.conversation.turns == ()
    assert chat.panel.header.title() == "New conversation"
    assert chat.panel.composer.field.toPlainText() == "A draft"
    assert chat.panel.composer.field.hasFocus()
    assert spoken[-1] == "A new conversation has begun"


def test_the_menu_has_nothing_to_begin_until_something_was_asked(chat: Chat) -> None:
    [begin, *_] = chat.panel.header.menu.actions()
    assert not begin.isEnabled()
    chat.ask(*examples.whole_flow())
    assert begin.isEnabled()
    begin.trigger()
    assert not begin.isEnabled()


def test_it_asks_before_it_stops_an_answer(chat: Chat) -> None:
    running(chat)
    asked = notice(chat)
    assert asked.isVisible()
    assert asked.text() == (
        "Stop and begin anew? This conversation stays in your list; the answer is not finished."
    )
    assert asked.button().hasFocus()
    assert asked.button().accessibleDescription() == asked.text()
    assert chat.panel.running
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.press(Qt.Key.Key_Return)
    assert asked.isHidden()
    assert chat.panel.conversation.turns == ()
    assert chat.panel.composer.field.hasFocus()
    chat.ask(*examples.whole_flow())
    assert chat.turn.answer == examples.ANSWER
    assert chat.answers.earlier[-1] == ()


@pytest.mark.parametrize("how", ["escape", "close"])
def test_the_user_goes_on_with_the_conversation(chat: Chat, how: str) -> None:
    gate = running(chat)
    if how == "escape":
        chat.press(Qt.Key.Key_Escape)
    else:
        [close] = [b for b in notice(chat).findChildren(QPushButton) if not b.text()]
        chat.qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert notice(chat).isHidden()
    assert chat.panel.running
    assert chat.panel.composer.field.hasFocus()
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()
    assert chat.turn.answer == examples.ANSWER


def test_the_question_goes_when_the_answer_ends_by_itself(chat: Chat) -> None:
    gate = running(chat)
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()
    assert notice(chat).isHidden()
    assert chat.turn.answer == examples.ANSWER
    assert chat.panel.composer.field.hasFocus()


def test_a_user_who_is_elsewhere_by_then_stays_there(chat: Chat) -> None:
    gate = running(chat)
    evidence = chat.turn.evidence
    assert evidence is not None
    evidence.cards[1].setFocus()
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()
    assert notice(chat).isHidden()
    assert QApplication.focusWidget() is evidence.cards[1]


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_it_fits_above_the_field(chat: Chat, scheme: SchemeChoice, factor: float) -> None:
    chat.theme.set_scheme(scheme)
    chat.theme.set_text_factor(factor)
    chat.panel.resize(640 if factor > 1 else 440, 700)
    running(chat)
    asked, composer = notice(chat), chat.panel.composer
    assert asked.minimumSizeHint().width() <= asked.width()
    assert asked.geometry().bottom() < composer.geometry().top()
    assert (asked.x(), asked.width()) == (composer.x(), composer.width())
    assert not chat.panel.grab().isNull()
