"""The pane: from choosing to a table, extracting, stopping, faults, and what is told."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.domain.collection import ALL_DOCUMENTS, Collection, ScopeChoice
from app.core.errors import InvalidInput, ModelUnavailable, NotFound, WorkerDied
from app.gui.common.widgets import ButtonVariant
from app.gui.extraction import wording
from app.gui.extraction.cell_menu import CellMenu
from app.gui.extraction.panel import ExtractionPanel
from app.gui.extraction.table_area import AreaState
from app.gui.extraction.table_rows import RowState, Show
from app.services.extraction_events import (
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionHeld,
    ExtractionProgress,
)
from app.services.extraction_tables import ExtractionTable, TableForm
from tests.gui.chat.scripted_answers import Gate
from tests.gui.chat.windows import settle
from tests.gui.extraction.conftest import Bench, document
from tests.gui.extraction.examples import (
    ALL,
    CLEAN,
    CONTRACT,
    FAILED,
    INVOICE,
    NOT_YET,
    UNSURE,
    extracted,
)
from tests.gui.scripted_extractions import ended
from tests.gui.scripted_extractions import extracted as done

LEFT = Qt.MouseButton.LeftButton
MENUS = pytest.mark.qt_log_ignore(
    "This plugin does not support (raise|grabbing the keyboard)", extend=True
)
TOTAL = 3


def button(bench: Bench) -> str:
    return bench.panel.controls.button.text()


def variant(bench: Bench) -> ButtonVariant:
    return bench.panel.controls.button.variant


def press(bench: Bench) -> None:
    bench.qtbot.mouseClick(bench.panel.controls.button, LEFT)
    settle()


def state(bench: Bench, document_id: int) -> RowState:
    row = bench.panel.model.row_of(document_id)
    assert row is not None
    return row.state


def show(bench: Bench, shown: Show) -> None:
    bench.qtbot.mouseClick(bench.panel.controls.filter.words.segment(shown), LEFT)
    settle()


# --- before there is a table ----------------------------------------------------------------


def test_without_a_schema_it_says_what_to_choose(blank: Bench) -> None:
    blank.bring_up()
    assert blank.panel.area.texts() == (wording.NO_SCHEMA, wording.NO_SCHEMA_MORE)
    assert button(blank) == "Extract"
    assert not blank.panel.controls.button.isEnabled()
    assert blank.panel.controls.filter.isHidden()
    blank.panel.focus_table()
    assert blank.panel.controls.schema.hasFocus()
    assert blank.tables.calls("table") == []


@MENUS
def test_where_no_schema_is_chosen_one_is_offered(blank: Bench) -> None:
    blank.bring_up()
    offered = blank.panel.area.choose_button
    assert offered.isVisible()
    blank.qtbot.mouseClick(offered, LEFT)
    menu = blank.panel.controls.schema.menu()
    blank.qtbot.waitUntil(menu.isVisible)
    [invoice] = [action for action in menu.actions() if action.text() == "Invoice"]
    with blank.qtbot.waitSignal(blank.worker.table_ready):
        invoice.trigger()
    menu.close()
    settle()
    assert blank.panel.area.state is AreaState.TABLE
    show(blank, Show.FAILED)
    blank.put(INVOICE, CLEAN)
    blank.panel._load()
    blank.qtbot.waitUntil(lambda: blank.panel.area.state is AreaState.WORDS)
    assert offered.isHidden()


def test_without_documents_it_says_to_add_some(blank: Bench) -> None:
    blank.panel.set_documents([])
    blank.bring_up()
    assert blank.panel.area.texts()[0] == "Add documents first."


def test_where_no_document_can_be_read_it_says_so(bench: Bench) -> None:
    bench.put(CONTRACT)
    bench.choose(CONTRACT)
    assert bench.panel.area.texts()[0] == wording.NONE_HERE
    assert not bench.panel.controls.button.isEnabled()


def test_without_a_model_tables_are_shown_and_one_is_offered(bench: Bench) -> None:
    bench.panel.set_model("", False)
    assert bench.panel.area.state is AreaState.TABLE
    assert bench.panel.model_note.isVisible()
    assert not bench.panel.controls.button.isEnabled()
    with bench.qtbot.waitSignal(bench.panel.model_menu_requested):
        bench.panel.model_note.button().click()
    bench.panel.set_model("Qwen", True)
    assert bench.panel.model_note.isHidden()
    assert bench.panel.controls.button.isEnabled()


def test_the_menu_of_schemas_leads_to_their_tables_and_to_the_form(bench: Bench) -> None:
    chooser = bench.panel.controls.schema
    assert chooser.text() == "Invoice"
    chooser.menu().aboutToShow.emit()
    actions = {action.text(): action for action in chooser.menu().actions()}
    assert actions["Invoice"].isChecked()
    with bench.qtbot.waitSignal(bench.panel.schemas_requested):
        actions["Edit schemas…"].trigger()
    with bench.qtbot.waitSignal(bench.worker.table_ready):
        actions["Contract"].trigger()
    settle()
    assert chooser.accessibleName() == "Schema: Contract"
    assert bench.panel.model.schema == CONTRACT


def test_a_table_is_made_only_where_it_can_be_seen(blank: Bench) -> None:
    blank.panel.choose_schema(INVOICE)
    settle()
    assert blank.tables.calls("table") == []
    with blank.qtbot.waitSignal(blank.worker.table_ready):
        blank.bring_up()
    assert len(blank.tables.calls("table")) == 1


# --- the table ------------------------------------------------------------------------------


def test_the_scope_decides_which_documents_are_in_it(bench: Bench) -> None:
    scope = bench.panel.controls.scope
    documents = [document(number) for number in range(1, 8)]
    scope.set_choices([Collection(1, "Papers", frozenset({1, 2}))], documents)
    choice = ScopeChoice(document_ids=frozenset({1, 5}))
    with bench.qtbot.waitSignal(bench.worker.table_ready):
        scope.set_choice(choice)
    settle()
    assert bench.names() == ["Invoice 1", "Tables and lamps"]
    assert bench.tables.calls("table")[-1] == ("invoice", choice)
    assert bench.panel.choice == choice


def test_filters_count_and_show(bench: Bench) -> None:
    words = bench.panel.controls.filter.words
    assert [words.segment(shown).text() for shown in Show] == [
        "All (7)",
        "To review (2)",
        "Failed (2)",
        "Not extracted (1)",
    ]
    show(bench, Show.REVIEW)
    assert bench.names() == ["Hardware", "Chairs"]
    show(bench, Show.FAILED)
    assert bench.names() == ["Scan of a letter", "Water"]


def test_where_nothing_is_to_be_reviewed_it_says_so(bench: Bench) -> None:
    bench.put(INVOICE, CLEAN, NOT_YET)
    bench.choose(CONTRACT)
    bench.choose()
    show(bench, Show.REVIEW)
    assert bench.panel.area.texts()[0] == "Nothing to review."
    bench.put(CONTRACT, *bench.tables.rows["contract"].values())
    bench.choose(CONTRACT)
    assert bench.panel.controls.filter.shown is Show.ALL
    show(bench, Show.REVIEW)
    assert bench.panel.area.texts()[0] == "Nothing is extracted yet."
    show(bench, Show.FAILED)
    assert bench.panel.area.texts()[0] == "Nothing failed."


def test_what_is_read_again_or_removed_is_shown_soon(bench: Bench) -> None:
    bench.put(INVOICE, *ALL[:2])
    before = len(bench.tables.calls("table"))
    with bench.qtbot.waitSignal(bench.worker.table_ready):
        for number in range(3, 8):
            bench.panel.set_documents([document(one) for one in range(1, number)])
    settle()
    assert bench.names() == ["Invoice 1", "Hardware"]
    # Changes that come together are one.
    assert len(bench.tables.calls("table")) == before + 1
    bench.panel.set_documents([document(one) for one in range(1, 7)])
    assert not bench.panel._reload.isActive()


def test_a_schema_that_was_changed_or_removed_is_followed(bench: Bench) -> None:
    other = replace(INVOICE, fields=INVOICE.fields[:2], title="Bill")
    rows = [replace(one, cells=one.cells[:2]) for one in ALL]
    bench.put(other, *rows)
    with bench.qtbot.waitSignal(bench.worker.table_ready):
        bench.panel.set_schemas((other, CONTRACT))
    settle()
    assert bench.panel.controls.schema.text() == "Bill"
    assert bench.panel.model.columnCount() == 3
    bench.panel.set_schemas((CONTRACT,))
    assert bench.panel.schema is None
    assert bench.panel.area.texts()[0] == wording.NO_SCHEMA


def test_without_documents_nothing_is_left_to_extract_or_export(bench: Bench) -> None:
    export = next(one for one in bench.panel.header.menu.actions() if "CSV" in one.text())
    assert export.isEnabled()
    bench.panel.set_documents([])
    bench.qtbot.waitUntil(lambda: not bench.panel.model.rows())
    settle()
    assert bench.panel.area.texts()[0] == wording.NO_DOCUMENTS
    assert not bench.panel.controls.button.isEnabled()
    assert not export.isEnabled()
    # A table that was being made meanwhile comes too late.
    bench.worker.table_ready.emit(ExtractionTable(INVOICE, ALL, frozenset()))
    assert not bench.panel.model.rows()


def test_a_schema_that_goes_while_its_table_is_made_leaves_nothing_to_try_again(
    bench: Bench,
) -> None:
    bench.panel.choose_schema(CONTRACT)
    bench.panel.set_schemas((INVOICE,))
    assert bench.panel.schema is None
    bench.worker.failed.emit(NotFound("There is no such document."))
    assert bench.panel.notices.notice.text() == "There is no such document."
    assert bench.panel.notices.notice.button().isHidden()


def test_a_table_that_cannot_be_made_is_tried_again(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.tables.fault = NotFound("There is no such collection. Choose another.")
    with caplog.at_level(logging.WARNING), bench.qtbot.waitSignal(bench.worker.failed):
        bench.panel.choose_schema(CONTRACT)
    settle()
    notice = bench.panel.notices.notice
    assert notice.isVisible()
    assert notice.text() == "There is no such collection. Choose another."
    with bench.qtbot.waitSignal(bench.worker.table_ready):
        notice.button().click()
    settle()
    assert bench.panel.area.state is AreaState.TABLE


# --- extracting -----------------------------------------------------------------------------


def test_what_is_left_to_do_is_extracted_and_the_table_fills(
    bench: Bench, spoken: list[str]
) -> None:
    assert button(bench) == "Extract from 4 documents"
    for number in (4, 5, 6, 7):
        bench.tables.after[number] = extracted(number)
    gate = Gate()
    bench.runs.add(
        ExtractionBegun("invoice", 4, "Scan", 4),
        ExtractionProgress("invoice", 4, 0.5),
        gate,
        *(done("invoice", number) for number in (4, 5, 6, 7)),
        ended(4),
    )
    press(bench)
    assert bench.tables.calls("queue") == [("invoice", (4, 5, 6, 7))]
    assert button(bench) == "Stop"
    assert variant(bench) is ButtonVariant.PLAIN
    assert state(bench, 5) is RowState.WAITING
    bench.qtbot.waitUntil(lambda: state(bench, 4) is RowState.READING)
    bench.qtbot.waitUntil(lambda: bench.panel.strip.share() == 0.125)
    assert bench.panel.strip.texts()[0] == "Extracting “Invoice” from 4 documents"
    gate.open()
    bench.wait_idle()
    assert [state(bench, n) for n in (4, 5, 6, 7)] == [RowState.EXTRACTED] * 4
    assert bench.panel.strip.texts()[0] == "4 documents extracted"
    assert button(bench) == "Extract again"
    assert variant(bench) is ButtonVariant.PRIMARY
    assert "Extracting from 4 documents" in spoken
    assert spoken[-1] == "4 documents extracted."


def test_a_stop_forgets_what_waits_and_keeps_what_is_done(bench: Bench) -> None:
    bench.tables.after[4] = extracted(4)
    bench.runs.add(
        ExtractionBegun("invoice", 4, "", 4),
        done("invoice", 4),
        ExtractionBegun("invoice", 5, "", 3),
        Gate(),
    )
    press(bench)
    bench.qtbot.waitUntil(lambda: state(bench, 5) is RowState.READING)
    press(bench)
    assert state(bench, 6) is RowState.CHANGED
    bench.qtbot.waitUntil(lambda: bench.panel.strip.texts()[0] == "Stopped")
    bench.wait_idle()
    assert bench.tables.calls("stop") == [("invoice",)]
    assert state(bench, 4) is RowState.EXTRACTED
    assert state(bench, 5) is RowState.NOT_YET
    assert bench.panel.strip.texts()[1].endswith("What was extracted is kept.")
    assert button(bench) == "Extract from 3 documents"
    bench.qtbot.mouseClick(bench.panel.strip.close_button, LEFT)
    assert bench.panel.strip.isHidden()


def test_chosen_rows_are_extracted_whether_they_were_or_not(bench: Bench) -> None:
    bench.click("Invoice 1", 0)
    assert button(bench) == "Extract from 1 document"
    press(bench)
    bench.wait_idle()
    assert bench.tables.calls("queue") == [("invoice", (1,))]


def test_where_nothing_is_left_all_are_extracted_again(bench: Bench) -> None:
    bench.put(INVOICE, CLEAN, UNSURE)
    bench.choose(CONTRACT)
    bench.choose()
    assert button(bench) == "Extract again"
    press(bench)
    bench.wait_idle()
    [action] = [a for a in bench.panel.header.menu.actions() if a.text() == "Extract all again"]
    action.trigger()
    bench.wait_idle()
    assert bench.tables.calls("queue") == [("invoice", (1, 2)), ("invoice", (1, 2))]


def test_an_answer_comes_first(bench: Bench) -> None:
    gate = Gate()
    bench.runs.add(
        ExtractionBegun("invoice", 4, "", 1),
        ExtractionProgress("invoice", 4, 0.5),
        ExtractionHeld("invoice", 4),
        gate,
        ended(stopped=True),
    )
    press(bench)
    bench.qtbot.waitUntil(lambda: bench.panel.strip.texts()[0] == "Waiting for the answer")
    assert state(bench, 4) is RowState.WAITING
    gate.open()
    bench.wait_idle()


def test_what_an_earlier_run_left_shows_its_table(blank: Bench) -> None:
    gate = Gate()
    blank.tables.waiting["contract"] = [1]
    blank.runs.add(ExtractionBegun("contract", 1, "", 1), gate, done("contract", 1), ended(1))
    blank.bring_up()
    with blank.qtbot.waitSignal(blank.worker.table_ready):
        blank.worker.go_on()
    settle()
    assert blank.panel.schema == CONTRACT
    assert state(blank, 1) is RowState.READING
    assert button(blank) == "Stop"
    gate.open()
    blank.wait_idle()


def test_documents_that_wait_elsewhere_can_be_stopped(bench: Bench) -> None:
    bench.tables.waiting["invoice"] = [99]
    bench.choose(CONTRACT)
    bench.choose()
    assert button(bench) == "Stop"


def test_documents_of_another_schema_are_stopped_by_the_strip(bench: Bench) -> None:
    bench.runs.add(ExtractionBegun("invoice", 4, "", 4), Gate())
    press(bench)
    bench.qtbot.waitUntil(lambda: bench.panel.strip.texts()[0].startswith("Extracting"))
    bench.choose(CONTRACT)
    assert button(bench) == "Extract from 7 documents"
    bench.qtbot.mouseClick(bench.panel.strip.close_button, LEFT)
    bench.qtbot.waitUntil(lambda: bench.panel.strip.texts()[0] == "Stopped")
    bench.wait_idle()
    assert bench.tables.calls("stop") == [("invoice",)]


def test_a_crash_is_told_and_extracting_goes_on_where_it_was(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    crash = WorkerDied("The language model ended. What was extracted is kept.")
    bench.runs.add(ExtractionBegun("invoice", 4, "", 4), crash)
    with caplog.at_level(logging.WARNING):
        press(bench)
        bench.qtbot.waitUntil(bench.panel.notices.isVisible)
    bench.wait_idle()
    assert bench.panel.strip.isHidden()
    assert state(bench, 4) is RowState.WAITING
    for number in (4, 5, 6, 7):
        bench.tables.after[number] = extracted(number)
    assert bench.panel.notices.notice.button().text() == "Go on"
    bench.panel.notices.notice.button().click()
    bench.qtbot.waitUntil(lambda: state(bench, 7) is RowState.EXTRACTED)
    bench.wait_idle()


def test_without_a_model_that_loads_another_is_offered(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.runs.add(ModelUnavailable("The model cannot be loaded. Choose another."))
    with caplog.at_level(logging.WARNING):
        press(bench)
        bench.qtbot.waitUntil(bench.panel.notices.isVisible)
    with bench.qtbot.waitSignal(bench.panel.model_menu_requested):
        bench.panel.notices.notice.button().click()
    bench.wait_idle()


def test_a_document_that_fails_says_why(bench: Bench) -> None:
    assert FAILED.fault is not None
    bench.tables.after[5] = replace(NOT_YET, fault=FAILED.fault)
    bench.runs.add(DocumentNotExtracted("invoice", 5, FAILED.fault), ended(failed=1))
    bench.click("Tables and lamps", 0)
    press(bench)
    bench.qtbot.waitUntil(lambda: state(bench, 5) is RowState.FAILED)
    bench.wait_idle()
    assert bench.panel.strip.texts()[1].startswith("1 document failed; the table says why.")
    assert bench.panel.line.texts()[1].startswith("Not extracted.")


# --- single values --------------------------------------------------------------------------


def test_below_the_table_stands_what_is_known_of_a_value(bench: Bench) -> None:
    line = bench.panel.line
    assert line.isHidden()
    bench.click("Hardware", TOTAL)
    assert line.texts()[0] == "Total: 99.00"
    assert line.confirm_button.isVisible()
    bench.click("Invoice 1", TOTAL)
    assert line.texts()[1].startswith("High confidence.  p.\u00a02 (label ii): “Total due")
    assert line.confirm_button.isHidden()
    bench.panel.resize(900, 400)
    settle()
    assert line.isHidden()


def test_a_value_that_looks_right_leaves_the_review(bench: Bench, spoken: list[str]) -> None:
    bench.click("Hardware", bench.column("issue_date"))
    with bench.qtbot.waitSignal(bench.worker.row_changed):
        bench.panel.line.confirm_button.click()
    settle()
    assert bench.tables.calls("correct") == [("invoice", 2, "issue_date", "2026-03-03")]
    row = bench.panel.model.row_of(2)
    assert row is not None
    assert row.row.to_review == ("total", "lines")
    assert bench.view.hasFocus()
    assert spoken[-1].startswith("Issue date, Hardware, ")
    assert "corrected" in spoken[-1]


def menu(bench: Bench, name: str, column: int) -> dict[str, object]:
    bench.view.go_to(ALL[[one.document for one in ALL].index(name)].document_id, column)
    bench.view.menu_wanted.emit(bench.view.mapToGlobal(bench.view.rect().center()))
    shown = bench.panel.cells.menu
    assert isinstance(shown, CellMenu)
    entries = {action.text(): action for action in shown.actions() if action.text()}
    shown.close()
    return dict(entries)


def trigger(bench: Bench, name: str, column: int, words: str) -> None:
    action = menu(bench, name, column)[words]
    action.trigger()  # type: ignore[attr-defined]
    settle()


def enabled(entries: dict[str, object]) -> list[str]:
    return [words for words, action in entries.items() if action.isEnabled()]  # type: ignore[attr-defined]


@MENUS
def test_the_menu_offers_what_can_be_done(bench: Bench) -> None:
    assert enabled(menu(bench, "Hardware", TOTAL)) == [
        *("Show on page", "Looks right", "Correct…", "Copy", "Open document"),
        *("Extract this document again", "Sort by “Total”"),
    ]
    assert enabled(menu(bench, "Chairs", TOTAL)) == [
        *("Show on page", "Correct…", "Take back the correction", "Copy", "Open document"),
        *("Extract this document again", "Sort by “Total”"),
    ]
    assert enabled(menu(bench, "Tables and lamps", 0)) == [
        *("Copy", "Open document", "Extract from this document", "Sort by “Document”"),
    ]


@MENUS
def test_the_menu_does_it(bench: Bench) -> None:
    trigger(bench, "Chairs", TOTAL, "Take back the correction")
    bench.qtbot.waitUntil(lambda: bench.tables.calls("withdraw") == [("invoice", 3, "total")])
    trigger(bench, "Hardware", TOTAL, "Show on page")
    bench.qtbot.waitUntil(lambda: len(bench.opened) == 1)
    with bench.qtbot.waitSignal(bench.panel.document_activated) as opened:
        trigger(bench, "Hardware", TOTAL, "Open document")
    assert opened.args == [2]
    trigger(bench, "Hardware", TOTAL, "Sort by “Total”")
    assert bench.names()[:2] == ["Rent", "Water"]
    trigger(bench, "Hardware", TOTAL, "Extract this document again")
    bench.wait_idle()
    bench.qtbot.waitUntil(lambda: bench.tables.calls("queue") == [("invoice", (2,))])
    bench.wait_idle()


def test_a_correction_that_is_refused_is_told(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.tables.fault = InvalidInput("Write an amount, such as 1,234.50.")
    with caplog.at_level(logging.WARNING), bench.qtbot.waitSignal(bench.worker.failed):
        bench.view.corrected.emit(2, "total", "soon")
    settle()
    assert bench.panel.notices.notice.text() == "Write an amount, such as 1,234.50."


def test_a_page_that_is_gone_is_told(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.tables.fault = NotFound("The passage is gone. Extract again.")
    with caplog.at_level(logging.WARNING), bench.qtbot.waitSignal(bench.worker.failed):
        bench.click("Hardware", TOTAL)
    settle()
    assert bench.panel.notices.isVisible()
    assert bench.opened == []


def test_files_are_asked_for(bench: Bench) -> None:
    for words, form in (
        ("Export as CSV…", TableForm.CSV),
        ("Export as XLSX…", TableForm.XLSX),
        ("Export as JSON…", TableForm.JSON),
    ):
        [action] = [a for a in bench.panel.header.menu.actions() if a.text() == words]
        with bench.qtbot.waitSignal(bench.panel.export_requested) as asked:
            action.trigger()
        assert asked.args == [form]


# --- room and focus -------------------------------------------------------------------------


def test_in_a_narrow_pane_words_are_saved(bench: Bench) -> None:
    controls = bench.panel.controls
    assert controls.filter.words.isVisible()
    bench.panel.resize(440, 600)
    settle()
    assert controls.filter.listed.isVisible()
    assert controls.filter.words.isHidden()
    assert controls.button.geometry().top() > controls.schema.geometry().bottom()
    assert bench.panel.header.model_button.text() == ""
    controls.filter.listed.setCurrentIndex(1)
    controls.filter.listed.activated.emit(1)
    assert bench.names() == ["Hardware", "Chairs"]
    bench.theme.set_text_factor(2.0)
    bench.panel.resize(600, 440)
    settle()
    assert controls.button.text() == "Extract (4)"
    assert controls.button.accessibleName() == "Extract from 4 documents"
    assert bench.panel.minimumSizeHint().width() <= 544


def test_in_the_lowest_window_rows_are_seen_while_documents_are_read(bench: Bench) -> None:
    bench.theme.set_text_factor(2.0)
    bench.panel.resize(544, 440)
    gate = Gate()
    bench.runs.add(ExtractionBegun("invoice", 4, "", 4), gate, ended(stopped=True))
    press(bench)
    bench.qtbot.waitUntil(lambda: bench.panel.strip.texts()[0].startswith("Extracting"))
    settle()
    view = bench.view
    assert view.viewport().height() >= view.rowHeight(0)
    assert bench.panel.controls.filter.isHidden()
    assert "0 of 4 done" in bench.panel.strip.toolTip()
    gate.open()
    bench.wait_idle()
    bench.qtbot.mouseClick(bench.panel.strip.close_button, LEFT)
    settle()
    assert bench.panel.controls.filter.isVisible()


def test_tab_goes_from_the_top_to_the_table(bench: Bench) -> None:
    bench.panel.controls.schema.setFocus(Qt.FocusReason.TabFocusReason)
    visited = []
    for _ in range(5):
        focused = QApplication.focusWidget()
        visited.append(focused)
        assert focused is not None
        bench.qtbot.keyClick(focused, Qt.Key.Key_Tab)
    controls = bench.panel.controls
    assert visited[:3] == [controls.schema, controls.scope, controls.button]
    assert visited[3] is controls.filter.words.segment(Show.ALL)
    assert visited[4] is bench.view


def test_where_the_last_row_leaves_a_filter_the_focus_stays_near(bench: Bench) -> None:
    bench.put(INVOICE, CLEAN, UNSURE)
    bench.choose(CONTRACT)
    bench.choose()
    show(bench, Show.REVIEW)
    bench.panel.focus_table()
    bench.worker.row_changed.emit("invoice", extracted(2))
    settle()
    assert bench.panel.area.texts()[0] == "Nothing to review."
    focused = QApplication.focusWidget()
    assert focused is not None
    assert bench.panel.controls.filter.isAncestorOf(focused)


def test_orders_are_announced(bench: Bench, spoken: list[str]) -> None:
    bench.view.sort_column(TOTAL)
    assert spoken[-1] == "Sorted by Total, ascending"
    bench.view.sort_column(TOTAL)
    assert spoken[-1] == "Sorted by Total, descending"
    assert bench.panel.choice == ALL_DOCUMENTS
    assert isinstance(bench.panel, ExtractionPanel)
