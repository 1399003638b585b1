"""The inspector in the window: opened by button and key, beside or over the conversation."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Answer, RefusalReason
from app.core.errors import StorageError
from app.gui.chat.inspect_button import InspectButton
from app.gui.common.keyboard_focus import has_keyboard_focus
from app.gui.common.theme import Theme
from app.gui.main_window import MainWindow
from tests.gui.chat.examples import FOUND, QUESTION, finished, refusal, whole_flow
from tests.gui.chat.scripted_answers import Gate, Step
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.inspector.examples import TRACE, WRITTEN

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))


def press(qtbot: QtBot, keys: str) -> None:
    """Press keys where the focus is."""
    target = QApplication.focusWidget()
    assert target is not None
    qtbot.keySequence(target, keys)
    settle()


def ask(desk: Desk, *steps: Step, question: str = QUESTION) -> None:
    """Ask and wait for the end."""
    desk.answers.add(*steps)
    chat = desk.window.chat
    with desk.qtbot.waitSignal(chat.turn_ended):
        chat.composer.field.setPlainText(question)
        chat.composer.asked.emit(question)
    settle()


def inspect_buttons(window: MainWindow) -> list[InspectButton]:
    return [one for one in window.chat.findChildren(InspectButton) if one.isVisible()]


@pytest.fixture
def window(desk: Desk) -> MainWindow:
    desk.put("Handbook")
    return desk.open()


def has_focus(pane: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and pane.isAncestorOf(focused)


def shown(window: MainWindow) -> Answer:
    assert window.inspector.isVisible()
    answer = window.inspector.answer
    assert answer is not None
    return answer


def test_the_button_of_an_answer_shows_how_it_came_about(desk: Desk, window: MainWindow) -> None:
    ask(desk, *whole_flow(WRITTEN))
    [button] = inspect_buttons(window)
    desk.qtbot.mouseClick(button, LEFT)
    settle()
    assert shown(window) is WRITTEN
    assert window.panes.rail.isVisible()
    assert window.chat.isVisible()
    assert has_focus(window.inspector)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert not has_keyboard_focus(focused)


@pytest.mark.parametrize(
    "reason", [RefusalReason.NO_SUPPORT, RefusalReason.MODEL_UNAVAILABLE, RefusalReason.CANCELLED]
)
def test_what_came_instead_of_an_answer_can_be_inspected(
    desk: Desk, window: MainWindow, reason: RefusalReason
) -> None:
    refused = refusal(reason)
    ask(desk, FOUND, finished(refused))
    [button] = inspect_buttons(window)
    desk.qtbot.mouseClick(button, LEFT)
    settle()
    assert shown(window) is refused


def test_a_question_that_failed_shows_what_was_found(
    desk: Desk, window: MainWindow, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        ask(desk, FOUND, StorageError("The library cannot be read."))
    press(qtbot, "Ctrl+I")
    answer = shown(window)
    assert answer.trace.fault == "The library cannot be read."
    assert answer.evidence == FOUND.result.passages


def test_the_key_opens_and_closes_it(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    ask(desk, *whole_flow(WRITTEN))
    window.chat.focus_composer()
    press(qtbot, "Ctrl+I")
    assert window.inspector.isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert has_keyboard_focus(focused)
    press(qtbot, "Ctrl+I")
    assert not window.inspector.isVisible()
    assert QApplication.focusWidget() is window.chat.composer.field


def test_the_key_takes_the_answer_in_which_the_user_is(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    first, second = WRITTEN, replace(WRITTEN, question="Second?")
    ask(desk, *whole_flow(first))
    ask(desk, *whole_flow(second), question="Second?")
    window.chat.focus_composer()
    press(qtbot, "Ctrl+I")
    assert shown(window) is second
    press(qtbot, "Ctrl+I")
    inspect_buttons(window)[0].setFocus(Qt.FocusReason.TabFocusReason)
    press(qtbot, "Ctrl+I")
    assert shown(window) is first


def test_there_is_nothing_to_inspect_before_a_question(window: MainWindow, qtbot: QtBot) -> None:
    window.chat.focus_composer()
    press(qtbot, "Ctrl+I")
    assert not window.inspector.isVisible()


def test_an_answer_that_is_being_made_has_no_button_yet(desk: Desk, window: MainWindow) -> None:
    gate = Gate()
    desk.answers.add(FOUND, gate, finished(WRITTEN))
    window.chat.composer.asked.emit(QUESTION)
    desk.qtbot.waitUntil(lambda: window.chat.conversation.turns[-1].evidence is not None)
    assert inspect_buttons(window) == []
    with desk.qtbot.waitSignal(window.chat.turn_ended):
        gate.open()
    settle()
    assert len(inspect_buttons(window)) == 1


def test_a_marker_opens_the_page_and_the_key_leads_back(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    answer = desk.cited_answer()
    cited = answer.citations[0]
    [source] = [replace(one, path=cited.path) for one in WRITTEN.sources[:1]]
    chunk = replace(source.chunk, id=cited.chunk_id, document_id=cited.document_id)
    source = replace(source, chunk=chunk, page=cited.page)
    ask(desk, *whole_flow(replace(answer, sources=(source,), trace=TRACE)))
    press(qtbot, "Ctrl+I")
    window.inspector.tables[1].table.activate(0)
    settle()
    assert not window.inspector.isVisible()
    assert window.viewer.isVisible()
    press(qtbot, "Ctrl+I")
    assert window.inspector.isVisible()
    press(qtbot, "Esc")
    assert window.viewer.isVisible()
    press(qtbot, "Esc")
    assert not window.viewer.isVisible()


def test_esc_closes_it_from_the_conversation_too(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    ask(desk, *whole_flow(WRITTEN))
    press(qtbot, "Ctrl+I")
    window.chat.composer.field.setFocus()
    press(qtbot, "Esc")
    assert not window.inspector.isVisible()


def test_f6_goes_through_the_inspector(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    ask(desk, *whole_flow(WRITTEN))
    press(qtbot, "Ctrl+I")
    window.chat.focus_composer()
    press(qtbot, "F6")
    assert has_focus(window.inspector)


def test_a_new_answer_is_shown_while_it_is_open(desk: Desk, window: MainWindow) -> None:
    ask(desk, *whole_flow(WRITTEN))
    inspect_buttons(window)[0].click()
    second = replace(WRITTEN, question="Second?")
    ask(desk, *whole_flow(second), question="Second?")
    assert shown(window) is second


def test_a_new_conversation_closes_it(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    ask(desk, *whole_flow(WRITTEN))
    inspect_buttons(window)[0].click()
    settle()
    window.begin_anew()
    settle()
    assert not window.inspector.isVisible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (896, 700), (640, 440)])
def test_it_fits_the_window(desk: Desk, window: MainWindow, width: int, height: int) -> None:
    ask(desk, *whole_flow(WRITTEN))
    inspect_buttons(window)[0].click()
    desk.resize(width, height)
    assert window.size().width() == width
    assert window.size().height() == height
    assert window.inspector.width() >= 560
    right = window.inspector.mapTo(window, window.inspector.rect().topRight()).x()
    assert right < width
