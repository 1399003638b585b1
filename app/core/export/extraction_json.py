"""A table of extracted fields as JSON, for programs: everything that is known of each value.

Names are those of the command line: `page` is physical, from 1, `label` the printed one, `value`
what counts, `extracted_value` what the model found.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import date

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionSchema, Value

_Json = str | float | bool | None


def extraction_json(schema: ExtractionSchema, rows: Sequence[ExtractedRow]) -> bytes:
    """The bytes of the file: one object, UTF-8, indented."""
    tree = {
        "schema": schema.name,
        "title": schema.title,
        "fields": [
            {"name": field.name, "title": field.title, "type": field.type.value}
            for field in schema.fields
        ],
        "documents": [row_object(row) for row in rows],
    }
    return f"{json.dumps(tree, ensure_ascii=False, indent=2)}\n".encode(errors="replace")


def row_object(row: ExtractedRow) -> dict[str, object]:
    """A document with its fields by name, as JSON has it; also a line of the command line."""
    return {
        "document_id": row.document_id,
        "document": row.document,
        "path": str(row.path),
        "status": _status(row),
        "reason": row.fault.value if row.fault is not None else None,
        "standing": row.standing.value if row.made_at else None,
        "model": row.model or None,
        "extracted_at": row.made_at or None,
        "fields": {cell.name: _field(row, cell) for cell in row.cells},
    }


def _status(row: ExtractedRow) -> str:
    """How the last try ended, or that none has ended yet."""
    if row.waiting:
        return "waiting"
    if row.fault is not None:
        return "failed"
    return "ok" if row.made_at else "not_extracted"


def _field(row: ExtractedRow, cell: ExtractedCell) -> dict[str, object]:
    found = cell.found
    return {
        "value": plain_value(cell.value),
        "confidence": None if found is None else found.confidence,
        "verified": cell.verified,
        "needs_review": cell.needs_review,
        "corrected": cell.corrected,
        "corrected_at": None if cell.correction is None else cell.correction.correction.made_at,
        "extracted_value": None if found is None else plain_value(found.value),
        "citation": _citation(row, cell),
    }


def _citation(row: ExtractedRow, cell: ExtractedCell) -> dict[str, object] | None:
    """Where the model's value stands; page and label are null where the passage is gone."""
    found, place = cell.found, cell.place
    if found is None or found.source_chunk_id is None:
        return None
    return {
        "chunk_id": found.source_chunk_id,
        "document_id": row.document_id,
        "document": row.document,
        "page": None if place is None else place.page,
        "label": None if place is None else place.label,
        "quote": found.quote,
        "ocr": place is not None and place.ocr_confidence is not None,
    }


def plain_value(value: Value) -> _Json:
    """A value as JSON has it: dates as ISO text; a number that is none has no form there."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value.isoformat() if isinstance(value, date) else value
