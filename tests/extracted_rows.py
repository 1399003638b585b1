"""A table of extracted fields, for tests of what is made of it.

Two documents and a third that failed; every kind of value, place and check is in it.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

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

AT = "2026-11-30T20:00:00+00:00"
SCHEMA = ExtractionSchema(
    "invoice",
    "Invoice",
    (
        SchemaField("number", "Number", FieldType.TEXT),
        SchemaField("issued", "Issue date", FieldType.DATE),
        SchemaField("total", "Total", FieldType.MONEY),
        SchemaField("paid", "Paid", FieldType.YES_NO),
    ),
)


def found(
    name: str, value: Value, confidence: float = 0.9, quote: str = "", *, verified: bool = True
) -> FieldValue:
    """What a model found, in chunk 17."""
    chunk = None if value is None else 17
    return FieldValue(name, value, confidence, chunk, verified and value is not None, quote)


def said(name: str, value: Value, document: int = 1, *, outdated: bool = False) -> KeptCorrection:
    """What a person says."""
    return KeptCorrection(Correction(document, SCHEMA.name, name, value, AT), outdated)


ACME = ExtractedRow(
    1,
    "Acme invoice",
    Path("/documents/acme.pdf"),
    (
        ExtractedCell("number", found("number", "RE-17", quote="No. RE-17"), None, CitedPlace(2)),
        ExtractedCell(
            "issued",
            found("issued", date(2024, 3, 3), 0.6, "3 March 2024"),
            None,
            CitedPlace(2, "ii"),
        ),
        ExtractedCell(
            "total",
            found("total", 1234.5, quote="1.234,50 €"),
            said("total", 1243.5),
            CitedPlace(3, "1"),
        ),
        ExtractedCell("paid", found("paid", None, 0.8)),
    ),
    "a model",
    AT,
)
BOLT = ExtractedRow(
    2,
    "Bolt invoice",
    Path("/documents/bolt.pdf"),
    (
        ExtractedCell("number", found("number", "7", verified=False)),
        ExtractedCell("issued", found("issued", date(1899, 12, 31))),
        ExtractedCell("total", found("total", 1234567.0)),
        ExtractedCell("paid", None, said("paid", True, 2, outdated=True)),
    ),
    "a model",
    AT,
    Standing.CHANGED,
)
COIL = ExtractedRow(
    3,
    "Coil invoice",
    Path("/documents/coil.pdf"),
    tuple(ExtractedCell(field.name) for field in SCHEMA.fields),
    fault=ExtractionFault.NO_CHUNKS,
)
ROWS = (ACME, BOLT, COIL)
