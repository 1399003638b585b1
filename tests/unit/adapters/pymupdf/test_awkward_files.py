"""Files that are awkward in ways of their own: names, lengths that lie, nesting, and bombs."""

from __future__ import annotations

import os
import re
import unicodedata
import zlib
from pathlib import Path

import pymupdf
import pytest

from app.adapters.pymupdf.reading import read_document
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus
from app.core.domain.page import PageKind, PageText
from app.core.ports import ExtractionFailed
from app.core.reading.state import classify
from tests.pdfs import make_pdf

TEXT = "Unused days of leave expire."


def read(path: Path) -> tuple[DocumentHead, list[PageText]]:
    items = list(read_document(path, cancel=CancelToken()))
    head = items[0]
    assert isinstance(head, DocumentHead)
    return head, [item for item in items if isinstance(item, PageText)]


@pytest.mark.parametrize(
    "name",
    [
        "two\nlines.pdf",
        "tab\tand\x07bell.pdf",
        "-rf.pdf",
        "annual#report?page=1&x.pdf",
        "100%25.pdf",
        "\u202egpj.pdf",
        unicodedata.normalize("NFC", "Überstunden.pdf"),
        unicodedata.normalize("NFD", "Überstunden.pdf"),
        "休暇 🏖.pdf",
        "x" * 251 + ".pdf",
        os.fsdecode(b"\xff\xfe latin \xe4.pdf"),
        " .pdf",
    ],
)
def test_names(tmp_path: Path, name: str) -> None:
    made = make_pdf(tmp_path / "made.pdf", [TEXT])
    path = tmp_path / name
    try:
        made.rename(path)
    except (OSError, ValueError):
        pytest.skip("This file system has no such names.")
    head, (page,) = read(path)
    assert page.text == TEXT
    assert head.title
    assert classify(head, [page]) == (DocumentStatus.INDEXED, "1 page can be searched.")


@pytest.mark.parametrize("said", [b"0", b"1", b"99999999", b"-5", b"(x)", b"99 0 R"])
def test_lengths_that_lie(tmp_path: Path, said: bytes) -> None:
    path = make_pdf(tmp_path / "file.pdf", [TEXT])
    data = path.read_bytes()
    path.write_bytes(re.sub(rb"/Length \d+", b"/Length " + said, data))
    assert [page.text for page in read(path)[1]] == [TEXT]


def with_content(path: Path, data: bytes, *, packed: bool = False) -> Path:
    """Two pages with text, the first of which draws something else before."""
    with pymupdf.open(make_pdf(path, [TEXT, TEXT])) as document:
        page = document[0]
        content = document.get_new_xref()
        document.update_object(content, "<< >>")
        document.update_stream(content, data, new=True, compress=False)
        if packed:
            document.xref_set_key(content, "Filter", "/FlateDecode")
        parts = " ".join(f"{xref} 0 R" for xref in (content, *page.get_contents()))
        document.xref_set_key(page.xref, "Contents", f"[ {parts} ]")
        document.save(path.with_name("changed.pdf"))
    return path.with_name("changed.pdf")


@pytest.mark.parametrize(
    "content",
    [
        b"q " * 20_000,
        b"[ " * 20_000,
        b"<< /A " * 20_000,
        b"(" * 20_000,
        b"BT " * 20_000,
        b"/X BMC " * 20_000,
        b"1 0 0 1 0 0 cm " * 20_000,
        b"0 0 m " + b"1 1 l " * 20_000 + b"W n ",
    ],
)
def test_deep_nesting_costs_no_other_page(tmp_path: Path, content: bytes) -> None:
    _, (first, second) = read(with_content(tmp_path / "file.pdf", content))
    assert first.kind in (PageKind.TEXT, PageKind.FAILED, PageKind.EMPTY)
    assert second.text == TEXT


def test_a_content_that_unpacks_to_much_more(tmp_path: Path) -> None:
    spaces = zlib.compress(b" " * 20_000_000, 9)
    assert len(spaces) < 30_000
    _, (first, second) = read(with_content(tmp_path / "file.pdf", spaces, packed=True))
    assert first.text in (TEXT, "")
    assert second.text == TEXT


@pytest.mark.parametrize("labels", [["1", "1"], ["", ""], ["A-1", "A-1"]])
def test_labels_that_are_there_twice(tmp_path: Path, labels: list[str]) -> None:
    path = make_pdf(tmp_path / "file.pdf", [TEXT, TEXT], labels=labels)
    assert [(page.number, page.label) for page in read(path)[1]] == list(enumerate(labels, 1))


def test_pages_that_share_one_content(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", [TEXT, *[""] * 299])
    with pymupdf.open(path) as document:
        first = document.page_xref(0)
        for index in range(1, 300):
            for key in ("Contents", "Resources"):
                value = document.xref_get_key(first, key)[1]
                document.xref_set_key(document.page_xref(index), key, value)
        document.save(tmp_path / "shared.pdf")
    head, pages = read(tmp_path / "shared.pdf")
    assert head.pages == len(pages) == 300
    assert {page.text for page in pages} == {TEXT}


def test_one_page_object_for_more_pages_than_there_are_objects(tmp_path: Path) -> None:
    path = make_pdf(tmp_path / "file.pdf", [TEXT])
    data = path.read_bytes()
    data = re.sub(rb"/Kids\s*\[(\d+ 0 R)\]", rb"/Kids[" + rb"\1 " * 300 + b"]", data)
    path.write_bytes(re.sub(rb"/Count 1\b", b"/Count 300", data))
    with pytest.raises(ExtractionFailed, match="no pages can be found") as caught:
        read(path)
    assert caught.value.status is DocumentStatus.DAMAGED
