"""What was found as Qt's views want it: documents, and below each its passages.

Of a document with many passages the first few are shown, and a row that stands for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.domain.evidence import Passage
from app.core.retrieval.grouping import DocumentHits
from app.gui.common.labels import as_tip
from app.gui.search import wording

FIRST_SHOWN = 3
"""Passages of a document that are shown at once; one more is shown rather than hidden alone."""

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
# Rows of documents have this id; those of passages the number of their document, from 1.
_TOP = 0


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A document."""

    hits: DocumentHits


@dataclass(frozen=True, slots=True)
class HitRow:
    """A passage; `index` counts from 0 over all `count` that were found, as they are ordered."""

    passage: Passage
    index: int
    count: int


@dataclass(frozen=True, slots=True)
class MoreRow:
    """Stands for passages of a document that are not shown yet."""

    document_id: int
    count: int


Row = GroupRow | HitRow | MoreRow


class ResultsModel(QAbstractItemModel):
    """Two levels. `index.data(ROW)` is a GroupRow, HitRow or MoreRow."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[DocumentHits, ...] = ()
        self._first: list[int] = []
        self._count = 0
        self._first_only = True
        # Documents of which more passages are shown than the first few, and how many.
        self._unfolded: dict[int, int] = {}

    @property
    def groups(self) -> tuple[DocumentHits, ...]:
        """What is shown, in order."""
        return self._groups

    @property
    def hits(self) -> list[Passage]:
        """All passages in order, those that are not shown yet as well."""
        return [passage for group in self._groups for passage in group.passages]

    def show(self, groups: Sequence[DocumentHits], *, anew: bool, first_only: bool = True) -> None:
        """Show these and no others.

        Args:
            anew: They answer another question, so that nothing of what the user unfolded stays.
            first_only: Of a document with many passages show the first few only.
        """
        self.beginResetModel()
        self._groups = tuple(groups)
        self._first_only = first_only
        self._first, self._count = [], 0
        for group in self._groups:
            self._first.append(self._count)
            self._count += len(group.passages)
        if anew:
            self._unfolded.clear()
        self.endResetModel()

    def show_whole(self, document_id: int) -> None:
        """Show all passages of a document. The first of those that were not shown takes the place
        of the row that stood for them."""
        for number, group in enumerate(self._groups):
            parent = self.index(number, 0)
            rows, total = self.rowCount(parent), len(group.passages)
            if group.document_id == document_id and rows < total:
                self._unfolded[document_id] = rows
                turned = self.index(rows - 1, 0, parent)
                self.dataChanged.emit(turned, turned)
                self.beginInsertRows(parent, rows, total - 1)
                self._unfolded[document_id] = total
                self.endInsertRows()

    def index_of(self, chunk_id: int) -> QModelIndex:
        """The row of a passage; an invalid index where it is not shown."""
        for index in self.walk():
            row = index.data(ROW)
            if isinstance(row, HitRow) and row.passage.chunk.id == chunk_id:
                return index
        return QModelIndex()

    def walk(self) -> Iterator[QModelIndex]:
        """All rows from the top, those of collapsed documents too."""
        for number in range(len(self._groups)):
            parent = self.index(number, 0)
            yield parent
            for row in range(self.rowCount(parent)):
                yield self.index(row, 0, parent)

    def _shown(self, group: DocumentHits) -> int:
        """How many passages of a document have a row of their own."""
        total = len(group.passages)
        every = not self._first_only or total <= FIRST_SHOWN + 1
        first = total if every else FIRST_SHOWN
        return min(total, self._unfolded.get(group.document_id, first))

    def _row(self, index: Index) -> Row:
        if index.internalId() == _TOP:
            return GroupRow(self._groups[index.row()])
        number = index.internalId() - 1
        group, shown = self._groups[number], self._shown(self._groups[number])
        if index.row() >= shown:
            return MoreRow(group.document_id, len(group.passages) - shown)
        at = self._first[number] + index.row()
        return HitRow(group.passages[index.row()], at, self._count)

    # Qt overrides

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        number = parent.row() + 1 if parent.isValid() else _TOP
        return self.createIndex(row, column, number)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or index.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() != _TOP:
            return 0
        group = self._groups[parent.row()]
        shown = self._shown(group)
        return shown + (shown < len(group.passages) and group.document_id not in self._unfolded)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._row(index)
        if role == ROW:
            return row
        texts = _texts(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return texts[0]
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return texts[1]
        return as_tip(texts[2]) if role == Qt.ItemDataRole.ToolTipRole else None


def _texts(row: Row) -> tuple[str, str, str]:
    """What is read out, what more there is to read out, and the tip."""
    match row:
        case GroupRow(hits):
            path = str(hits.passages[0].path)
            name = f"{wording.title(hits)}, {wording.count_of(hits)}"
            return name, "", f"{wording.title(hits)}\n{path}"
        case HitRow(passage, index, count):
            name = wording.spoken_passage(passage, index, count)
            return name, wording.spoken_text(passage), wording.tip(passage)
        case MoreRow(_, count):
            return wording.more(count), "", ""
