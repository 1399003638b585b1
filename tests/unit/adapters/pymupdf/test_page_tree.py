from __future__ import annotations

import re
from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.opening import Bounds, keep_quiet, opened
from app.core.domain.document import DocumentStatus
from app.core.ports import ExtractionFailed

PAGES = 5


@pytest.fixture(autouse=True)
def _quiet() -> None:
    keep_quiet()


def five_pages() -> bytes:
    with pymupdf.open() as document:
        for number in range(1, PAGES + 1):
            document.new_page().insert_text((72, 72), f"page {number}")
        data: bytes = document.tobytes()
    assert data.count(b"/Count 5") == 1
    return data


def texts(path: Path, bounds: Bounds | None = None) -> list[str]:
    with opened(path, bounds=bounds) as document:
        return [page.get_text().strip() for page in document.pages()]


@pytest.mark.parametrize("said", ["1", "4", "6", "300000", "0", "-2", "null", "(5)", "4294967301"])
def test_every_page_is_there_whatever_number_the_file_gives(tmp_path: Path, said: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(five_pages().replace(b"/Count 5", f"/Count {said}".encode()))
    assert texts(path) == [f"page {number}" for number in range(1, PAGES + 1)]


def test_a_tree_of_several_levels(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    for said, inner in ((5, 3), (2, 3), (5, 1), (9, 9)):
        with pymupdf.open(stream=five_pages()) as document:
            tree = int(document.xref_get_key(document.pdf_catalog(), "Pages")[1].split()[0])
            pages = [document.page_xref(index) for index in range(PAGES)]
            node = document.get_new_xref()
            kids = " ".join(f"{page} 0 R" for page in pages[1:4])
            document.update_object(
                node,
                f"<< /Type /Pages /Parent {tree} 0 R /Count {inner} /Kids [ {kids} ] "
                "/MediaBox [ 0 0 100 842 ] >>",
            )
            for page in pages[1:4]:
                document.xref_set_key(page, "Parent", f"{node} 0 R")
                document.xref_set_key(page, "MediaBox", "null")
            document.xref_set_key(tree, "Kids", f"[ {pages[0]} 0 R {node} 0 R {pages[4]} 0 R ]")
            data: bytes = document.tobytes()
        (count,) = re.findall(rb"/Type/Pages/Count 5", data)
        path.write_bytes(data.replace(count, b"/Type/Pages/Count %d" % said))
        with opened(path) as document:
            assert [page.get_text().strip()[-1:] for page in document.pages()] == list("12345")
            assert [int(page.rect.width) for page in document.pages()] == [595, 100, 100, 100, 595]


def test_pages_that_are_not_there_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    data = five_pages()
    start = data.index(b"/Kids[") + len(b"/Kids[")
    second = data.index(b" R", data.index(b" R", start) + 1)
    path.write_bytes(data[:start] + data[start:second].replace(b" 0", b"99 0", 1) + data[second:])
    assert len(texts(path)) in (PAGES - 1, PAGES)


def test_trees_in_circles_end(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    halves = "".join(
        f"{number} 0 obj\n<< /Type /Pages /Count {2 ** (40 - number)} "
        f"/Kids [ {number + 1} 0 R {number + 1} 0 R ] >>\nendobj\n"
        for number in range(2, 40)
    )
    for body in (
        "2 0 obj\n<< /Type /Pages /Count 3 /Kids [ 2 0 R 2 0 R ] >>\nendobj\n",
        halves,
    ):
        path.write_text(
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
            f"{body}trailer\n<< /Root 1 0 R /Size 99 >>\n%%EOF\n"
        )
        with pytest.raises(ExtractionFailed) as caught:
            texts(path)
        assert caught.value.status is DocumentStatus.DAMAGED


def test_the_number_is_told_of_files_with_too_many_pages(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(five_pages())
    with pytest.raises(ExtractionFailed, match="It has 5 pages") as caught:
        texts(path, Bounds(pages=2))
    assert caught.value.status is DocumentStatus.TOO_LARGE
    path.write_bytes(five_pages().replace(b"/Count 5", b"/Count 1"))
    with pytest.raises(ExtractionFailed, match="more than 2 pages") as caught:
        texts(path, Bounds(pages=2))
    assert caught.value.status is DocumentStatus.TOO_LARGE


def test_a_tree_without_branches_has_no_pages(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(five_pages().replace(b"/Kids[", b"/Kiss["))
    with pytest.raises(ExtractionFailed, match="no pages can be found") as caught:
        texts(path)
    assert caught.value.status is DocumentStatus.DAMAGED
