"""The child's side of reading and drawing. Imports MuPDF only once it works, since the parent
imports this module to start the child."""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import DocumentHead, DocumentStatus, OutlineEntry
from app.core.domain.page import PageText

if TYPE_CHECKING:
    import pymupdf

    from app.adapters.pymupdf.opening import Bounds
    from app.core.ports import RenderedPage, TokenCounter

# Reading may wait; the window and the answer may not. Levels of `nice`.
_NICENESS = 5


class Reader:
    """Reads documents. `head` opens one and keeps it, so that `pages` need not open it again.

    Args:
        tokenizer: Of the embedder; only `cut` needs it.
    """

    def __init__(self, bounds: Bounds | None = None, tokenizer: Path | None = None) -> None:
        self._bounds = bounds
        self._tokenizer = tokenizer
        self._counter: TokenCounter | None = None
        self._kept: tuple[Path, str | None, Iterator[DocumentHead | PageText]] | None = None

    def head(self, cancel: CancelToken, path: Path, password: str | None) -> DocumentHead:
        """Open a document.

        Raises:
            ExtractionFailed: nothing can be had of the file.
        """
        self.close()
        items = self._read(cancel, path, password, 1)
        head = next(items)
        assert isinstance(head, DocumentHead)
        self._kept = (path, password, items)
        return head

    def pages(
        self, cancel: CancelToken, path: Path, password: str | None, first_page: int
    ) -> Iterator[PageText]:
        """Yield the pages from `first_page` on.

        Raises:
            ExtractionFailed: nothing can be had of the file.
            Cancelled: before the next page.
        """
        items = self._take(path, password) if first_page == 1 else None
        items = items or self._read(cancel, path, password, first_page)
        for item in items:
            if isinstance(item, PageText):
                yield item
                cancel.raise_if_cancelled()

    def cut(
        self, cancel: CancelToken, pages: Sequence[PageText], outline: Sequence[OutlineEntry]
    ) -> list[DraftChunk]:
        """Divide the pages of a document into chunks.

        Raises:
            ModelUnavailable: the tokenizer is missing or damaged.
        """
        from app.core.chunking.chunker import chunk_pages

        self.close()
        if self._counter is None:
            from app.adapters.hf_tokenizer import HfTokenCounter

            assert self._tokenizer is not None
            self._counter = HfTokenCounter(self._tokenizer)
        return chunk_pages(pages, outline, self._counter)

    def close(self) -> None:
        """Close what is kept."""
        if self._kept is not None:
            self._kept = None

    def _take(self, path: Path, password: str | None) -> Iterator[DocumentHead | PageText] | None:
        kept, self._kept = self._kept, None
        return kept[2] if kept is not None and kept[:2] == (path, password) else None

    def _read(
        self, cancel: CancelToken, path: Path, password: str | None, first_page: int
    ) -> Iterator[DocumentHead | PageText]:
        from app.adapters.pymupdf.reading import read_document

        return read_document(
            path, cancel=cancel, password=password, first_page=first_page, bounds=self._bounds
        )


def make_reader(tokenizer: Path | None = None) -> Reader:
    """A reader for a process of its own, which lets others go first."""
    # There are as many readers as cores, so none gains by threads of its own.
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    with contextlib.suppress(AttributeError, OSError):  # Windows has no nice()
        os.nice(_NICENESS)
    # Loaded now, the engine is no part of the time that a file may take.
    importlib.import_module("app.adapters.pymupdf.reading")
    return Reader(tokenizer=tokenizer)


class Drawer:
    """Draws pages. Keeps the last document open, since people turn its pages."""

    def __init__(self) -> None:
        # Loaded now, the engine is no part of the time that a page may take.
        importlib.import_module("app.adapters.pymupdf.rendering")
        self._documents = contextlib.ExitStack()
        self._key: object = None
        self._document: pymupdf.Document | None = None

    def render(
        self, cancel: CancelToken, path: Path, page: int, scale: float, password: str | None
    ) -> RenderedPage:
        """Draw a page.

        Raises:
            ExtractionFailed: the file cannot be opened.
            PageUnavailable: the page cannot be drawn.
        """
        from app.adapters.pymupdf.rendering import render_page

        return render_page(self._open(path, password), page, scale)

    def unlocks(self, cancel: CancelToken, path: Path, password: str) -> bool:
        """Whether a password opens a file, or none is needed.

        Raises:
            ExtractionFailed: the file cannot be opened for another reason.
        """
        from app.core.ports import ExtractionFailed

        try:
            self._open(path, password)
        except ExtractionFailed as error:
            if error.status is DocumentStatus.NEEDS_PASSWORD:
                return False
            raise
        return True

    def close(self) -> None:
        """Close the document."""
        self._documents.close()
        self._key = self._document = None

    def _open(self, path: Path, password: str | None) -> pymupdf.Document:
        from app.adapters.pymupdf.opening import keep_quiet, opened

        keep_quiet()
        key = _key(path, password)
        if self._document is None or key is None or key != self._key:
            self.close()
            self._document = self._documents.enter_context(opened(path, password))
            self._key = key
        return self._document


def _key(path: Path, password: str | None) -> object:
    """What tells that a kept document is still the file at the path; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return path, password, status.st_size, status.st_mtime_ns
