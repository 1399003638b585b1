"""A table of extracted fields as CSV (RFC 4180), as spreadsheets open it.

First the values, one column for each field, then for each field what proves its value. Numbers have
a decimal point, dates are ISO, so that programs read them whatever their language.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import date

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionSchema, Value
from app.core.export import extraction_wording as wording
from app.core.export.spreadsheet_text import inert
from app.core.text.plain_numbers import plain_number
from app.core.text.safe_text import one_line

# By its mark Excel knows UTF-8; others pass it over.
_ENCODING = "utf-8-sig"
_PROOF = (
    wording.CONFIDENCE,
    wording.CHECK,
    wording.PAGE,
    wording.LABEL,
    wording.QUOTE,
    wording.PASSAGE,
)


def extraction_csv(schema: ExtractionSchema, rows: Sequence[ExtractedRow]) -> bytes:
    """The bytes of the file. Each row has a cell for each field of the schema."""
    written = io.StringIO(newline="")
    # Quoted throughout, so that a text cannot end its cell in a program with other separators.
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow([inert(one_line(title)) for title in _head(schema)])
    writer.writerows(_cells(row) for row in rows)
    return written.getvalue().encode(_ENCODING)


def _head(schema: ExtractionSchema) -> Iterator[str]:
    yield from (wording.DOCUMENT, wording.FILE, wording.STATE)
    titles = [field.title or field.name for field in schema.fields]
    yield from titles
    for title in titles:
        yield from (f"{title}: {proof}" for proof in _PROOF)


def _cells(row: ExtractedRow) -> Iterator[str]:
    yield inert(one_line(row.document))
    yield inert(one_line(str(row.path)))
    yield wording.state(row)
    for cell in row.cells:
        yield _written(cell.value)
    for cell in row.cells:
        yield from _proof(cell)


def _proof(cell: ExtractedCell) -> Iterator[str]:
    found, place = cell.found, cell.place
    yield plain_number(found.confidence) if found is not None else ""
    yield wording.check(cell)
    yield str(place.page) if place is not None else ""
    yield inert(one_line(place.label)) if place is not None else ""
    yield inert(one_line(found.quote)) if found is not None else ""
    cited = found.source_chunk_id if found is not None else None
    yield "" if cited is None else f"[chunk:{cited}]"


def _written(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return plain_number(float(value))
    if isinstance(value, date):
        return value.isoformat()
    return inert(value)
