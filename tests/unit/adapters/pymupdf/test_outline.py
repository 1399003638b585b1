from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.outline import outline
from app.core.domain.document import OutlineEntry
from tests.pdfs import PdfPage, make_pdf


def test_no_bookmarks(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf")) as document:
        assert outline(document) == ()


def test_bookmarks_in_their_order(tmp_path: Path) -> None:
    path = make_pdf(
        tmp_path / "file.pdf",
        ["one", "two", "three"],
        outline=[(1, "One", 1), (2, "Oﬃce\u00a0rules", 2), (1, "Three", 3)],
    )
    with pymupdf.open(path) as document:
        found = outline(document)
    assert [(entry.level, entry.title, entry.page) for entry in found] == [
        (1, "One", 1),
        (2, "Office rules", 2),
        (1, "Three", 3),
    ]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_heights_are_of_the_unrotated_page(tmp_path: Path, rotation: int) -> None:
    path = make_pdf(tmp_path / "file.pdf", [PdfPage("one", rotation=rotation)])
    with pymupdf.open(path) as document:
        document.set_toc([[1, "Here", 1]])
        (bookmark,) = document.get_outline_xrefs()
        page = document.page_xref(0)
        # 842 - 700 points from the top of the sheet, by the PDF's own coordinates.
        document.xref_set_key(bookmark, "Dest", f"[ {page} 0 R /XYZ 100 700 0 ]")
        document.xref_set_key(bookmark, "A", "null")
        data = document.tobytes()
    with pymupdf.open(stream=data) as document:
        (entry,) = outline(document)
    assert entry.y == pytest.approx(142, abs=1)


def test_bookmarks_that_lead_nowhere_are_left_out(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", ["one"])) as document:
        document.set_toc([[1, "Here", 1], [2, "A web site", 1], [1, " ", 1]])
        _, web, _ = document.get_outline_xrefs()
        document.xref_set_key(web, "Dest", "null")
        document.xref_set_key(web, "A", "<< /S /URI /URI (https://example.org) >>")
        data = document.tobytes()
    with pymupdf.open(stream=data) as document:
        found = outline(document)
    assert [entry.title for entry in found] == ["Here"]
    assert isinstance(found[0], OutlineEntry)


def test_bookmarks_below_bookmarks_without_end_are_of_one_level(tmp_path: Path) -> None:
    titles = [f"Level {level}" for level in range(1, 61)]
    path = make_pdf(
        tmp_path / "file.pdf", ["one"], outline=[(n, title, 1) for n, title in enumerate(titles, 1)]
    )
    with pymupdf.open(path) as document:
        found = outline(document)
    assert [entry.title for entry in found] == titles
    assert [entry.level for entry in found] == [*range(1, 16), *[16] * 45]
