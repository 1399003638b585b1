"""Builds documents as reading leaves them, for tests of what is stored and searched.

new_document("lease.pdf", ["First page.", "Second page."], title="Lease")
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import DocumentStatus, FileStamp
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.ports import NewDocument

FOLDER = Path("/documents")
A4 = PageSize(width=595.0, height=842.0, rotation=0)


def page(number: int, text: str, *, label: str = "", size: PageSize = A4) -> PageText:
    """A page of one line: each character is 5 points wide."""
    words = [
        WordBox(word.start(), word.end(), 0, 5.0 * word.start(), 72.0, 5.0 * word.end(), 84.0)
        for word in re.finditer(r"\S+", text)
    ]
    return PageText(number, label, size, PageKind.TEXT, text, WordTable.pack(words))


def draft(
    text: str, *, on_page: int = 1, start: int = 0, headings: Sequence[str] = ()
) -> DraftChunk:
    """A chunk that lies on one page from `start` on."""
    span = Span(on_page, start, start + len(text), 0)
    return DraftChunk(text, tuple(headings), (span,), tokens=len(text.split()))


def new_document(
    name: str,
    texts: Sequence[str],
    *,
    title: str | None = None,
    headings: Sequence[str] = (),
    status: DocumentStatus = DocumentStatus.INDEXED,
    sha256: str | None = None,
) -> NewDocument:
    """A document with one page and one chunk for each text."""
    pages = tuple(page(number, text) for number, text in enumerate(texts, start=1))
    chunks = tuple(draft(one.text, on_page=one.number, headings=headings) for one in pages)
    return NewDocument(
        path=FOLDER / name,
        title=Path(name).stem if title is None else title,
        sha256=sha256 or hashlib.sha256("\f".join([name, *texts]).encode()).hexdigest(),
        stamp=FileStamp(size=1000, mtime_ns=1_700_000_000_000_000_001),
        status=status,
        status_text="All pages can be searched.",
        pages=pages,
        chunks=chunks,
    )
