from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.labels import labels
from tests.pdfs import make_pdf


def labels_of(folder: Path, tree: str, *objects: str) -> list[str]:
    """Labels of four pages with this number tree; `objects` are named {0}, {1} … in it."""
    with pymupdf.open(make_pdf(folder / "file.pdf", ["page"] * 4)) as document:
        numbers = []
        for text in objects:
            numbers.append(document.get_new_xref())
            document.update_object(numbers[-1], text)
        references = [f"{number} 0 R" for number in numbers]
        document.xref_set_key(document.pdf_catalog(), "PageLabels", tree.format(*references))
        data = document.tobytes()
    with pymupdf.open(stream=data) as document:
        return labels(document)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("0 << /S /r >> 2 << /S /D >>", ["i", "ii", "1", "2"]),
        # The prefix is "C" in UTF-16, which PyMuPDF takes for text.
        ("0 << /P <FEFF0043> /S /D >> 1 << /S /r >>", ["C1", "i", "ii", "iii"]),
        ("0 << /P (Cover Page) >> 1 << /P (p. ) /S /D /St 219 >>", ["Cover Page", "p. 219"]),
        ("0 << /S /A >>", ["A", "B", "C", "D"]),
        ("0 << >>", ["", "", "", ""]),
        ("0 7 1 << /S /D >>", ["", "1", "2", "3"]),
        ("", []),
    ],
)
def test_rules(tmp_path: Path, numbers: str, expected: list[str]) -> None:
    found = labels_of(tmp_path, f"<< /Nums [ {numbers} ] >>")
    assert found[: len(expected)] == expected
    assert len(found) in (0, 4)


def test_deep_trees(tmp_path: Path) -> None:
    found = labels_of(
        tmp_path,
        "<< /Kids [ << /Kids [ {0} << /Nums [ 3 << /S /a >> ] >> ] >> ] >>",
        "<< /Nums [ 0 << /S /r >> ] >>",
    )
    assert found == ["i", "ii", "iii", "a"]


def test_trees_in_circles_end(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", ["page"])) as document:
        loop = document.get_new_xref()
        document.update_object(loop, f"<< /Kids [ {loop} 0 R ] >>")
        document.xref_set_key(document.pdf_catalog(), "PageLabels", f"{loop} 0 R")
        assert labels(document) == []


def test_no_labels(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf")) as document:
        assert labels(document) == []
