"""A table of invoices with every kind of row and value."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from app.core.domain.answer import Citation
from app.core.domain.extracted_table import CitedPlace, ExtractedCell, ExtractedRow
from app.core.domain.extraction import (
    Correction,
    ExtractionFault,
    ExtractionSchema,
    FieldType,
    FieldValue,
    KeptCorrection,
    SchemaField,
    Standing,
    Value,
)

INVOICE = ExtractionSchema(
    "invoice",
    "Invoice",
    (
        SchemaField("number", "Invoice number", FieldType.TEXT, "As printed.", required=True),
        SchemaField("issue_date", "Issue date", FieldType.DATE),
        SchemaField("total", "Total", FieldType.MONEY, "With taxes."),
        SchemaField("paid", "Paid", FieldType.YES_NO),
        SchemaField("currency", "Currency", FieldType.CHOICE, choices=("EUR", "USD", "GBP")),
        SchemaField("lines", "Lines", FieldType.NUMBER),
    ),
    built_in=True,
)
CONTRACT = ExtractionSchema(
    "contract", "Contract", (SchemaField("term", "Term", FieldType.TEXT),), built_in=True
)
MADE_AT, MODEL = "2026-11-30T12:00:00+00:00", "Qwen2.5 1.5B"


def cell(
    name: str,
    value: Value,
    *,
    confidence: float = 0.95,
    verified: bool = True,
    page: int = 1,
    label: str = "",
    quote: str = "",
) -> ExtractedCell:
    """What a model found."""
    if value is None:
        return ExtractedCell(name, FieldValue(name, None, confidence, None))
    words = quote or str(value)
    found = FieldValue(name, value, confidence, 17, verified, words if verified else "", 0, 1)
    return ExtractedCell(name, found, place=CitedPlace(page, label))


def corrected(one: ExtractedCell, value: Value, *, outdated: bool = False) -> ExtractedCell:
    """The same after a person said something else."""
    said = Correction(1, INVOICE.name, one.name, value, MADE_AT)
    return replace(one, correction=KeptCorrection(said, outdated))


def row(
    document_id: int,
    *cells: ExtractedCell,
    title: str = "",
    fault: ExtractionFault | None = None,
    standing: Standing = Standing.CURRENT,
    schema: ExtractionSchema = INVOICE,
) -> ExtractedRow:
    """A row; without cells nothing was extracted."""
    name = title or f"Invoice {document_id}"
    given = {one.name: one for one in cells}
    return ExtractedRow(
        document_id,
        name,
        Path("Library") / f"{name}.pdf",
        tuple(given.get(field.name, ExtractedCell(field.name)) for field in schema.fields),
        model=MODEL if cells else "",
        made_at=MADE_AT if cells else "",
        standing=standing,
        fault=fault,
    )


def extracted(
    document_id: int, total: float = 1234.5, *, title: str = "", number: str = ""
) -> ExtractedRow:
    """A row with which nothing is wrong."""
    return row(
        document_id,
        cell("number", number or f"RE-2026-{document_id:03}"),
        cell("issue_date", date(2026, 3, document_id % 28 + 1)),
        cell("total", total, page=2, label="ii", quote=f"Total due {total} €"),
        cell("paid", document_id % 2 == 0),
        cell("currency", "EUR"),
        cell("lines", 12.0),
        title=title,
    )


CLEAN = extracted(1)
UNSURE = row(
    2,
    cell("number", "4711"),
    cell("issue_date", date(2026, 3, 3), confidence=0.7),
    cell("total", 99.0, verified=False, page=3),
    cell("paid", None),
    cell("currency", "USD", confidence=0.8),
    cell("lines", None, confidence=0.3),
    title="Hardware",
)
CORRECTED = row(
    3,
    cell("number", "A-1"),
    cell("issue_date", date(2026, 1, 31)),
    corrected(cell("total", 1200.0), 12000.0),
    corrected(cell("paid", None), True),
    corrected(cell("currency", "EUR"), "GBP", outdated=True),
    cell("lines", 12345.0),
    title="Chairs",
)
FAILED = row(4, fault=ExtractionFault.NO_CHUNKS, title="Scan of a letter")
NOT_YET = row(5, title="Tables and lamps")
CHANGED = replace(extracted(6, 5.0, title="Rent"), standing=Standing.CHANGED)
FAILED_AGAIN = replace(extracted(7, 70.25, title="Water"), fault=ExtractionFault.SCHEMA_INVALID)
ALL = (CLEAN, UNSURE, CORRECTED, FAILED, NOT_YET, CHANGED, FAILED_AGAIN)


def citation(document_id: int, page: int = 2) -> Citation:
    """Where a value stands."""
    path = Path("Library") / f"Invoice {document_id}.pdf"
    return Citation(17, document_id, "Invoice", path, page, "ii", "", "1,234.50", True, (), ())
