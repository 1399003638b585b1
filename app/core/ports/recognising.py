"""Reading text off the pictures of pages (OCR)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.core.domain.cancel import CancelToken
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
