"""Fields read out of documents as JSON (DESIGN §6), for the command line.

Names are those of exported tables: `value` is what counts, a person's word before the model's, and
`extracted_value` what the model found.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from app.core.domain.answer import Citation
from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionFault
from app.core.domain.extraction_trace import ExtractionTrace
from app.core.export.extraction_json import plain_value
from app.services.records import Record, box_records


def extracted_record(
    row: ExtractedRow,
    schema: str,
    citations: Mapping[str, Citation],
    trace: ExtractionTrace,
) -> Record:
    """A document whose fields were read. `citations` are those of the fields that have one, by
    name; the others have no page. Boxes are those of the words that hold a value, so there are none
    where it is not verified."""
    return {
        **_head(row.document_id, schema, row),
        "status": "ok",
        "model": row.model,
        "made_at": row.made_at,
        "fields": {cell.name: _field(cell, citations.get(cell.name)) for cell in row.cells},
        "trace": trace_record(trace),
    }


def failed_record(
    document_id: int,
    schema: str,
    fault: ExtractionFault,
    message: str,
    row: ExtractedRow | None = None,
    trace: ExtractionTrace | None = None,
) -> Record:
    """A document of which nothing was extracted. `row` is None where it is not in the library."""
    told = trace or ExtractionTrace()
    return {
        **_head(document_id, schema, row),
        "reason": fault.value,
        "message": message,
        "model": told.model or None,
        "trace": trace_record(told),
    }


def trace_record(trace: ExtractionTrace) -> Record:
    """What a model read, in how many goes, and what it wrote."""
    return {**dataclasses.asdict(trace), "read": list(trace.read)}


def _head(document_id: int, schema: str, row: ExtractedRow | None) -> Record:
    """What every record has, in its order, before it is known how it went."""
    return {
        "status": "failed",
        "reason": None,
        "document_id": document_id,
        "document": None if row is None else row.document,
        "path": None if row is None else str(row.path),
        "schema": schema,
        "model": None,
        "made_at": None,
        "fields": {},
    }


def _field(cell: ExtractedCell, citation: Citation | None) -> Record:
    found = cell.found
    return {
        "value": plain_value(cell.value),
        "confidence": None if found is None else found.confidence,
        "source_chunk_id": None if found is None else found.source_chunk_id,
        "verified": cell.verified,
        "needs_review": cell.needs_review,
        "quote": "" if found is None else found.quote,
        "page": None if citation is None else citation.page,
        "label": None if citation is None else citation.label,
        "boxes": [] if citation is None else box_records(citation.boxes),
        "corrected": cell.corrected,
        "extracted_value": None if found is None else plain_value(found.value),
    }
