"""Fixtures for the table: a panel over scripted tables and runs, and what a user does with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.answer import Citation
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.domain.extracted_table import ExtractedRow
from app.core.domain.extraction import ExtractionSchema
from app.gui.common.theme import Theme
from app.gui.extraction.panel import ExtractionPanel
from app.gui.extraction.table_view import TableView
from app.workers.extractions import ExtractionWorker
from tests.gui.chat.windows import bring_up, settle
from tests.gui.extraction.examples import ALL, CONTRACT, INVOICE, citation, row
from tests.gui.scripted_extractions import ScriptedRuns, ScriptedTables

WAIT_MS = 10_000


def document(number: int, *, sha256: str = "") -> Document:
    """A document that can be searched."""
    return Document(
        id=number,
        path=Path("Library") / f"{number}.pdf",
        title=f"Document {number}",
        sha256=sha256 or f"{number}",
        stamp=FileStamp(1000, 1),
        status=DocumentStatus.INDEXED,
        status_text="",
        pages=20,
        chunks=20,
        embedded=20,
    )


class Bench:
    """A panel with its tables, runs and worker, and what a user does with it."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.theme = theme
        self.qtbot = qtbot
        self.now = 0.0
        self.tables = ScriptedTables()
        self.runs = ScriptedRuns(self.tables)
        self.worker = ExtractionWorker(self.tables, self.runs, report_ms=0)
        self.panel = ExtractionPanel(theme, self.worker, clock=lambda: self.now)
        self.opened: list[tuple[Citation, int, int]] = []
        self.panel.citation_activated.connect(self._note)
        qtbot.addWidget(self.panel)
        self.panel.set_documents([document(number) for number in range(1, 8)])
        self.panel.set_model("Qwen2.5 1.5B", True)
        self.put(INVOICE, *ALL)
        self.put(CONTRACT, *(row(n, schema=CONTRACT) for n in range(1, 8)))
        for number in range(1, 8):
            for field in INVOICE.fields:
                self.tables.citations[number, field.name] = citation(number)
        self.panel.set_schemas((INVOICE, CONTRACT))

    def _note(self, found: Citation, index: int, count: int) -> None:
        self.opened.append((found, index, count))

    def put(self, schema: ExtractionSchema, *rows: ExtractedRow) -> None:
        """What is stored for a schema."""
        self.tables.put(schema, *rows)

    def bring_up(self, width: int = 900, height: int = 700) -> None:
        """Show the panel as the active window."""
        self.panel.resize(width, height)
        bring_up(self.panel, self.qtbot)

    def choose(self, schema: ExtractionSchema = INVOICE) -> None:
        """Choose a schema, and wait for its table."""
        with self.qtbot.waitSignal(self.worker.table_ready, timeout=WAIT_MS):
            self.panel.choose_schema(schema)
        settle()

    @property
    def view(self) -> TableView:
        """The table."""
        return self.panel.area.view

    def names(self) -> list[str]:
        """The documents that are shown, from the top."""
        table = self.view.table
        return [table.row(number).row.document for number in range(table.rowCount())]

    def index(self, name: str, column: int) -> QModelIndex:
        """A cell, by document and column."""
        return self.view.table.index(self.names().index(name), column)

    def column(self, name: str) -> int:
        """The column of a field."""
        schema = self.panel.model.schema
        assert schema is not None
        return 1 + [field.name for field in schema.fields].index(name)

    def click(self, name: str, column: int) -> None:
        """Click a cell with the mouse."""
        index = self.index(name, column)
        self.view.scrollTo(index)
        view = self.view if column else self.view.frozen
        place = view.visualRect(index).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClick(target, key, modifiers or Qt.KeyboardModifier.NoModifier)
        settle()

    def wait_idle(self) -> None:
        """Wait until nothing is being read, nor written."""
        self.qtbot.waitUntil(lambda: not self.worker.busy, timeout=WAIT_MS)
        settle()


@pytest.fixture
def blank(theme: Theme, qtbot: QtBot) -> Iterator[Bench]:
    """A panel that is not shown yet, and for which no schema was chosen."""
    bench = Bench(theme, qtbot)
    yield bench
    bench.worker.close()


@pytest.fixture
def bench(blank: Bench) -> Bench:
    """A shown panel, 900 by 700 px, with the table of invoices."""
    blank.bring_up()
    blank.choose()
    return blank
