"""Reads the sheets of a workbook (XLSX) as it lies in the file, for tests of what is written.

Only what the format itself says: the kind of each cell, its value, and its number format.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from xml.etree import ElementTree

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """`kind` is "text", "number", "boolean" or "formula"."""

    kind: str
    value: str
    number_format: str = "General"


def read_sheets(content: bytes) -> dict[str, dict[str, ReadCell]]:
    """The cells of each sheet, by its name and by their own ("B2")."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        strings = _strings(archive) if "xl/sharedStrings.xml" in names else []
        formats = _formats(archive)
        sheets = _tree(archive, "xl/workbook.xml").iter(f"{_MAIN}sheet")
        return {
            sheet.attrib["name"]: _cells(
                _tree(archive, f"xl/worksheets/sheet{number}.xml"), strings, formats
            )
            for number, sheet in enumerate(sheets, start=1)
        }


def parts(content: bytes) -> list[str]:
    """Names of the parts of a workbook."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.namelist()


def _tree(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(archive.read(name))


def _strings(archive: zipfile.ZipFile) -> list[str]:
    tree = _tree(archive, "xl/sharedStrings.xml")
    return ["".join(item.itertext()) for item in tree.iter(f"{_MAIN}si")]


def _formats(archive: zipfile.ZipFile) -> list[str]:
    tree = _tree(archive, "xl/styles.xml")
    # Those that every program knows by number.
    known = {"0": "General", "4": "#,##0.00", "9": "0%"}
    known |= {
        one.attrib["numFmtId"]: one.attrib["formatCode"] for one in tree.iter(f"{_MAIN}numFmt")
    }
    used = tree.find(f"{_MAIN}cellXfs")
    assert used is not None
    return [known[one.attrib["numFmtId"]] for one in used]


def _cells(
    tree: ElementTree.Element, strings: list[str], formats: list[str]
) -> dict[str, ReadCell]:
    found = {}
    for cell in tree.iter(f"{_MAIN}c"):
        value = cell.findtext(f"{_MAIN}v", "")
        kind = {"s": "text", "b": "boolean"}.get(cell.get("t", "n"), "number")
        if cell.find(f"{_MAIN}f") is not None:
            kind = "formula"
        if kind == "text":
            value = strings[int(value)]
        found[cell.attrib["r"]] = ReadCell(kind, value, formats[int(cell.get("s", "0"))])
    return found
