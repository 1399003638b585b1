"""Reads, cuts, stores and draws a file as ingest and the window do, and holds what comes out
against what must be true of every file whatever is in it."""

from __future__ import annotations

import hashlib
import logging
import math
import time
from dataclasses import dataclass
from pathlib import Path

from app.adapters.extractor_process import ExtractorProcess, RendererProcess
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.chunking.chunker import chunk_pages
from app.core.domain.cancel import CancelToken
from app.core.domain.document import DocumentHead, DocumentStatus, FileStamp
from app.core.domain.page import PageKind, PageText
from app.core.errors import PageUnavailable
from app.core.ports import ExtractionFailed, NewDocument
from app.core.reading.state import classify
from tests.fakes.token_counter import WordCounter

OPEN_SECONDS, PAGE_SECONDS, DRAW_SECONDS = 10.0, 2.0, 8.0
"""Limits, small so that a test meets them; what opens a file first loads the engine as well."""
_START_SECONDS = 15.0
"""A child that has to be started anew may take so long on a machine that is busy."""
_MOST_LOST = 5
_TEXT, _BOXES = 254, 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file. `deaths` counts children that had to be replaced."""

    status: DocumentStatus
    sentence: str
    pages: int
    chunks: int
    seconds: float
    deaths: int


class _Deaths(logging.Handler):
    """Counts the children that ended over a file."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "was given up" in record.getMessage()


class Reader:
    """Everything that a file meets. Close it at the end."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "file.pdf"
        self._database = Database(folder / "library.sqlite")
        self._library = SqliteLibrary(self._database)
        self.extractor = ExtractorProcess(open_seconds=OPEN_SECONDS, page_seconds=PAGE_SECONDS)
        self.renderer = RendererProcess(seconds=DRAW_SECONDS)
        self._counter = WordCounter(_TEXT)
        self._deaths = _Deaths()
        self._log = logging.getLogger("app.adapters.extractor_process")
        self._level = self._log.level
        self._log.setLevel(logging.INFO)
        self._log.addHandler(self._deaths)

    def close(self) -> None:
        """End the children and close the library."""
        self._log.removeHandler(self._deaths)
        self._log.setLevel(self._level)
        self.extractor.close()
        self.renderer.close()
        self._library.close()

    def take(self, data: bytes, password: str | None = None) -> Outcome:
        """Read a file with this content, and check all that has to hold.

        Raises:
            AssertionError: something does not.
        """
        self._file.write_bytes(data)
        deaths, started = self._deaths.count, time.monotonic()
        head, pages, status, sentence = self._read(password)
        _check_sentence(sentence)
        _check_pages(head, pages)
        chunks = chunk_pages(pages, head.outline, self._counter) if status.searchable else []
        for chunk in chunks:
            assert "".join(
                pages[span.page - 1].text[span.page_start : span.page_end] for span in chunk.spans
            ).replace("\n", "") == chunk.text.replace("\n", "")
        assert bool(chunks) or not status.searchable or not any(p.text.strip() for p in pages)
        document = self._library.save_document(
            NewDocument(
                path=self._file,
                title=head.title,
                sha256=hashlib.sha256(data).hexdigest(),
                stamp=FileStamp(len(data), 1),
                status=status,
                status_text=sentence,
                pages=tuple(pages),
                chunks=tuple(chunks),
                context_in_index=True,
                reading_version=1,
            )
        )
        stored = self._library.document(document.id)
        assert stored is not None
        assert (stored.status, stored.pages) == (status, len(pages))
        for number in {1, len(pages)} - {0}:
            self._draw(number, password)
        self._draw(1, password)
        seconds = time.monotonic() - started
        died = self._deaths.count - deaths
        limit = OPEN_SECONDS + PAGE_SECONDS * (_MOST_LOST + 1) + DRAW_SECONDS * 3
        assert seconds < limit + _START_SECONDS * (died + 1), "it took too long"
        return Outcome(status, sentence, len(pages), len(chunks), seconds, died)

    def _read(
        self, password: str | None
    ) -> tuple[DocumentHead, list[PageText], DocumentStatus, str]:
        head, pages = DocumentHead("file", 0), []
        items = self.extractor.extract(self._file, cancel=CancelToken(), password=password)
        try:
            for item in items:
                if isinstance(item, DocumentHead):
                    head = item
                else:
                    pages.append(item)
            assert len(pages) == head.pages > 0
        except ExtractionFailed as error:
            assert not pages
            return head, [], error.status, error.message
        return head, pages, *classify(head, pages)

    def _draw(self, page: int, password: str | None) -> None:
        try:
            drawn = self.renderer.render(self._file, page, 0.5, password=password)
        except PageUnavailable as error:
            _check_sentence(error.message)
        else:
            assert len(drawn.rgb) == drawn.width * drawn.height * 3


def _check_sentence(sentence: str) -> None:
    """A whole sentence in plain words."""
    assert sentence
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    for word in ("None", "Error", "error", "xref", "0x", "MuPDF", "Traceback", "nan"):
        assert word not in sentence


def _check_pages(head: DocumentHead, pages: list[PageText]) -> None:
    assert head.title.strip()
    head.title.encode()
    for entry in head.outline:
        assert 1 <= entry.page <= head.pages
        assert math.isfinite(entry.y)
        entry.title.encode()
    for number, page in enumerate(pages, 1):
        assert page.number == number
        page.text.encode()
        page.label.encode()
        assert "\0" not in page.text
        assert page.size.rotation in (0, 90, 180, 270)
        assert math.isfinite(page.size.width)
        assert math.isfinite(page.size.height)
        assert bool(page.text) == (page.kind is PageKind.TEXT)
        words = page.words.columns()
        if len(words):
            assert int(words["end"].max()) <= len(page.text)
            assert (words["start"] < words["end"]).all()
            for edge in ("x0", "y0", "x1", "y1"):
                assert all(map(math.isfinite, words[edge].tolist()))
