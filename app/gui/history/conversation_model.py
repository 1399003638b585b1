"""Conversations as Qt's views want them: one row each, the latest first, under headings of days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.core.domain.conversation import ConversationSummary
from app.gui.common.labels import as_tip
from app.gui.history import wording

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation; `heading` is that of the rows that begin with it, "" where it begins none,
    and `when` its time or date."""

    summary: ConversationSummary
    heading: str
    when: str


class ConversationModel(QAbstractListModel):
    """`index.data(ROW)` is a ConversationRow.

    Signals: `more_wanted` (how many there are so far) when the end comes near, and `renamed`
    (ConversationSummary, title) when the user gave another title.
    """

    more_wanted = Signal(int)
    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ConversationRow] = []
        self._more = False
        self._asked_for_more = False

    @property
    def summaries(self) -> tuple[ConversationSummary, ...]:
        """What is listed, in order."""
        return tuple(row.summary for row in self._rows)

    def show(self, summaries: Sequence[ConversationSummary], today: date, *, more: bool) -> None:
        """List these and no others; `more` says that there may be others after them."""
        self.beginResetModel()
        self._rows = _rows(summaries, today, "")
        self._more, self._asked_for_more = more, False
        self.endResetModel()

    def append(self, summaries: Sequence[ConversationSummary], today: date, *, more: bool) -> None:
        """List these after the others, those that are listed already left out."""
        known = {row.summary.id for row in self._rows}
        new = [summary for summary in summaries if summary.id not in known]
        self._more, self._asked_for_more = more, False
        if new:
            last = wording.group(wording.local(self._rows[-1].summary.changed).date(), today)
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._rows += _rows(new, today, last)
            self.endInsertRows()

    def index_of(self, conversation_id: int | None) -> QModelIndex:
        """The row of a conversation; an invalid index where it is not listed."""
        for number, row in enumerate(self._rows):
            if row.summary.id == conversation_id:
                return self.index(number)
        return QModelIndex()

    # Qt overrides

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        summary = row.summary
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return wording.title(summary)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return wording.spoken(summary)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return summary.snippet.text if summary.snippet is not None else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(f"{wording.title(summary)}\n{wording.spoken_when(summary.changed)}")
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        title = str(value).strip()
        summary = self._rows[index.row()].summary
        if role != Qt.ItemDataRole.EditRole or not title or title == wording.title(summary):
            return False
        self.renamed.emit(summary, title)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def canFetchMore(self, parent: Index = _NOWHERE) -> bool:
        return not parent.isValid() and self._more and not self._asked_for_more

    def fetchMore(self, parent: Index) -> None:
        self._asked_for_more = True
        self.more_wanted.emit(len(self._rows))


def _rows(
    summaries: Sequence[ConversationSummary], today: date, heading: str
) -> list[ConversationRow]:
    """Rows that follow rows under a heading."""
    rows = []
    for summary in summaries:
        group = wording.group(wording.local(summary.changed).date(), today)
        rows.append(
            ConversationRow(
                summary, "" if group == heading else group, wording.when(summary.changed, today)
            )
        )
        heading = group
    return rows
