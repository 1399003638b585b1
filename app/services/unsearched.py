"""What of the documents that are asked could not be searched, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.domain.document import Document, DocumentStatus


def unsearched(documents: Sequence[Document]) -> list[str]:
    """Sentences that say which documents of the scope could not be searched."""
    counts: dict[DocumentStatus, list[str]] = {}
    for document in documents:
        if document.status is not DocumentStatus.INDEXED:
            counts.setdefault(document.status, []).append(document.title)
    said = {
        DocumentStatus.PARTIAL: ("is only partly readable", "are only partly readable"),
        DocumentStatus.NEEDS_PASSWORD: ("needs a password", "need a password"),
        DocumentStatus.NO_TEXT: ("is a scan without text", "are scans without text"),
        DocumentStatus.UNREADABLE_TEXT: ("has no readable text", "have no readable text"),
        DocumentStatus.EMPTY: ("is empty", "are empty"),
        DocumentStatus.DAMAGED: ("is damaged", "are damaged"),
        DocumentStatus.TOO_LARGE: ("is too large", "are too large"),
        DocumentStatus.FAILED: ("could not be read", "could not be read"),
    }
    sentences = []
    for status, titles in counts.items():
        one, many = said[status]
        what = f"“{titles[0]}” {one}" if len(titles) == 1 else f"{len(titles)} documents {many}"
        sentences.append(f"{what}.")
    return sentences
