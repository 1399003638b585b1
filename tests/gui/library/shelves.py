"""Documents and rows for tests of the list, without a library."""

from __future__ import annotations

from pathlib import Path

from app.core.domain.document import Document, DocumentStatus, FileStamp, FileState
from app.gui.common.formats import Formats
from app.gui.library.document_rows import DocumentRow, row_of

FOLDER = Path("documents")


def document(
    number: int,
    title: str,
    *,
    status: DocumentStatus = DocumentStatus.INDEXED,
    sentence: str = "",
    pages: int = 3,
    path: Path | None = None,
) -> Document:
    """A document with this id."""
    return Document(
        id=number,
        title=title,
        path=path or FOLDER / f"{title}.pdf",
        sha256=f"{number:064x}",
        stamp=FileStamp(1, 1),
        status=status,
        status_text=sentence,
        pages=pages,
        chunks=pages,
        embedded=pages,
    )


def row(number: int, title: str, state: FileState = FileState.UNCHANGED) -> DocumentRow:
    """The row of a document."""
    return row_of(document(number, title), state, Formats())
