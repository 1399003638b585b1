"""The documents as Qt's lists want them: an item model over plain rows, and a filter."""

from __future__ import annotations

import bisect
import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from app.core.domain.document import Document
from app.gui.library.document_rows import DocumentRow

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
DOCUMENTS_MIME = "application/x-pincite-documents"
"""What is dragged from the list: ids of documents, separated by commas."""


def dragged_documents(data: QMimeData) -> tuple[int, ...]:
    """The ids of the documents that are dragged."""
    text = bytes(data.data(DOCUMENTS_MIME).data()).decode("ascii")
    return tuple(int(number) for number in text.split(",") if number)


class DocumentListModel(QAbstractListModel):
    """Rows sorted by title. Changes touch single rows, so that what is chosen stays chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[DocumentRow] = []
        self._keys: dict[int, tuple[str, int]] = {}
        self._ids: dict[Path, int] = {}
        self._reading: DocumentRow | None = None

    # --- what there is ----------------------------------------------------------------------

    def rows(self) -> tuple[DocumentRow, ...]:
        """All rows in order."""
        return tuple(self._rows)

    def documents(self) -> list[Document]:
        """All documents by title."""
        return [row.document for row in self._rows if row.document is not None]

    def document_count(self) -> int:
        """How many documents there are."""
        return len(self._keys)

    def row_of_path(self, path: Path) -> DocumentRow | None:
        """The row of the document that was read from a file."""
        document_id = self._ids.get(path)
        return None if document_id is None else self._rows[self._position(self._keys[document_id])]

    # --- changes ----------------------------------------------------------------------------

    def set_rows(self, rows: Sequence[DocumentRow]) -> None:
        """Show these documents and no others; the file that is being read stays."""
        if not self._keys:
            self._fill(rows)
            return
        wanted = {row.document.id for row in rows if row.document is not None}
        self.remove(self._keys.keys() - wanted)
        for row in rows:
            self.put(row)

    def put(self, row: DocumentRow) -> None:
        """Insert the row of a document, or replace the one that it had."""
        document = row.document
        if document is None:
            raise ValueError("a file that is being read is shown by show_reading")
        known = self._keys.get(document.id)
        if known == row.key:
            position = self._position(known)
            self._forget(self._rows[position])
            self._rows[position] = row
            index = self.index(position)
            self.dataChanged.emit(index, index)
        else:
            self.remove({document.id})
            self._insert(row)
        self._keys[document.id], self._ids[document.path] = row.key, document.id

    def remove(self, document_ids: Iterable[int]) -> None:
        """Take out the rows of these documents."""
        for document_id in list(document_ids):
            key = self._keys.pop(document_id, None)
            if key is not None:
                self._take_out(key)

    def show_reading(self, row: DocumentRow | None) -> None:
        """Show the file that is being read for the first time; None when there is none."""
        before = self._reading
        self._reading = row
        if before is not None and row is not None and before.key == row.key:
            position = self._position(row.key)
            self._rows[position] = row
            index = self.index(position)
            self.dataChanged.emit(index, index)
            return
        if before is not None:
            self._take_out(before.key)
        if row is not None:
            self._insert(row)

    def _fill(self, rows: Sequence[DocumentRow]) -> None:
        self.beginResetModel()
        every = [*rows, self._reading] if self._reading is not None else rows
        self._rows = sorted(every, key=_key)
        for row in rows:
            if row.document is not None:
                self._keys[row.document.id] = row.key
                self._ids[row.document.path] = row.document.id
        self.endResetModel()

    def _position(self, key: tuple[str, int]) -> int:
        return bisect.bisect_left(self._rows, key, key=_key)

    def _insert(self, row: DocumentRow) -> None:
        position = self._position(row.key)
        self.beginInsertRows(QModelIndex(), position, position)
        self._rows.insert(position, row)
        self.endInsertRows()

    def _take_out(self, key: tuple[str, int]) -> None:
        position = self._position(key)
        self.beginRemoveRows(QModelIndex(), position, position)
        self._forget(self._rows.pop(position))
        self.endRemoveRows()

    def _forget(self, row: DocumentRow) -> None:
        document = row.document
        if document is not None and self._ids.get(document.path) == document.id:
            del self._ids[document.path]

    # Qt overrides

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            # Qt may take a title for mark-up; escaped and in a paragraph it is always text.
            return f"<p style='white-space:pre-wrap'>{html.escape(row.tooltip)}</p>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.line}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return row.sentence
        return row if role == ROW else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        row = index.data(ROW) if index.isValid() else None
        if isinstance(row, DocumentRow) and row.document is not None:
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        return [DOCUMENTS_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = [self._rows[index.row()] for index in indexes]
        ids = [str(row.document.id) for row in rows if row.document is not None]
        data = QMimeData()
        data.setData(DOCUMENTS_MIME, ",".join(ids).encode("ascii"))
        return data


class DocumentFilter(QSortFilterProxyModel):
    """Shows rows whose title or path holds all words that were typed, of the chosen documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._documents: frozenset[int] | None = None

    def set_documents(self, document_ids: frozenset[int] | None) -> None:
        """Show only these documents; None shows all, and the file that is being read."""
        if document_ids != self._documents:
            self.beginFilterChange()
            self._documents = document_ids
            self.endFilterChange()

    def set_text(self, text: str) -> None:
        """Filter by these words; "" shows all."""
        self.beginFilterChange()
        self._words = tuple(text.casefold().split())
        self.endFilterChange()

    # Qt override

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not self._words and self._documents is None:
            return True
        row = self.sourceModel().index(source_row, 0, source_parent).data(ROW)
        if not isinstance(row, DocumentRow):
            return False
        if self._documents is not None and (
            row.document is None or row.document.id not in self._documents
        ):
            return False
        text = row.search_text
        return all(word in text for word in self._words)


def _key(row: DocumentRow) -> tuple[str, int]:
    return row.key
