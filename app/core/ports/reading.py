"""Reading and drawing PDFs, and the files of the user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import (
    Document,
    DocumentHead,
    DocumentStatus,
    EmbeddedFile,
    FileStamp,
    FileState,
    FoundFile,
    OutlineEntry,
    SkippedFile,
)
from app.core.domain.page import PageText
from app.core.errors import PinciteError


class ExtractionFailed(PinciteError):
    """A file could not be read. `status` is the state it ends in, the message its sentence."""

    def __init__(self, status: DocumentStatus, message: str, *, detail: str = "") -> None:
        super().__init__(message, code=status.value, detail=detail)
        self.status = status


class TextExtractor(Protocol):
    """Reads PDFs. The real one works in a child process with limits (I7)."""

    def extract(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> Iterator[DocumentHead | PageText]:
        """Yield the head, then every page in order.

        A page that cannot be read is yielded with kind FAILED; only a file of which nothing can
        be had raises.

        Raises:
            ExtractionFailed: with the state the file ends in.
            Cancelled: when the token was cancelled.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


class PageCutter(Protocol):
    """Divides what was read into chunks. The real one works in the extractor's child process, so
    that the window's stays free."""

    def cut(
        self, pages: Sequence[PageText], outline: Sequence[OutlineEntry], *, cancel: CancelToken
    ) -> list[DraftChunk]:
        """The chunks of a whole document, in reading order.

        Raises:
            ExtractionFailed: it takes too long or too much memory; the sentence says so.
            Cancelled: when the token was cancelled.
        """
        ...


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a picture: `rgb` holds height rows of width * 3 bytes, rotation applied."""

    page: int
    width: int
    height: int
    rgb: bytes
    scale: float
    """Picture pixels per point that were used (may be lower than asked, for huge pages)."""


class PageRenderer(Protocol):
    """Draws pages. The real one works in a child process with limits."""

    def render(
        self, path: Path, page: int, scale: float, *, password: str | None = None
    ) -> RenderedPage:
        """Draw physical page `page` (from 1) at `scale` pixels per point, capped in pixels.

        Raises:
            PageLocked: the file needs a password, and not this one.
            PageUnavailable: the file or page cannot be drawn.
        """
        ...

    def unlocks(self, path: Path, password: str) -> bool:
        """Whether a file opens with a password. One that needs none opens with any.

        Raises:
            PageUnavailable: the file cannot be opened whatever the password.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


class EmbeddedFiles(Protocol):
    """Takes files out of PDFs. The real one works in a child process with limits (I7)."""

    def list(
        self, path: Path, *, cancel: CancelToken, password: str | None = None
    ) -> tuple[EmbeddedFile, ...]:
        """The files inside of a PDF, in its order, up to a bound.

        Raises:
            PageLocked: the PDF needs a password, and not this one.
            PageUnavailable: it cannot be opened.
            Cancelled: when the token was cancelled.
        """
        ...

    def save(
        self,
        path: Path,
        number: int,
        target: Path,
        *,
        cancel: CancelToken,
        password: str | None = None,
    ) -> tuple[Path, int] | None:
        """Write one of them; gives the path that it has now and its bytes.

        Where another file is at `target`, a number is added to the name; where the same content
        is, nothing is written and its path is given. None where the file is damaged, empty or too
        large to be taken out.

        Raises:
            StorageError: it cannot be written.
            PageLocked, PageUnavailable, Cancelled: as `list`.
        """
        ...

    def close(self) -> None:
        """End the child process, if any."""
        ...


class FileSource(Protocol):
    """The user's files: found, stamped, hashed; never changed."""

    def scan(
        self, paths: Sequence[Path], *, cancel: CancelToken
    ) -> Iterator[FoundFile | SkippedFile]:
        """Every PDF at or below the paths, in a stable order, each once; hidden files and
        symlink loops aside; other files as skipped with a reason (I1)."""
        ...

    def stamp(self, path: Path) -> FileStamp | None:
        """Size and modification time, or None if the file is not there."""
        ...

    def sha256(self, path: Path, *, cancel: CancelToken) -> str:
        """Hash of the content, in lower-case hex."""
        ...


class FileStates(Protocol):
    """Tells whether a stored document's file is still what was read."""

    def glance(self, document: Document) -> FileState | None:
        """The state as far as size and time tell; None where the file would have to be read."""
        ...

    def state(self, document: Document) -> FileState:
        """Unchanged by size and time, or by content where the time differs; changed; missing."""
        ...
