"""Reads and draws PDFs in child processes with limits on time and memory (I7). A file that makes
the engine hang or crash costs its page, never the window."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from app.adapters.process.client import ChildProcess
from app.adapters.process.messages import WorkerBug
from app.adapters.pymupdf.serving import Drawer, make_reader
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import DocumentHead, DocumentStatus, OutlineEntry
from app.core.domain.page import PageText
from app.core.errors import PageLocked, PageUnavailable, WorkerDied, WorkerTimeout
from app.core.ports import ExtractionFailed, RenderedPage
from app.core.reading.pages import failed_page

# Address space of a child. Python, MuPDF and numpy reserve about 0.5 GB of it, so that 1.5 GB are
# left for a document; ordinary ones need less than 0.1 GB.
_MEMORY_BYTES = 2 << 30
# MuPDF keeps some memory of each document; a new child every so many of them gives it back.
_RESTART_AFTER = 300  # requests; a document is three
# To divide an ordinary page takes three thousandths of a second.
_CUT_SECONDS_A_PAGE = 0.5
# After so many pages that had to be given up, the rest of a file is not tried.
_MOST_LOST_PAGES = 5
# What a file gets for each page on top of `file_seconds`: ten times what an ordinary page takes.
_FILE_SECONDS_A_PAGE = 0.2

_log = logging.getLogger(__name__)


class ExtractorProcess:
    """A `TextExtractor` and `PageCutter` whose engines work in a child process.

    Keep the iterator of one document in one thread and finish it before the next.

    Args:
        open_seconds: For opening a file, which may include a repair.
        page_seconds: For each page; an ordinary one takes a hundredth of a second.
        file_seconds: For all pages, together with a fifth of a second for each. Ten thousand that
            are slow, each within its limit, would take days.
        characters: Text of a file over which it is not taken: 20,000 pages have 60 million. Its
            pages are in memory until they are stored.
        tokenizer: The embedder's tokenizer.json, by which chunks are measured; without, nothing
            can be cut.
    """

    def __init__(
        self,
        *,
        open_seconds: float = 60.0,
        page_seconds: float = 20.0,
        file_seconds: float = 1800.0,
        characters: int = 100_000_000,
        tokenizer: Path | None = None,
    ) -> None:
        self._open_seconds = open_seconds
        self._page_seconds = page_seconds
        self._file_seconds = file_seconds
        self._characters = characters
        self._child = ChildProcess(
            "PDF reader",
            make_reader,
            tokenizer,
            memory_limit_bytes=_MEMORY_BYTES,
            restart_after=_RESTART_AFTER,
        )

    @property
    def process_id(self) -> int | None:
        """Id of the running child, None where there is none."""
        return self._child.process_id

    def extract(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> Iterator[DocumentHead | PageText]:
        """See `TextExtractor.extract`."""
        head = self._head(path, password, cancel)
        yield head
        seconds = self._file_seconds + _FILE_SECONDS_A_PAGE * head.pages
        allowance = _Allowance(seconds, self._characters)
        done = lost = 0
        while done < head.pages and lost < _MOST_LOST_PAGES and allowance.left:
            try:
                with contextlib.closing(self._pages(path, password, done + 1, cancel)) as pages:
                    for page in allowance.take(pages):
                        done = page.number
                        yield page
                break
            except WorkerDied as error:
                _report(error)
            except ExtractionFailed:
                break  # it could be opened before, so it was changed or taken away meanwhile
            done += 1
            lost += 1
            yield failed_page(done)
        if allowance.characters < 0:
            raise ExtractionFailed(
                DocumentStatus.TOO_LARGE,
                f"It holds more than {self._characters:,} characters of text, and Pincite reads no "
                "more of one file. Split it into smaller files to add it.",
            )
        for number in range(done + 1, head.pages + 1):
            yield failed_page(number)

    def cut(
        self, pages: Sequence[PageText], outline: Sequence[OutlineEntry], *, cancel: CancelToken
    ) -> list[DraftChunk]:
        """See `PageCutter.cut`."""
        seconds = self._open_seconds + _CUT_SECONDS_A_PAGE * len(pages)
        try:
            chunks: list[DraftChunk] = self._child.call(
                "cut", pages, outline, timeout=seconds, cancel=cancel
            )
        except WorkerDied as error:
            _report(error)
            raise ExtractionFailed(
                DocumentStatus.FAILED,
                "The text of the file could not be divided into passages: that needs too much "
                "time or memory.",
                detail=error.detail,
            ) from error
        cancel.raise_if_cancelled()
        return chunks

    def close(self) -> None:
        """End the child process, if any."""
        self._child.close()

    def _head(self, path: Path, password: str | None, cancel: CancelToken) -> DocumentHead:
        try:
            head = self._child.call(
                "head", path, password, timeout=self._open_seconds, cancel=cancel
            )
        except WorkerTimeout as error:
            _report(error)
            raise ExtractionFailed(
                DocumentStatus.FAILED,
                "Opening the file took too long, so it was left out. It may be damaged.",
                detail=error.detail,
            ) from error
        except WorkerDied as error:
            _report(error)
            raise ExtractionFailed(
                DocumentStatus.FAILED,
                "The file could not be opened: it needs too much memory, or it is damaged in an "
                "unusual way.",
                detail=error.detail,
            ) from error
        cancel.raise_if_cancelled()
        assert isinstance(head, DocumentHead)
        return head

    def _pages(
        self, path: Path, password: str | None, first_page: int, cancel: CancelToken
    ) -> Generator[PageText, None, None]:
        return self._child.stream(
            "pages", path, password, first_page, item_timeout=self._page_seconds, cancel=cancel
        )


class _Allowance:
    """What a file may still take: seconds of waiting for it, and characters."""

    def __init__(self, seconds: float, characters: int) -> None:
        self.seconds = seconds
        self.characters = characters

    @property
    def left(self) -> bool:
        """Whether the file may go on."""
        return self.seconds > 0 and self.characters >= 0

    def take(self, pages: Iterator[PageText]) -> Iterator[PageText]:
        """Pages as they come, until too much was taken. What the caller does between two of them
        costs the file nothing."""
        while self.left:
            asked = time.monotonic()
            try:
                page = next(pages, None)
            finally:
                self.seconds -= time.monotonic() - asked
            if page is None:
                return
            self.characters -= len(page.text)
            if self.characters >= 0:
                yield page


class RendererProcess:
    """A `PageRenderer` whose engine works in a child process of its own, so that pages are drawn
    while others are read.

    Args:
        seconds: For opening the file and drawing a page.
    """

    def __init__(self, *, seconds: float = 20.0) -> None:
        self._seconds = seconds
        self._child = ChildProcess(
            "page viewer",
            Drawer,
            memory_limit_bytes=_MEMORY_BYTES,
            restart_after=_RESTART_AFTER,
        )

    @property
    def process_id(self) -> int | None:
        """Id of the running child, None where there is none."""
        return self._child.process_id

    def render(
        self, path: Path, page: int, scale: float, *, password: str | None = None
    ) -> RenderedPage:
        """See `PageRenderer.render`. ValueError for a scale that is not above 0."""
        if not (math.isfinite(scale) and scale > 0):
            raise ValueError("the scale must be above 0")
        try:
            rendered = self._child.call(
                "render", path, page, scale, password, timeout=self._seconds
            )
        except ExtractionFailed as error:
            raise _unavailable(error) from error
        except WorkerTimeout as error:
            _report(error)
            raise PageUnavailable(
                f"Drawing page {page} took too long and was stopped. Open the file in "
                "another program to see it.",
                detail=error.detail,
            ) from error
        except WorkerDied as error:
            _report(error)
            raise PageUnavailable(
                f"Page {page} cannot be drawn: it needs too much memory, or the file is damaged "
                "there.",
                detail=error.detail,
            ) from error
        assert isinstance(rendered, RenderedPage)
        return rendered

    def unlocks(self, path: Path, password: str) -> bool:
        """See `PageRenderer.unlocks`."""
        try:
            opens = self._child.call("unlocks", path, password, timeout=self._seconds)
        except ExtractionFailed as error:
            raise _unavailable(error) from error
        except WorkerDied as error:
            _report(error)
            raise PageUnavailable(
                "The file could not be opened: it takes too long or needs too much memory, or it "
                "is damaged in an unusual way.",
                detail=error.detail,
            ) from error
        assert isinstance(opens, bool)
        return opens

    def close(self) -> None:
        """End the child process, if any."""
        self._child.close()


def _unavailable(error: ExtractionFailed) -> PageUnavailable:
    """The fault of a page whose file cannot be opened."""
    locked = error.status is DocumentStatus.NEEDS_PASSWORD
    kind = PageLocked if locked else PageUnavailable
    return kind(error.message, detail=error.detail)


def _report(error: WorkerDied) -> None:
    """Log what happened: a bug of ours loudly, a bad file quietly."""
    if isinstance(error, WorkerBug):
        _log.error("Reading a PDF failed: %s", error.detail)
    else:
        _log.info("Reading a PDF was given up: %s", error.detail or error.code)
