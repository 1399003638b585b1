"""The lanes of extraction: runs, what is queued meanwhile, stops, tables and corrections."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread, Slot
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionFault, ExtractionSchema, FieldType, SchemaField
from app.core.errors import InvalidInput, NotFound, StorageError, WorkerDied
from app.services.extraction_events import (
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionProgress,
    ExtractionsFinished,
)
from app.services.extraction_tables import ExtractionTable, TableForm
from app.workers.extractions import ExtractionWorker
from tests.gui.chat.scripted_answers import Gate
from tests.gui.scripted_extractions import (
    ScriptedRuns,
    ScriptedTables,
    ended,
    extracted,
    plain_row,
)
from tests.unit.workers.listener import Listener

INVOICE = ExtractionSchema("invoice", "Invoice", (SchemaField("total", "Total", FieldType.MONEY),))
CONTRACT = ExtractionSchema("contract", "Contract", (SchemaField("term", "Term", FieldType.TEXT),))
WAIT_MS = 5000


def citation(document_id: int) -> Citation:
    path = Path(f"{document_id}.pdf")
    return Citation(17, document_id, "Invoice", path, 1, "", "", "12.50", True, (), ())


class Bench(QObject):
    """A worker over scripted tables and runs, and what it says."""

    def __init__(self, report_ms: int) -> None:
        super().__init__()
        self.tables = ScriptedTables()
        rows = [plain_row(number, ExtractedCell("total")) for number in (1, 2, 3)]
        self.tables.put(INVOICE, *rows)
        self.tables.put(CONTRACT, plain_row(1, ExtractedCell("term")))
        self.runs = ScriptedRuns(self.tables)
        self.worker = ExtractionWorker(self.tables, self.runs, report_ms=report_ms)
        self.listener = Listener()
        self.rows: list[tuple[str, ExtractedRow]] = []
        for name in ("table_ready", "citation_ready", "reported", "failed", "run_failed"):
            self.listener.listen(name, getattr(self.worker, name))
        self.listener.listen("idle", self.worker.idle, value=False)
        self.worker.row_changed.connect(self._row)

    @Slot(str, object)
    def _row(self, schema: str, row: ExtractedRow) -> None:
        self.rows.append((schema, row))
        self.listener.heard.append(("row_changed", row.document_id))

    def heard(self, name: str) -> list[object]:
        """What a signal carried."""
        return self.listener.values(name)


@pytest.fixture
def bench(qapp: QApplication) -> Iterator[Bench]:
    bench = Bench(report_ms=0)
    yield bench
    for gate in bench.tables.gates.values():
        gate.open()
    bench.worker.close()


# --- runs -----------------------------------------------------------------------------------


def test_documents_are_queued_and_read_and_their_rows_are_told(bench: Bench, qtbot: QtBot) -> None:
    after = plain_row(2, ExtractedCell("total"), title="Read")
    bench.tables.after[2] = after
    bench.runs.add(ExtractionBegun("invoice", 2, "Invoice 2", 1), extracted("invoice", 2), ended(1))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.start("invoice", (2,))
    assert bench.tables.calls("queue") == [("invoice", (2,))]
    assert bench.rows == [("invoice", after)]
    assert bench.heard("reported") == [
        ExtractionBegun("invoice", 2, "Invoice 2", 1),
        extracted("invoice", 2),
        ended(1),
    ]
    order = [name for name in bench.listener.names if name != "pending"]
    assert order == ["reported", "row_changed", "reported", "reported", "idle"]
    assert bench.listener.threads == {QThread.currentThread()}
    assert not bench.worker.busy


def test_a_document_that_failed_reports_its_row_too(bench: Bench, qtbot: QtBot) -> None:
    failed = DocumentNotExtracted("invoice", 3, ExtractionFault.NO_CHUNKS)
    bench.runs.add(failed, ended(failed=1))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.start("invoice", (3,))
    assert [row.document_id for _, row in bench.rows] == [3]


def test_a_document_that_was_removed_meanwhile_has_no_row(bench: Bench, qtbot: QtBot) -> None:
    bench.runs.add(extracted("invoice", 9), ended(1))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.start("invoice", (9,))
    assert bench.rows == []
    assert bench.heard("run_failed") == []


def test_what_is_queued_during_a_run_is_read_by_another(bench: Bench, qtbot: QtBot) -> None:
    gate = Gate()
    bench.runs.add(ExtractionBegun("invoice", 1, "", 1), gate, extracted("invoice", 1))
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.start("invoice", (1,))
    bench.worker.start("invoice", (2,))
    qtbot.waitUntil(lambda: len(bench.tables.calls("queue")) == 2)
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()
    assert bench.runs.runs == 2
    assert [row.document_id for _, row in bench.rows] == [1, 2]
    assert bench.listener.names.count("idle") == 1


def test_the_next_start_goes_on_only_where_something_waits(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.go_on()
    assert bench.runs.runs == 0
    bench.tables.waiting["invoice"] = [1, 3]
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.go_on()
    assert bench.runs.runs == 1
    assert [row.document_id for _, row in bench.rows] == [1, 3]


def test_a_stop_forgets_what_waits_for_its_schema_and_the_other_goes_on(
    bench: Bench, qtbot: QtBot
) -> None:
    bench.tables.waiting["contract"] = [1]
    bench.runs.add(ExtractionBegun("invoice", 1, "", 3), Gate())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.start("invoice", (1, 2, 3))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.stop("invoice")
    assert bench.tables.waiting.get("invoice") is None
    assert [schema for schema, _ in bench.rows] == ["contract"]
    ends = [e for e in bench.heard("reported") if isinstance(e, ExtractionsFinished)]
    assert [end.stopped for end in ends] == [True, False]
    assert bench.listener.names.count("idle") == 1


def test_a_stop_right_after_a_start_reads_nothing(bench: Bench, qtbot: QtBot) -> None:
    gate = bench.tables.gates["stop"] = Gate()
    bench.worker.start("invoice", (1, 2))
    bench.worker.stop("invoice")
    qtbot.waitUntil(lambda: bool(bench.tables.calls("stop")))
    QApplication.processEvents()  # the start is written, and must not be acted upon yet
    assert ("pending", ()) not in bench.tables.asked
    with qtbot.waitSignal(bench.worker.idle):
        gate.open()
    assert bench.runs.runs == 0
    assert bench.rows == []
    assert not any(bench.tables.waiting.values())


def test_a_stop_where_nothing_runs_only_forgets(bench: Bench, qtbot: QtBot) -> None:
    bench.tables.waiting["invoice"] = [1]
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.stop("invoice")
    assert bench.runs.runs == 0


def test_a_crash_is_told_and_what_waits_goes_on_waiting(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    crash = WorkerDied("The model ended.")
    bench.runs.add(ExtractionBegun("invoice", 1, "", 2), crash)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.idle):
        bench.worker.start("invoice", (1, 2))
    assert bench.heard("run_failed") == [crash]
    assert bench.heard("failed") == []
    assert bench.tables.waiting == {"invoice": [1, 2]}
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.go_on()
    assert [row.document_id for _, row in bench.rows] == [1, 2]


def test_what_cannot_be_queued_is_told_and_nothing_is_read(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    full = StorageError("The disk is full.")
    bench.tables.fault = full
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.failed):
        bench.worker.start("invoice", (1,))
    assert bench.heard("failed") == [full]
    assert bench.runs.runs == 0


def test_how_far_a_document_is_comes_seldom_and_the_newest_before_what_follows(
    qapp: QApplication, qtbot: QtBot
) -> None:
    bench = Bench(report_ms=60_000)
    steps = [ExtractionProgress("invoice", 1, part / 100) for part in range(1, 100)]
    bench.runs.add(ExtractionBegun("invoice", 1, "", 1), *steps, extracted("invoice", 1), ended(1))
    with qtbot.waitSignal(bench.worker.idle):
        bench.worker.start("invoice", (1,))
    assert bench.heard("reported") == [
        ExtractionBegun("invoice", 1, "", 1),
        steps[0],
        steps[-1],
        extracted("invoice", 1),
        ended(1),
    ]
    bench.worker.close()


def test_closing_stops_and_what_waits_is_kept(bench: Bench, qtbot: QtBot) -> None:
    bench.runs.add(ExtractionBegun("invoice", 1, "", 2), Gate())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.start("invoice", (1, 2))
    bench.worker.close()
    bench.worker.close()
    assert bench.tables.waiting == {"invoice": [1, 2]}
    assert bench.runs.runs == 1


# --- tables ---------------------------------------------------------------------------------


def test_a_table_is_made_while_documents_are_read(bench: Bench, qtbot: QtBot) -> None:
    bench.runs.add(ExtractionBegun("invoice", 1, "", 1), Gate())
    with qtbot.waitSignal(bench.worker.reported):
        bench.worker.start("invoice", (1,))
    choice = ScopeChoice(document_ids=frozenset({1, 3}))
    with qtbot.waitSignal(bench.worker.table_ready, timeout=WAIT_MS):
        bench.worker.show("invoice", choice)
    [table] = bench.heard("table_ready")
    assert isinstance(table, ExtractionTable)
    assert [row.document_id for row in table.rows] == [1, 3]
    assert table.waiting == frozenset({1})


def test_only_the_newest_table_is_heard_of(bench: Bench, qtbot: QtBot) -> None:
    gate = bench.tables.gates["table"] = Gate()
    bench.worker.show("invoice", ALL_DOCUMENTS)
    assert bench.tables.reached.wait(5)
    bench.worker.show("invoice", ScopeChoice(document_ids=frozenset({1})))
    bench.worker.show("contract", ALL_DOCUMENTS)
    with qtbot.waitSignal(bench.worker.table_ready, timeout=WAIT_MS):
        gate.open()
    tables = bench.heard("table_ready")
    assert [t.schema for t in tables if isinstance(t, ExtractionTable)] == [CONTRACT]
    # One that was overtaken before its turn is not made at all.
    assert [schema for schema, _ in bench.tables.calls("table")] == ["invoice", "contract"]


def test_a_table_that_cannot_be_made_is_told(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    gone = NotFound("There are no such fields.")
    bench.tables.fault = gone
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.failed):
        bench.worker.show("invoice", ALL_DOCUMENTS)
    assert bench.heard("failed") == [gone]


def test_only_the_newest_citation_is_heard_of(bench: Bench, qtbot: QtBot) -> None:
    for number in (1, 2):
        bench.tables.citations[number, "total"] = citation(number)
    gate = bench.tables.gates["table"] = Gate()
    bench.worker.show("invoice", ALL_DOCUMENTS)  # holds the lane up
    bench.worker.cite("invoice", 1, "total")
    bench.worker.cite("invoice", 2, "total")
    with qtbot.waitSignal(bench.worker.citation_ready, timeout=WAIT_MS):
        gate.open()
    assert bench.heard("citation_ready") == [citation(2)]


def test_a_citation_that_is_gone_is_told(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    gone = NotFound("The passage is gone.")
    bench.tables.fault = gone
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.failed):
        bench.worker.cite("invoice", 1, "total")
    assert bench.heard("failed") == [gone]


def test_a_file_is_made_by_whoever_asks_for_it(bench: Bench) -> None:
    content = bench.worker.content("invoice", ALL_DOCUMENTS, TableForm.CSV)
    assert bench.tables.calls("export") == []
    assert content() == b"invoice as csv"


def test_corrections_are_kept_and_taken_back(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.worker.row_changed):
        bench.worker.correct("invoice", 1, "total", "12.50")
    with qtbot.waitSignal(bench.worker.row_changed):
        bench.worker.withdraw("invoice", 1, "total")
    assert [row.cells[0].value for _, row in bench.rows] == ["12.50", None]


def test_a_correction_that_is_no_value_is_told(
    bench: Bench, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = InvalidInput("Write an amount.")
    bench.tables.fault = wrong
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(bench.worker.failed):
        bench.worker.correct("invoice", 1, "total", "soon")
    assert bench.heard("failed") == [wrong]
    assert bench.rows == []


def test_closing_writes_the_corrections_that_wait(bench: Bench, qtbot: QtBot) -> None:
    for text in ("1", "2", "3"):
        bench.worker.correct("invoice", 1, "total", text)
    bench.worker.close()
    assert [text for *_, text in bench.tables.calls("correct")] == ["1", "2", "3"]
