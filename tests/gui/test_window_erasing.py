"""From the list's menu to nothing left: the dialog, the worker, and what was on the screen."""

from __future__ import annotations

import logging
import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document
from app.core.errors import StorageError
from app.gui.library.erase_dialog import EraseDialog, EraseState
from app.gui.main_window import MainWindow
from tests.gui.chat.examples import FOUND, finished
from tests.gui.desks import Desk


def put(desk: Desk, *titles: str) -> tuple[Document, ...]:
    documents = tuple(desk.put(title) for title in titles)
    desk.erasing.documents = documents
    return documents


def ask(window: MainWindow, documents: tuple[Document, ...], qtbot: QtBot) -> EraseDialog:
    window.library.erase_requested.emit(documents)
    qtbot.waitUntil(lambda: window.erasing.dialog is not None)
    return dialog_of(window)


def dialog_of(window: MainWindow) -> EraseDialog:
    dialog = window.erasing.dialog
    assert dialog is not None
    return dialog


def state_is(window: MainWindow, state: EraseState) -> bool:
    return window.erasing.dialog is not None and window.erasing.dialog.state is state


def test_documents_are_erased_once_the_user_said_so(desk: Desk, qtbot: QtBot) -> None:
    documents = put(desk, "Lease")
    desk.erasing.conversations = 2
    window = desk.open()
    dialog = ask(window, documents, qtbot)
    assert "“Lease”" in dialog.what.text()
    for words in ("cannot be undone", "in 2 conversations", "The PDF itself stays"):
        assert words in dialog.rest.text()
    assert dialog.cancel_button.hasFocus()
    assert desk.erasing.erased == []
    desk.library.remove_documents([documents[0].id])
    dialog.erase_button.click()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert "Nothing of it is left" in dialog.rest.text()
    assert "2.0" in dialog.rest.text()
    assert dialog.what.text() == "Erased “Lease”"
    assert desk.erasing.erased == [(documents[0].id,)]
    qtbot.waitUntil(lambda: window.library.documents() == [])
    assert not dialog.erase_button.isVisible()
    dialog.cancel_button.click()
    assert window.erasing.dialog is None


def test_the_menu_asks_for_what_is_chosen(desk: Desk, qtbot: QtBot) -> None:
    documents = put(desk, "Lease", "Manual")
    window = desk.open()
    menu = window.library.menu
    menu.popup = lambda *_: None  # type: ignore[method-assign]
    menu.show_for(documents, window.pos())
    [erase] = [action for action in menu.actions() if action.text().startswith("Erase")]
    with qtbot.waitSignal(window.library.erase_requested) as signal:
        erase.trigger()
    assert signal.args == [documents]
    qtbot.waitUntil(lambda: window.erasing.dialog is not None)
    assert "2 documents" in dialog_of(window).what.text()
    assert "The PDFs themselves stay where they are" in dialog_of(window).rest.text()


def test_giving_up_changes_nothing(desk: Desk, qtbot: QtBot) -> None:
    documents = put(desk, "Lease")
    window = desk.open()
    dialog = ask(window, documents, qtbot)
    window.erasing.ask(documents)
    assert dialog_of(window) is dialog
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.erasing.dialog is None
    assert desk.erasing.erased == []


def test_progress_is_shown_and_may_be_hidden(desk: Desk, qtbot: QtBot) -> None:
    documents = put(desk, "Lease")
    window = desk.open()
    dialog = ask(window, documents, qtbot)
    gate, asked = threading.Event(), threading.Semaphore(0)

    def wait() -> None:
        asked.release()
        gate.wait(10)

    desk.erasing.step = wait
    try:
        dialog.erase_button.click()
        qtbot.waitUntil(lambda: dialog.line.text().startswith("Step 1 of 3. Taking out"))
        assert dialog.line.text().endswith("\u00a0s")
        assert dialog.cancel_button.text() == "Hide"
        dialog.cancel_button.click()
        assert window.erasing.dialog is None
        window.erasing.ask(documents)  # it is shown again, and not asked twice
        again = dialog_of(window)
        assert again.state is EraseState.RUNNING
    finally:
        gate.set()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert again.bar.value() == again.bar.maximum()
    assert desk.erasing.erased == [(documents[0].id,)]


def test_what_went_wrong_is_said_and_can_be_tried_again(
    desk: Desk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    documents = put(desk, "Lease")
    window = desk.open()
    dialog = ask(window, documents, qtbot)
    desk.erasing.fault = StorageError("The disk is full. Free some space, then try again.")
    with caplog.at_level(logging.WARNING):
        dialog.erase_button.click()
        qtbot.waitUntil(lambda: state_is(window, EraseState.FAILED))
    assert "Free some space" in dialog.rest.text()
    assert dialog.erase_button.text() == "Try again"
    dialog.erase_button.click()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert not desk.erasing.unfinished


def test_a_fault_before_the_dialog_is_said_in_the_library(
    desk: Desk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    window = desk.open()

    def fail(document_ids: object) -> None:
        raise StorageError("The library cannot be read. Try again.")

    desk.erasing.plan = fail  # type: ignore[method-assign, assignment]
    with caplog.at_level(logging.WARNING):
        window.erasing.ask(put(desk, "Lease"))
        qtbot.waitUntil(window.library.notice.isVisible)
    assert window.erasing.dialog is None


def test_what_was_interrupted_is_finished_at_the_start(desk: Desk, qtbot: QtBot) -> None:
    desk.erasing.unfinished = True
    window = desk.open()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert "interrupted" in dialog_of(window).what.text()
    assert not desk.erasing.unfinished


def test_the_conversation_on_the_screen_goes_along(desk: Desk, qtbot: QtBot) -> None:
    documents = put(desk, "Lease")
    desk.answers.add(FOUND, finished(desk.cited_answer()))
    window = desk.open()
    with qtbot.waitSignal(desk.workers.answers.finished):
        window.chat.composer.asked.emit("When is rent due?")
    assert window.chat.conversation.turns
    desk.erasing.conversations = 1
    ask(window, documents, qtbot).erase_button.click()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert not window.chat.conversation.turns


def test_erasing_that_could_not_begin_begins_when_it_is_tried_again(
    desk: Desk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    documents = put(desk, "Lease")
    desk.erasing.fault_at_once = StorageError("The disk is full.")
    window = desk.open()
    dialog = ask(window, documents, qtbot)
    with caplog.at_level(logging.WARNING):
        dialog.erase_button.click()
        qtbot.waitUntil(lambda: state_is(window, EraseState.FAILED))
    dialog.again_requested.emit()
    qtbot.waitUntil(lambda: state_is(window, EraseState.DONE))
    assert desk.erasing.erased == [(documents[0].id,)]
    dialog.cancel_button.click()
