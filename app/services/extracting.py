"""Fields out of documents: one document at a time, or all that wait, in the background.

In this order: find schema, document and passages; read the fields with a model; check the values;
store them whole, or only the reason why there are none (E2, E3). Answers come first: while one is
made, the part in work is given up and asked again afterwards.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from datetime import datetime

from app.core.domain.cancel import CancelToken
from app.core.domain.document import Document
from app.core.domain.extraction import Extraction, ExtractionFault, ExtractionSchema
from app.core.domain.extraction_trace import ExtractionTrace
from app.core.errors import Cancelled, InvalidInput, ModelUnavailable, NotFound, WorkerDied
from app.core.extraction.output import ExtractionRefused
from app.core.ports import ChatModel, ChatModels, ExtractionStore, LibraryStore
from app.services.conversations import now_utc
from app.services.extraction_events import (
    DocumentExtracted,
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionEvent,
    ExtractionHeld,
    ExtractionProgress,
    ExtractionsFinished,
)
from app.services.field_reading import FieldReader, Reading
from app.services.priority import AnswerPriority
from app.services.schemas import SchemaService
from app.services.searching import SearchService

log = logging.getLogger(__name__)

NO_MODEL = (
    "Reading fields out of documents needs a language model, and none is installed. Choose one in "
    "Settings › Models, or get it with `pincite models fetch starter`."
)
MOST_READINGS = 3
"""A document that is read anew by the library each time is given up after so many."""


class _YieldingToken(CancelToken):
    """Cancelled with the token that it follows, and while an answer is being made."""

    def __init__(self, following: CancelToken, priority: AnswerPriority) -> None:
        super().__init__()
        self._following = following
        self._priority = priority

    @property
    def cancelled(self) -> bool:
        """Whether the work has to stop, for good or for now."""
        return super().cancelled or self._following.cancelled or self._priority.busy


class ExtractionService:
    """Extracts. Safe to call from one thread at a time.

    Args:
        clock: The time of day, for the record.
    """

    def __init__(
        self,
        library: LibraryStore,
        search: SearchService,
        models: ChatModels,
        store: ExtractionStore,
        schemas: SchemaService,
        priority: AnswerPriority,
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self._library = library
        self._reader = FieldReader(search)
        self._models = models
        self._store = store
        self._schemas = schemas
        self._priority = priority
        self._clock = clock

    def extract_document(
        self,
        document_id: int,
        schema: str,
        *,
        model: str | None = None,
        cancel: CancelToken,
    ) -> Iterator[ExtractionEvent]:
        """Extract from one document now. Ends with DocumentExtracted, and then it is stored, or
        with DocumentNotExtracted, and then only the reason is.

        Args:
            schema: Its name.
            model: Name of a model of the manifest; None takes the setting.

        Raises:
            Cancelled: it was stopped; nothing is stored.
            ModelUnavailable: no model is installed, or it cannot be loaded.
            WorkerDied: its process ended. Nothing is stored.
            InvalidInput: the named model is unknown.
        """
        document = self._library.document(document_id)
        waiting = max(1, len(self._store.waiting(schema)))
        yield ExtractionBegun(schema, document_id, document.title if document else "", waiting)
        reading: Reading | None = None
        try:
            for _ in range(MOST_READINGS):
                reading = self._begun(document, document_id, schema)
                made = yield from self._read(reading, model, cancel)
                if self._schema(schema) == reading.schema and self._store.put(made):
                    yield DocumentExtracted(made, reading.trace)
                    return
                # The document was read anew or removed, or the schema was changed.
                document = self._library.document(document_id)
            raise ExtractionRefused(ExtractionFault.NO_CHUNKS, "read anew again and again")
        except ExtractionRefused as refusal:
            log.info("nothing extracted from document %d: %s", document_id, refusal)
            if refusal.fault is ExtractionFault.UNKNOWN_SCHEMA:
                self._store.done(document_id, schema)  # what is gone is not to be remembered
            else:
                self._store.fail(document_id, schema, refusal.fault)
            trace = reading.trace if reading is not None else ExtractionTrace()
            yield DocumentNotExtracted(schema, document_id, refusal.fault, refusal.detail, trace)

    def run(self, *, model: str | None = None, cancel: CancelToken) -> Iterator[ExtractionEvent]:
        """Extract from all documents that wait, also from those that join them meanwhile; ends
        with ExtractionsFinished, also after a cancel. What waits then, waits for the next run.

        Raises:
            ModelUnavailable, WorkerDied, InvalidInput: as `extract_document`. A document whose
                model died, or that does not fit it, waits on, behind the others.
        """
        started = time.monotonic()
        extracted = failed = 0
        stopped = False
        try:
            while (following := self._next()) is not None:
                cancel.raise_if_cancelled()
                document_id, schema = following
                for event in self._extract_waiting(document_id, schema, model, cancel):
                    extracted += isinstance(event, DocumentExtracted)
                    failed += isinstance(event, DocumentNotExtracted)
                    yield event
        except Cancelled:
            stopped = True
        yield ExtractionsFinished(extracted, failed, stopped, time.monotonic() - started)

    def _extract_waiting(
        self, document_id: int, schema: str, model: str | None, cancel: CancelToken
    ) -> Iterator[ExtractionEvent]:
        try:
            yield from self.extract_document(document_id, schema, model=model, cancel=cancel)
        except (WorkerDied, InvalidInput):
            # Others must not wait for a document at which the model dies each time, or that does
            # not fit it.
            self._store.done(document_id, schema)
            self._store.queue([document_id], schema)
            raise

    def _next(self) -> tuple[int, str] | None:
        for schema in self._store.waiting_schemas():
            for document_id in self._store.waiting(schema):
                return document_id, schema
        return None

    # --- one document -----------------------------------------------------------------------

    def _begun(self, document: Document | None, document_id: int, schema_name: str) -> Reading:
        """What there is to read.

        Raises:
            ExtractionRefused: there is no such schema or document, or nothing in it.
        """
        schema = self._schema(schema_name)
        if document is None:
            raise ExtractionRefused(ExtractionFault.DOCUMENT_NOT_FOUND)
        chunks = {
            chunk.id: chunk
            for chunk in self._library.document_chunks(document_id)
            if not chunk.hidden
        }
        if not chunks:
            raise ExtractionRefused(ExtractionFault.NO_CHUNKS)
        return Reading(schema, document_id, chunks, ExtractionTrace(total_chunks=len(chunks)))

    def _schema(self, name: str) -> ExtractionSchema:
        try:
            return self._schemas.named(name)
        except NotFound:
            raise ExtractionRefused(ExtractionFault.UNKNOWN_SCHEMA) from None

    def _read(
        self, reading: Reading, model: str | None, cancel: CancelToken
    ) -> Generator[ExtractionEvent, None, Extraction]:
        """Read the fields, as often as that is interrupted."""
        name = reading.schema.name
        told = 0.0
        while True:
            if self._priority.busy:
                yield ExtractionHeld(name, reading.document_id)
                self._priority.wait(cancel)
            cancel.raise_if_cancelled()
            chat = self._open(model)
            reading.trace = replace(reading.trace, model=chat.name)
            try:
                token = _YieldingToken(cancel, self._priority)
                for fraction in self._reader.read(reading, chat, token):
                    told = max(told, fraction)
                    yield ExtractionProgress(name, reading.document_id, told)
                break
            except Cancelled:
                # By the user; or by an answer, or by who needs the memory of the model.
                cancel.raise_if_cancelled()
        made_at = self._clock().isoformat(timespec="seconds")
        return Extraction(
            reading.document_id,
            name,
            reading.values(),
            reading.trace.model,
            made_at,
            reading.trace.read,
        )

    def _open(self, model: str | None) -> ChatModel:
        chat = self._models.open(model)
        if chat is None:
            raise ModelUnavailable(NO_MODEL)
        return chat
