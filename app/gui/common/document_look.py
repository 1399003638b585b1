"""How the state of a document is shown wherever documents are listed: icon, colour, name."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.domain.document import DocumentStatus
from app.core.reading.state_names import STATE_NAMES
from app.gui.common.tokens import TokenName

_ICONS: dict[DocumentStatus, tuple[str, TokenName]] = {
    DocumentStatus.INDEXED: ("state-ready", "ok"),
    DocumentStatus.PARTIAL: ("state-partial", "warn"),
    DocumentStatus.NEEDS_PASSWORD: ("state-password", "warn"),
    DocumentStatus.NO_TEXT: ("state-scan", "warn"),
    DocumentStatus.UNREADABLE_TEXT: ("state-warning", "warn"),
    DocumentStatus.DAMAGED: ("state-failed", "bad"),
    DocumentStatus.FAILED: ("state-failed", "bad"),
    DocumentStatus.TOO_LARGE: ("info", "text2"),
    DocumentStatus.EMPTY: ("file", "text2"),
}


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """Icon, its colour, and the name of the state."""

    icon: str
    token: TokenName
    name: str


def look_of(status: DocumentStatus) -> DocumentLook:
    """How this state is shown."""
    return DocumentLook(*_ICONS[status], STATE_NAMES[status])
