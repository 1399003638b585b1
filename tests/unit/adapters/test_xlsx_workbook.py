"""Workbooks hold each value as what it is, and nothing in them is run."""

from __future__ import annotations

import math
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters.xlsx_workbook import MOST_CHARACTERS, XlsxWorkbooks
from app.core.domain.sheet import Cell, Column, ColumnKind, Sheet
from app.core.export.extraction_sheets import extraction_sheets
from app.core.text.safe_text import safe_lines
from tests.extracted_rows import ROWS, SCHEMA
from tests.workbooks import ReadCell, parts, read_sheets


def written(cell: Cell, kind: ColumnKind = ColumnKind.PLAIN) -> ReadCell | None:
    """How a cell is read again that stands in a sheet alone."""
    sheet = Sheet("One", (Column("Title", kind),), ((cell,),))
    return read_sheets(XlsxWorkbooks().workbook([sheet]))["One"].get("A2")


@pytest.mark.parametrize(
    ("cell", "kind", "expected"),
    [
        (1234.5, ColumnKind.MONEY, ReadCell("number", "1234.5", "#,##0.00")),
        (1234.5, ColumnKind.PLAIN, ReadCell("number", "1234.5")),
        (0.85, ColumnKind.SHARE, ReadCell("number", "0.85", "0%")),
        (3, ColumnKind.PLAIN, ReadCell("number", "3")),
        # Days since 30 December 1899; the format takes 1900 for a leap year.
        (date(2024, 3, 3), ColumnKind.PLAIN, ReadCell("number", "45354", "yyyy-mm-dd")),
        (date(1900, 1, 1), ColumnKind.MONEY, ReadCell("number", "1", "yyyy-mm-dd")),
        (date(1899, 12, 31), ColumnKind.PLAIN, ReadCell("text", "1899-12-31")),
        (True, ColumnKind.PLAIN, ReadCell("boolean", "1")),
        (False, ColumnKind.MONEY, ReadCell("boolean", "0")),
        (math.inf, ColumnKind.PLAIN, ReadCell("text", "inf")),
        (None, ColumnKind.PLAIN, None),
        ("", ColumnKind.PLAIN, None),
    ],
)
def test_each_value_is_a_cell_of_its_type(
    cell: Cell, kind: ColumnKind, expected: ReadCell | None
) -> None:
    assert written(cell, kind) == expected


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "{=SUM(A1)}", "+1", "-1", "@x", "12", "0017", "1e5", "TRUE", "2024-03-03",
        "https://example.org", "mailto:a@example.org", "internal:Sheet!A1", "a\nb", "誤り",
        "  room  ", "<v>&amp;</v>",
    ],
)  # fmt: skip
def test_text_is_never_anything_else(text: str) -> None:
    assert written(text) == ReadCell("text", text)


def test_text_that_looks_like_an_escape_of_the_format_stays_so() -> None:
    cell = written("_x0041_")
    assert cell is not None
    assert cell.value == "_x005F_x0041_"  # by which programs read "_x0041_"


@given(st.text(max_size=20))
def test_any_text_makes_a_workbook_that_can_be_read(text: str) -> None:
    cell = written(text)
    plain = safe_lines(text)
    if "_x" not in plain:
        assert cell == (ReadCell("text", plain) if plain else None)


@pytest.mark.parametrize(
    ("text", "units"),
    [("x" * MOST_CHARACTERS, MOST_CHARACTERS), ("x" * 40_000, MOST_CHARACTERS),
     ("\U0001f4c1" * 20_000, MOST_CHARACTERS)],
)  # fmt: skip
def test_a_text_is_no_longer_than_a_cell_may_be(text: str, units: int) -> None:
    cell = written(text)
    assert cell is not None
    assert len(cell.value.encode("utf-16-le")) == 2 * units
    assert cell.value.endswith("…") is (len(text) > MOST_CHARACTERS or not text.isascii())


def test_a_table_of_fields_makes_two_sheets() -> None:
    content = XlsxWorkbooks().workbook(extraction_sheets(SCHEMA, ROWS))
    sheets = read_sheets(content)
    assert list(sheets) == ["Values", "Citations"]
    values, citations = sheets["Values"], sheets["Citations"]
    assert values["A1"] == ReadCell("text", "Document")
    assert values["C2"] == ReadCell("number", "45354", "yyyy-mm-dd")
    assert values["D2"] == ReadCell("number", "1243.5", "#,##0.00")
    assert values["E3"] == ReadCell("boolean", "1")
    assert "B4" not in values
    assert citations["I4"] == ReadCell("text", "1.234,50 €")
    assert citations["F4"] == ReadCell("number", "0.9", "0%")
    assert [name for name in parts(content) if "external" in name or "vba" in name] == []


def test_a_table_without_rows_makes_a_workbook_too() -> None:
    sheets = read_sheets(XlsxWorkbooks().workbook(extraction_sheets(SCHEMA, [])))
    assert set(sheets["Values"]) == {f"{letter}1" for letter in "ABCDEFGH"}


def test_nothing_is_written_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where temporary files cannot be made, a workbook can: no text of a document gets there."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "not there"))
    assert XlsxWorkbooks().workbook(extraction_sheets(SCHEMA, ROWS))
