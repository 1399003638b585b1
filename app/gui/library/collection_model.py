"""The collections as Qt's lists want them: all documents first, then each by name, then the one
that is being named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.core.domain.collection import Collection
from app.gui.common.formats import Formats
from app.gui.common.labels import as_tip
from app.gui.library.document_model import DOCUMENTS_MIME, dragged_documents

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
ALL_NAME = "All documents"
NEW_NAME = "New collection"


@dataclass(frozen=True, slots=True)
class CollectionRow:
    """A row: a collection, or, without one, all documents. `draft` is a row that is being named
    and is no collection yet."""

    name: str
    documents: int
    collection: Collection | None = None
    draft: bool = False

    @property
    def icon(self) -> str:
        """What stands before the name."""
        return "library" if self.collection is None and not self.draft else "folder"

    @property
    def spoken(self) -> str:
        """The name with its count."""
        return f"{self.name}, {Formats().count(self.documents, 'document')}"


class CollectionListModel(QAbstractListModel):
    """Changes touch single rows, so that what is chosen or being named stays so.

    Signals: `named` (Collection, or None for a new one, and the name that the user gave),
    `filled` (Collection, tuple of document ids that were dropped on it).
    """

    named = Signal(object, str)
    filled = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[CollectionRow] = [CollectionRow(ALL_NAME, 0)]

    def collections(self) -> tuple[Collection, ...]:
        """All collections by name."""
        return tuple(row.collection for row in self._rows if row.collection is not None)

    def index_of(self, collection_id: int | None) -> QModelIndex:
        """The place of a collection, or of all documents for None; invalid where it is gone."""
        for position, row in enumerate(self._rows):
            if not row.draft and _id(row) == collection_id:
                return self.index(position)
        return QModelIndex()

    def set_documents(self, count: int) -> None:
        """Tell how many documents there are in all."""
        self._put(0, CollectionRow(ALL_NAME, count))

    def set_collections(self, collections: Sequence[Collection]) -> None:
        """Show these collections and no others; the one that is being named stays."""
        wanted = {collection.id for collection in collections}
        for position in reversed(range(1, len(self._rows))):
            row = self._rows[position]
            if not row.draft and _id(row) not in wanted:
                self._remove(position)
        for position, collection in enumerate(collections, start=1):
            row = CollectionRow(collection.name, collection.document_count, collection)
            found = self.index_of(collection.id)
            if not found.isValid():
                self._insert(position, row)
                continue
            if found.row() != position:
                self._move(found.row(), position)
            self._put(position, row)

    def begin_new(self) -> QModelIndex:
        """Add the row of a collection that is to be named; there is one at most."""
        if not self._rows[-1].draft:
            self._insert(len(self._rows), CollectionRow(self._free_name(), 0, draft=True))
        return self.index(len(self._rows) - 1)

    def end_new(self) -> None:
        """Take that row away again."""
        if self._rows[-1].draft:
            self._remove(len(self._rows) - 1)

    def _free_name(self) -> str:
        """A name that no collection has, for a new one."""
        taken = {row.name.casefold() for row in self._rows}
        names = (NEW_NAME, *(f"{NEW_NAME} {number}" for number in range(2, len(taken) + 3)))
        return next(name for name in names if name.casefold() not in taken)

    def _put(self, position: int, row: CollectionRow) -> None:
        if self._rows[position] != row:
            self._rows[position] = row
            index = self.index(position)
            self.dataChanged.emit(index, index)

    def _insert(self, position: int, row: CollectionRow) -> None:
        self.beginInsertRows(QModelIndex(), position, position)
        self._rows.insert(position, row)
        self.endInsertRows()

    def _remove(self, position: int) -> None:
        self.beginRemoveRows(QModelIndex(), position, position)
        del self._rows[position]
        self.endRemoveRows()

    def _move(self, source: int, target: int) -> None:
        """Up only: what stands before the target is in its place already."""
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), target)
        self._rows.insert(target, self._rows.pop(source))
        self.endMoveRows()

    def _target(self, parent: Index) -> Collection | None:
        row = parent.data(ROW) if parent.isValid() else None
        return row.collection if isinstance(row, CollectionRow) else None

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(row.spoken)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row if role == ROW else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self._rows[index.row()]
        name = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not name or (name == row.name and not row.draft):
            return False
        if row.collection is not None:
            # Shown at once; the list that follows tells whether it was done.
            self._put(index.row(), CollectionRow(name, row.documents, row.collection))
        self.named.emit(row.collection, name)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, CollectionRow) and row.icon == "folder":
            flags |= Qt.ItemFlag.ItemIsEditable
        if isinstance(row, CollectionRow) and row.collection is not None:
            flags |= Qt.ItemFlag.ItemIsDropEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        return [DOCUMENTS_MIME]

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        return data.hasFormat(DOCUMENTS_MIME) and self._target(parent) is not None

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        target = self._target(parent)
        if target is None or not data.hasFormat(DOCUMENTS_MIME):
            return False
        self.filled.emit(target, dragged_documents(data))
        return True


def _id(row: CollectionRow) -> int | None:
    return None if row.collection is None else row.collection.id
