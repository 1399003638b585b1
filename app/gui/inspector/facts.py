"""What a table of the inspector holds, free of how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.domain.evidence import Passage
from app.gui.common.tokens import TokenName


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `share` is its part of the room that the others leave, 0 where it is as wide as
    its content; text breaks into lines only where there is a share. `figures` stand at the right,
    under each other."""

    title: str
    share: int = 0
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of the table: an icon, text, `more` in a smaller size after it, and `below` on lines
    of its own. `code` is a stable name for scripts and reports. Screen readers get `spoken`, or
    all of the words in this order; `tip` says more under the pointer."""

    text: str = ""
    more: str = ""
    below: str = ""
    code: str = ""
    icon: str = ""
    tone: TokenName = "text"
    spoken: str = ""
    tip: str = ""

    @property
    def words(self) -> str:
        """What is read out, and copied."""
        if self.spoken:
            return self.spoken
        return " ".join(filter(None, (self.text, self.more, self.code, self.below)))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `passage` is what its first cell opens, if anything."""

    cells: tuple[Cell, ...]
    passage: Passage | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """A table with the name that screen readers say. Without titles it has no header."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def titled(self) -> bool:
        """Whether the columns have titles."""
        return any(column.title for column in self.columns)
