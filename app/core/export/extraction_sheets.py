"""A table of extracted fields as two sheets: the values, and what proves each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField, Value
from app.core.domain.sheet import Cell, Column, ColumnKind, Sheet
from app.core.export import extraction_wording as wording
from app.core.text.safe_text import one_line, safe_lines

_WIDE = 36
_CITATION_COLUMNS = (
    Column(wording.DOCUMENT, width=_WIDE),
    Column(wording.FIELD),
    Column(wording.VALUE, width=24),
    Column(wording.FOUND, width=24),
    Column(wording.CHECK, width=24),
    Column(wording.CONFIDENCE, ColumnKind.SHARE, width=12),
    Column(wording.PAGE, width=8),
    Column(wording.LABEL, width=10),
    Column(wording.QUOTE, width=60),
    Column(wording.PASSAGE),
    Column(wording.MODEL, width=24),
    Column(wording.MADE_AT, width=24),
    Column(wording.FILE, width=_WIDE),
)


def extraction_sheets(
    schema: ExtractionSchema, rows: Sequence[ExtractedRow]
) -> tuple[Sheet, Sheet]:
    """(values, citations). Each row has a cell for each field of the schema."""
    titles = [one_line(field.title or field.name) for field in schema.fields]
    columns = (
        Column(wording.DOCUMENT, width=_WIDE),
        *(_column(field, title) for field, title in zip(schema.fields, titles, strict=True)),
        Column(wording.REVIEW, width=24),
        Column(wording.STATE, width=24),
        Column(wording.FILE, width=_WIDE),
    )
    names = dict(zip((field.name for field in schema.fields), titles, strict=True))
    values = tuple(tuple(_values(row, names)) for row in rows)
    citations = tuple(
        tuple(_citation(row, cell, title))
        for row in rows
        for cell, title in zip(row.cells, titles, strict=True)
        if cell.found is not None or cell.corrected
    )
    return (
        Sheet(wording.VALUES_SHEET, columns, values),
        Sheet(wording.CITATIONS_SHEET, _CITATION_COLUMNS, citations),
    )


def _column(field: SchemaField, title: str) -> Column:
    kind = ColumnKind.MONEY if field.type is FieldType.MONEY else ColumnKind.PLAIN
    return Column(title, kind, 24 if field.type is FieldType.TEXT else 14)


def _values(row: ExtractedRow, names: dict[str, str]) -> Iterator[Cell]:
    yield one_line(row.document)
    for cell in row.cells:
        yield _cell(cell.value)
    yield ", ".join(names[name] for name in row.to_review)
    yield wording.state(row)
    yield one_line(str(row.path))


def _citation(row: ExtractedRow, cell: ExtractedCell, title: str) -> Iterator[Cell]:
    found, place = cell.found, cell.place
    yield from (one_line(row.document), title, _cell(cell.value))
    yield _cell(found.value) if found is not None else None
    yield wording.check(cell)
    yield found.confidence if found is not None else None
    yield place.page if place is not None else None
    yield one_line(place.label) if place is not None else ""
    yield one_line(found.quote) if found is not None else ""
    cited = found.source_chunk_id if found is not None else None
    yield "" if cited is None else f"[chunk:{cited}]"
    yield from (one_line(row.model), row.made_at, one_line(str(row.path)))


def _cell(value: Value) -> Cell:
    return safe_lines(value) if isinstance(value, str) else value
