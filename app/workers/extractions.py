"""The lanes of extraction: one reads fields out of documents, the other makes tables, looks up
citations and keeps corrections, so that these never wait for a model.

How far a document is comes with every word that a model writes. Only the newest state is
reported, a few times a second, so that the window has time for the user.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.core.domain.answer import Citation
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.domain.extracted_table import ExtractedRow
from app.core.errors import NotFound
from app.services.extraction_events import (
    DocumentExtracted,
    DocumentNotExtracted,
    ExtractionEvent,
    ExtractionProgress,
)
from app.services.extraction_tables import ExtractionTable, TableForm
from app.workers.lane import Job, Lane, Task

REPORT_MS = 100
"""Least time between two reports of how far a document is."""
PATIENCE_SECONDS = 10.0
"""How long the end waits for corrections that are still to be written."""


class Tabling(Protocol):
    """What the lanes need of the service of tables."""

    def table(self, schema: str, choice: ScopeChoice) -> ExtractionTable:
        """The table of a schema for the documents of a choice."""
        ...

    def row(self, schema: str, document_id: int) -> ExtractedRow:
        """The row of a document."""
        ...

    def queue(self, schema: str, document_ids: Sequence[int]) -> None:
        """Let documents wait for being read."""
        ...

    def stop(self, schema: str) -> None:
        """Let no document wait for a schema any more."""
        ...

    def pending(self) -> bool:
        """Whether any document waits."""
        ...

    def correct(self, schema: str, document_id: int, field: str, text: str) -> ExtractedRow:
        """Keep what a person says."""
        ...

    def withdraw(self, schema: str, document_id: int, field: str) -> ExtractedRow:
        """Forget what a person said."""
        ...

    def citation(self, schema: str, document_id: int, field: str) -> Citation:
        """Where the words of a value stand."""
        ...

    def export(self, schema: str, choice: ScopeChoice, form: TableForm) -> bytes:
        """The table as the bytes of a file."""
        ...


class Extracting(Protocol):
    """What the lanes need of the service of extraction."""

    def run(self, *, cancel: CancelToken) -> Iterator[ExtractionEvent]:
        """Work through all that waits."""
        ...


@dataclass(frozen=True, slots=True)
class _NewRow:
    schema: str
    row: ExtractedRow


class ExtractionWorker(QObject):
    """Runs one extraction at a time, and reads and writes tables beside it.

    Signals:
        table_ready: an ExtractionTable, for the newest :meth:`show` only.
        row_changed: (name of the schema, ExtractedRow) of a document that is done or corrected.
        citation_ready: a Citation, for the newest :meth:`cite` only.
        reported: an ExtractionEvent; the row of a document that is done comes before it.
        failed: the PinciteError of a table, a correction or a citation.
        run_failed: the PinciteError of a run; what waits goes on waiting.
        idle: nothing is being read any more.
    """

    table_ready = Signal(object)
    row_changed = Signal(str, object)
    citation_ready = Signal(object)
    reported = Signal(object)
    failed = Signal(object)
    run_failed = Signal(object)
    idle = Signal()

    def __init__(
        self,
        tables: Tabling,
        runner: Extracting,
        *,
        report_ms: int = REPORT_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tables = tables
        self._runner = runner
        self._lane = Lane("extraction tables", self)
        self._runs = Lane("extractions", self)
        self._run: Task | None = None
        self._more = False  # whether something may wait that the run does not know of
        self._changes = 0  # of what waits, that are not written yet
        self._showing: Task | None = None
        self._citing: Task | None = None
        # Held until their last signal has arrived here: where one is gone, a new task may stand in
        # its place and be taken for the sender.
        self._submitted: list[Task] = []
        self._held: ExtractionProgress | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(report_ms)
        self._timer.timeout.connect(self._pass_on)
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether documents are being read, or what waits for that is being changed."""
        return self._run is not None or self._changes > 0

    # --- runs -------------------------------------------------------------------------------

    def start(self, schema: str, document_ids: Sequence[int]) -> None:
        """Read the fields of a schema out of documents, after what waits already."""
        wanted = tuple(document_ids)
        self._change(lambda: self._tables.queue(schema, wanted))

    def go_on(self) -> None:
        """Take up what an earlier run of the program left, if anything. Where nothing waits, no
        engine is asked for."""
        self._more = True
        self._settle()

    def stop(self, schema: str) -> None:
        """Stop, and forget what waits for a schema. What is done is kept; what waits for other
        schemas goes on."""
        self._cancel_run()
        self._change(lambda: self._tables.stop(schema))

    def _change(self, change: Callable[[], object]) -> None:
        """Change what waits, and then read it."""

        def job(cancel: CancelToken) -> Iterable[object]:
            change()
            return ()

        task = Task(job)
        task.failed.connect(self._on_not_changed)
        task.finished.connect(self._on_changed)
        self._changes += 1
        self._lane.submit(task)

    @Slot()
    def _on_changed(self) -> None:
        self._changes -= 1
        self._more = True
        self._settle()

    @Slot(object)
    def _on_not_changed(self, error: object) -> None:
        self._changes -= 1
        self.failed.emit(error)
        self._settle()

    def _cancel_run(self) -> None:
        if self._run is not None:
            self._run.cancel()

    def _settle(self) -> None:
        """Read what may wait, or tell that nothing is left. Not before all changes are written: a
        run must not begin with what was stopped."""
        if self._run is not None or self._changes or self._closed:
            return
        if not self._more:
            self.idle.emit()
            return
        self._more = False
        task = self._run = Task(self._events)
        task.reported.connect(self._report)
        task.failed.connect(self._on_run_failed)
        task.finished.connect(self._on_run_finished)
        self._runs.submit(task)

    def _events(self, cancel: CancelToken) -> Iterator[object]:
        """Runs in the lane's thread."""
        if not self._tables.pending():
            return
        for event in self._runner.run(cancel=cancel):
            match event:
                case DocumentExtracted():
                    done = event.extraction
                    yield from self._new_row(done.schema, done.document_id)
                case DocumentNotExtracted():
                    yield from self._new_row(event.schema, event.document_id)
            yield event

    def _new_row(self, schema: str, document_id: int) -> Iterator[_NewRow]:
        try:
            yield _NewRow(schema, self._tables.row(schema, document_id))
        except NotFound:
            return  # the document, or the schema, was removed meanwhile

    @Slot(object)
    def _report(self, event: object) -> None:
        if isinstance(event, ExtractionProgress):
            self._held = event
            if not self._timer.isActive():
                self._pass_on()
            return
        self._pass_on()
        if isinstance(event, _NewRow):
            self.row_changed.emit(event.schema, event.row)
        else:
            self.reported.emit(event)

    @Slot()
    def _pass_on(self) -> None:
        """Report the state that is held, if any, and hold the next ones for a while."""
        held, self._held = self._held, None
        if held is not None:
            self._timer.start()
            self.reported.emit(held)

    @Slot(object)
    def _on_run_failed(self, error: object) -> None:
        self._run = None
        self._forget()
        self.run_failed.emit(error)
        self._settle()

    @Slot()
    def _on_run_finished(self) -> None:
        self._run = None
        self._pass_on()
        self._settle()

    def _forget(self) -> None:
        self._timer.stop()
        self._held = None

    # --- tables -----------------------------------------------------------------------------

    def show(self, schema: str, choice: ScopeChoice) -> None:
        """Make a table, in place of the one that is being made."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._tables.table(schema, choice)

        if self._showing is not None:
            self._showing.cancel()
        self._showing = self._submit(job, self._on_table, self._on_not_shown)

    def cite(self, schema: str, document_id: int, field: str) -> None:
        """Look up where the words of a value stand, in place of what is being looked up."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield self._tables.citation(schema, document_id, field)

        if self._citing is not None:
            self._citing.cancel()
        self._citing = self._submit(job, self._on_citation, self._on_not_cited)

    def correct(self, schema: str, document_id: int, field: str, text: str) -> None:
        """Keep what a person says that a field holds; "" where the document does not say."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield _NewRow(schema, self._tables.correct(schema, document_id, field, text))

        self._submit(job, self._on_row, self._on_failed)

    def withdraw(self, schema: str, document_id: int, field: str) -> None:
        """Let what the model found count again."""

        def job(cancel: CancelToken) -> Iterator[object]:
            yield _NewRow(schema, self._tables.withdraw(schema, document_id, field))

        self._submit(job, self._on_row, self._on_failed)

    def content(self, schema: str, choice: ScopeChoice, form: TableForm) -> Callable[[], bytes]:
        """What makes the file of a table, to be called off the GUI thread."""
        return partial(self._tables.export, schema, choice, form)

    def _submit(
        self, job: Job, then: Callable[[object], None], otherwise: Callable[[object], None]
    ) -> Task:
        task = Task(job)
        task.reported.connect(then)
        task.failed.connect(otherwise)
        task.failed.connect(self._release)
        task.finished.connect(self._release)
        self._submitted.append(task)
        self._lane.submit(task)
        return task

    @Slot()
    def _release(self) -> None:
        sender = self.sender()
        self._submitted = [task for task in self._submitted if task is not sender]

    @Slot(object)
    def _on_table(self, table: object) -> None:
        # Signals of what was given up may still wait in the queue of this thread.
        if self.sender() is self._showing:
            self._showing = None
            self.table_ready.emit(table)

    @Slot(object)
    def _on_not_shown(self, error: object) -> None:
        if self.sender() is self._showing:
            self._showing = None
            self.failed.emit(error)

    @Slot(object)
    def _on_citation(self, citation: object) -> None:
        if self.sender() is self._citing:
            self._citing = None
            self.citation_ready.emit(citation)

    @Slot(object)
    def _on_not_cited(self, error: object) -> None:
        if self.sender() is self._citing:
            self._citing = None
            self.failed.emit(error)

    @Slot(object)
    def _on_row(self, new: object) -> None:
        assert isinstance(new, _NewRow)
        self.row_changed.emit(new.schema, new.row)

    @Slot(object)
    def _on_failed(self, error: object) -> None:
        self.failed.emit(error)

    # --- the end ----------------------------------------------------------------------------

    def close(self) -> None:
        """Stop, write the corrections that wait, as long as that can be borne, and join both
        threads. What is not read yet goes on at the next start. May be called more than once."""
        if not self._closed:
            self._closed = True
            self._cancel_run()
            self._forget()
            self._lane.drain(PATIENCE_SECONDS)
        self._runs.close()
        self._lane.close()
