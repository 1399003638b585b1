"""What the states of documents are called, in the window and in what is exported."""

from __future__ import annotations

from app.core.domain.document import DocumentStatus

STATE_NAMES: dict[DocumentStatus, str] = {
    DocumentStatus.INDEXED: "Ready",
    DocumentStatus.PARTIAL: "Partly ready",
    DocumentStatus.NEEDS_PASSWORD: "Needs a password",
    DocumentStatus.NO_TEXT: "Scan without text",
    DocumentStatus.UNREADABLE_TEXT: "Text not readable",
    DocumentStatus.DAMAGED: "Damaged",
    DocumentStatus.FAILED: "Could not be read",
    DocumentStatus.TOO_LARGE: "Too large",
    DocumentStatus.EMPTY: "No content",
}
