"""Tables of extracted fields: made from what is stored, corrected by people, and exported.

Nothing here reads documents: that is for `ExtractionService`, which works through the queue that is
filled here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from app.core.citations.quotes import CitedWords, Quote
from app.core.domain.answer import Citation
from app.core.domain.chunk import Chunk
from app.core.domain.collection import ScopeChoice
from app.core.domain.extracted_table import CitedPlace, ExtractedRow, extracted_row
from app.core.domain.extraction import (
    Correction,
    ExtractionSchema,
    FieldValue,
    KeptCorrection,
    KeptExtraction,
    SchemaField,
)
from app.core.errors import NotFound
from app.core.export.extraction_csv import extraction_csv
from app.core.export.extraction_json import extraction_json
from app.core.export.extraction_sheets import extraction_sheets
from app.core.extraction.typed_values import value_of
from app.core.ports import ExtractionStore, LibraryStore, WorkbookWriter
from app.services.citing import citation_of
from app.services.collections import CollectionService
from app.services.conversations import now_utc
from app.services.library import known_document
from app.services.passages import whole_passage
from app.services.schemas import SchemaService
from app.services.viewing import passage_gone


class TableForm(StrEnum):
    """What a table is exported as. The values are the endings of file names, without the dot."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ExtractionTable:
    """The rows of a schema, in the order of the library. `waiting` are all documents that wait for
    the schema, whether they are in the table or not."""

    schema: ExtractionSchema
    rows: tuple[ExtractedRow, ...]
    waiting: frozenset[int] = frozenset()


class ExtractionTables:
    """Makes tables, keeps what people say in them, and says which documents are to be read. Safe to
    call from several threads, as its ports are."""

    def __init__(
        self,
        library: LibraryStore,
        collections: CollectionService,
        store: ExtractionStore,
        schemas: SchemaService,
        workbooks: WorkbookWriter,
        *,
        clock: Callable[[], datetime] = now_utc,
    ) -> None:
        self._library = library
        self._collections = collections
        self._store = store
        self._schemas = schemas
        self._workbooks = workbooks
        self._clock = clock

    # --- tables -----------------------------------------------------------------------------

    def table(self, schema: str, choice: ScopeChoice) -> ExtractionTable:
        """A row for each document of the choice that can be read or has values already.

        Raises:
            NotFound: there is no such schema, or what was chosen is gone.
        """
        found = self._schemas.named(schema)
        scope = self._collections.resolve(choice)
        kept = {one.extraction.document_id: one for one in self._store.extractions(schema)}
        said = _by_document(self._store.corrections(schema))
        documents = [
            document
            for document in self._library.documents()
            if scope.holds(document.id)
            and (document.status.searchable or document.id in kept or document.id in said)
        ]
        faults = self._store.failures(schema)
        waiting = frozenset(self._store.waiting(schema))
        places = self._places([kept[one.id] for one in documents if one.id in kept])
        rows = tuple(
            extracted_row(
                document,
                found,
                kept.get(document.id),
                said.get(document.id, ()),
                places.get(document.id),
                faults.get(document.id),
                waiting=document.id in waiting,
            )
            for document in documents
        )
        return ExtractionTable(found, rows, waiting)

    def row(self, schema: str, document_id: int) -> ExtractedRow:
        """The row of one document, whether it can be read or not.

        Raises:
            NotFound: there is no such schema or document.
        """
        found = self._schemas.named(schema)
        document = known_document(self._library, document_id)
        kept = self._store.extraction(document_id, schema)
        return extracted_row(
            document,
            found,
            kept,
            self._store.corrections(schema),
            None if kept is None else self._places([kept]).get(document_id),
            self._store.failures(schema).get(document_id),
            waiting=document_id in self._store.waiting(schema),
        )

    def export(self, schema: str, choice: ScopeChoice, form: TableForm) -> bytes:
        """The table as the bytes of a file.

        Raises:
            NotFound: there is no such schema, or what was chosen is gone.
        """
        table = self.table(schema, choice)
        match form:
            case TableForm.CSV:
                return extraction_csv(table.schema, table.rows)
            case TableForm.JSON:
                return extraction_json(table.schema, table.rows)
            case TableForm.XLSX:
                return self._workbooks.workbook(extraction_sheets(table.schema, table.rows))

    # --- what is to be read -----------------------------------------------------------------

    def queue(self, schema: str, document_ids: Sequence[int]) -> None:
        """Let documents wait for being read by a schema; those that are not in the library are
        passed over.

        Raises:
            NotFound: there is no such schema.
        """
        self._store.queue(document_ids, self._schemas.named(schema).name)

    def stop(self, schema: str) -> None:
        """Let no document wait for a schema any more; what was extracted stays."""
        self._store.stop(schema)

    def pending(self) -> bool:
        """Whether any document waits, for whatever schema."""
        return bool(self._store.waiting_schemas())

    # --- what people say --------------------------------------------------------------------

    def correct(self, schema: str, document_id: int, field: str, text: str) -> ExtractedRow:
        """Keep what a person says that a field holds, as they typed it, and give the row as it is
        then. A blank text says that the document does not tell.

        Raises:
            InvalidInput: the text is no value of the field's type, or may be several.
            NotFound: there is no such schema, field or document.
        """
        value = value_of(text, self._field(schema, field))
        made_at = self._clock().isoformat(timespec="seconds")
        self._store.correct(Correction(document_id, schema, field, value, made_at))
        return self.row(schema, document_id)  # says so where there is no such document

    def withdraw(self, schema: str, document_id: int, field: str) -> ExtractedRow:
        """Forget what a person said of a field, and give the row as it is then.

        Raises:
            NotFound: there is no such schema, field or document.
        """
        self._field(schema, field)
        self._store.withdraw(document_id, schema, field)
        return self.row(schema, document_id)

    # --- where values stand -----------------------------------------------------------------

    def citation(self, schema: str, document_id: int, field: str) -> Citation:
        """Where the words stand that hold what a model found. Where it was not found in the passage
        that is cited, the quote is all of the passage and not verified.

        Raises:
            NotFound: there is no such schema, field or document, or no passage is cited.
            PageUnavailable: the document was read again since.
        """
        self._field(schema, field)
        document = known_document(self._library, document_id)
        kept = self._store.extraction(document_id, schema)
        fields = () if kept is None else kept.extraction.fields
        found = next((one for one in fields if one.name == field), None)
        if kept is None or found is None or found.source_chunk_id is None:
            raise NotFound(
                "No passage is cited for this field, so there is none to show. Open the document "
                "to look for it.",
                code="no_citation",
            )
        chunk = self._library.chunks([found.source_chunk_id]).get(found.source_chunk_id)
        if kept.stale or chunk is None or chunk.document_id != document_id:
            raise passage_gone()
        passage = whole_passage(self._library, chunk, document)
        words = CitedWords(_quote(found, chunk) if found.verified else None, found.verified)
        citation = citation_of(self._library, passage, words)
        return citation if found.verified else replace(citation, quote=chunk.text)

    def _places(self, kept: Sequence[KeptExtraction]) -> dict[int, dict[str, CitedPlace]]:
        """Where the cited words stand, by document and field, as far as passages are there."""
        cited = [
            (one.extraction.document_id, field, field.source_chunk_id)
            for one in kept
            for field in one.extraction.fields
            if field.source_chunk_id is not None
        ]
        chunks = self._library.chunks(sorted({chunk_id for _, _, chunk_id in cited}))
        pages = {
            (document_id, field.name): _page(field, chunks[chunk_id])
            for document_id, field, chunk_id in cited
            if chunk_id in chunks
        }
        wanted = {(one, page) for (one, _), page in pages.items()}
        labels = self._library.page_labels(wanted)
        read_by_ocr = self._library.ocr_confidences(wanted)
        places: dict[int, dict[str, CitedPlace]] = {}
        for (document_id, name), page in pages.items():
            key = (document_id, page)
            place = CitedPlace(page, labels.get(key, ""), read_by_ocr.get(key))
            places.setdefault(document_id, {})[name] = place
        return places

    def _field(self, schema: str, name: str) -> SchemaField:
        found = self._schemas.named(schema)
        for field in found.fields:
            if field.name == name:
                return field
        raise NotFound(
            f"The schema “{found.title}” has no field of this name any more. Open the table again.",
            code="unknown_field",
        )


def _by_document(corrections: Iterable[KeptCorrection]) -> dict[int, list[KeptCorrection]]:
    found: dict[int, list[KeptCorrection]] = {}
    for one in corrections:
        found.setdefault(one.correction.document_id, []).append(one)
    return found


def _page(field: FieldValue, chunk: Chunk) -> int:
    """The page on which the words of a value begin; where they were not found, their passage."""
    pieces = chunk.pieces(field.start, field.end)
    return pieces[0][0] if pieces else chunk.first_page


def _quote(field: FieldValue, chunk: Chunk) -> Quote:
    return Quote(field.quote, field.start, field.end, _page(field, chunk), share=1.0)
