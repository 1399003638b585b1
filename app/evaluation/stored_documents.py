"""Fills a library with many documents at once, without reading them from PDFs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import DocumentStatus, FileStamp
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.ports import LibraryStore, NewDocument
from app.evaluation.documents import made_up_pages, made_up_title

PAGES = 4
A4 = PageSize(595.0, 842.0, 0)


def store_made_up(library: LibraryStore, folder: Path, count: int) -> None:
    """Store `count` documents of PAGES pages with text, words and chunks, one for each paragraph.
    An empty file stands for each in `folder`, so that the window finds it where it looks."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        library.save_document(_document(folder, number))


def _document(folder: Path, number: int) -> NewDocument:
    path = folder / f"stored-{number:04}.pdf"
    path.touch()
    found = path.stat()
    pages = tuple(_pages(number))
    return NewDocument(
        path=path,
        title=made_up_title(number),
        sha256=hashlib.sha256(path.name.encode()).hexdigest(),
        stamp=FileStamp(found.st_size, found.st_mtime_ns),
        status=DocumentStatus.INDEXED,
        status_text="All pages can be searched.",
        pages=pages,
        chunks=tuple(chunk for page in pages for chunk in _chunks(page)),
    )


def _pages(seed: int) -> Iterator[PageText]:
    for number, made_up in enumerate(made_up_pages(seed, PAGES), start=1):
        text = "\n".join(made_up.paragraphs)
        yield PageText(number, str(number), A4, PageKind.TEXT, text, word_table(text))


def word_table(text: str) -> WordTable:
    """A box for each word, ten to a line."""
    words = []
    for index, found in enumerate(re.finditer(r"\S+", text)):
        line, column = divmod(index, 10)
        x, y = 64.0 + 46.0 * column, 80.0 + 14.0 * line
        words.append(WordBox(found.start(), found.end(), line, x, y, x + 42.0, y + 12.0))
    return WordTable.pack(words)


def _chunks(page: PageText) -> Iterator[DraftChunk]:
    for found in re.finditer(r"[^\n]+", page.text):
        span = Span(page.number, found.start(), found.end(), 0)
        yield DraftChunk(found[0], (), (span,), tokens=len(found[0].split()))
