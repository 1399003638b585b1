"""What a user can want done with a document of the report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from app.core.domain.reading_report import ReadDocument, Remedy


class Deed(Enum):
    """What is to be done: one of the remedies, or something that any document allows."""

    OPEN = auto()
    UNLOCK = auto()
    READ_PAGES = auto()
    RETRY = auto()
    SHOW_FILE = auto()
    REMOVE = auto()
    IGNORE = auto()
    TELL_AGAIN = auto()


DEEDS: dict[Remedy, Deed] = {
    Remedy.UNLOCK: Deed.UNLOCK,
    Remedy.READ_PAGES: Deed.READ_PAGES,
    Remedy.RETRY: Deed.RETRY,
    Remedy.SHOW_FILE: Deed.SHOW_FILE,
    Remedy.REMOVE: Deed.REMOVE,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """A deed, and the documents that it is for."""

    deed: Deed
    documents: tuple[ReadDocument, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """Of the documents."""
        return tuple(one.document.id for one in self.documents)
