"""Workbooks for spreadsheet programs, written by XlsxWriter."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from app.core.domain.sheet import Cell, Column, ColumnKind, Sheet
from app.core.text.safe_text import safe_lines

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

# Excel's limits: characters of a cell, and the first year of its calendar.
MOST_CHARACTERS = 32_767
_FIRST_YEAR = 1900

_OPTIONS = {
    # Neither the text of documents nor a formula in it gets anywhere but into its cell.
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_NUMBER_FORMATS = {
    ColumnKind.PLAIN: "General",
    ColumnKind.MONEY: "#,##0.00",
    ColumnKind.SHARE: "0%",
}
_DATE_FORMAT = "yyyy-mm-dd"


@dataclass(frozen=True, slots=True)
class _Formats:
    head: Format
    text: Format
    day: Format
    numbers: dict[ColumnKind, Format]


class XlsxWorkbooks:
    """Implements :class:`~app.core.ports.WorkbookWriter`."""

    def workbook(self, sheets: Sequence[Sheet]) -> bytes:
        """See the port. A text that is longer than a cell may be ends in an ellipsis; days before
        1900, which Excel's calendar does not know, are text."""
        import xlsxwriter

        content = io.BytesIO()
        with xlsxwriter.Workbook(content, _OPTIONS) as book:
            formats = _formats(book)
            for sheet in sheets:
                _write_sheet(book.add_worksheet(sheet.name), sheet, formats)
        return content.getvalue()


def _formats(book: Workbook) -> _Formats:
    top = {"valign": "top"}
    return _Formats(
        head=book.add_format({"bold": True, "text_wrap": True, "bottom": 1, **top}),
        text=book.add_format({"text_wrap": True, **top}),
        day=book.add_format({"num_format": _DATE_FORMAT, "align": "left", **top}),
        numbers={
            kind: book.add_format({"num_format": form, **top})
            for kind, form in _NUMBER_FORMATS.items()
        },
    )


def _write_sheet(target: Worksheet, sheet: Sheet, formats: _Formats) -> None:
    for index, column in enumerate(sheet.columns):
        target.set_column(index, index, column.width)
        target.write_string(0, index, _cut(column.title), formats.head)
    for number, row in enumerate(sheet.rows, start=1):
        for index, (column, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            _write_cell(target, number, index, cell, column, formats)
    target.freeze_panes(1, 1)
    if sheet.columns:
        target.autofilter(0, 0, len(sheet.rows), len(sheet.columns) - 1)


def _write_cell(
    target: Worksheet, row: int, index: int, cell: Cell, column: Column, formats: _Formats
) -> None:
    if cell is None:
        return
    if isinstance(cell, bool):
        target.write_boolean(row, index, cell, formats.text)
    elif isinstance(cell, int | float) and math.isfinite(cell):
        target.write_number(row, index, cell, formats.numbers[column.kind])
    elif isinstance(cell, date) and cell.year >= _FIRST_YEAR:
        target.write_datetime(row, index, cell, formats.day)
    elif text := _cut(str(cell)):
        target.write_string(row, index, text, formats.text)


def _cut(text: str) -> str:
    """The text without what XML cannot hold, as long as a cell may be; Excel counts the 16-bit
    units of UTF-16."""
    safe = safe_lines(text)
    units = safe.encode("utf-16-le")
    if len(units) <= 2 * MOST_CHARACTERS:
        return safe
    return units[: 2 * (MOST_CHARACTERS - 1)].decode("utf-16-le", errors="ignore") + "…"
