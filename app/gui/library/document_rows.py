"""What a row of the library says: icon, title, and one line on the document's state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.core.domain.document import Document, DocumentStatus, FileState
from app.gui.common.document_look import look_of
from app.gui.common.formats import Formats
from app.gui.common.tokens import TokenName

_MISSING = "The file was moved or deleted. What was read of it can still be searched."
_CHANGED = "The file has changed since it was read. Read it again to search what it says now."


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A row. `sentence` says more on the state than `line`; `document` is None for a file that is
    being read for the first time."""

    title: str
    line: str
    sentence: str
    icon: str
    token: TokenName
    document: Document | None

    @property
    def key(self) -> tuple[str, int]:
        """Its place in the list: by title ignoring case, then by id. No two rows share it."""
        return (self.title.casefold(), self.document.id if self.document else 0)

    @property
    def tooltip(self) -> str:
        """Title, state and path, each on a line."""
        path = str(self.document.path) if self.document else ""
        return "\n".join(part for part in (self.title, self.sentence or self.line, path) if part)

    @property
    def search_text(self) -> str:
        """What the words in the search field are looked for in."""
        path = str(self.document.path) if self.document else ""
        return f"{self.title} {path}".casefold()


def row_of(document: Document, file_state: FileState, formats: Formats) -> DocumentRow:
    """The row of a document."""
    look = look_of(document.status)
    icon, token, line = look.icon, look.token, look.name
    pages = formats.count(document.pages, "page")
    if document.status is DocumentStatus.INDEXED:
        line = pages
    elif document.status is DocumentStatus.PARTIAL:
        line = f"{line}, {pages}"
    sentence = document.status_text
    if file_state is FileState.MISSING:
        icon, token, line, sentence = "state-missing", "text2", "File not found", _MISSING
    elif file_state is FileState.CHANGED:
        icon, token, line, sentence = "reading", "text2", "File has changed", _CHANGED
    return DocumentRow(document.title, line, sentence, icon, token, document)


def reading_row(title: str, page: int, pages: int, formats: Formats) -> DocumentRow:
    """The row of a file that is being read for the first time."""
    line = "Reading"
    if pages:
        line = f"Reading page {formats.number(page)} of {formats.number(pages)}"
    return DocumentRow(title, line, "", "reading", "accent", None)


def read_again_row(row: DocumentRow, reading: DocumentRow) -> DocumentRow:
    """The row of a document whose file is being read again: its title, and how far reading is."""
    return replace(row, line=reading.line, sentence="", icon=reading.icon, token=reading.token)
