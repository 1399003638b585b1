"""Reading text off the pictures of pages (OCR)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.page import PageSize, PageText
from app.core.errors import PinciteError
from app.core.ports.reading import RenderedPage

OCR_SCALE = 200 / 72
"""Pixels per point at which a page is best drawn for OCR: 200 dots an inch. Between 150 and 300
the engine's figures differ by a percent at most (tests/benchmarks/ocr.py)."""


class OcrFailed(PinciteError):
    """The text of a page could not be read off its picture. The next page can be tried."""

    default_code = "ocr_failed"


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """A page as it was read off its picture.

    `page` is of kind TEXT with `ocr_confidence` set, or of kind SCAN without text where none was
    found. `confidences` holds, for each entry of `page.words`, how sure the engine is of its
    characters on average, 0 to 1. `unread_lines` counts what looked like lines of text and could
    not be read: another script, dirt or a drawing.
    """

    page: PageText
    confidences: tuple[float, ...] = ()
    unread_lines: int = 0


class OcrEngine(Protocol):
    """Reads pictures of pages. The real one works in a child process with limits."""

    @property
    def scripts(self) -> frozenset[str]:
        """What it can read, in four letters each (ISO 15924). No language has to be chosen, and
        they may be mixed on a page. Text in others is left out: `RecognisedPage.unread_lines`."""
        ...

    def read(
        self, picture: RenderedPage, size: PageSize, *, label: str = "", cancel: CancelToken
    ) -> RecognisedPage:
        """The text of a page in reading order, with the box of each word in unrotated page space.

        Args:
            picture: The page as people see it, its rotation applied; see `OCR_SCALE`.
            size: Of the unrotated page, as it was extracted.
            label: The printed page name, handed on.

        Raises:
            Cancelled: when the token was cancelled.
            OcrFailed: the page took too long or too much memory; others can still be read.
            ModelUnavailable: a file of the engine is missing or damaged.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


@dataclass(frozen=True, slots=True)
class RecognisedPages:
    """Pages of a document that OCR looked at, and what becomes of the document by them, to be
    stored whole.

    Args:
        sha256: Of the content that they are pages of.
        pages: Each in place of the one of its number.
        chunks: All of the document's; None where no page has other text than before.
        seconds: That reading them took.
        read_at: When that ended.
    """

    document_id: int
    sha256: str
    status: DocumentStatus
    status_text: str
    pages: tuple[PageText, ...]
    chunks: tuple[DraftChunk, ...] | None
    seconds: float
    read_at: datetime


@dataclass(frozen=True, slots=True)
class StoredRecognition:
    """The document as it is now, and the ids of chunks that it has no more."""

    document: Document
    gone: tuple[int, ...]


class RecognitionStore(Protocol):
    """Which pages OCR is still to look at, and what it found, beside the library. Each write is
    one transaction."""

    def waiting(self) -> dict[int, tuple[int, ...]]:
        """By document id: the numbers of pages that show something which has no text, and that OCR
        has not looked at."""
        ...

    def any_waiting(self) -> bool:
        """Whether there is any such page; fast in any library."""
        ...

    def look_again(self, document_ids: Sequence[int]) -> None:
        """Pages of these documents on which OCR found no text wait once more."""
        ...

    def save_recognised(self, found: RecognisedPages) -> StoredRecognition | None:
        """Store what OCR found. Chunks that are as before keep their ids. None, and nothing is
        stored, where the document is gone or has other content now."""
        ...
