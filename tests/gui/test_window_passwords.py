"""From a locked file to its pages: the dialog, the worker, the reading and the viewer together."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document, DocumentStatus
from app.gui.library.password_dialog import PasswordDialog
from app.gui.viewer.frame import ViewerState
from tests.gui.chat.scripted_answers import Gate
from tests.gui.desks import Desk
from tests.gui.scripted_services import ended, finished
from tests.gui.viewer.looking import has_picture

LOCKED_TEXT = "It is protected with a password."


def put_locked(desk: Desk, title: str) -> Document:
    document = desk.put(title, 0, DocumentStatus.NEEDS_PASSWORD, LOCKED_TEXT)
    desk.files.put(document.path, repr([]).encode())
    desk.renderer.locked[document.path] = "right"
    return document


def dialog_of(desk: Desk) -> PasswordDialog:
    dialog = desk.window.passwords.dialog
    assert dialog is not None
    return dialog


def enter(desk: Desk, qtbot: QtBot, password: str) -> None:
    dialog = dialog_of(desk)
    dialog.field.setText(password)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)


def test_a_locked_document_is_read_once_its_password_is_right(desk: Desk, qtbot: QtBot) -> None:
    locked = put_locked(desk, "Pay")
    window = desk.open()
    window.library.open_document(locked)
    button = window.library.notice.button()
    assert button.text() == "Enter password…"
    button.click()
    enter(desk, qtbot, "wrong")
    dialog = dialog_of(desk)
    qtbot.waitUntil(lambda: "does not open the file" in dialog.field.accessibleDescription())
    assert desk.ingest.runs == []
    read = replace(locked, status=DocumentStatus.INDEXED, status_text="", pages=2)
    desk.ingest.add(finished(read, 1, 1, "replaced"), ended())
    enter(desk, qtbot, "right")
    qtbot.waitUntil(lambda: window.passwords.dialog is None)
    desk.wait_idle()
    assert desk.ingest.runs == [(locked.path,)]
    assert not window.library.notice.isVisible()


def test_the_password_can_be_for_other_files(desk: Desk, qtbot: QtBot) -> None:
    locked, other = put_locked(desk, "Pay"), put_locked(desk, "Rent")
    window = desk.open()
    window.library.password_requested.emit(locked)
    dialog_of(desk).others.setChecked(True)
    enter(desk, qtbot, "right")
    qtbot.waitUntil(lambda: window.passwords.dialog is None)
    desk.wait_idle()
    assert desk.ingest.runs == [(locked.path, other.path)]


def test_giving_up_changes_nothing(desk: Desk, qtbot: QtBot) -> None:
    locked = put_locked(desk, "Pay")
    window = desk.open()
    window.passwords.ask(locked)
    first = dialog_of(desk)
    window.passwords.ask(locked)
    assert dialog_of(desk) is first
    qtbot.keyClick(first.field, Qt.Key.Key_Escape)
    assert window.passwords.dialog is None
    assert desk.ingest.runs == []
    assert not desk.passwords.may_open(locked.sha256)


def test_pages_of_a_file_that_was_read_ask_again(
    desk: Desk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a restart: text was read, and the password is forgotten."""
    document = desk.put("Pay", 2)
    pages = desk.shelf.pages("The Pay says so.", 2)
    desk.files.put(document.path, repr(pages).encode())
    desk.renderer.locked[document.path] = "right"
    window = desk.open()
    viewer = window.viewer
    with caplog.at_level(logging.WARNING):
        window.library.open_document(document)
        qtbot.waitUntil(lambda: "protected with a password" in viewer.frame.notice.text())
    assert viewer.frame.state is ViewerState.WAITING
    assert viewer.frame.notice.button().text() == "Enter password…"
    viewer.frame.notice.button().click()
    enter(desk, qtbot, "right")
    qtbot.waitUntil(lambda: has_picture(viewer, 1))
    assert not viewer.frame.notice.isVisible()
    assert desk.ingest.runs == []
    assert "right" not in caplog.text


def test_the_viewer_shows_a_locked_document_once_it_was_read(
    desk: Desk, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    locked = put_locked(desk, "Pay")
    window = desk.open()
    viewer = window.viewer
    with caplog.at_level(logging.WARNING):
        window.viewer.show_page(locked.id, 1)
        window.panes.show_viewer()
        qtbot.waitUntil(lambda: viewer.frame.notice.text() == LOCKED_TEXT)
    viewer.frame.notice.button().click()
    gate = Gate()
    read = replace(locked, status=DocumentStatus.INDEXED, status_text="", pages=2)
    desk.ingest.add(gate, finished(read, 1, 1, "replaced"), ended())
    enter(desk, qtbot, "right")
    qtbot.waitUntil(lambda: bool(desk.ingest.runs))
    assert viewer.frame.notice.isVisible()
    assert desk.put("Pay", 2).id == locked.id
    desk.renderer.locked.clear()  # what it is opened with is a matter of the services
    gate.open()
    qtbot.waitUntil(lambda: has_picture(viewer, 1))
    assert not viewer.frame.notice.isVisible()
    desk.wait_idle()
