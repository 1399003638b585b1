"""What was read of the library: its pages by kind, what needs the user, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from app.core.domain.document import Document


@dataclass(frozen=True, slots=True)
class PagesByKind:
    """Numbers of pages: with text of the file, with text that OCR read, without anything to read
    (blank, or a picture on which OCR saw no text), and of three kinds that show something which
    cannot be searched."""

    text: int = 0
    ocr: int = 0
    empty: int = 0
    scan: int = 0
    unreadable: int = 0
    failed: int = 0

    @property
    def unread(self) -> int:
        """Pages that show something which cannot be searched."""
        return self.scan + self.unreadable + self.failed

    @property
    def searchable(self) -> int:
        """Pages whose words can be found."""
        return self.text + self.ocr

    @property
    def all(self) -> int:
        """Pages of any kind."""
        return self.searchable + self.empty + self.unread

    @classmethod
    def sum(cls, counts: Iterable[PagesByKind]) -> PagesByKind:
        """All of them together."""
        text = ocr = empty = scan = unreadable = failed = 0
        for one in counts:
            text += one.text
            ocr += one.ocr
            empty += one.empty
            scan += one.scan
            unreadable += one.unreadable
            failed += one.failed
        return cls(text, ocr, empty, scan, unreadable, failed)


@dataclass(frozen=True, slots=True)
class ReadPages:
    """The pages of a document: how many of each kind, the numbers of those that cannot be searched,
    in order, and how many of these are pictures or noise at which OCR did not look yet."""

    kinds: PagesByKind = PagesByKind()
    unread: tuple[int, ...] = ()
    for_ocr: int = 0


class Remedy(StrEnum):
    """What can be done about a document that is not read, or only in part."""

    UNLOCK = "unlock"
    READ_PAGES = "read_pages"
    RETRY = "retry"
    SHOW_FILE = "show_file"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Need:
    """Why a document needs the user, in sentences, and what can be done, the best first."""

    sentence: str
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as reading left it. `need` is None where all of it can be searched."""

    document: Document
    pages: ReadPages
    need: Need | None

    @property
    def needs_user(self) -> bool:
        """Whether the user is to be told of it."""
        return self.need is not None and not self.document.ignored


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that was found and is no document, with the stable reason."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class LastReading:
    """The documents that were read one after another at last: when that ended (UTC), how many
    seconds it took in all, and how many pages they have."""

    ended_at: datetime
    seconds: float
    pages: int

    @property
    def pages_a_second(self) -> float:
        """0.0 where it took no time."""
        return self.pages / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class ReadingReport:
    """All documents by title, and the files that were left out, by path. `last` is None where no
    document says when it was read."""

    documents: tuple[ReadDocument, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    last: LastReading | None = None

    @cached_property
    def totals(self) -> PagesByKind:
        """The pages of all documents."""
        return PagesByKind.sum(one.pages.kinds for one in self.documents)

    @cached_property
    def needing(self) -> tuple[ReadDocument, ...]:
        """The documents that need the user."""
        return tuple(one for one in self.documents if one.needs_user)

    @cached_property
    def ignored(self) -> tuple[ReadDocument, ...]:
        """Those that would, if they were not ignored."""
        return tuple(one for one in self.documents if one.need is not None and not one.needs_user)

    @cached_property
    def left_out_by_reason(self) -> dict[str, int]:
        """How many files were left out for each reason, the most first."""
        return dict(Counter(one.reason for one in self.left_out).most_common())
