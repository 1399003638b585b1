"""A page as it was read: its text and where each word of it stands."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.core.domain.geometry import Box


class WordBox(NamedTuple):
    """One word, or one part of a word that a line end splits.

    `start` and `end` are character offsets into the page text; `line` numbers the lines of the
    page in reading order; the rest is the box in unrotated page space (points, origin top left).
    """

    start: int
    end: int
    line: int
    x0: float
    y0: float
    x1: float
    y1: float


_WORD = np.dtype(
    [
        ("start", "<u4"),
        ("end", "<u4"),
        ("line", "<u4"),
        ("x0", "<f4"),
        ("y0", "<f4"),
        ("x1", "<f4"),
        ("y1", "<f4"),
    ]
)


@dataclass(frozen=True, slots=True)
class WordTable:
    """The words of a page in text order, packed (28 bytes a word) so that pages stay cheap
    to send between processes and to store."""

    data: bytes = b""

    @classmethod
    def pack(cls, words: Iterable[WordBox]) -> WordTable:
        """Pack words; they must be sorted by `start` and must not overlap."""
        rows = list(words)
        if any(b.start < a.end for a, b in itertools.pairwise(rows)):
            raise ValueError("words must be sorted by start and must not overlap")
        return cls(np.array([tuple(row) for row in rows], dtype=_WORD).tobytes())

    def __len__(self) -> int:
        return len(self.data) // _WORD.itemsize

    def __iter__(self) -> Iterator[WordBox]:
        for row in np.frombuffer(self.data, dtype=_WORD).tolist():
            yield WordBox(*row)

    def columns(self) -> NDArray[np.void]:
        """The words as a structured array that cannot be written to, with the fields of
        `WordBox`, for work on whole pages at once."""
        return np.frombuffer(self.data, dtype=_WORD)

    def between(self, start: int, end: int) -> list[WordBox]:
        """Words that share at least one character with the range [start, end)."""
        return [WordBox(*row) for row in self._between(start, end).tolist()]

    def before(self, position: int) -> WordTable:
        """The words that begin before a character."""
        kept = int(np.searchsorted(self.columns()["start"], position))
        return WordTable(self.data[: kept * _WORD.itemsize])

    def boxes(self, page: int, start: int, end: int) -> tuple[Box, ...]:
        """Boxes of the words in [start, end), one for each run of words on a line."""
        rows = self._between(start, end)
        if not len(rows):
            return ()
        line = rows["line"]
        runs = np.concatenate(([0], np.flatnonzero(line[1:] != line[:-1]) + 1))
        corners = zip(
            np.minimum.reduceat(rows["x0"], runs).tolist(),
            np.minimum.reduceat(rows["y0"], runs).tolist(),
            np.maximum.reduceat(rows["x1"], runs).tolist(),
            np.maximum.reduceat(rows["y1"], runs).tolist(),
            strict=True,
        )
        return tuple(Box(page, *corner) for corner in corners)

    def _between(self, start: int, end: int) -> NDArray[np.void]:
        rows = self.columns()
        first = int(np.searchsorted(rows["end"], start, side="right"))
        last = int(np.searchsorted(rows["start"], end, side="left"))
        return rows[first:last] if start < end else rows[:0]


@dataclass(frozen=True, slots=True)
class PageRange:
    """Physical pages from `first` to `last`, both included, counted from 1."""

    first: int
    last: int


class PageKind(StrEnum):
    """What a page holds, as far as reading it is concerned."""

    TEXT = "text"
    EMPTY = "empty"
    SCAN = "scan"
    """Pictures or outlines and no text: there is something to read, but only by eye or OCR."""
    UNREADABLE = "unreadable"
    """There are characters, but they are noise (no mapping to Unicode)."""
    FAILED = "failed"
    """The page could not be read at all."""

    @property
    def for_ocr(self) -> bool:
        """Whether a page of this kind shows something that only OCR can read."""
        return self in (PageKind.SCAN, PageKind.UNREADABLE)


@dataclass(frozen=True, slots=True)
class PageSize:
    """Size of the unrotated page in points, and its rotation in degrees (0, 90, 180, 270)."""

    width: float
    height: float
    rotation: int


OCR_GAVE_UP = -1
"""In place of a number of unread lines: looking at the page took too long or too much memory."""


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as extracted. `text` is normalised (NFKC, soft hyphens gone, words joined over line
    ends) and `words` point into it. `label` is the printed page name, "" when there is none.

    What nobody can see on the page comes last in `text`, as paragraphs of its own from the
    character `hidden_from` on; None where nothing is hidden.

    `ocr_confidence` is None for text that the file holds. For text that was read off the page's
    picture it says how sure the engine is of its characters on average, 0 to 1. `ocr_tried` says
    that the picture was looked at, whatever was found, and `ocr_unread_lines` how many lines on it
    were seen that could not be read, or `OCR_GAVE_UP`."""

    number: int
    label: str
    size: PageSize
    kind: PageKind
    text: str
    words: WordTable
    hidden_from: int | None = None
    ocr_confidence: float | None = None
    ocr_tried: bool = False
    ocr_unread_lines: int = 0

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """Boxes of the characters [start, end) of this page."""
        return self.words.boxes(self.number, start, end)

    def without_hidden(self) -> PageText:
        """The page as people see it; characters keep their places."""
        if self.hidden_from is None:
            return self
        return replace(
            self,
            text=self.text[: self.hidden_from].rstrip(),
            words=self.words.before(self.hidden_from),
            hidden_from=None,
        )
