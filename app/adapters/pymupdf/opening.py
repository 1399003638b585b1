"""Opens a PDF, or says in a sentence why that cannot be done."""

from __future__ import annotations

import contextlib
import stringprep
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pymupdf
from pymupdf import mupdf

from app.adapters.pymupdf.page_tree import mend_page_tree
from app.core.domain.document import DocumentStatus
from app.core.ports import ExtractionFailed

MARK = b"%PDF-"
MARK_WITHIN = 1024
"""A PDF begins with this, after at most so many bytes of something else (ISO 32000-1, annex H)."""
_END_MARK = b"%%EOF"

ENGINE_ERRORS = (RuntimeError, ValueError, mupdf.FzErrorBase)
"""What MuPDF and its binding raise on files that they cannot deal with."""

_REPLACE = "Put a good copy in its place, then have it read again."


@dataclass(frozen=True, slots=True)
class Bounds:
    """Files over these are not read. `file_bytes` is 2 GiB: beyond it MuPDF needs more memory
    than the child may have when it repairs a file. 20,000 pages take some minutes to read."""

    file_bytes: int = 2 << 30
    pages: int = 20_000


def keep_quiet() -> None:
    """Stop MuPDF from printing what it thinks of a file."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)


def _open(path: Path) -> pymupdf.Document:
    """MuPDF takes names as UTF-8; a file whose name is not is read first."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return pymupdf.open(stream=path.read_bytes(), filetype="pdf")
    return pymupdf.open(path, filetype="pdf")


@contextlib.contextmanager
def opened(
    path: Path, password: str | None = None, bounds: Bounds | None = None
) -> Iterator[pymupdf.Document]:
    """A document that has pages and is unlocked.

    Raises:
        ExtractionFailed: needs_password, damaged, too_large, or failed where the system does not
            let us read the file.
    """
    bounds = bounds or Bounds()
    size = _check_file(path, bounds)
    try:
        document = _open(path)
    except ENGINE_ERRORS as error:
        raise _damaged(path, size) from error
    with contextlib.closing(document):
        # After authenticate(), needs_pass must not be read again: that drops the key, and text
        # of RC4 and AES-128 files comes back empty.
        if document.needs_pass:
            _unlock(document, password)
        pages = _count_pages(document, bounds.pages)
        if not pages:
            raise ExtractionFailed(
                DocumentStatus.DAMAGED,
                f"The file is damaged: no pages can be found in it. {_REPLACE}",
            )
        if pages > bounds.pages:
            raise _too_many(len(document), bounds.pages)
        yield document


def as_pdf(document: pymupdf.Document) -> mupdf.PdfDocument:
    """The document as MuPDF's PDF interface wants it."""
    this = document.this
    if isinstance(this, mupdf.PdfDocument):
        return this
    return mupdf.pdf_document_from_fz_document(this)


def _check_file(path: Path, bounds: Bounds) -> int:
    """Refuse what can be told without an engine; the size in bytes of what is left."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(MARK_WITHIN)
    except FileNotFoundError as error:
        raise ExtractionFailed(
            DocumentStatus.FAILED,
            "The file is not there any more. Put it back, then have it read again.",
        ) from error
    except OSError as error:
        raise ExtractionFailed(
            DocumentStatus.FAILED,
            "The system does not let Pincite read this file. Check its permissions, then try "
            "again.",
            detail=type(error).__name__,
        ) from error
    if not size:
        raise ExtractionFailed(DocumentStatus.DAMAGED, f"The file has 0 bytes. {_REPLACE}")
    if size > bounds.file_bytes:
        raise ExtractionFailed(
            DocumentStatus.TOO_LARGE,
            f"The file has {in_words(size)}, and Pincite reads at most "
            f"{in_words(bounds.file_bytes)}. Split it into smaller files to add it.",
        )
    if MARK not in start:
        raise ExtractionFailed(
            DocumentStatus.DAMAGED,
            f"The file is not a PDF, although its name says so. {_REPLACE}",
        )
    return size


def _damaged(path: Path, size: int) -> ExtractionFailed:
    """A file that MuPDF cannot even repair; mostly, because its end is missing."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        file.seek(max(0, size - MARK_WITHIN))
        if _END_MARK not in file.read():
            return ExtractionFailed(
                DocumentStatus.DAMAGED,
                f"The file is damaged and ends after {in_words(size)}. {_REPLACE}",
            )
    return ExtractionFailed(
        DocumentStatus.DAMAGED, f"The file is damaged and cannot be opened. {_REPLACE}"
    )


def _unlock(document: pymupdf.Document, password: str | None) -> None:
    if password is None:
        raise ExtractionFailed(DocumentStatus.NEEDS_PASSWORD, "It is protected with a password.")
    # MuPDF takes text that has a form in UTF-8; half a surrogate pair has none.
    with contextlib.suppress(UnicodeEncodeError):
        password.encode()
        for form in (password, _prepared(password)):
            if document.authenticate(form):
                return
    raise ExtractionFailed(
        DocumentStatus.NEEDS_PASSWORD,
        "It is protected with a password, and this one does not open it. Check capitals and "
        "keyboard layout, then enter it again.",
    )


def _prepared(password: str) -> str:
    """A password as PDF 2.0 wants it (SASLprep, RFC 4013); MuPDF takes it as it comes."""
    mapped = (
        " " if stringprep.in_table_c12(character) else character
        for character in password
        if not stringprep.in_table_b1(character)
    )
    return unicodedata.normalize("NFKC", "".join(mapped))


def _count_pages(document: pymupdf.Document, most: int) -> int:
    """Number of pages, after a repair if there seem to be none; 0 where there is none. Of more
    than `most`, one more is counted."""
    pdf = as_pdf(document)
    with contextlib.suppress(*ENGINE_ERRORS):
        if (counted := mend_page_tree(pdf, most + 1)) and (pages := len(document)):
            return max(pages, counted)
    with contextlib.suppress(*ENGINE_ERRORS):
        # A loop in the cross-reference table leaves a document without pages and without an
        # error; a second try from the objects themselves often finds them.
        mupdf.pdf_repair_xref(pdf)
        if counted := mend_page_tree(pdf, most + 1):
            return max(len(document), counted)
    return 0


def _too_many(said: int, most: int) -> ExtractionFailed:
    pages = f"{said:,}" if said > most else f"more than {most:,}"
    return ExtractionFailed(
        DocumentStatus.TOO_LARGE,
        f"It has {pages} pages, and Pincite reads at most {most:,}. Split it into smaller files to "
        "add it.",
    )


def in_words(size: int) -> str:
    """A number of bytes as people read it: kB, MB and GB in thousands.

    >>> in_words(12_345)
    '12 kB'
    """
    if size < 1000:
        return f"{size} bytes"
    for unit, factor in (("kB", 1000), ("MB", 1000**2)):
        if size < 1000 * factor:
            return f"{size / factor:.0f} {unit}"
    return f"{size / 1000**3:.1f} GB"
