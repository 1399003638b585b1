"""How a fault is told in the viewer: what happened, what is kept, and one way on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from app.core.errors import NotFound, PageLocked, PinciteError
from app.gui.common.notice import NoticeKind
from app.services.viewing import FILE_CHANGED, FILE_MISSING, PASSAGE_GONE


class WayOn(StrEnum):
    """What the one button does."""

    TRY_AGAIN = "try_again"
    READ_AGAIN = "read_again"
    UNLOCK = "unlock"
    OPEN_DOCUMENT = "open_document"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class ToldFault:
    """`whole` faults leave nothing of the document to show; others concern a page or a search."""

    kind: NoticeKind
    title: str
    sentence: str
    way_on: WayOn
    button: str
    whole: bool


_WAYS = {
    FILE_CHANGED: WayOn.READ_AGAIN,
    FILE_MISSING: WayOn.TRY_AGAIN,
    PASSAGE_GONE: WayOn.OPEN_DOCUMENT,
    NotFound.default_code: WayOn.CLOSE,
    PageLocked.default_code: WayOn.UNLOCK,
}


def told(error: PinciteError) -> ToldFault:
    """Put a fault into the words and the button of a notice."""
    title, _, sentence = error.message.partition(". ")
    known = error.code in _WAYS
    way_on = _WAYS.get(error.code, WayOn.TRY_AGAIN)
    return ToldFault(
        kind=NoticeKind.WARN if known else NoticeKind.ERROR,
        title=title if title.endswith(".") else f"{title}.",
        sentence=sentence,
        way_on=way_on,
        button=_button(way_on),
        whole=known,
    )


def _button(way_on: WayOn) -> str:
    words = {
        WayOn.TRY_AGAIN: "Try again",
        WayOn.READ_AGAIN: "Read it again",
        WayOn.UNLOCK: "Enter password…",
        WayOn.OPEN_DOCUMENT: "Open the document",
        WayOn.CLOSE: "Close",
    }
    return QCoreApplication.translate("viewer", words[way_on])
