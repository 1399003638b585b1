"""The lane of schemas: lists them, changes them and reads files with them, off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.core.domain.cancel import CancelToken
from app.core.domain.extraction import ExtractionSchema
from app.core.errors import PinciteError
from app.core.extraction.schemas import MAX_FILE_BYTES, schema_from_json, schema_text
from app.core.ports import FileReader
from app.workers.lane import Lane, Task

PATIENCE_SECONDS = 10.0
"""How long the end waits for what is being kept: one small row, or a slow disk."""


class Schemas(Protocol):
    """What the lane needs of the service of schemas."""

    def schemas(self) -> tuple[ExtractionSchema, ...]:
        """Those that are built in, then the user's by title."""
        ...

    def put(self, schema: ExtractionSchema, *, replacing: bool = False) -> ExtractionSchema:
        """Keep a schema."""
        ...

    def add(self, text: str, *, replacing: bool = False) -> ExtractionSchema:
        """Keep a schema that is written as JSON."""
        ...

    def remove(self, name: str) -> ExtractionSchema:
        """Delete a schema with all that was extracted by it."""
        ...


class SchemaWorker(QObject):
    """Signals: `listed` (tuple of ExtractionSchema) after each change, `saved`, `removed` and
    `opened` (ExtractionSchema) before it, `failed` (PinciteError)."""

    listed = Signal(object)
    saved = Signal(object)
    removed = Signal(object)
    opened = Signal(object)
    failed = Signal(object)

    def __init__(self, service: Schemas, files: FileReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._files = files
        self._lane = Lane("schemas", self)

    def refresh(self) -> None:
        """List all schemas."""
        self._submit(self._service.schemas, self._on_listed)

    def put(self, schema: ExtractionSchema, replacing: bool = False) -> None:
        """Keep a schema; `replacing` lets it take the place of another one of the user's."""
        self._change(lambda: self._service.put(schema, replacing=replacing), self._on_saved)

    def add(self, text: str, replacing: bool = False) -> None:
        """Keep a schema that is written as JSON, as `put` does."""
        self._change(lambda: self._service.add(text, replacing=replacing), self._on_saved)

    def remove(self, name: str) -> None:
        """Delete a schema with all that was extracted by it."""
        self._change(lambda: self._service.remove(name), self._on_removed)

    def open(self, path: Path) -> None:
        """Read a schema from a JSON file; nothing is kept yet."""

        def read() -> ExtractionSchema:
            return schema_from_json(schema_text(self._files.read(path, MAX_FILE_BYTES)))

        self._submit(read, self._on_opened)

    def close(self) -> None:
        """Finish what was asked for, and join the thread."""
        self._lane.drain(PATIENCE_SECONDS)
        self._lane.close()

    def _change(self, change: Callable[[], object], told: Callable[[object], None]) -> None:
        self._submit(change, told)
        # After a fault as well: what the window shows may not be so any more.
        self.refresh()

    def _submit(self, act: Callable[[], object], told: Callable[[object], None]) -> None:
        def job(cancel: CancelToken) -> Iterator[object]:
            yield act()

        task = Task(job)
        task.reported.connect(told)
        task.failed.connect(self._on_failed)
        self._lane.submit(task)

    @Slot(object)
    def _on_listed(self, schemas: object) -> None:
        self.listed.emit(schemas)

    @Slot(object)
    def _on_saved(self, schema: object) -> None:
        self.saved.emit(schema)

    @Slot(object)
    def _on_removed(self, schema: object) -> None:
        self.removed.emit(schema)

    @Slot(object)
    def _on_opened(self, schema: object) -> None:
        self.opened.emit(schema)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        self.failed.emit(error)
