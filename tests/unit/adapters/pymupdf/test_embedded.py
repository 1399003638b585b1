from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf import embedded
from app.adapters.pymupdf.embedded import embedded_content, embedded_files
from app.adapters.pymupdf.opening import keep_quiet
from app.core.domain.document import EmbeddedFile
from tests.pdfs import make_pdf

PDF = b"%PDF-1.7\nwhat a PDF holds"


@pytest.fixture(autouse=True)
def _quiet() -> None:
    keep_quiet()


def content(document: pymupdf.Document, data: bytes) -> int:
    """Add the content of a file; returns the number of its object."""
    xref: int = document.get_new_xref()
    document.update_object(xref, "<< /Type /EmbeddedFile >>")
    document.update_stream(xref, data, new=True)
    return xref


def listed(document: pymupdf.Document, *entries: str) -> None:
    """Let the document list files: keys and descriptions in turn."""
    tree = f"<< /EmbeddedFiles << /Names [ {' '.join(entries)} ] >> >>"
    document.xref_set_key(document.pdf_catalog(), "Names", tree)


def names(document: pymupdf.Document) -> list[str]:
    return [file.name for file in embedded_files(document)]


def test_a_portfolio(tmp_path: Path) -> None:
    inside = {"a.pdf": PDF, "b.xml": b"<a/>", "c": b"junk before " + PDF}
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", attachments=inside)) as document:
        assert embedded_files(document) == (
            EmbeddedFile(1, "a.pdf", pdf=True),
            EmbeddedFile(2, "b.xml", pdf=False),
            EmbeddedFile(3, "c", pdf=True),
        )
        assert [embedded_content(document, number) for number in (1, 2, 3)] == list(inside.values())
        assert embedded_content(document, 4) is None


def test_files_pinned_to_a_page(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", ["one", "two"], attachments={"list.pdf": PDF})
    with pymupdf.open(path) as document:
        document[1].add_file_annot((72, 72), PDF + b" 2", "pin.pdf", desc="Seen on 3 May")
        document[1].add_text_annot((72, 172), "a note")
        assert names(document) == ["list.pdf", "pin.pdf"]
        assert embedded_content(document, 2) == PDF + b" 2"


def test_a_file_that_is_listed_and_pinned_counts_once() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        file = document.get_new_xref()
        document.update_object(
            file, f"<< /F (list.pdf) /EF << /F {content(document, PDF)} 0 R >> >>"
        )
        listed(document, "(list.pdf)", f"{file} 0 R", "(again)", f"{file} 0 R")
        note = page.add_file_annot((72, 72), b"x", "pin.pdf")
        document.xref_set_key(note.xref, "FS", f"{file} 0 R")
        assert names(document) == ["list.pdf"]


def test_names_in_utf_16_and_names_that_are_missing() -> None:
    with pymupdf.open() as document:
        document.new_page()
        one, two, three = (content(document, PDF) for _ in range(3))
        listed(
            document,
            f"(a) << /F (old.pdf) /UF <FEFF5E7404510041> /EF << /F {one} 0 R >> >>",
            f"(key of b) << /EF << /UF {two} 0 R >> >>",
            f"(c) << /F (two\\nlines.pdf) /EF << /DOS {three} 0 R >> >>",
        )
        assert names(document) == ["年ёA", "key of b", "two lines.pdf"]


def test_files_that_lie_elsewhere_are_not_embedded() -> None:
    with pymupdf.open() as document:
        document.new_page()
        listed(
            document, "(a.pdf) << /F (a.pdf) >>", "(b.pdf) (b.pdf)", "(c) << /EF << /F 1 0 R >> >>"
        )
        assert embedded_files(document) == ()


def test_lists_in_circles_end(tmp_path: Path) -> None:
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", attachments={"a.pdf": PDF})) as document:
        tree = document.get_new_xref()
        document.update_object(tree, f"<< /Kids [ {f'{tree} 0 R ' * 9} ] >>")
        document.xref_set_key(document.pdf_catalog(), "Names", f"<< /EmbeddedFiles {tree} 0 R >>")
        assert embedded_files(document) == ()


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "MOST_BYTES", 1_000_000)
    inside = {"bomb.pdf": PDF + bytes(2_000_000), "good.pdf": PDF}
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", attachments=inside)) as document:
        assert [file.pdf for file in embedded_files(document)] == [True, True]
        assert embedded_content(document, 1) is None
        assert embedded_content(document, 2) == PDF


def test_thousands_are_counted_to_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "MOST_FILES", 3)
    inside = {f"{number}.pdf": PDF for number in range(9)}
    with pymupdf.open(make_pdf(tmp_path / "file.pdf", attachments=inside)) as document:
        assert len(embedded_files(document)) == 3


def test_files_in_a_locked_pdf(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", password="right", attachments={"a.pdf": PDF})
    with pymupdf.open(path) as document:
        document.authenticate("right")
        assert embedded_files(document) == (EmbeddedFile(1, "a.pdf", pdf=True),)
        assert embedded_content(document, 1) == PDF
