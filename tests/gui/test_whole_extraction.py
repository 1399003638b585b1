"""Fields out of documents in the window: drop invoices, choose what to extract, read the table,
click a value, see its words on the page; correct, export, and go on after a restart.

PyMuPDF reads and draws, SQLite stores, XlsxWriter writes. In the place of the language model stands
one that reads by patterns, so that what it finds is known.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from app.bootstrap import Application
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.domain.generation import FieldsForm, GenerationRequest, StopReason
from app.gui.common.theme import Theme
from app.gui.extraction.table_rows import RowState, Show
from app.gui.extraction.table_view import TableView
from tests.fakes.chat_model import Script, ScriptedChatModel
from tests.fakes.chat_models import OneChatModel
from tests.gui.chat.windows import settle
from tests.gui.test_whole_job import WAIT_MS, Program, covered, words_on_page
from tests.integration.handbook import write_kettle
from tests.pdfs import make_pdf

PATTERNS = {
    "number": r"Invoice no\. (\S+)",
    "vendor": r"(\w+ & Sons)",
    "issue_date": r"Issued (\d{4}-\d{2}-\d{2})",
    "total": r"Total due ([\d.]+) EUR",
    "currency": r"Total due [\d.]+ (EUR)",
}
TOTALS = {"chairs": 1234.5, "lamps": 99.0, "tables": 512.25}
_PIECES = re.compile(r"\w+|\W")


class ReadingModel(ScriptedChatModel):
    """Finds fields by patterns in the passages that it is given. `unsure` are the names of fields
    of which it is not sure; at a document whose text holds `stalls_at` it waits until it is
    cancelled."""

    def __init__(self, *, unsure: tuple[str, ...] = (), stalls_at: str = "") -> None:
        super().__init__(name="Patterns")
        self._unsure = unsure
        self._stalls_at = stalls_at

    def _next_script(self, request: GenerationRequest) -> Script:
        form = request.form
        assert isinstance(form, FieldsForm)
        if self._stalls_at and any(self._stalls_at in text for text in form.texts):
            return Script(("{",), stalls=True)
        return Script(_PIECES.findall(json.dumps(self._told(form))))

    def _ending(
        self, script: Script, request: GenerationRequest, cancel: CancelToken
    ) -> StopReason:
        if not script.stalls:
            return super()._ending(script, request, cancel)
        self.stalling.set()
        while not cancel.wait(0.002):  # its token looks at others only when it is asked
            pass
        return StopReason.CANCELLED

    def _told(self, form: FieldsForm) -> dict[str, object]:
        told: dict[str, object] = {}
        for field in form.fields:
            entry: dict[str, object] = {"value": None, "confidence": 0.9, "source_chunk_id": None}
            for chunk_id, text in zip(form.chunk_ids, form.texts, strict=True):
                found = re.search(PATTERNS[field.name], text)
                if found is not None:
                    value = float(found[1]) if field.name == "total" else found[1]
                    sure = 0.5 if field.name in self._unsure else 0.95
                    entry = {"value": value, "confidence": sure, "source_chunk_id": chunk_id}
            told[field.name] = entry
        return told


class Models(OneChatModel):
    """The model of a test, in the place of those that are installed."""

    def close(self) -> None:
        """There is no process to end."""

    def unload_idle(self) -> None:
        """There is nothing in memory."""


def with_model(model: ReadingModel) -> Callable[[Application], None]:
    def prepare(application: Application) -> None:
        application.made["chat_models"] = Models(model)

    return prepare


class ExtractingProgram(Program):
    """The program, and what a user of the table does with it."""

    @property
    def view(self) -> TableView:
        """The table."""
        return self.window.table.area.view

    def choose(self, title: str) -> None:
        """Go to the table by its key, and choose a schema in the menu."""
        modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self.qtbot.keyClick(self.window, Qt.Key.Key_T, modifiers)
        chooser = self.window.table.controls.schema
        assert chooser.hasFocus()
        chooser.menu().aboutToShow.emit()
        [action] = [one for one in chooser.menu().actions() if one.text() == title]
        with self.qtbot.waitSignal(self.session.workers.extractions.table_ready, timeout=WAIT_MS):
            action.trigger()
        settle()

    def extract(self) -> None:
        """Press the button, and wait until all is done."""
        with self.qtbot.waitSignal(self.session.workers.extractions.idle, timeout=WAIT_MS):
            self.qtbot.mouseClick(self.window.table.controls.button, Qt.MouseButton.LeftButton)
        settle()

    def index(self, document: str, field: str) -> QModelIndex:
        """A cell."""
        model = self.window.table.model
        assert model.schema is not None
        column = 1 + [one.name for one in model.schema.fields].index(field)
        [row] = [row for row in model.rows() if row.row.document == document]
        return self.view.table.index_of(row.document_id, column)

    def shown(self, field: str) -> dict[str, str]:
        """What stands in a column, by document."""
        documents = [row.row.document for row in self.window.table.model.rows()]
        return {one: str(self.index(one, field).data()) for one in documents}

    def click(self, document: str, field: str) -> None:
        """Click a cell with the mouse."""
        index = self.index(document, field)
        self.view.scrollTo(index)
        place = self.view.visualRect(index).center()
        self.qtbot.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def export(self, words: str) -> Path:
        """Export, and take the name that is proposed."""
        menu = self.window.table.header.menu
        [action] = [one for one in menu.actions() if one.text() == words]
        exports = self.session.workers.table_exports
        with self.qtbot.waitSignal(exports.saved, timeout=WAIT_MS) as saved:
            action.trigger()
            dialog = self.window.extraction.dialog
            assert dialog is not None
            dialog.accept()
        settle()
        [path] = saved.args or [None]
        assert isinstance(path, Path)
        return path


@pytest.fixture
def invoices(tmp_path: Path) -> Path:
    """A folder of three invoices, of which the totals stand on the second page, and a manual."""
    folder = tmp_path / "Invoices"
    folder.mkdir()
    for day, (name, total) in enumerate(TOTALS.items(), start=1):
        first = f"Invoice no. RE-{day}\nMill & Sons\nIssued 2024-03-0{day}\nFor {name}."
        second = f"Carried over from page 1.\nTotal due {total:.2f} EUR\nPay within 14 days."
        make_pdf(folder / f"{name}.pdf", [first, second], title=name)
    write_kettle(folder)
    return folder


@pytest.fixture
def start(
    theme: Theme,
    qtbot: QtBot,
    library_dir: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[ReadingModel], ExtractingProgram]]:
    """Starts the program with a model; it is closed before the next start, and at the end."""
    model_paths("embedder")
    model_paths("tiny")  # the window asks whether there is one
    documents = tmp_path / "Documents"
    documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(documents))
    running: list[ExtractingProgram] = []

    def close() -> None:
        while running:
            running.pop().close()

    def begin(model: ReadingModel) -> ExtractingProgram:
        close()
        running.append(ExtractingProgram(theme, qtbot, library_dir, with_model(model)))
        return running[0]

    yield begin
    close()


def test_from_documents_to_a_table_and_from_a_value_to_its_words(
    start: Callable[[ReadingModel], ExtractingProgram], invoices: Path
) -> None:
    program = start(ReadingModel(unsure=("vendor",)))
    program.drop(invoices)
    table = program.window.table
    program.choose("Invoice")
    kettle = next(row.row.document for row in table.model.rows() if "ettle" in row.row.document)
    assert {row.state for row in table.model.rows()} == {RowState.NOT_YET}

    # Only the invoices: chosen as in a question or a search.
    ids = frozenset(row.document_id for row in table.model.rows() if row.row.document != kettle)
    with program.qtbot.waitSignal(program.session.workers.extractions.table_ready):
        table.controls.scope.set_choice(ScopeChoice(document_ids=ids))
    settle()
    assert table.controls.button.text() == "Extract from 3 documents"
    program.extract()
    assert program.shown("total") == {name: f"{value:.2f}" for name, value in TOTALS.items()}
    assert program.shown("number") == {"chairs": "RE-1", "lamps": "RE-2", "tables": "RE-3"}
    assert table.strip.texts()[0] == "3 documents extracted"
    assert table.controls.filter.words.segment(Show.REVIEW).text() == "To review (3)"

    # A click on a value: its page, with its words and no others marked.
    program.click("chairs", "total")
    program.wait_for_page(2)
    assert program.window.viewer.frame.header.title() == "chairs"
    marks = program.marked(2)
    words = words_on_page(invoices / "chairs.pdf", 2)
    marked = [word for word, place in words if covered(place, marks) > 0.5]
    assert marked == ["1234.50", "EUR"]  # an amount with its currency

    # A correction in place counts, and what the model found is kept.
    program.view.setFocus(Qt.FocusReason.OtherFocusReason)
    program.qtbot.keyClick(program.view, Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    field.selectAll()
    program.qtbot.keyClicks(field, "1.235,50")
    with program.qtbot.waitSignal(program.session.workers.extractions.row_changed):
        program.qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert program.shown("total")["chairs"] == "1235.50"

    check_files(program, len(ids))


def check_files(program: ExtractingProgram, documents: int) -> None:
    """What was exported holds the values with where they stand."""
    path = program.export("Export as CSV…")
    assert path.name == "Invoice.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert len(rows) == documents
    assert [row["Total"] for row in rows] == ["1235.5", "99", "512.25"]
    assert [row["Total: Page"] for row in rows] == ["2", "2", "2"]
    assert program.export("Export as XLSX…").read_bytes()[:2] == b"PK"
    told = json.loads(program.export("Export as JSON…").read_text(encoding="utf-8"))
    total = told["documents"][0]["fields"]["total"]
    assert (total["value"], total["extracted_value"], total["corrected"]) == (1235.5, 1234.5, True)


def test_what_was_not_extracted_goes_on_after_a_restart(
    start: Callable[[ReadingModel], ExtractingProgram], invoices: Path, qtbot: QtBot
) -> None:
    stalling = ReadingModel(stalls_at="512.25")
    program = start(stalling)
    program.drop(invoices)
    program.choose("Invoice")
    qtbot.mouseClick(program.window.table.controls.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(stalling.stalling.is_set, timeout=WAIT_MS)

    program = start(ReadingModel())
    table = program.window.table
    qtbot.waitUntil(lambda: table.strip.texts()[0].endswith("extracted"), timeout=WAIT_MS)
    settle()
    # Its table is shown where the user left it to be filled.
    qtbot.keyClick(
        program.window,
        Qt.Key.Key_T,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    qtbot.waitUntil(lambda: len(table.model.rows()) == 4, timeout=WAIT_MS)
    settle()
    assert table.schema is not None
    assert table.schema.name == "invoice"
    states = {row.row.document: row.state for row in table.model.rows()}
    assert all(states[name] is RowState.EXTRACTED for name in TOTALS)
    assert program.shown("total")["tables"] == "512.25"
