"""The table of documents: what it shows, its order, and its keys."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.core.domain.document import DocumentStatus
from app.core.domain.reading_report import PagesByKind, ReadDocument
from app.gui.report.document_model import Column
from app.gui.report.document_table import DocumentTable
from tests.gui.report.conftest import Stand
from tests.read_documents import every_need, read_document, reading_report

TEXT = Qt.ItemDataRole.AccessibleTextRole

MENUS = pytest.mark.qt_log_ignore(
    "This plugin does not support (raise|grabbing the keyboard)", extend=True
)


def titles(table: DocumentTable) -> list[str]:
    return [one.document.title for one in table.documents()]


def cells(table: DocumentTable, row: int) -> list[str]:
    return [str(table.model().index(row, column).data() or "") for column in Column]


def many(count: int) -> tuple[ReadDocument, ...]:
    return tuple(
        read_document(number, f"Document {number:05}", kinds=PagesByKind(text=number % 90 + 1))
        for number in range(1, count + 1)
    )


def test_pages_by_kind(stand: Stand) -> None:
    table = stand.open().table
    assert cells(table, 3) == [
        *("Travel and Expenses 2025", "Partly ready", "22", "19", "0", "0", "3", "2.0\u00a0s", "")
    ]
    locked = cells(table, 1)
    assert locked[:7] == ["Salary Bands 2026", "Needs a password", "", "", "", "", ""]


def test_what_is_read_out(stand: Stand) -> None:
    model = stand.open().table.model()
    assert model.index(3, Column.DOCUMENT).data(TEXT) == (
        "Travel and Expenses 2025, Partly ready, 22 pages, Text, ready to search: 19, Not readable "
        "yet: 3"
    )
    assert model.index(3, Column.UNREAD).data(TEXT) == "Unread: 3"
    tip = model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Read today at" in tip
    assert "in 2.0\u00a0s." in tip


@pytest.mark.parametrize(
    ("column", "order", "first"),
    [
        (Column.PAGES, Qt.SortOrder.DescendingOrder, "Lease Quay 4, with annexes"),
        (Column.UNREAD, Qt.SortOrder.DescendingOrder, "Hull Survey 2014"),
        (Column.DOCUMENT, Qt.SortOrder.DescendingOrder, "Works Council Minutes 2019"),
        (Column.STATE, Qt.SortOrder.AscendingOrder, "Mooring Plan Rev C"),
        (Column.KINDS, Qt.SortOrder.DescendingOrder, "Lease Quay 4, with annexes"),
    ],
)
def test_a_title_of_a_column_sorts(
    stand: Stand, column: Column, order: Qt.SortOrder, first: str
) -> None:
    table = stand.open().table
    table.sortByColumn(column, order)
    assert titles(table)[0] == first
    table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert titles(table) == [one.document.title for one in every_need()]


@MENUS
def test_enter_opens_and_the_menu_is_for_the_row(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open()
    table = panel.table
    table.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert stand.wanted == [("document_activated", every_need()[2].document)]
    table.customContextMenuRequested.emit(QPoint(5, -1000))
    assert panel.menu.isVisible()
    panel.menu.close()


def test_the_page_follows_the_row(stand: Stand, qtbot: QtBot) -> None:
    panel = stand.open(reading_report(*many(200)))
    panel.table.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(60):
        qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    place = panel.table.visualRect(panel.table.currentIndex())
    shown = panel.table.viewport().mapTo(panel, place.center()).y()
    assert 0 < shown < panel.height()


def test_where_the_user_is_stays_through_reports(stand: Stand) -> None:
    panel = stand.open()
    panel.table.setFocus(Qt.FocusReason.TabFocusReason)
    panel.table.selectRow(4)
    stand.show(read_document(9, "Another"), *every_need())
    assert panel.table.current is not None
    assert panel.table.current.document.id == 5
    changed = read_document(5, "Hull Survey 2014", kinds=PagesByKind(ocr=29))
    stand.show(*(changed if one.document.id == 5 else one for one in every_need()))
    assert panel.table.current == changed


def test_columns_give_way_where_room_is_scarce(stand: Stand) -> None:
    panel = stand.open()
    assert panel.table.columns() == list(Column)
    panel.resize(592, 440)
    narrow = panel.table.columns()
    assert {Column.DOCUMENT, Column.PAGES, Column.UNREAD} <= set(narrow)
    assert Column.TIME not in narrow


def test_ten_thousand_documents(stand: Stand) -> None:
    documents = many(10_000)
    panel = stand.open(reading_report(*documents))
    began = time.monotonic()
    panel.table.show_documents((*documents[1:], documents[0]))
    panel.table.sortByColumn(Column.PAGES, Qt.SortOrder.DescendingOrder)
    panel.grab()
    # A second of a machine that does other things too; drawing all rows would take minutes.
    assert time.monotonic() - began < 10
    assert panel.table.documents()[0].document.pages == 90
    assert panel.table.height() > 10_000 * 30


def test_a_state_has_a_shape_besides_its_colour(stand: Stand) -> None:
    failed = read_document(1, "Failed", DocumentStatus.FAILED, PagesByKind(), sentence="No.")
    panel = stand.open(reading_report(failed))
    assert cells(panel.table, 0)[1] == "Could not be read"
