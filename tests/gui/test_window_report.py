"""The report in the window: how one comes to it, and that what is wanted there is done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.domain.document import Document, DocumentStatus
from app.core.domain.folder import WatchedFolder
from app.core.domain.page import PageKind
from app.gui.export.save_dialog import ExportForm
from app.gui.main_window import MainWindow
from app.gui.report.wishes import Deed, Wish
from tests.gui.desks import Desk
from tests.gui.scripted_services import ended, finished
from tests.viewed_documents import page_text


def put_damaged(desk: Desk) -> Document:
    return desk.put("Plan", 0, DocumentStatus.DAMAGED, "The file is damaged.")


def shown(desk: Desk, qtbot: QtBot, count: int) -> MainWindow:
    """The window with a report of so many documents."""
    window = desk.window

    def is_there() -> bool:
        report = window.report.report
        return window.middle.reporting and report is not None and len(report.documents) == count

    qtbot.waitUntil(is_there)
    return window


def test_the_icon_of_the_library_opens_it_and_escape_goes_back(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease", 2)
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    assert window.report.totals.title.text() == "2 pages in 1 document"
    qtbot.keyClick(window.report.header.close_button, Qt.Key.Key_Escape)
    assert window.middle.currentWidget() is window.chat


def test_the_rail_leads_to_it_too(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    window = desk.open(1000)
    window.panes.rail.report_button.click()
    shown(desk, qtbot, 1)


def test_a_key_opens_it_and_closes_it(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    window = desk.open()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_R, both)
    assert window.middle.reporting
    qtbot.keyClick(window, Qt.Key.Key_R, both)
    assert not window.middle.reporting


def test_the_strip_leads_to_it_when_something_needs_the_user(desk: Desk, qtbot: QtBot) -> None:
    plan = put_damaged(desk)
    window = desk.open()
    desk.ingest.add(finished(plan, 1, 1), ended(added=1, need_attention=1))
    window.adding.add((desk.folder,))
    desk.wait_idle()
    window.library.strip.report_requested.emit()
    shown(desk, qtbot, 1)
    [row] = window.report.needs.rows
    assert row.one.document == plan


def test_it_follows_the_reading(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    plan = put_damaged(desk)
    desk.ingest.add(finished(plan, 1, 1), ended(added=1, need_attention=1))
    window.adding.add((desk.folder,))
    shown(desk, qtbot, 2)
    assert [row.one.document for row in window.report.needs.rows] == [plan]


def test_trying_again_reads_the_file(desk: Desk, qtbot: QtBot) -> None:
    plan = put_damaged(desk)
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    window.report.needs.rows[0].remedies[0].click()
    qtbot.waitUntil(lambda: (plan.path,) in desk.ingest.runs)
    stored = desk.library.document(plan.id)
    assert stored is not None
    assert stored.reading_version == -1
    desk.wait_idle()


def test_pages_are_read_by_ocr(desk: Desk, qtbot: QtBot) -> None:
    pages = [replace(page_text(1, ""), kind=PageKind.SCAN)]
    scan = desk.shelf.put("Minutes", pages, status=DocumentStatus.NO_TEXT, status_text="A scan.")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    [row] = window.report.needs.rows
    assert row.remedies[0].text() == "Read pages"
    row.remedies[0].click()
    qtbot.waitUntil(lambda: desk.ingest.asked_pages == [scan.id])
    assert row.sentence == "It is being read again."
    desk.wait_idle()
    qtbot.waitUntil(lambda: all(button.isEnabled() for button in row.remedies))


def test_ignoring_lasts(desk: Desk, qtbot: QtBot) -> None:
    plan = put_damaged(desk)
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    window.report.needs.rows[0].ignore_button.click()
    qtbot.waitUntil(lambda: not window.report.needs.rows)
    stored = desk.library.document(plan.id)
    assert stored is not None
    assert stored.ignored


def test_removing_takes_it_out_of_the_library(desk: Desk, qtbot: QtBot) -> None:
    put_damaged(desk)
    desk.put("Lease")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 2)
    [row] = window.report.needs.rows
    window.report.fulfil(Wish(Deed.REMOVE, (row.one,)))
    window.report.notices.notice.button().click()
    shown(desk, qtbot, 1)
    assert [one.title for one in desk.library.documents()] == ["Lease"]


def test_a_password_is_asked_for(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Pay", 0, DocumentStatus.NEEDS_PASSWORD, "It is protected with a password.")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    window.report.needs.rows[0].remedies[0].click()
    assert window.passwords.dialog is not None


def test_a_document_is_opened_beside_it(desk: Desk, qtbot: QtBot) -> None:
    lease = desk.put("Lease")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    window.report.document_activated.emit(lease)
    qtbot.waitUntil(lambda: window.panes.viewer_shown)
    assert window.middle.reporting


def test_folders_are_checked_for_changes(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    desk.watching.watched.append(WatchedFolder(desk.folder))
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    check = window.report.header.check_button
    qtbot.waitUntil(check.isVisible)
    with qtbot.waitSignal(desk.workers.folders.checked):
        check.click()
    assert desk.watching.asked == [True]
    assert window.report.notices.isVisible()
    assert window.report.notices.notice.text()


def test_without_folders_there_is_nothing_to_check(desk: Desk, qtbot: QtBot) -> None:
    desk.put("Lease")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    assert not window.report.header.check_button.isVisible()


def test_it_is_exported(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    desk.put("Lease")
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 1)
    qtbot.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = window.reporting.dialog
    assert dialog is not None
    target = tmp_path / "report.csv"
    with qtbot.waitSignal(desk.workers.report_exports.saved):
        dialog.chosen.emit(target, ExportForm.CSV)
    dialog.reject()
    assert b'"Lease"' in target.read_bytes()
    assert window.report.notices.notice.text() == "Exported. “report.csv” holds the report now."


def test_an_empty_library_has_nothing_to_report(desk: Desk, qtbot: QtBot) -> None:
    window = desk.open()
    window.library.report_button.click()
    shown(desk, qtbot, 0)
    assert not window.report.totals.isVisible()
    window.report.header.close_button.click()
    assert window.middle.currentWidget() is window.welcome
