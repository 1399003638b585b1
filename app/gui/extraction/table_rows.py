"""The rows of the table: a document with what was extracted, and what is being done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import Standing
from app.gui.common.tokens import TokenName


class Show(StrEnum):
    """Which rows are shown."""

    ALL = "all"
    REVIEW = "review"
    FAILED = "failed"
    MISSING = "missing"


class RowState(Enum):
    """What is said of a row: what is being done comes before what was done."""

    READING = "reading"
    WAITING = "waiting"
    FAILED = "failed"
    READ_ANEW = "read_anew"
    CHANGED = "changed"
    NOT_YET = "not_yet"
    EXTRACTED = "extracted"


class Mark(Enum):
    """What stands beside a value: an icon, its colour, and the words for it."""

    REVIEW = ("state-warning", "warn", "to review")
    NOT_FOUND = ("quote-missing", "warn", "not found in the passage, to review")
    CORRECTED = ("pencil", "text2", "corrected")
    OUTDATED = ("state-warning", "warn", "corrected before the document changed, to review")

    def __init__(self, icon: str, token: TokenName, words: str) -> None:
        self.icon = icon
        self.token: TokenName = token
        self.words = words


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row. `fraction` is how far the document is being read, None where it is not."""

    row: ExtractedRow
    waiting: bool = False
    fraction: float | None = None

    @property
    def document_id(self) -> int:
        """The document."""
        return self.row.document_id

    @property
    def extracted(self) -> bool:
        """Whether there is anything that was extracted, however old."""
        return bool(self.row.made_at)

    @property
    def state(self) -> RowState:
        """What is said of it."""
        if self.fraction is not None:
            return RowState.READING
        if self.waiting:
            return RowState.WAITING
        if self.row.fault is not None:
            return RowState.FAILED
        if not self.extracted:
            return RowState.NOT_YET
        return {
            Standing.CURRENT: RowState.EXTRACTED,
            Standing.READ_ANEW: RowState.READ_ANEW,
            Standing.CHANGED: RowState.CHANGED,
        }[self.row.standing]

    @property
    def busy(self) -> bool:
        """Whether it waits or is being read."""
        return self.state in (RowState.READING, RowState.WAITING)

    @property
    def to_do(self) -> bool:
        """Whether there is something to extract: nothing was, or it failed, or it is stale."""
        return not self.busy and self.state is not RowState.EXTRACTED

    def belongs(self, shown: Show) -> bool:
        """Whether it is one of the rows that are shown."""
        match shown:
            case Show.ALL:
                return True
            case Show.REVIEW:
                return bool(self.row.to_review)
            case Show.FAILED:
                return self.row.fault is not None and not self.busy
            case Show.MISSING:
                return not self.extracted and (self.busy or self.row.fault is None)


def mark_of(cell: ExtractedCell) -> Mark | None:
    """What stands beside a value; None where there is nothing to say."""
    if cell.correction is not None:
        return Mark.OUTDATED if cell.correction.outdated else Mark.CORRECTED
    if not cell.needs_review or cell.found is None:
        return None
    missing = cell.found.value is not None and not cell.found.verified
    return Mark.NOT_FOUND if missing else Mark.REVIEW


def has_citation(cell: ExtractedCell) -> bool:
    """Whether there is a page to show."""
    return cell.place is not None
