"""The child's side of taking files out of a PDF. Imports MuPDF only once it works, since the parent
imports this module to start the child."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from app.core.domain.cancel import CancelToken
from app.core.domain.document import EmbeddedFile

# What goes over the pipe at once.
_PART = 1 << 20
# The window and the answer come first. Levels of `nice`.
_NICENESS = 5


class Unpacker:
    """Takes out files that are embedded in PDFs."""

    def list(
        self, cancel: CancelToken, path: Path, password: str | None
    ) -> tuple[EmbeddedFile, ...]:
        """The files inside of a PDF.

        Raises:
            ExtractionFailed: the PDF cannot be opened.
        """
        from app.adapters.pymupdf.embedded import embedded_files
        from app.adapters.pymupdf.opening import keep_quiet, opened

        keep_quiet()
        with opened(path, password) as document:
            return embedded_files(document)

    def content(
        self, cancel: CancelToken, path: Path, password: str | None, number: int
    ) -> Iterator[bytes]:
        """Yield the content of one file, in parts; nothing where it cannot be had.

        Raises:
            ExtractionFailed: the PDF cannot be opened.
            Cancelled: before the next part.
        """
        from app.adapters.pymupdf.embedded import embedded_content
        from app.adapters.pymupdf.opening import keep_quiet, opened

        keep_quiet()
        with opened(path, password) as document:
            data = embedded_content(document, number) or b""
        for start in range(0, len(data), _PART):
            cancel.raise_if_cancelled()
            yield data[start : start + _PART]


def make_unpacker() -> Unpacker:
    """An unpacker for a process of its own, which lets others go first."""
    with contextlib.suppress(AttributeError, OSError):  # Windows has no nice()
        os.nice(_NICENESS)
    return Unpacker()
