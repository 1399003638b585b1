"""The report on what was read: what it says, what its buttons do, and that it stays where it is."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.document import DocumentStatus
from app.core.domain.reading_report import (
    LastReading,
    LeftOut,
    PagesByKind,
    ReadDocument,
    ReadingReport,
)
from app.core.errors import StorageError
from app.gui.common.theme import SchemeChoice
from app.gui.report.needs_card import FIRST_ROWS, MORE_ROWS
from app.gui.report.wishes import Deed
from tests.gui.chat.windows import settle
from tests.gui.report.conftest import Stand, words
from tests.read_documents import ENDED, every_need, read_document, reading_report

MENUS = pytest.mark.qt_log_ignore(
    "This plugin does not support (raise|grabbing the keyboard)", extend=True
)


def scans(count: int) -> tuple[ReadDocument, ...]:
    return tuple(
        read_document(number, f"Scan {number:04}", DocumentStatus.NO_TEXT, PagesByKind(scan=2))
        for number in range(1, count + 1)
    )


def ignored(one: ReadDocument) -> ReadDocument:
    return replace(one, document=replace(one.document, ignored=True))


# --- what it says ---------------------------------------------------------------------------


def test_what_there_is_in_all(stand: Stand) -> None:
    last = LastReading(ENDED, 2280.0, 7780)
    panel = stand.open(ReadingReport(every_need(), (), last))
    totals = panel.totals
    assert totals.title.text() == "336 pages in 7 documents"
    time = ENDED.astimezone().strftime("%H:%M")
    assert totals.time.text() == f"Finished today at {time}, after 38 minutes (3.4 pages a second)"
    assert [figure.text for figure in totals.figures] == [
        "Text, ready to search 212",
        "Scans, read by OCR 78",
        "Empty pages 5",
        "Not readable yet 41",
    ]
    assert totals.bar.accessibleName() == (
        "Text, ready to search: 212, Scans, read by OCR: 78, Empty pages: 5, Not readable yet: 41"
    )


def test_what_needs_the_user(stand: Stand) -> None:
    panel = stand.open()
    assert panel.needs.title.text() == "5 documents need you"
    assert panel.needs.others.text() == "The other 2 are ready."
    assert [(row.one.document.title, words(row)) for row in panel.needs.rows] == [
        ("Salary Bands 2026", ["Enter password…", "Ignore"]),
        ("Works Council Minutes 2019", ["Read pages", "Ignore"]),
        ("Travel and Expenses 2025", ["Read 3 pages", "Ignore"]),
        ("Hull Survey 2014", ["Read pages", "Ignore"]),
        ("Mooring Plan Rev C", ["Try again", "Show file", "Ignore"]),
    ]
    travel = stand.row("Travel and Expenses 2025")
    assert travel.sentence.startswith("Pages 20 to 22 are scans.")
    assert travel.accessibleName().startswith("Travel and Expenses 2025. Pages 20 to 22")
    assert travel.remedies[0].accessibleName() == "Read 3 pages: Travel and Expenses 2025"


def test_a_library_where_all_is_well(stand: Stand) -> None:
    panel = stand.open(reading_report(every_need()[0]))
    assert panel.needs.title.text() == "All documents are ready."
    assert panel.needs.rows == ()
    assert panel.needs.others.text() == ""
    assert not panel.needs.read_all_button.isVisible()
    assert panel.header.close_button.hasFocus()


def test_an_empty_library(stand: Stand) -> None:
    panel = stand.open(ReadingReport())
    assert not panel.totals.isVisible()
    assert not panel.header.export_button.isEnabled()


def test_it_is_read_out_once(stand: Stand, spoken: list[str]) -> None:
    stand.open()
    stand.show(*every_need())
    assert spoken == ["336 pages in 7 documents. 5 documents need you."]


def test_what_was_left_out(stand: Stand) -> None:
    left_out = (
        LeftOut(Path("/documents/a<b>.txt"), "not_a_pdf"),
        LeftOut(Path("/documents/copy.pdf"), "duplicate"),
    )
    panel = stand.open(ReadingReport(every_need(), left_out))
    foot = panel.left_out
    assert foot.sentence.text() == (
        "1 file was skipped because it is not a PDF, and 1 because it is a copy of a document "
        "already here."
    )
    assert not foot.files.isVisible()
    foot.link.click()
    assert foot.files.isVisible()
    assert foot.files.toPlainText() == (
        f"{left_out[0].path}: It is not a PDF.\n"
        f"{left_out[1].path}: It is a copy of a document that is here already."
    )
    foot.link.click()
    assert not foot.files.isVisible()
    stand.show(*every_need())
    assert not foot.isVisible()


# --- what its buttons do --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "button", "wanted"),
    [
        ("Salary Bands 2026", 0, ("password_requested", every_need()[1].document)),
        ("Works Council Minutes 2019", 0, ("read_pages_requested", (3,))),
        ("Mooring Plan Rev C", 0, ("retry_requested", (6,))),
        ("Mooring Plan Rev C", 1, ("show_file_requested", every_need()[5].document.path)),
    ],
)
def test_each_remedy_takes_one_click(
    stand: Stand, title: str, button: int, wanted: tuple[str, object]
) -> None:
    stand.open()
    stand.row(title).remedies[button].click()
    assert stand.wanted == [wanted]


def test_what_is_being_read_cannot_be_asked_for_twice(stand: Stand) -> None:
    stand.open()
    row = stand.row("Mooring Plan Rev C")
    row.remedies[0].click()
    assert row.sentence == "It is being read again."
    assert [button.isEnabled() for button in row.remedies] == [False, True]
    stand.panel.set_reading(reading=True)
    stand.panel.set_reading(reading=False)
    assert row.remedies[0].isEnabled()
    assert row.sentence.startswith("The file is damaged")


def test_all_pages_that_ocr_can_read_with_one_click(stand: Stand) -> None:
    panel = stand.open()
    assert panel.needs.read_all_button.text() == "Read all 41 pages"
    panel.needs.read_all_button.click()
    assert stand.wanted == [("read_pages_requested", (3, 4, 5))]


def test_ignoring_and_telling_again(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open()
    lock = every_need()[1]
    with qtbot.waitSignal(stand.worker.changed):
        stand.row(lock.document.title).ignore_button.click()
    assert stand.service.ignored == [((2,), True)]
    stand.show(*(ignored(one) if one == lock else one for one in every_need()))
    assert panel.needs.title.text() == "4 documents need you"
    assert lock.document.title not in stand.titles
    link = panel.needs.ignored_button
    assert link.text() == "Show ignored (1)"
    link.click()
    assert stand.titles[-1] == lock.document.title
    row = stand.row(lock.document.title)
    assert row.ignore_button.text() == "Tell me again"
    with qtbot.waitSignal(stand.worker.changed):
        row.ignore_button.click()
    assert stand.service.ignored[-1] == ((2,), False)
    stand.show(*every_need())
    assert not link.isVisible()
    assert stand.titles[0] == lock.document.title


@MENUS
def test_removing_asks_first(stand: Stand) -> None:
    panel = stand.open()
    row = stand.row("Mooring Plan Rev C")
    row.more_button.click()
    [remove] = [action for action in panel.menu.actions() if action.data() is Deed.REMOVE]
    panel.menu.close()
    remove.trigger()
    assert stand.wanted == []
    assert "Remove “Mooring Plan Rev C” from the library?" in panel.notices.notice.text()
    panel.notices.notice.button().click()
    assert stand.wanted == [("remove_requested", (6,))]
    assert not panel.notices.isVisible()


@MENUS
def test_the_menu_has_all_that_can_be_done(stand: Stand) -> None:
    panel = stand.open()
    stand.row("Works Council Minutes 2019").more_button.click()
    actions = [action.text() for action in panel.menu.actions() if not action.isSeparator()]
    panel.menu.close()
    assert actions == ["Open", "Read pages", "Read again", "Show file", "Ignore", "Remove…"]


def test_errors_are_told(stand: Stand, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    panel = stand.open()
    stand.service.fault = StorageError("The disk is full. Make room.", code="disk_full")
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(stand.worker.failed):
        stand.row("Salary Bands 2026").ignore_button.click()
    assert panel.notices.notice.text() == "The disk is full. Make room."


def test_names_cannot_act(stand: Stand) -> None:
    odd = read_document(1, "<b>A\u202eB</b>\nC", DocumentStatus.NEEDS_PASSWORD, PagesByKind())
    stand.open(reading_report(odd))
    [row] = stand.panel.needs.rows
    assert row.accessibleName().startswith("<b>AB</b> C. ")
    [shown] = stand.panel.table.documents()
    assert stand.panel.table.model().index(0, 0).data() == "<b>AB</b> C"
    assert shown == odd


# --- many, and again ------------------------------------------------------------------------


def test_of_many_some_are_shown_at_first(stand: Stand) -> None:
    panel = stand.open(reading_report(*scans(70)))
    assert len(panel.needs.rows) == FIRST_ROWS
    assert panel.needs.more_button.text() == f"Show {MORE_ROWS} more"
    panel.needs.more_button.click()
    assert len(panel.needs.rows) == FIRST_ROWS + MORE_ROWS
    assert panel.needs.more_button.text() == "Show 10 more"
    panel.needs.more_button.setFocus()
    panel.needs.more_button.click()
    assert len(panel.needs.rows) == 70
    assert not panel.needs.more_button.isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert panel.needs.rows[FIRST_ROWS + MORE_ROWS].isAncestorOf(focused)


def test_the_same_report_again_changes_nothing(stand: Stand) -> None:
    panel = stand.open()
    rows = panel.needs.rows
    button = rows[2].remedies[0]
    button.setFocus()
    stand.show(*every_need())
    assert panel.needs.rows == rows
    assert rows[2].remedies[0] is button
    assert button.hasFocus()


def test_where_a_row_goes_its_neighbour_has_the_focus(stand: Stand) -> None:
    panel = stand.open()
    stand.row("Works Council Minutes 2019").ignore_button.setFocus()
    stand.show(*(one for one in every_need() if one.document.id != 3))
    assert stand.row("Travel and Expenses 2025").remedies[0].hasFocus()
    last = stand.row("Mooring Plan Rev C")
    last.remedies[0].setFocus()
    stand.show(*(one for one in every_need() if one.document.id not in (3, 6)))
    assert panel.needs.rows[-1].remedies[0].hasFocus()


def test_while_files_are_read_reports_come_at_most_once_a_second(
    stand: Stand, qtbot: QtBot
) -> None:
    panel = stand.open()
    with qtbot.waitSignal(stand.worker.reported):
        panel.set_reading(reading=True)
    assert panel.totals.time.text() == "Reading goes on."
    made = stand.service.made
    for _ in range(50):
        panel.refresh_later()
    with qtbot.waitSignal(stand.worker.reported):
        pass
    assert stand.service.made == made + 1
    with qtbot.waitSignal(stand.worker.reported):
        panel.set_reading(reading=False)
    assert panel.totals.time.text() == ""
    panel.hide()
    panel.refresh_later()
    assert not panel.stale


# --- keys and sizes -------------------------------------------------------------------------


def test_the_first_thing_to_do_has_the_focus(stand: Stand) -> None:
    stand.open()
    assert stand.row("Salary Bands 2026").remedies[0].hasFocus()


@MENUS
def test_escape_closes_what_is_asked_and_then_the_report(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open()
    panel.menu.show_for(every_need()[5], panel.pos())
    panel.menu.close()
    [remove] = [action for action in panel.menu.actions() if action.data() is Deed.REMOVE]
    remove.trigger()
    qtbot.keyClick(panel.notices.notice.button(), Qt.Key.Key_Escape)
    assert not panel.notices.isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    with qtbot.waitSignal(panel.close_requested):
        qtbot.keyClick(focused, Qt.Key.Key_Escape)


def test_tab_goes_through_rows_and_table(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open()
    seen = []
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        seen.append(focused)
        if focused is panel.table:
            break
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert seen[-1] is panel.table
    for row in panel.needs.rows:
        assert [one for one in seen if row.isAncestorOf(one)] == [
            *row.remedies,
            row.ignore_button,
            row.more_button,
        ]


def test_keys_scroll_the_page(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open(reading_report(*scans(40)))
    focused = QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClick(focused, Qt.Key.Key_PageDown)
    assert panel.scroll_bar.value() > 0
    qtbot.keyClick(focused, Qt.Key.Key_Home)
    assert panel.scroll_bar.value() == 0


@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize(("width", "height"), [(592, 440), (1100, 800)])
@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_all_sizes(
    stand: Stand, factor: float, width: int, height: int, scheme: SchemeChoice
) -> None:
    stand.theme.set_text_factor(factor)
    stand.theme.set_scheme(scheme)
    stand.panel.resize(width, height)
    panel = stand.open()
    settle()
    for row in panel.needs.rows:
        for button in (*row.remedies, row.ignore_button, row.more_button):
            right = button.mapTo(panel, button.rect().topRight()).x()
            assert right < panel.width()
            assert button.width() >= button.sizeHint().width()
    table = panel.table
    assert sum(table.columnWidth(column) for column in table.columns()) <= table.width()
    assert panel.grab().size().width() >= width
