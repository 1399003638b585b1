"""Starts and stops extracting for the pane, and shows in rows and strip what is told of it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.extracted_table import ExtractedRow
from app.core.errors import ModelUnavailable, PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.notice_area import NoticeArea
from app.gui.extraction import wording
from app.gui.extraction.run_strip import RunStrip
from app.gui.extraction.table_model import TableModel
from app.gui.extraction.table_rows import TableRow
from app.services.extraction_events import (
    ExtractionBegun,
    ExtractionEvent,
    ExtractionHeld,
    ExtractionProgress,
)
from app.services.extraction_tables import ExtractionTable
from app.workers.extractions import ExtractionWorker


class Runs(QObject):
    """Signals: `changed` when rows wait or are done; `begun` (name of a schema) for each document
    that is next; `model_menu_requested`."""

    changed = Signal()
    begun = Signal(str)
    model_menu_requested = Signal()

    def __init__(
        self,
        worker: ExtractionWorker,
        model: TableModel,
        strip: RunStrip,
        notices: NoticeArea,
        announcer: Announcer,
    ) -> None:
        super().__init__(model)
        self._worker = worker
        self._model = model
        self._strip = strip
        self._notices = notices
        self._announcer = announcer
        self._reading: tuple[str, int, float] | None = None
        worker.reported.connect(self._report)
        worker.run_failed.connect(self._on_failed)
        worker.idle.connect(self._on_idle)

    def as_shown(self, schema: str, row: ExtractedRow, waiting: bool) -> TableRow:
        """A row as it is stored, with how far the document is being read."""
        at = self._reading
        if waiting and at is not None and at[:2] == (schema, row.document_id):
            return TableRow(row, waiting, at[2])
        return TableRow(row, waiting)

    def rows_of(self, table: ExtractionTable) -> tuple[TableRow, ...]:
        """The rows of a table, with how far each document is."""
        name, waiting = table.schema.name, table.waiting
        return tuple(self.as_shown(name, row, row.document_id in waiting) for row in table.rows)

    # --- what the user wants ----------------------------------------------------------------

    @Slot(object)
    def start(self, document_ids: tuple[int, ...]) -> None:
        """Extract from documents of the table."""
        schema = self._model.schema
        rows = [self._model.row_of(document_id) for document_id in document_ids]
        wanted = tuple(row.document_id for row in rows if row is not None and not row.busy)
        if schema is None or not wanted:
            return
        self._notices.close_notice()
        self._model.set_waiting(wanted, True)
        self._strip.begin(schema.name, len(wanted))
        self._worker.start(schema.name, wanted)
        self._announcer.polite(wording.extract_from(len(wanted)).replace("Extract", "Extracting"))
        self.changed.emit()

    @Slot(str)
    def stop(self, schema: str) -> None:
        """Stop, and forget what waits for a schema."""
        self._strip.stop()
        self._worker.stop(schema)
        shown = self._model.schema
        if shown is not None and shown.name == schema:
            busy = [row.document_id for row in self._model.rows() if row.busy]
            self._model.set_waiting(busy, False)
        self.changed.emit()

    @Slot()
    def _go_on(self) -> None:
        self._worker.go_on()

    @Slot()
    def _choose_model(self) -> None:
        self.model_menu_requested.emit()

    # --- what comes of it -------------------------------------------------------------------

    @Slot(object)
    def _report(self, event: ExtractionEvent) -> None:
        self._announcer.polite(self._strip.report(event))
        match event:
            case ExtractionBegun():
                self._notices.close_notice()
                self.begun.emit(event.schema)
                self._show_reading(event.schema, event.document_id, 0.0)
            case ExtractionProgress():
                self._show_reading(event.schema, event.document_id, event.fraction)
            case ExtractionHeld():
                self._leave()

    def _shows(self, schema: str) -> bool:
        return self._model.schema is not None and self._model.schema.name == schema

    def _show_reading(self, schema: str, document_id: int, fraction: float) -> None:
        before = self._reading
        if before is not None and before[:2] != (schema, document_id):
            self._leave()
        self._reading = (schema, document_id, fraction)
        if self._shows(schema):
            self._model.set_fraction(document_id, fraction)

    def _leave(self) -> None:
        """The document is not being read any more, or not now."""
        reading, self._reading = self._reading, None
        if reading is not None and self._shows(reading[0]):
            self._model.set_fraction(reading[1], None)

    @Slot()
    def _on_idle(self) -> None:
        self._leave()
        self._strip.end()
        for row in self._model.rows():
            if row.fraction is not None:
                self._model.put(replace(row, fraction=None))
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self._leave()
        self._strip.fail()
        if isinstance(error, ModelUnavailable):
            self._notices.say_error(error, button=wording.CHOOSE_MODEL, act=self._choose_model)
        else:
            self._notices.say_error(error, button=wording.GO_ON, act=self._go_on)
        self.changed.emit()
