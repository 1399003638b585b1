"""Events that services yield. Frozen values; a worker passes them on as they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.core.domain.answer import Answer
from app.core.domain.document import Document, SkippedFile
from app.core.domain.evidence import SearchResult

REMOVED = "removed"
"""Reason of a FileFailed whose document the user took out before it was read again."""

# --- ingest ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScanFinished:
    """The folder was walked: how many PDFs there are to look at, and what was left out."""

    files: int
    skipped: tuple[SkippedFile, ...]


@dataclass(frozen=True, slots=True)
class MoreFound:
    """What was added meanwhile was walked: how many PDFs the run has now in all, those that are
    done among them, and what was left out of what was added."""

    files: int
    skipped: tuple[SkippedFile, ...]


@dataclass(frozen=True, slots=True)
class FileStarted:
    """A file is being read."""

    path: Path
    position: int
    files: int


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page of the current file was read. `total_pages` counts pages of this run so far."""

    path: Path
    page: int
    pages: int
    total_pages: int


@dataclass(frozen=True, slots=True)
class FileFinished:
    """A file reached its state. `outcome`: "added", "replaced", "unchanged", "duplicate".

    For a duplicate, `document` is the one that was there already.
    """

    path: Path
    document: Document
    outcome: str
    seconds: float
    position: int
    files: int


@dataclass(frozen=True, slots=True)
class FileFailed:
    """A file could not even be recorded (it vanished, or cannot be opened)."""

    path: Path
    reason: str
    message: str
    position: int
    files: int


@dataclass(frozen=True, slots=True)
class EmbedProgress:
    """Passages prepared for search by meaning."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class RecognitionProgress:
    """Scanned pages are being read: `done` of `total` of this run, the last one of `document` being
    its physical page `page`. `seconds_left` is None before that can be told."""

    document: Document
    page: int
    done: int
    total: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class DocumentRecognised:
    """What was read of a document's scanned pages is stored: of `pages` that were looked at, on
    `read` text was found. For a long document this comes again and again."""

    document: Document
    pages: int
    read: int


@dataclass(frozen=True, slots=True)
class IngestPaused:
    """Reading waits: because the user paused it, or because an answer is being written."""

    for_answer: bool


@dataclass(frozen=True, slots=True)
class IngestResumed:
    """Reading goes on."""


@dataclass(frozen=True, slots=True)
class IngestFinished:
    """The run is over. `cancelled` runs keep what was finished."""

    added: int
    replaced: int
    unchanged: int
    duplicates: int
    need_attention: int
    failed: int
    skipped: int
    pages: int
    seconds: float
    cancelled: bool
    degraded: str = ""
    """Why search by meaning is not ready, as a sentence; "" when it is."""
    recognised: int = 0
    """Scanned pages that OCR read."""
    ocr_note: str = ""
    """Why scanned pages were not read, as sentences that say what to do; "" when they were."""


IngestEvent = (
    ScanFinished
    | MoreFound
    | FileStarted
    | PageRead
    | FileFinished
    | FileFailed
    | EmbedProgress
    | RecognitionProgress
    | DocumentRecognised
    | IngestPaused
    | IngestResumed
    | IngestFinished
)


# --- answers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """Passages, before any model has written a word (A10)."""

    result: SearchResult
    seconds: float


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """The language model is being loaded into memory."""

    model: str


@dataclass(frozen=True, slots=True)
class ReadingPassages:
    """The model reads the passages: tokens done of total."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class WeighingPassages:
    """The model looks which passages state what was asked: passages done of total."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class JudgingScope:
    """The claim filter compares the scopes of passages with the question's: passages done of
    total."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Prose of the answer as it is written; never a marker or a part of one."""

    text: str


@dataclass(frozen=True, slots=True)
class AnswerFinished:
    """The terminal event: the answer with its citations (C9)."""

    answer: Answer


AnswerEvent = (
    EvidenceFound
    | ModelLoading
    | WeighingPassages
    | JudgingScope
    | ReadingPassages
    | TextDelta
    | AnswerFinished
)
