"""`pincite extract`: the same fields out of documents, each with the words that it came from."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.bootstrap import Application
    from app.cli.output import Output
    from app.core.domain.answer import Citation
    from app.core.domain.cancel import CancelToken
    from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
    from app.core.domain.extraction import ExtractionSchema, SchemaField
    from app.core.ports import FileWriter, LibraryStore
    from app.services.collections import CollectionService
    from app.services.extracting import ExtractionService
    from app.services.extraction_events import DocumentExtracted, DocumentNotExtracted
    from app.services.extraction_tables import ExtractionTables, TableForm
    from app.services.schemas import SchemaService


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "extract", help="read fields such as dates and amounts out of documents"
    )
    documents = parser.add_mutually_exclusive_group(required=True)
    documents.add_argument(
        "--document",
        metavar="ID",
        type=int,
        nargs="+",
        action="extend",
        help="these documents (numbers as `pincite list` shows them)",
    )
    documents.add_argument(
        "--collection",
        metavar="NAME",
        help="all that can be read in this collection (see `pincite collections list`)",
    )
    documents.add_argument(
        "--all", action="store_true", help="all documents of the library that can be read"
    )
    parser.add_argument(
        "--schema", metavar="NAME", required=True, help="which fields (see `pincite schemas list`)"
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="pass over documents from which these fields were extracted as they are now",
    )
    parser.add_argument("--model", metavar="NAME", help="language model (see `models list`)")
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="write a table of these documents to this file (.csv, .xlsx or .json)",
    )
    parser.add_argument("--replace", action="store_true", help="replace FILE if it is there")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the command works with."""

    library: LibraryStore
    collections: CollectionService
    schemas: SchemaService
    extractions: ExtractionService
    tables: ExtractionTables
    files: FileWriter


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Extract; a window may be open meanwhile."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken

    cancel = CancelToken()
    with open_application(arguments.library, writing=False) as application:
        try:
            return run_extract(arguments, output, _parts(application), cancel)
        except KeyboardInterrupt:
            cancel.cancel()
            raise


def _parts(application: Application) -> Parts:
    return Parts(
        application.library,
        application.collection_service,
        application.schemas,
        application.extractions,
        application.extraction_tables,
        application.file_writer,
    )


def run_extract(
    arguments: argparse.Namespace, output: Output, parts: Parts, cancel: CancelToken
) -> int:
    """Extract from one document after the other, and print each as it is done; returns the exit
    status. A document of which nothing can be extracted is a result; where none of those that were
    asked for is in the library, the status is 2.

    Raises:
        NotFound: there is no such schema or collection.
        InvalidInput: the table cannot be written to that file; there is no such model.
        ModelUnavailable, WorkerDied: what was extracted before is kept.
        StorageError: the table cannot be written; what was extracted is kept.
    """
    out: Path | None = arguments.out
    form = None if out is None else _form_of(out, replacing=arguments.replace)
    schema = parts.schemas.named(arguments.schema)
    chosen = _chosen(arguments, parts)
    if not chosen:
        output.say("There are no readable documents there.")
        return 0
    there = parts.library.documents_by_id(chosen)
    done = _done(schema, frozenset(there), parts) if arguments.new else frozenset()
    extraction = _Extraction(output, parts, schema, len(there) - len(done))
    for document_id in chosen:
        if document_id not in there:
            extraction.missing(document_id)
        elif document_id not in done:
            extraction.extract(document_id, arguments.model, cancel)
    if not there:
        return 2
    if len(chosen) > 1:
        before = f", {len(done)} extracted before" if done else ""
        output.say(f"{extraction.extracted} extracted, {extraction.failed} failed{before}.")
    if out is not None and form is not None:
        _write_table(out, form, schema, frozenset(there), parts)
        output.say(f"The table was written to {out.absolute()}.")
    return 0


def _chosen(arguments: argparse.Namespace, parts: Parts) -> list[int]:
    """The documents that were asked for, each once: in their order, or in that of the library."""
    if arguments.document is not None:
        return list(dict.fromkeys(arguments.document))
    readable = [one.id for one in parts.library.documents() if one.status.searchable]
    if arguments.collection is None:
        return readable
    held = parts.collections.named(arguments.collection).document_ids
    return [document_id for document_id in readable if document_id in held]


def _done(schema: ExtractionSchema, documents: frozenset[int], parts: Parts) -> frozenset[int]:
    """The documents whose values are those of what they hold now."""
    from app.core.domain.collection import ScopeChoice
    from app.core.domain.extraction import Standing

    table = parts.tables.table(schema.name, ScopeChoice(document_ids=documents))
    return frozenset(
        row.document_id
        for row in table.rows
        if row.made_at and row.standing is Standing.CURRENT and row.fault is None
    )


# --- the table ------------------------------------------------------------------------------


def _form_of(path: Path, *, replacing: bool) -> TableForm:
    """What a file is written as. Everything that can be known of it is found out first: reading a
    hundred documents takes an hour."""
    from app.core.errors import InvalidInput
    from app.services.extraction_tables import TableForm

    try:
        form = TableForm(path.suffix.lower().removeprefix("."))
    except ValueError:
        raise InvalidInput(
            f"“{path.name}” tells no form for the table. Give it a name that ends with .csv, .xlsx "
            "or .json.",
            code="unknown_form",
        ) from None
    try:
        taken, is_folder = path.exists(), path.is_dir()
        has_folder = path.absolute().parent.is_dir()
    except OSError:
        return form  # a name that no file can have, which writing tells
    if is_folder:
        raise InvalidInput(
            f"“{path.name}” is a folder. Give the table another name.", code="is_folder"
        )
    if not has_folder:
        raise InvalidInput(
            f"The folder for “{path.name}” is not there. Make it, or give another one.",
            code="path_not_found",
        )
    if taken and not replacing:
        raise InvalidInput(
            f"“{path.name}” is there already, and was left as it is. Give another name, or add "
            "--replace.",
            code="file_exists",
        )
    return form


def _write_table(
    path: Path,
    form: TableForm,
    schema: ExtractionSchema,
    documents: frozenset[int],
    parts: Parts,
) -> None:
    from app.core.domain.collection import ScopeChoice

    choice = ScopeChoice(document_ids=documents)
    parts.files.write(path, parts.tables.export(schema.name, choice, form))


# --- one document ---------------------------------------------------------------------------


class _Extraction:
    """Extracts from documents and prints how it goes. `count` documents are in the library."""

    def __init__(self, output: Output, parts: Parts, schema: ExtractionSchema, count: int) -> None:
        self._output = output
        self._parts = parts
        self._schema = schema
        self._count = count
        self._live = sys.stderr.isatty()
        self._begun = 0
        self.extracted = 0
        self.failed = 0

    def extract(self, document_id: int, model: str | None, cancel: CancelToken) -> None:
        """Extract from one document now, and print what came of it."""
        from app.services.extraction_events import (
            DocumentExtracted,
            DocumentNotExtracted,
            ExtractionBegun,
            ExtractionProgress,
        )

        events = self._parts.extractions.extract_document(
            document_id, self._schema.name, model=model, cancel=cancel
        )
        for event in events:
            if isinstance(event, ExtractionBegun):
                self._begun += 1
                self._output.say(f"Reading {event.title} ({self._begun} of {self._count}).")
            elif isinstance(event, ExtractionProgress) and self._live:
                print(f"\r{event.fraction:5.0%} ", end="", file=sys.stderr, flush=True)
            elif isinstance(event, DocumentExtracted):
                self._clear()
                self._show(event)
            elif isinstance(event, DocumentNotExtracted):
                self._clear()
                self._show_failure(event)

    def missing(self, document_id: int) -> None:
        """Say that a document is not in the library."""
        from app.core.domain.extraction import ExtractionFault
        from app.services.extraction_records import failed_record

        message = (
            f"There is no document {document_id} in this library. "
            "`pincite list` shows the documents and their numbers."
        )
        self.failed += 1
        record = failed_record(
            document_id, self._schema.name, ExtractionFault.DOCUMENT_NOT_FOUND, message
        )
        self._output.result(record, message)

    def _show(self, event: DocumentExtracted) -> None:
        from app.services.extraction_records import extracted_record

        self.extracted += 1
        name, document_id = self._schema.name, event.extraction.document_id
        row = self._parts.tables.row(name, document_id)
        record = extracted_record(row, name, dict(self._citations(row)), event.trace)
        self._output.result(record, readable(self._schema, row))

    def _show_failure(self, event: DocumentNotExtracted) -> None:
        from app.core.domain.extraction import ExtractionFault
        from app.core.errors import NotFound
        from app.core.export import extraction_wording
        from app.services.extraction_records import failed_record

        self.failed += 1
        row: ExtractedRow | None = None
        try:
            row = self._parts.tables.row(event.schema, event.document_id)
        except NotFound as gone:  # removed meanwhile
            message = text = gone.message
        else:
            message = f"{extraction_wording.state(row)}."
            document = self._parts.library.document(event.document_id)
            if event.fault is ExtractionFault.NO_CHUNKS and document is not None:
                message = f"{message} {document.status_text}"
            text = f"{_headline(row)}\n  {message}"
        record = failed_record(
            event.document_id, event.schema, event.fault, message, row, event.trace
        )
        self._output.result(record, text)

    def _citations(self, row: ExtractedRow) -> Iterator[tuple[str, Citation]]:
        from app.core.errors import NotFound, PageUnavailable

        for cell in row.cells:
            if cell.found is not None and cell.found.source_chunk_id is not None:
                try:
                    found = self._parts.tables.citation(
                        self._schema.name, row.document_id, cell.name
                    )
                except (NotFound, PageUnavailable):
                    continue  # the document was read anew meanwhile
                yield cell.name, found

    def _clear(self) -> None:
        """Take away how far it is, before what it came to is printed."""
        if self._live:
            print(f"\r{' ' * 8}\r", end="", file=sys.stderr, flush=True)


def readable(schema: ExtractionSchema, row: ExtractedRow) -> str:
    """A document for people: a line for each field, with its value and where that stands."""
    width = max(len(field.title) for field in schema.fields)
    lines = [_headline(row)]
    for field, cell in zip(schema.fields, row.cells, strict=True):
        notes = ", ".join(_notes(cell))
        told = f"  ({notes})" if notes else ""
        lines.append(f"  {field.title:<{width}}  {_value(field, cell)}{told}")
    if row.to_review:
        lines.append(f"  {counted(len(row.to_review), 'field')} to look at.")
    return "\n".join(lines)


def _headline(row: ExtractedRow) -> str:
    return f"{row.document}: {row.path}"


def _value(field: SchemaField, cell: ExtractedCell) -> str:
    from app.core.extraction.typed_values import typed
    from app.core.text.safe_text import one_line

    return "not stated" if cell.value is None else one_line(typed(cell.value, field))


def _notes(cell: ExtractedCell) -> Iterator[str]:
    """Where a value stands, and what is to be known of it."""
    if cell.place is not None:
        label = f", label {cell.place.label}" if cell.place.label else ""
        yield f"p. {cell.place.page}{label}"
    if cell.corrected:
        yield "corrected by a person"
    elif cell.value is not None and not cell.verified:
        yield "not verified"
    if cell.needs_review:
        yield "to review"
