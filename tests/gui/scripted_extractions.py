"""Tables and runs of extraction that play what a test wrote down, and wait where it says so."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.core.domain.answer import Citation
from app.core.domain.cancel import CancelToken
from app.core.domain.collection import ScopeChoice
from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionSchema,
    KeptCorrection,
    Value,
)
from app.core.domain.extraction_trace import ExtractionTrace
from app.core.errors import NotFound
from app.services.extraction_events import (
    DocumentExtracted,
    ExtractionEvent,
    ExtractionsFinished,
)
from app.services.extraction_tables import ExtractionTable, TableForm
from tests.gui.chat.scripted_answers import Gate

ExtractionStep = ExtractionEvent | Gate | Exception


def extracted(schema: str, document_id: int) -> DocumentExtracted:
    """A document that is done; what was found stands in its row."""
    found = Extraction(document_id, schema, (), "Tiny", "2026-11-30T12:00:00+00:00")
    return DocumentExtracted(found, ExtractionTrace("Tiny"))


def ended(extracted: int = 0, failed: int = 0, *, stopped: bool = False) -> ExtractionsFinished:
    """The end of a run."""
    return ExtractionsFinished(extracted, failed, stopped, 3.2)


class ScriptedTables:
    """Rows by schema and document, as a test put them there.

    `fault` is raised by the next call, where it is set; `gates` hold calls up, by name; `asked`
    are the calls that came, by name.
    """

    def __init__(self) -> None:
        self.schemas: dict[str, ExtractionSchema] = {}
        self.rows: dict[str, dict[int, ExtractedRow]] = {}
        self.after: dict[int, ExtractedRow] = {}
        """Rows of documents once they are done."""
        self.waiting: dict[str, list[int]] = {}
        self.citations: dict[tuple[int, str], Citation] = {}
        self.asked: list[tuple[str, tuple[object, ...]]] = []
        self.fault: Exception | None = None
        self.gates: dict[str, Gate] = {}
        self.reached = threading.Event()

    def put(self, schema: ExtractionSchema, *rows: ExtractedRow) -> None:
        """Rows of a schema."""
        self.schemas[schema.name] = schema
        self.rows[schema.name] = {row.document_id: row for row in rows}

    def calls(self, name: str) -> list[tuple[object, ...]]:
        """What a method was asked for."""
        return [arguments for asked, arguments in self.asked if asked == name]

    def _note(self, name: str, *arguments: object) -> None:
        self.asked.append((name, arguments))
        self.reached.set()
        if name in self.gates:
            self.gates[name].passed(CancelToken())
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault

    def table(self, schema: str, choice: ScopeChoice) -> ExtractionTable:
        self._note("table", schema, choice)
        rows = self.rows[schema].values()
        wanted = choice.document_ids
        return ExtractionTable(
            self.schemas[schema],
            tuple(row for row in rows if wanted is None or row.document_id in wanted),
            frozenset(self.waiting.get(schema, ())),
        )

    def row(self, schema: str, document_id: int) -> ExtractedRow:
        self.asked.append(("row", (schema, document_id)))
        rows = self.rows.get(schema, {})
        if document_id not in rows:
            raise NotFound("The document is not in the library.")
        rows[document_id] = self.after.get(document_id, rows[document_id])
        return rows[document_id]

    def queue(self, schema: str, document_ids: Sequence[int]) -> None:
        self._note("queue", schema, tuple(document_ids))
        queue = self.waiting.setdefault(schema, [])
        queue += [one for one in document_ids if one not in queue]

    def stop(self, schema: str) -> None:
        self._note("stop", schema)
        self.waiting.pop(schema, None)

    def pending(self) -> bool:
        self.asked.append(("pending", ()))
        return any(self.waiting.values())

    def correct(self, schema: str, document_id: int, field: str, text: str) -> ExtractedRow:
        self._note("correct", schema, document_id, field, text)
        return self._said(schema, document_id, field, text or None)

    def _said(self, schema: str, document_id: int, field: str, value: Value) -> ExtractedRow:
        said = Correction(document_id, schema, field, value, "2026-11-30T12:00:00+00:00")
        return self._change(schema, document_id, field, KeptCorrection(said))

    def withdraw(self, schema: str, document_id: int, field: str) -> ExtractedRow:
        self._note("withdraw", schema, document_id, field)
        return self._change(schema, document_id, field, None)

    def _change(
        self, schema: str, document_id: int, field: str, correction: KeptCorrection | None
    ) -> ExtractedRow:
        row = self.rows[schema][document_id]
        cells: list[ExtractedCell] = [
            replace(cell, correction=correction) if cell.name == field else cell
            for cell in row.cells
        ]
        self.rows[schema][document_id] = replace(row, cells=tuple(cells))
        return self.rows[schema][document_id]

    def citation(self, schema: str, document_id: int, field: str) -> Citation:
        self._note("citation", schema, document_id, field)
        return self.citations[document_id, field]

    def export(self, schema: str, choice: ScopeChoice, form: TableForm) -> bytes:
        self._note("export", schema, choice, form)
        return f"{schema} as {form}".encode()


class ScriptedRuns:
    """Plays one script for each run; without one, everything that waits is done at once.

    A document that is done waits no more. A stop at a gate ends a run as the service ends it.
    """

    def __init__(self, tables: ScriptedTables) -> None:
        self._tables = tables
        self.scripts: deque[list[ExtractionStep]] = deque()
        self.runs = 0

    def add(self, *steps: ExtractionStep) -> None:
        """Write down what the next run does."""
        self.scripts.append(list(steps))

    def run(self, *, cancel: CancelToken) -> Iterator[ExtractionEvent]:
        self.runs += 1
        for step in self.scripts.popleft() if self.scripts else self._all():
            if isinstance(step, Gate):
                if not step.passed(cancel):
                    yield ended(stopped=True)
                    return
            elif isinstance(step, Exception):
                raise step
            else:
                self._take(step)
                yield step

    def _all(self) -> list[ExtractionStep]:
        every = [(name, one) for name, ids in self._tables.waiting.items() for one in ids]
        return [*(extracted(name, one) for name, one in every), ended(len(every))]

    def _take(self, event: ExtractionEvent) -> None:
        if isinstance(event, DocumentExtracted):
            schema, document_id = event.extraction.schema, event.extraction.document_id
            queue = self._tables.waiting.get(schema, [])
            if document_id in queue:
                queue.remove(document_id)
        elif isinstance(event, ExtractionsFinished) and not event.stopped:
            self._tables.waiting.clear()


def plain_row(document_id: int, *cells: ExtractedCell, title: str = "") -> ExtractedRow:
    """The row of a document."""
    name = title or f"Invoice {document_id}"
    return ExtractedRow(document_id, name, Path("Library") / f"{name}.pdf", cells)
