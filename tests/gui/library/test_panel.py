"""The library pane as its user sees it: list, find, add, remove, reading, errors."""

from __future__ import annotations

import logging
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.domain.document import DocumentStatus, FileState
from app.core.errors import StorageError
from app.gui.common.theme import SchemeChoice, Theme
from app.gui.library.panel import NOTHING_FOUND, NOTHING_YET
from app.services.events import (
    FileFailed,
    FileStarted,
    IngestPaused,
    PageRead,
    ScanFinished,
)
from tests.gui.chat.scripted_answers import Gate
from tests.gui.library.conftest import Pane
from tests.gui.scripted_services import ended, finished

S = DocumentStatus

# Menus are windows of their own, of which the offscreen platform can do little.
MENUS = pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)


def fill(pane: Pane) -> None:
    pane.shelf.put("Lease", pane.shelf.pages("Rent.", 3))
    pane.shelf.put("Atlas", pane.shelf.pages("Maps.", 2))
    pane.shelf.put("Locked", [], status=S.NEEDS_PASSWORD, status_text="It has a password.")


# --- the list -------------------------------------------------------------------------------


def test_an_empty_library_says_what_will_be_here(pane: Pane) -> None:
    panel = pane.show()
    assert panel._empty.text() == NOTHING_YET
    assert panel._empty.isVisible()
    assert pane.count == 0
    assert not panel.strip.isVisible()


def test_documents_are_listed_with_their_count(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    with qtbot.waitSignal(pane.panel.documents_changed) as signal:
        panel = pane.show()
    assert pane.lines == [
        ("Atlas", "2 pages"),
        ("Lease", "3 pages"),
        ("Locked", "Needs a password"),
    ]
    assert pane.count == 3
    assert not panel._empty.isVisible()
    assert [document.title for document in signal.args[0]] == ["Atlas", "Lease", "Locked"]


def test_states_of_files_are_shown(pane: Pane) -> None:
    fill(pane)
    [atlas, lease, _] = pane.library.documents()
    pane.states.stated = {atlas.id: FileState.MISSING, lease.id: FileState.CHANGED}
    pane.show()
    states = ["File not found", "File has changed", "Needs a password"]
    pane.qtbot.waitUntil(lambda: [line for _, line in pane.lines] == states)
    # Looked at again, they do not fall back to what they were meanwhile.
    seen: list[list[str]] = []
    pane.panel.documents_changed.connect(lambda _: seen.append([line for _, line in pane.lines]))
    pane.listing.refresh()
    pane.qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [states, states]


def test_find(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    panel.search_field.setFocus()
    qtbot.keyClicks(panel.search_field, "leas")
    assert [title for title, _ in pane.lines] == ["Lease"]
    assert panel._count.text() == "1 found"
    qtbot.keyClicks(panel.search_field, "xyz")
    assert panel._count.text() == "0 found"
    assert panel._empty.text() == NOTHING_FOUND
    assert panel._empty.isVisible()
    qtbot.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert len(pane.lines) == 3
    assert panel._count.text() == ""


def test_enter_opens_a_document(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    panel.focus_list()
    assert panel.list.hasFocus()
    with qtbot.waitSignal(panel.document_activated) as signal:
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert signal.args[0].title == "Atlas"


def test_a_document_without_pages_says_why_instead(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    [locked] = [document for document in panel.documents() if document.title == "Locked"]
    with qtbot.assertNotEmitted(panel.document_activated):
        panel.open_document(locked)
    assert panel.notice.text() == "“Locked” has no pages to show. It has a password."
    assert panel.notice.isVisible()
    with qtbot.waitSignal(panel.password_requested) as signal:
        panel.notice.button().click()
    assert signal.args == [locked]
    assert not panel.notice.isVisible()
    panel.open_document(locked)
    panel.strip.password_requested.emit(locked)
    assert not panel.notice.isVisible()
    panel.open_document(locked)
    panel.open_document(panel.documents()[0])
    assert not panel.notice.isVisible()


def test_the_focus_goes_to_the_field_while_the_list_is_empty(pane: Pane) -> None:
    panel = pane.show()
    panel.focus_list()
    assert panel.search_field.hasFocus()


def test_a_thousand_documents_are_listed_at_once(pane: Pane, qtbot: QtBot) -> None:
    for number in range(1000):
        pane.shelf.put(f"Document {number:04}", [])
    panel = pane.show()
    assert pane.count == 1000
    assert pane.lines[-1][0] == "Document 0999"
    qtbot.keyClicks(panel.search_field, "0999")
    assert [title for title, _ in pane.lines] == ["Document 0999"]


# --- adding ---------------------------------------------------------------------------------


def test_the_button_offers_folders_and_files(pane: Pane, qtbot: QtBot) -> None:
    panel = pane.show()
    assert [action.text() for action in panel.add_menu.actions()] == ["Add folder…", "Add files…"]
    with qtbot.waitSignal(panel.add_folder_requested):
        panel.add_menu.actions()[0].trigger()
    with qtbot.waitSignal(panel.add_files_requested):
        panel.add_menu.actions()[1].trigger()


def test_adding_shows_at_once_that_it_was_heard(pane: Pane) -> None:
    gate = Gate()
    pane.ingest.add(gate, ended())
    panel = pane.show()
    panel.add((Path("folder"),))
    assert panel.strip.isVisible()
    assert panel.strip._title.text() == "Looking for PDFs"
    gate.open()
    pane.wait_idle()
    assert panel.strip._title.text() == "No PDF was found"


def test_what_is_added_meanwhile_does_not_disturb_what_is_shown(pane: Pane) -> None:
    gate = Gate()
    pane.ingest.add(ScanFinished(4, ()), gate, ended())
    panel = pane.show()
    panel.add((Path("folder"),))
    pane.qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 4 documents")
    panel.add((Path("other"),))
    assert panel.strip._title.text() == "Reading 4 documents"
    gate.open()
    pane.wait_idle()
    assert pane.ingest.runs == [(Path("folder"),)]
    assert pane.ingest.taken == [Path("other")]


# --- reading --------------------------------------------------------------------------------


def test_a_new_file_has_a_row_while_it_is_read(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    path, first, second = pane.folder / "Guide.pdf", Gate(), Gate()
    pane.ingest.add(
        ScanFinished(1, ()), FileStarted(path, 1, 1), first, PageRead(path, 41, 148, 41), second
    )
    panel.add((path,))
    qtbot.waitUntil(lambda: ("Guide", "Reading") in pane.lines)
    assert pane.count == 3
    first.open()
    qtbot.waitUntil(lambda: ("Guide", "Reading page 41 of 148") in pane.lines)
    guide = pane.shelf.put("The Guide", pane.shelf.pages("Text.", 148))
    pane.ingest.scripts.clear()
    second.open()
    pane.wait_idle()
    assert ("The Guide", "148 pages") in pane.lines
    assert len(pane.lines) == 4
    assert guide in panel.documents()


def test_a_file_that_is_read_again_shows_it_in_its_own_row(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    lease = next(d for d in pane.library.documents() if d.title == "Lease")
    pane.states.stated[lease.id] = FileState.CHANGED
    panel = pane.show()
    qtbot.waitUntil(lambda: ("Lease", "File has changed") in pane.lines)
    gate = Gate()
    pane.ingest.add(FileStarted(lease.path, 1, 1), PageRead(lease.path, 1, 3, 1), gate, ended())
    pane.choose(1)
    panel.add((lease.path,))
    qtbot.waitUntil(lambda: ("Lease", "Reading page 1 of 3") in pane.lines)
    assert len(pane.lines) == 3
    assert [document.title for document in panel.list.chosen()] == ["Lease"]
    panel.strip.cancel_requested.emit()
    pane.wait_idle()
    qtbot.waitUntil(lambda: ("Lease", "File has changed") in pane.lines)
    assert [document.title for document in panel.list.chosen()] == ["Lease"]


def test_finished_documents_can_be_asked_at_once(pane: Pane, qtbot: QtBot) -> None:
    panel = pane.show()
    lease = pane.shelf.put("Lease", pane.shelf.pages("Rent.", 3))
    gate = Gate()
    pane.ingest.add(ScanFinished(2, ()), finished(lease, 1, 2), gate, ended(added=1))
    with qtbot.waitSignal(panel.documents_changed) as signal:
        panel.add((lease.path,))
    assert signal.args[0] == [lease]
    assert panel.strip._second.text() == "You can ask now."
    gate.open()
    pane.wait_idle()


def test_a_file_that_fails_leaves_no_row(pane: Pane) -> None:
    path = pane.folder / "gone.pdf"
    pane.ingest.add(
        ScanFinished(1, ()),
        FileStarted(path, 1, 1),
        FileFailed(path, "missing", "The file is no longer there.", 1, 1),
        ended(failed=1),
    )
    panel = pane.show()
    panel.add((path,))
    pane.wait_idle()
    assert pane.lines == []
    assert panel.strip._title.text() == "Nothing was read"
    panel.strip._details.click()
    assert "gone.pdf: The file is no longer there." in panel.strip._problems.toPlainText()


def test_pause_resume_and_stop_reach_the_reading(pane: Pane, qtbot: QtBot) -> None:
    panel = pane.show()
    pane.ingest.add(ScanFinished(2, ()), Gate(), ended())
    panel.add((Path("a"),))
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 2 documents")
    panel.strip._pause.click()
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Paused")
    panel.strip._pause.click()
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 2 documents")
    with qtbot.waitSignal(pane.reading.idle):
        panel.strip._close.click()
    assert panel.strip._title.text() == "Stopped"
    assert pane.ingest.forgotten == 1


def test_waiting_for_an_answer_is_said(pane: Pane, qtbot: QtBot) -> None:
    panel = pane.show()
    gate = Gate()
    pane.ingest.add(ScanFinished(2, ()), IngestPaused(for_answer=True), gate, ended())
    panel.add((Path("a"),))
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Waiting for the answer")
    gate.open()
    pane.wait_idle()


# --- errors ---------------------------------------------------------------------------------


def test_a_fault_of_reading_offers_to_go_on(
    pane: Pane, qtbot: QtBot, caplog: pytest.LogCaptureFixture, spoken: list[str]
) -> None:
    panel = pane.show()
    pane.ingest.add(
        ScanFinished(2, ()),
        StorageError("The disk is full. What was read is kept. Free some space, then go on."),
    )
    with caplog.at_level(logging.WARNING):
        panel.add((Path("a"),))
        pane.wait_idle()
    assert panel.notice.text() == (
        "The disk is full. What was read is kept. Free some space, then go on."
    )
    assert spoken[-1] == f"! {panel.notice.text()}"
    assert not panel.strip.isVisible()
    pane.ingest.left_over = True
    gate = Gate()
    pane.ingest.add(ScanFinished(2, ()), gate, ended(added=2))
    panel.notice.button().click()
    assert not panel.notice.isVisible()
    assert panel.strip.isVisible()
    qtbot.waitUntil(lambda: pane.ingest.runs == [(Path("a"),), ()])
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 2 documents")
    gate.open()
    pane.wait_idle()


def test_a_fault_of_the_list_leaves_the_reading_alone(
    pane: Pane, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    panel = pane.show()
    gate = Gate()
    pane.ingest.add(ScanFinished(2, ()), gate, ended())
    panel.add((Path("a"),))
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 2 documents")
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(pane.listing.failed):
        pane.listing.remove([77])
    assert panel.notice.isVisible()
    assert panel.notice.button().isHidden()
    assert panel.strip.isVisible()
    gate.open()
    pane.wait_idle()


# --- removing and the menu ------------------------------------------------------------------


def test_delete_asks_beside_the_list_and_enter_removes(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    panel.focus_list()
    pane.choose(1)
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert panel.notice.text() == "Remove “Lease” from the library? The file stays where it is."
    assert panel.notice.button().hasFocus()
    assert panel.notice.button().accessibleDescription() == panel.notice.text()
    assert QApplication.activeModalWidget() is None
    with qtbot.waitSignal(pane.listing.removed):
        qtbot.keyClick(panel.notice.button(), Qt.Key.Key_Return)
    pane.settle()
    assert [title for title, _ in pane.lines] == ["Atlas", "Locked"]
    assert panel.list.hasFocus()
    assert not panel.notice.isVisible()
    assert [document.title for document in pane.library.documents()] == ["Atlas", "Locked"]


def test_esc_removes_nothing(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    panel.focus_list()
    pane.choose(0, 1)
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert panel.notice.text() == (
        "Remove 2 documents from the library? The files stay where they are."
    )
    qtbot.keyClick(panel.notice.button(), Qt.Key.Key_Escape)
    assert not panel.notice.isVisible()
    assert panel.list.hasFocus()
    assert len(pane.lines) == 3


def test_what_was_asked_for_is_removed_whatever_is_chosen_meanwhile(
    pane: Pane, qtbot: QtBot
) -> None:
    fill(pane)
    panel = pane.show()
    pane.choose(1)
    panel.ask_to_remove()
    pane.choose(0)
    with qtbot.waitSignal(pane.listing.removed) as signal:
        panel.notice.button().click()
    assert [document.title for document in signal.args[0]] == ["Lease"]


def test_delete_with_nothing_chosen_does_nothing(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    panel.focus_list()
    pane.choose()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert not panel.notice.isVisible()


def menu_for(pane: Pane, *rows: int) -> dict[str, bool]:
    """The words of the menu for these rows, and whether each can be used."""
    pane.choose(*rows)
    pane.panel.list.customContextMenuRequested.emit(QPoint(20, 20))
    shown = {
        action.text(): action.isEnabled()
        for action in pane.panel.menu.actions()
        if action.isVisible() and not action.isSeparator()
    }
    pane.panel.menu.close()
    return shown


@MENUS
def test_the_menu_of_one_document(pane: Pane) -> None:
    fill(pane)
    pane.show()
    assert menu_for(pane, 1) == {
        "Open": True,
        "Show file in folder": True,
        "Read again": True,
        "Ask only this document": True,
        "Ask all documents": True,
        "Add to collection": True,
        "Remove from library…": True,
        "Erase for good…": True,
    }
    locked = menu_for(pane, 2)
    assert not locked["Open"]
    assert not locked["Ask only this document"]
    assert locked["Enter password…"]


@MENUS
def test_the_menu_of_several_documents(pane: Pane) -> None:
    fill(pane)
    pane.show()
    assert menu_for(pane, 0, 1) == {
        "Read again": True,
        "Ask only these 2 documents": True,
        "Ask all documents": True,
        "Add to collection": True,
        "Remove from library…": True,
        "Erase for good…": True,
    }


@MENUS
def test_no_menu_where_nothing_is_chosen(pane: Pane) -> None:
    fill(pane)
    pane.show()
    pane.choose()
    pane.panel.list.customContextMenuRequested.emit(QPoint(20, 800))
    assert not pane.panel.menu.isVisible()


@MENUS
def test_what_the_menu_does(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    menu_for(pane, 1)
    by_words = {action.text(): action for action in panel.menu.actions()}
    with qtbot.waitSignal(panel.document_activated) as opened:
        by_words["Open"].trigger()
    assert opened.args[0].title == "Lease"
    with qtbot.waitSignal(panel.show_file_requested) as shown:
        by_words["Show file in folder"].trigger()
    assert shown.args == [opened.args[0].path]
    with qtbot.waitSignal(panel.scope_chosen) as scope:
        by_words["Ask only this document"].trigger()
    assert scope.args == [ScopeChoice(document_ids=frozenset({opened.args[0].id}))]
    with qtbot.waitSignal(panel.scope_chosen) as everything:
        by_words["Ask all documents"].trigger()
    assert everything.args == [ALL_DOCUMENTS]
    by_words["Remove from library…"].trigger()
    assert panel.notice.isVisible()
    with qtbot.waitSignal(pane.reading.idle):
        by_words["Read again"].trigger()
    assert pane.ingest.runs == [(opened.args[0].path,)]
    menu_for(pane, 1, 2)
    with qtbot.waitSignal(panel.password_requested) as locked:
        by_words["Enter password…"].trigger()
    assert locked.args[0].title == "Locked"


@MENUS
def test_the_menu_key_opens_the_menu(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    pane.choose(0)
    place = QPoint(20, 20)
    at = panel.list.viewport().mapToGlobal(place)
    key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, at)
    QApplication.sendEvent(panel.list.viewport(), key)
    assert panel.menu.isVisible()
    panel.menu.close()


# --- reachable and seen ---------------------------------------------------------------------


def test_tab_goes_from_the_top_to_the_foot(pane: Pane, qtbot: QtBot) -> None:
    fill(pane)
    panel = pane.show()
    gate = Gate()
    pane.ingest.add(ScanFinished(2, ()), gate, ended())
    panel.add((Path("a"),))
    qtbot.waitUntil(lambda: panel.strip._title.text() == "Reading 2 documents")
    panel.add_button.setFocus(Qt.FocusReason.TabFocusReason)
    names = []
    for _ in range(8):
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert names == [
        "Add documents",
        "Find in library",
        "New collection",
        "Collections",
        "Documents",
        "Pause reading",
        "Stop reading; what was read is kept",
        "Settings",
    ]
    gate.open()
    pane.wait_idle()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("size", [(208, 440), (264, 900), (360, 600)])
def test_nothing_is_cut_off_in_any_look(
    pane: Pane, theme: Theme, scheme: SchemeChoice, factor: float, size: tuple[int, int]
) -> None:
    fill(pane)
    theme.set_scheme(scheme)
    theme.set_text_factor(factor)
    panel = pane.show()
    panel.resize(theme.scaled(size[0]), size[1])
    pane.choose(0)
    panel.strip.report(ScanFinished(3, ()))
    pane.settle()
    assert not panel.grab().isNull()
    shown = [
        panel._header,
        panel.search_field,
        panel.collections.list,
        panel.list,
        panel.strip,
    ]
    places = [QRect(widget.mapTo(panel, QPoint()), widget.size()) for widget in shown]
    for above, below in pairwise(places):
        assert above.bottom() <= below.top()
    assert places[-1].bottom() < panel.height()
    assert panel.list.height() >= 20


# --- scanned pages --------------------------------------------------------------------------


@MENUS
def test_scanned_pages_can_be_read_from_the_menu(pane: Pane, qtbot: QtBot) -> None:
    pane.shelf.put("Atlas", pane.shelf.pages("Maps.", 2))
    pane.shelf.put("Scan", [], status=S.NO_TEXT, status_text="Its one page is a scan.")
    panel = pane.show()
    assert "Read scanned pages" not in menu_for(pane, 0)
    assert menu_for(pane, 0, 1)["Read scanned pages"]
    by_words = {action.text(): action for action in panel.menu.actions()}
    with qtbot.waitSignal(pane.reading.idle):
        by_words["Read scanned pages"].trigger()
    [scan] = [one for one in pane.library.documents() if one.title == "Scan"]
    assert pane.ingest.asked_pages == [scan.id]
