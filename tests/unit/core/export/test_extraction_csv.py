from __future__ import annotations

import csv
import io
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.extraction import FieldType, SchemaField
from app.core.export.extraction_csv import extraction_csv
from app.core.text.safe_text import safe_lines
from tests.extracted_rows import ACME, ROWS, SCHEMA, found


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))


def columns(content: bytes) -> list[dict[str, str]]:
    head, *rows = read(content)
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_it_is_as_excel_and_the_rfc_want_it() -> None:
    content = extraction_csv(SCHEMA, ROWS)
    assert content.startswith(b'\xef\xbb\xbf"Document","File","State","Number",')
    assert content.endswith(b"\r\n")
    lines = content.decode("utf-8-sig").split("\r\n")
    assert len(lines) == 5
    assert all(line.startswith('"') and line.endswith('"') for line in lines[:-1])


def test_values_come_first_and_then_what_proves_them() -> None:
    head, acme, bolt, coil = read(extraction_csv(SCHEMA, ROWS))
    assert head[:13] == [
        "Document", "File", "State", "Number", "Issue date", "Total", "Paid",
        "Number: Confidence", "Number: Check", "Number: Page", "Number: Page label",
        "Number: Quote", "Number: Passage",
    ]  # fmt: skip
    assert len(head) == 7 + 4 * 6
    assert acme[:7] == [
        "Acme invoice", "/documents/acme.pdf", "Extracted", "RE-17", "2024-03-03", "1243.5", "",
    ]  # fmt: skip
    assert bolt[3:7] == ["7", "1899-12-31", "1234567", "TRUE"]
    assert coil[2:] == ["Failed: the document holds no readable text", *[""] * 28]


def test_each_value_says_where_it_stands_and_how_far_it_was_checked() -> None:
    acme, bolt, _ = columns(extraction_csv(SCHEMA, ROWS))

    def proof(row: dict[str, str], title: str) -> list[str]:
        return [text for name, text in row.items() if name.startswith(f"{title}: ")]

    assert proof(acme, "Number") == [
        "0.9", "Found in the passage", "2", "", "No. RE-17", "[chunk:17]",
    ]  # fmt: skip
    assert proof(acme, "Issue date") == [
        "0.6", "Found in the passage, low confidence", "2", "ii", "3 March 2024", "[chunk:17]",
    ]  # fmt: skip
    assert proof(acme, "Total")[1] == "Corrected by a person"
    assert proof(acme, "Paid") == ["0.8", "Not stated", "", "", "", ""]
    assert proof(bolt, "Number")[1:3] == ["Not found in the passage", ""]
    assert proof(bolt, "Paid")[1] == "Corrected before the document changed"
    assert bolt["State"] == "Extracted before the document changed"


def test_nothing_of_a_document_or_a_schema_is_run() -> None:
    evil = "=HYPERLINK(1)"
    cell = ExtractedCell("x", found("x", evil, quote=evil))
    row = replace(ACME, document=evil, cells=(cell,))
    schema = replace(SCHEMA, fields=(SchemaField("x", evil, FieldType.TEXT),))
    rows = read(extraction_csv(schema, [row]))
    assert [text for line in rows for text in line if text.lstrip().startswith("=")] == []
    assert [text for line in rows for text in line if text.startswith(f"'{evil}")] != []
    assert (rows[1][0], rows[1][3], rows[1][8]) == (f"'{evil}",) * 3


def test_numbers_below_zero_stay_numbers() -> None:
    row = replace(ACME, cells=(ExtractedCell("x", found("x", -5.5)),))
    schema = replace(SCHEMA, fields=(SchemaField("x", "X", FieldType.NUMBER),))
    assert columns(extraction_csv(schema, [row]))[0]["X"] == "-5.5"


def test_a_field_without_a_title_goes_by_its_name() -> None:
    schema = replace(SCHEMA, fields=(SchemaField("x_y", "", FieldType.TEXT),))
    assert read(extraction_csv(schema, []))[0][3] == "x_y"


@given(st.text(max_size=30))
def test_any_text_is_read_again_as_it_was_but_for_what_acts(text: str) -> None:
    row = replace(ACME, cells=(ExtractedCell("x", found("x", text, quote=text)),))
    schema = replace(SCHEMA, fields=(SchemaField("x", "X", FieldType.TEXT),))
    (written,) = columns(extraction_csv(schema, [row]))
    assert written["X"].replace("'", "") == safe_lines(text).replace("'", "")
