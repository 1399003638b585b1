"""Documents, renderers and file states for tests of the viewer."""

from __future__ import annotations

import dataclasses
import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.core.domain.answer import Citation
from app.core.domain.chunk import DraftChunk, Span
from app.core.domain.document import Document, DocumentStatus, FileStamp, FileState
from app.core.domain.page import PageKind, PageSize, PageText, WordBox, WordTable
from app.core.errors import PinciteError
from app.core.ports import LibraryStore, NewDocument, RenderedPage
from tests.fakes.page_renderer import FakePageRenderer, FakeSheets

A4 = PageSize(595.0, 842.0, 0)
LEFT, TOP = 72.0, 100.0
LETTER, LINE = 6.0, 20.0
"""Width of a letter and height of a line, in points: all words stand on this grid."""

PASSAGE = (
    "Leave is to be taken in the year in which it is earned. Where this was not possible\n"
    "for operational reasons, an employee may carry over up to ten unused working days into\n"
    "the following calendar year. Days carried over are to be taken by 31 March; unused\n"
    "days expire on that date and are not paid out."
)
QUOTE = (
    "an employee may carry over up to ten unused working days into\n"
    "the following calendar year. Days carried over are to be taken by 31 March"
)
OTHER_TEXT = "A request to carry over days is made in writing to the line manager."


def page_text(
    number: int, text: str, *, label: str = "", size: PageSize = A4, left: float = LEFT
) -> PageText:
    """A page with its words on the grid: line n of `text` begins at (left, TOP + n * LINE)."""
    words = []
    start = 0
    for line, written in enumerate(text.split("\n")):
        column = 0
        for word in written.split(" "):
            begin = start + column
            x0 = left + column * LETTER
            y0 = TOP + line * LINE
            if word:
                x1, y1 = x0 + len(word) * LETTER, y0 + LINE - 4
                words.append(WordBox(begin, begin + len(word), line, x0, y0, x1, y1))
            column += len(word) + 1
        start += len(written) + 1
    kind = PageKind.TEXT if text else PageKind.EMPTY
    return PageText(number, label, size, kind, text, WordTable.pack(words))


class Shelf:
    """Puts documents into a library."""

    def __init__(self, library: LibraryStore, folder: Path) -> None:
        self._library = library
        self._folder = folder

    def put(
        self,
        title: str,
        pages: Sequence[PageText],
        *,
        chunks: Sequence[DraftChunk] = (),
        status: DocumentStatus = DocumentStatus.INDEXED,
        status_text: str = "",
    ) -> Document:
        """Store a document, in the place of one with the same title."""
        content = hashlib.sha256(repr(pages).encode()).hexdigest()
        return self._library.save_document(
            NewDocument(
                path=self._folder / f"{title}.pdf",
                title=title,
                sha256=content,
                stamp=FileStamp(1000, 1),
                status=status,
                status_text=status_text,
                pages=tuple(pages),
                chunks=tuple(chunks),
            )
        )

    def pages(self, text: str, count: int) -> list[PageText]:
        """Pages that all hold the same text."""
        return [page_text(number, text) for number in range(1, count + 1)]

    def remove(self, document: Document) -> None:
        """Take a document out."""
        self._library.remove_documents([document.id])

    def handbook(self, *, size: PageSize = A4, pages: int = 64) -> Document:
        """Pages "Page n." with labels two lower; page 14 holds the passage."""
        texts = [
            page_text(number, f"Page {number}.", label=_label(number), size=size)
            for number in range(1, pages + 1)
        ]
        texts[13] = page_text(14, f"{PASSAGE}\n{OTHER_TEXT}", label="12", size=size)
        texts[19] = page_text(20, OTHER_TEXT, label="18", size=size)
        span = Span(14, 0, len(PASSAGE), 0)
        heading = ("6 Annual leave", "6.3 Carry-over of unused leave")
        chunk = DraftChunk(PASSAGE, heading, (span,), 60)
        return self.put("Employee Handbook 2026", texts, chunks=[chunk])

    def citation(self, document: Document, **changes: Any) -> Citation:
        """A citation of the handbook's passage, with some of it changed."""
        [chunk] = self._library.document_chunks(document.id)
        page = self._library.page(document.id, 14)
        assert page is not None
        start = chunk.text.index(QUOTE)
        citation = Citation(
            chunk_id=chunk.id,
            document_id=document.id,
            document=document.title,
            path=document.path,
            page=14,
            label=page.label,
            heading=chunk.heading,
            quote=QUOTE,
            verified=True,
            boxes=page.boxes(start, start + len(QUOTE)),
            passage_boxes=page.boxes(0, len(PASSAGE)),
        )
        return dataclasses.replace(citation, **changes)


def _label(page: int) -> str:
    return ("i", "ii")[page - 1] if page <= 2 else str(page - 2)


class PaintedPages(FakePageRenderer):
    """The fake renderer for any file, that paints each page in its own grey and obeys.

    After `hold`, it waits before each page until `let_go`. Pages in `faults` fail. Files in
    `locked` open with that password only.
    """

    def __init__(self) -> None:
        super().__init__(most_pixels=24_000_000)
        self.drawn: list[tuple[int, float]] = []
        self.faults: dict[int, PinciteError] = {}
        self.locked: dict[Path, str] = {}
        self.size = A4
        self.waiting = threading.Event()
        self._free = threading.Event()
        self._free.set()

    def hold(self) -> None:
        """Wait from now on."""
        self.waiting.clear()
        self._free.clear()

    def let_go(self) -> None:
        """Wait no more."""
        self._free.set()

    def render(
        self, path: Path, page: int, scale: float, *, password: str | None = None
    ) -> RenderedPage:
        if not self._free.is_set():
            self.waiting.set()
            self._free.wait()
        if page in self.faults:
            raise self.faults[page]
        sides = (self.size.width, self.size.height)
        shown = sides if self.size.rotation % 180 == 0 else sides[::-1]
        self.files[path] = FakeSheets([shown] * page, self.locked.get(path))
        drawn = super().render(path, page, scale, password=password)
        self.drawn.append((page, scale))
        return dataclasses.replace(drawn, rgb=bytes([grey_of(page)]) * len(drawn.rgb))

    def unlocks(self, path: Path, password: str) -> bool:
        return self.locked.get(path) in (None, password)


def grey_of(page: int) -> int:
    """How light :class:`PaintedPages` paints a page, from 0 to 255."""
    return 255 - page % 50


class StatedFiles:
    """File states that a test sets; a file that nothing was said of is unchanged."""

    def __init__(self) -> None:
        self.stated: dict[int, FileState] = {}
        self.touched: set[int] = set()
        """Documents of which a look does not tell."""

    def glance(self, document: Document) -> FileState | None:
        return None if document.id in self.touched else self.state(document)

    def state(self, document: Document) -> FileState:
        return self.stated.get(document.id, FileState.UNCHANGED)
