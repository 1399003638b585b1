"""What a row of the library says: icon, title, and one line on the document's state."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.domain.document import Document, DocumentStatus, FileState
from app.gui.common.formats import Formats
from app.gui.common.tokens import TokenName

_LOOKS: dict[DocumentStatus, tuple[str, TokenName, str]] = {
    DocumentStatus.INDEXED: ("state-ready", "ok", "Ready"),
    DocumentStatus.PARTIAL: ("state-partial", "warn", "Partly ready"),
    DocumentStatus.NEEDS_PASSWORD: ("state-password", "warn", "Needs a password"),
    DocumentStatus.NO_TEXT: ("state-scan", "warn", "Scan without text"),
    DocumentStatus.UNREADABLE_TEXT: ("state-warning", "warn", "Text not readable"),
    DocumentStatus.DAMAGED: ("state-failed", "bad", "Damaged"),
    DocumentStatus.FAILED: ("state-failed", "bad", "Could not be read"),
    DocumentStatus.TOO_LARGE: ("info", "text2", "Too large"),
    DocumentStatus.EMPTY: ("file", "text2", "No content"),
}


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A row. `document` is None for a file that is being read for the first time."""

    title: str
    line: str
    icon: str
    token: TokenName
    tooltip: str
    document: Document | None

    @property
    def sort_key(self) -> tuple[str, int]:
        """By title ignoring case, then by id."""
        return (self.title.casefold(), self.document.id if self.document else 0)


def row_of(document: Document, file_state: FileState, formats: Formats) -> DocumentRow:
    """The row of a document."""
    icon, token, word = _LOOKS[document.status]
    line = word
    if document.status is DocumentStatus.INDEXED:
        line = formats.count(document.pages, "page")
    elif document.status is DocumentStatus.PARTIAL:
        line = f"Partly ready, {formats.count(document.pages, 'page')}"
    sentence = document.status_text
    if file_state is FileState.MISSING:
        icon, token, line = "state-missing", "text2", "File not found"
        sentence = "The file was moved or deleted. What was read of it can still be searched."
    elif file_state is FileState.CHANGED:
        icon, token, line = "reading", "text2", "File has changed"
        sentence = "The file has changed since it was read. Add it again to read it anew."
    tooltip = "\n".join(part for part in (document.title, sentence, str(document.path)) if part)
    return DocumentRow(document.title, line, icon, token, tooltip, document)


def reading_row(title: str, page: int, pages: int, formats: Formats) -> DocumentRow:
    """The row of a file that is being read."""
    line = "Reading"
    if pages:
        line = f"Reading page {formats.number(page)} of {formats.number(pages)}"
    return DocumentRow(title, line, "reading", "accent", title, None)
