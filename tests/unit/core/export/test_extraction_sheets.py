from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.sheet import ColumnKind
from app.core.export.extraction_sheets import extraction_sheets
from tests.extracted_rows import ACME, AT, BOLT, ROWS, SCHEMA, found


def test_the_first_sheet_holds_the_values_with_their_types() -> None:
    values, _ = extraction_sheets(SCHEMA, ROWS)
    assert values.name == "Values"
    assert [column.title for column in values.columns] == [
        "Document", "Number", "Issue date", "Total", "Paid", "To review", "State", "File",
    ]  # fmt: skip
    assert [column.kind for column in values.columns].index(ColumnKind.MONEY) == 3
    assert values.rows[0] == (
        "Acme invoice", "RE-17", date(2024, 3, 3), 1243.5, None, "Issue date", "Extracted",
        str(ACME.path),
    )  # fmt: skip
    assert values.rows[1][1:6] == ("7", date(1899, 12, 31), 1234567.0, True, "Number, Paid")
    assert values.rows[2][1:6] == (None, None, None, None, "")


def test_the_second_sheet_proves_each_of_them() -> None:
    _, citations = extraction_sheets(SCHEMA, ROWS)
    assert citations.name == "Citations"
    titles = [column.title for column in citations.columns]
    rows = [dict(zip(titles, row, strict=True)) for row in citations.rows]
    assert [(row["Document"], row["Field"]) for row in rows] == [
        (row.document, field.title) for row in (ACME, BOLT) for field in SCHEMA.fields
    ]
    assert rows[2] == {
        "Document": "Acme invoice",
        "Field": "Total",
        "Value": 1243.5,
        "Found by the model": 1234.5,
        "Check": "Corrected by a person",
        "Confidence": 0.9,
        "Page": 3,
        "Page label": "1",
        "Quote": "1.234,50 €",
        "Passage": "[chunk:17]",
        "Model": "a model",
        "Extracted (UTC)": AT,
        "File": str(ACME.path),
    }
    assert rows[7]["Check"] == "Corrected before the document changed"
    assert rows[7]["Confidence"] is rows[7]["Page"] is rows[7]["Found by the model"] is None


def test_every_row_has_a_cell_for_each_column() -> None:
    for sheet in extraction_sheets(SCHEMA, ROWS):
        assert {len(row) for row in sheet.rows} == {len(sheet.columns)}


def test_text_is_laid_out_safely() -> None:
    cell = ExtractedCell("number", found("number", "a\r\nb\x00\u202e", quote="c\n d"))
    row = replace(ACME, document=" x\ny ", cells=(cell, *ACME.cells[1:]))
    values, citations = extraction_sheets(SCHEMA, [row])
    assert values.rows[0][:2] == ("x y", "a\nb")
    assert citations.rows[0][8] == "c d"
