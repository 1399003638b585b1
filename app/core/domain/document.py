"""Documents: what they are and in what state reading left them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class DocumentStatus(StrEnum):
    """The one state a file ends in (I3)."""

    INDEXED = "indexed"
    PARTIAL = "partial"
    NEEDS_PASSWORD = "needs_password"
    NO_TEXT = "no_text"
    DAMAGED = "damaged"
    EMPTY = "empty"
    UNREADABLE_TEXT = "unreadable_text"
    TOO_LARGE = "too_large"
    FAILED = "failed"

    @property
    def searchable(self) -> bool:
        """Whether at least some pages of such a document can be found."""
        return self in (DocumentStatus.INDEXED, DocumentStatus.PARTIAL)


class FileState(StrEnum):
    """How the file on disk compares with what was read (C16)."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells cheaply whether a file changed: size in bytes, modification time in ns."""

    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF in the library. `status_text` is the sentence for its state; `embedded` counts the
    chunks that have a vector; `context_in_index` says whether passages are found by title and
    headings as well; `reading_version` is that of the reading that made pages and chunks;
    `embedded_pdfs` is the number of PDFs inside of it.

    `read_at` is when reading ended, in UTC, None where an older Pincite read it; `read_seconds` how
    long it took, OCR among it; `ignored` says that the user does not want to be told any more what
    it needs."""

    id: int
    title: str
    path: Path
    sha256: str
    stamp: FileStamp
    status: DocumentStatus
    status_text: str
    pages: int
    chunks: int
    embedded: int
    context_in_index: bool = True
    reading_version: int = 0
    read_at: datetime | None = None
    read_seconds: float = 0.0
    ignored: bool = False
    embedded_pdfs: int = 0

    @property
    def indexed_title(self) -> str | None:
        """The title as the indexes know it; None where they know no context."""
        return self.title if self.context_in_index else None


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark: its level from 1, its title, the physical page it leads to (from 1), and the
    height on that page (points from the top, unrotated), 0.0 where the file does not say."""

    level: int
    title: str
    page: int
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """What is known of a document once it is open, before its pages are read. `embedded_files`
    counts the files inside of it, `embedded_pdfs` those of them that are PDFs. A dynamic form has
    nothing to read on its page: the program that opens it makes fields and text."""

    title: str
    pages: int
    outline: tuple[OutlineEntry, ...] = ()
    embedded_files: int = 0
    embedded_pdfs: int = 0
    dynamic_form: bool = False


@dataclass(frozen=True, slots=True)
class EmbeddedFile:
    """A file inside of a PDF: its number, from 1 in the order of the PDF, its name as the PDF
    gives it, which may be anything, and whether its content is that of a PDF."""

    number: int
    name: str
    pdf: bool


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A PDF that a scan found."""

    path: Path
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file or folder that a scan left out, with a stable reason and the sentence for it."""

    path: Path
    reason: str
    message: str
