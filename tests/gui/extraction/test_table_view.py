"""The table: what is chosen and opened by pointer and keyboard, order, widths, and what stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit

from app.gui.extraction.cell_editor import CellEditor
from app.gui.extraction.table_painting import CellDelegate
from tests.gui.chat.windows import settle
from tests.gui.extraction.conftest import Bench
from tests.gui.extraction.examples import ALL, INVOICE, extracted

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ENTER, F2, DOWN, ESC = Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Down, Qt.Key.Key_Escape
TOTAL = 3


def editor(bench: Bench) -> CellEditor | None:
    editors = [one for one in bench.view.findChildren(CellEditor) if one.isVisible()]
    return editors[0] if editors else None


def opened(bench: Bench, count: int) -> list[int]:
    """The documents whose citations were opened, once there are so many."""
    bench.qtbot.waitUntil(lambda: len(bench.opened) >= count)
    return [citation.document_id for citation, *_ in bench.opened]


# --- opening --------------------------------------------------------------------------------


def test_a_click_on_a_value_opens_its_page(bench: Bench) -> None:
    bench.click("Hardware", TOTAL)
    assert opened(bench, 1) == [2]
    _, index, count = bench.opened[0]
    assert bench.tables.calls("citation") == [("invoice", 2, "total")]
    # Six values of the first row come before, and two of this one.
    assert index == 8
    assert count == len(bench.view.cited())
    assert bench.view.hasFocus()


def test_a_value_without_a_passage_opens_nothing(bench: Bench) -> None:
    bench.click("Hardware", bench.column("paid"))
    bench.click("Tables and lamps", TOTAL)
    assert bench.tables.calls("citation") == []


def test_a_click_with_control_only_chooses(bench: Bench) -> None:
    place = bench.view.visualRect(bench.index("Hardware", TOTAL)).center()
    bench.qtbot.mouseClick(bench.view.viewport(), LEFT, CONTROL, place)
    settle()
    assert bench.view.selectionModel().isSelected(bench.index("Hardware", TOTAL))
    assert bench.tables.calls("citation") == []


def test_enter_opens_a_value_or_a_document(bench: Bench) -> None:
    documents: list[int] = []
    bench.panel.document_activated.connect(documents.append)
    bench.panel.focus_table()
    assert bench.view.hasFocus()
    bench.press(ENTER)
    assert documents == [1]
    bench.press(Qt.Key.Key_Right)
    bench.press(ENTER)
    assert opened(bench, 1) == [1]


def test_a_second_click_on_a_document_opens_it(bench: Bench) -> None:
    documents: list[int] = []
    bench.panel.document_activated.connect(documents.append)
    frozen = bench.view.frozen
    place = frozen.visualRect(bench.index("Chairs", 0)).center()
    bench.qtbot.mouseClick(frozen.viewport(), LEFT, pos=place)
    assert documents == []
    assert bench.view.hasFocus()
    bench.qtbot.mouseDClick(frozen.viewport(), LEFT, pos=place)
    assert documents == [3]


def test_keys_lead_from_value_to_value_in_the_order_of_the_rows(bench: Bench) -> None:
    bench.panel.open_next()
    assert opened(bench, 1) == [1]
    for count in range(2, 8):
        bench.panel.open_next()
        opened(bench, count)
    fields = [call[2] for call in bench.tables.calls("citation")]
    assert fields == [*(field.name for field in INVOICE.fields), "number"]
    assert opened(bench, 7)[-1] == 2
    bench.panel.open_previous()
    assert opened(bench, 8)[-1] == 1
    assert [index for _, index, _ in bench.opened] == [0, 1, 2, 3, 4, 5, 6, 5]


def test_at_the_last_value_there_is_no_next(bench: Bench) -> None:
    bench.click("Water", bench.column("lines"))
    opened(bench, 1)
    bench.panel.open_next()
    settle()
    assert len(bench.tables.calls("citation")) == 1


# --- choosing -------------------------------------------------------------------------------


def test_documents_are_chosen_and_counted(bench: Bench) -> None:
    bench.click("Invoice 1", 0)
    assert bench.view.chosen_documents() == (1,)
    frozen = bench.view.frozen
    place = frozen.visualRect(bench.index("Chairs", 0)).center()
    bench.qtbot.mouseClick(frozen.viewport(), LEFT, SHIFT, place)
    settle()
    assert bench.view.chosen_documents() == (1, 2, 3)
    assert bench.panel.controls.button.text() == "Extract from 3 documents"
    # A value that is clicked chooses no row.
    bench.click("Hardware", TOTAL)
    assert bench.view.chosen_documents() == ()
    assert bench.panel.controls.button.text() == "Extract from 4 documents"


def test_esc_chooses_none_and_then_goes_on(bench: Bench) -> None:
    bench.panel.focus_table()
    bench.press(Qt.Key.Key_A, CONTROL)
    assert len(bench.view.chosen_documents()) == 7
    assert bench.panel.clear()
    assert not bench.panel.clear()
    assert bench.view.chosen_documents() == ()


def test_what_is_chosen_is_copied_as_a_table(bench: Bench) -> None:
    bench.panel.focus_table()
    bench.view.go_to(1, TOTAL)
    bench.press(DOWN, SHIFT)
    bench.press(Qt.Key.Key_Right, SHIFT)
    bench.press(Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "1234.50\tNo\n99.00\t–"


# --- correcting -----------------------------------------------------------------------------


def test_f2_corrects_in_place(bench: Bench) -> None:
    bench.panel.focus_table()
    bench.view.go_to(2, TOTAL)
    bench.press(F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.text() == "99.00"
    field.selectAll()
    bench.qtbot.keyClicks(field, "101,50")
    with bench.qtbot.waitSignal(bench.worker.row_changed):
        bench.press(ENTER)
    settle()
    assert bench.tables.calls("correct") == [("invoice", 2, "total", "101,50")]
    assert bench.view.hasFocus()
    assert editor(bench) is None


def test_a_document_is_not_corrected(bench: Bench) -> None:
    bench.panel.focus_table()
    bench.press(F2)
    assert editor(bench) is None


def test_a_second_click_corrects_the_value_that_was_clicked_first(bench: Bench) -> None:
    bench.click("Hardware", TOTAL)
    opened(bench, 1)
    # The page that opened pushed the table aside: something else is below the pointer now.
    other = bench.view.visualRect(bench.index("Chairs", 1)).center()
    bench.qtbot.mouseDClick(bench.view.viewport(), LEFT, pos=other)
    settle()
    shown = editor(bench)
    assert shown is not None
    assert shown.field.accessibleName() == "Total, Hardware"
    assert len(bench.tables.calls("citation")) == 1
    bench.qtbot.mouseRelease(bench.view.viewport(), LEFT, pos=other)
    bench.press(ESC)
    assert editor(bench) is None
    assert bench.tables.calls("correct") == []
    # The next click is a first one again.
    bench.click("Hardware", 1)
    opened(bench, 2)


def test_a_second_click_beside_what_was_clicked_first_opens_nothing(bench: Bench) -> None:
    view = bench.view.viewport()
    place = bench.view.visualRect(bench.index("Hardware", TOTAL)).center()
    bench.qtbot.mousePress(view, LEFT, pos=place)
    bench.qtbot.mouseDClick(view, LEFT, pos=place)
    bench.qtbot.mouseRelease(view, LEFT, pos=place)
    settle()
    assert bench.tables.calls("citation") == []
    bench.click("Hardware", TOTAL)
    opened(bench, 1)


def test_a_row_that_changes_meanwhile_leaves_what_is_written(bench: Bench) -> None:
    bench.panel.focus_table()
    bench.view.go_to(2, TOTAL)
    bench.press(F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.setText("77")
    bench.worker.row_changed.emit("invoice", extracted(2, 5.0, title="Hardware"))
    settle()
    shown = editor(bench)
    assert shown is not None
    assert shown.text == "77"


# --- order, widths, and what stays ----------------------------------------------------------


def test_a_click_on_a_title_sorts_both_ways_and_back(bench: Bench) -> None:
    header = bench.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(TOTAL) + 20, header.height() // 2)
    before = bench.names()
    bench.qtbot.mouseClick(header.viewport(), LEFT, pos=place)
    assert bench.names()[:2] == ["Rent", "Water"]
    bench.qtbot.mouseClick(header.viewport(), LEFT, pos=place)
    assert bench.names()[:2] == ["Chairs", "Invoice 1"]
    bench.qtbot.mouseClick(header.viewport(), LEFT, pos=place)
    assert bench.names() == before


def test_a_click_on_the_title_of_the_documents_sorts_by_name(bench: Bench) -> None:
    header = bench.view.frozen.horizontalHeader()
    bench.qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(20, 10))
    assert bench.names() == sorted(bench.names())
    assert bench.view.horizontalHeader().sortIndicatorSection() == 0


def test_the_documents_stay_while_the_fields_are_scrolled(bench: Bench) -> None:
    bench.panel.resize(560, 500)
    settle()
    bench.view.go_to(2, bench.column("lines"))
    assert bench.view.horizontalScrollBar().value() > 0
    frozen = bench.view.frozen
    assert frozen.isVisible()
    assert frozen.visualRect(bench.index("Hardware", 0)).left() == 0
    assert frozen.width() == bench.view.columnWidth(0)
    # A cell is never brought below the documents.
    bench.view.go_to(2, 1)
    assert bench.view.visualRect(bench.index("Hardware", 1)).left() >= frozen.width()


def test_both_views_are_scrolled_together(bench: Bench) -> None:
    bench.put(INVOICE, *(extracted(number) for number in range(1, 101)))
    bench.panel._load()
    bench.qtbot.waitUntil(lambda: len(bench.names()) == 100)
    bench.view.verticalScrollBar().setValue(500)
    assert bench.view.frozen.verticalScrollBar().value() == 500
    bench.view.frozen.verticalScrollBar().setValue(700)
    assert bench.view.verticalScrollBar().value() == 700


def test_what_is_chosen_and_scrolled_to_stays_when_rows_change(bench: Bench) -> None:
    many = [extracted(number) for number in range(1, 101)]
    bench.put(INVOICE, *many)
    bench.panel._load()
    bench.qtbot.waitUntil(lambda: len(bench.names()) == 100)
    bench.view.go_to(40, TOTAL)
    scrolled = bench.view.verticalScrollBar().value()
    assert scrolled > 0
    bench.worker.row_changed.emit("invoice", extracted(41, 1.0))
    assert bench.view.verticalScrollBar().value() == scrolled
    # One more document: all rows are replaced.
    bench.put(INVOICE, *many, extracted(101))
    bench.panel._load()
    bench.qtbot.waitUntil(lambda: len(bench.names()) == 101)
    assert bench.view.verticalScrollBar().value() == scrolled
    at = bench.view.at()
    assert at is not None
    assert (at[0].document_id, at[1].name) == (40, "total")


def test_a_value_stays_in_view_when_the_table_gets_narrow(bench: Bench) -> None:
    bench.click("Hardware", TOTAL)
    bench.panel.resize(520, 600)
    settle()
    place = bench.view.visualRect(bench.index("Hardware", TOTAL))
    assert bench.view.viewport().rect().contains(place)
    assert place.left() >= bench.view.frozen.width()


def test_widths_that_the_user_gave_stay(bench: Bench) -> None:
    bench.view.setColumnWidth(TOTAL, 250)
    bench.put(INVOICE, *ALL[:3])
    bench.panel._load()
    bench.qtbot.waitUntil(lambda: len(bench.names()) == 3)
    assert bench.view.columnWidth(TOTAL) == 250


def test_screen_readers_are_told_what_a_cell_holds(bench: Bench) -> None:
    table = QAccessible.queryAccessibleInterface(bench.view)
    assert table.text(QAccessible.Text.Name) == "Extracted fields"
    role = Qt.ItemDataRole.AccessibleTextRole
    assert bench.index("Hardware", TOTAL).data(role) == (
        "Total, Hardware, 99.00, not found in the passage, to review, page 3"
    )


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_rows_and_titles_grow_with_the_text(bench: Bench, factor: float) -> None:
    bench.theme.set_text_factor(factor)
    settle()
    height = bench.theme.scaled(44)
    assert bench.view.rowHeight(0) == bench.view.frozen.rowHeight(0) == height


def test_a_number_that_is_partly_below_the_documents_keeps_its_beginning(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, str]] = []

    def note(
        _self: object, _painter: object, place: QRect, *said: object, right: bool = False
    ) -> None:
        drawn.append((place.left(), str(said[-1])))

    bench.panel.resize(560, 500)
    settle()
    view, total = bench.view, bench.index("Hardware", TOTAL)
    beside = view.columnWidth(0)
    bar = view.horizontalScrollBar()
    bar.setValue(bar.value() + view.visualRect(total).left() - beside + 40)
    rect = view.visualRect(total)
    assert rect.left() < beside < rect.right()
    image = QImage(view.viewport().size(), QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    with monkeypatch.context() as patched:
        patched.setattr(CellDelegate, "_text", note)
        view.delegate._paint_value(painter, rect, total)
    painter.end()
    assert [text for _, text in drawn] == ["99.00"]
    assert drawn[0][0] >= beside


def test_the_documents_stand_at_the_left_whatever_the_direction(bench: Bench) -> None:
    bench.panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    settle()
    view = bench.view
    assert view.visualRect(bench.index("Hardware", 0)).left() == 0
    assert view.visualRect(bench.index("Hardware", 1)).left() >= view.frozen.width()
