"""The item model and what sorts and filters it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.extraction.table_model import SortedTable, TableModel
from app.gui.extraction.table_rows import Show, TableRow
from tests.gui.extraction.examples import (
    ALL,
    CLEAN,
    CONTRACT,
    INVOICE,
    NOT_YET,
    UNSURE,
    extracted,
    row,
)

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
ROLE = Qt.ItemDataRole
TOTAL = 3


def checked(model: QAbstractItemModel) -> None:
    """Let Qt watch over a model."""
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)


@pytest.fixture
def model(qapp: QApplication) -> TableModel:
    model = TableModel()
    checked(model)
    model.show(INVOICE, [TableRow(one) for one in ALL])
    return model


@pytest.fixture
def table(model: TableModel) -> SortedTable:
    table = SortedTable(model, model)
    checked(table)
    return table


def names(table: SortedTable) -> list[str]:
    return [table.row(number).row.document for number in range(table.rowCount())]


def test_documents_down_and_fields_across(model: TableModel) -> None:
    assert (model.rowCount(), model.columnCount()) == (7, 7)
    titles = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(7)]
    assert titles[:4] == ["Document", "Invoice number", "Issue date", "Total"]
    assert model.index(0, 0).data() == "Invoice 1"
    assert model.index(0, TOTAL).data() == "1234.50"
    assert model.index(4, TOTAL).data() == ""
    tip = model.headerData(TOTAL, Qt.Orientation.Horizontal, ROLE.ToolTipRole)
    assert tip == "Total\nWith taxes."
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable


def test_tips_keep_their_lines_and_are_never_mark_up(model: TableModel) -> None:
    tip = str(model.index(0, TOTAL).data(ROLE.ToolTipRole))
    assert tip.splitlines()[0] == "Total: 1234.50"
    model.put(TableRow(extracted(1, title="<b>Bold</b>")))
    tip = str(model.index(0, 0).data(ROLE.ToolTipRole))
    assert "&lt;b&gt;Bold" in tip


def test_a_row_that_changes_is_told_and_nothing_else(model: TableModel, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(model.modelReset),
        qtbot.waitSignal(model.dataChanged) as changed,
    ):
        model.put(TableRow(extracted(2, 5.0)))
    first, last = changed.args[:2] if changed.args else (QModelIndex(), QModelIndex())
    assert (first.row(), last.row(), last.column()) == (1, 1, 6)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.put(TableRow(extracted(2, 5.0)))
    with qtbot.assertNotEmitted(model.dataChanged):
        model.put(TableRow(extracted(99)))


def test_of_a_document_that_is_read_only_its_state_changes(model: TableModel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(model.dataChanged) as changed:
        model.set_fraction(5, 0.5)
    assert changed.args is not None
    assert changed.args[1].column() == 0
    assert model.row(4).fraction == 0.5
    model.set_waiting([5, 6], True)
    assert (model.row(4).waiting, model.row(4).fraction) == (True, None)
    assert model.row(5).waiting


def test_the_same_documents_are_shown_without_a_reset(model: TableModel, qtbot: QtBot) -> None:
    rows = [TableRow(one) for one in ALL]
    rows[4] = TableRow(extracted(5))
    with qtbot.assertNotEmitted(model.modelReset):
        model.show(INVOICE, rows)
    assert model.row(4).extracted
    with qtbot.waitSignal(model.modelReset):
        model.show(INVOICE, rows[:3])
    with qtbot.waitSignal(model.modelReset):
        model.show(CONTRACT, [TableRow(row(1, schema=CONTRACT))])
    assert model.columnCount() == 2


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (UP, ["Rent", "Water", "Hardware", "Invoice 1", "Chairs"]),
        (DOWN, ["Chairs", "Invoice 1", "Hardware", "Water", "Rent"]),
    ],
)
def test_what_has_no_value_comes_last_whatever_the_direction(
    table: SortedTable, order: Qt.SortOrder, expected: list[str]
) -> None:
    table.sort(TOTAL, order)
    assert names(table)[:5] == expected
    assert set(names(table)[5:]) == {"Scan of a letter", "Tables and lamps"}
    table.sort(-1)
    assert names(table) == [one.document for one in ALL]


def test_documents_are_sorted_by_name_whatever_the_case(table: SortedTable) -> None:
    model = table.sourceModel()
    assert isinstance(model, TableModel)
    model.put(TableRow(replace(CLEAN, document="zebra")))
    table.sort(0, UP)
    assert names(table) == [
        *("Chairs", "Hardware", "Rent", "Scan of a letter"),
        *("Tables and lamps", "Water", "zebra"),
    ]


def test_a_filter_follows_what_changes(table: SortedTable, model: TableModel) -> None:
    table.show_only(Show.REVIEW)
    assert names(table) == ["Hardware", "Chairs"]
    model.put(TableRow(extracted(UNSURE.document_id)))
    assert names(table) == ["Chairs"]
    table.show_only(Show.MISSING)
    assert names(table) == [NOT_YET.document]
    assert not table.index_of(CLEAN.document_id, 1).isValid()
    table.show_only(Show.ALL)
    assert table.index_of(CLEAN.document_id, 1).row() == 0


def test_a_thousand_documents_are_sorted_at_once(qapp: QApplication) -> None:
    model = TableModel()
    rows = [TableRow(extracted(n, float((n * 7919) % 1000))) for n in range(1, 1001)]
    model.show(INVOICE, rows)
    table = SortedTable(model)
    table.sort(TOTAL, UP)
    shown = [table.row(n).row.cells[2].value for n in range(1000)]
    assert shown == sorted(shown, key=float)  # type: ignore[arg-type]
