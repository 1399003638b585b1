"""The documents of the report as rows with columns, and their order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from app.core.domain.reading_report import ReadDocument
from app.core.reading.state_names import STATE_NAMES
from app.gui.common.formats import Formats
from app.gui.common.labels import as_tip
from app.gui.common.safe_text import one_line
from app.gui.report import wording

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole


class Column(IntEnum):
    """The columns from the left."""

    DOCUMENT = 0
    STATE = 1
    PAGES = 2
    TEXT = 3
    OCR = 4
    EMPTY = 5
    UNREAD = 6
    TIME = 7
    KINDS = 8


TITLES = ("Document", "State", "Pages", "Text", "OCR", "Empty", "Unread", "Time", "")
FIGURES = frozenset({*range(Column.PAGES, Column.TIME + 1)})
"""Columns of numbers."""


class DocumentModel(QAbstractTableModel):
    """A row for each document, by title."""

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._formats = Formats()
        self._rows: tuple[ReadDocument, ...] = ()

    def show(self, documents: tuple[ReadDocument, ...]) -> None:
        """Show these documents. Where they are the same ones, what is chosen stays chosen."""
        before = [one.document.id for one in self._rows]
        if before == [one.document.id for one in documents]:
            changed = [n for n, one in enumerate(documents) if one != self._rows[n]]
            self._rows = documents
            if changed:
                last = self.index(changed[-1], len(Column) - 1)
                self.dataChanged.emit(self.index(changed[0], 0), last)
            return
        self.beginResetModel()
        self._rows = documents
        self.endResetModel()

    def document(self, row: int) -> ReadDocument:
        """The document at a place, from 0."""
        return self._rows[row]

    def place_of(self, document_id: int) -> int:
        """Where a document stands; -1 where it does not."""
        return next((n for n, one in enumerate(self._rows) if one.document.id == document_id), -1)

    # Qt overrides

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and role == _ROLE.DisplayRole:
            return TITLES[section]
        return None

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid():
            return None
        one, column = self._rows[index.row()], Column(index.column())
        match role:
            case _ROLE.DisplayRole:
                return self._shown(one, column)
            case _ROLE.ToolTipRole:
                lines = wording.row_lines(one, self._clock(), self._formats)
                return as_tip("\n".join(lines)) if "<" in "".join(lines) else "\n".join(lines)
            case _ROLE.AccessibleTextRole:
                return self._spoken(one, column)
        if role == ROW:
            return one
        return None

    def _spoken(self, one: ReadDocument, column: Column) -> str:
        if column is Column.DOCUMENT:
            return wording.spoken_row(one, self._formats)
        if column is Column.KINDS:
            return wording.spoken_kinds(one.pages.kinds, self._formats)
        shown = self._shown(one, column)
        return f"{TITLES[column]}: {shown}" if shown else ""

    def _shown(self, one: ReadDocument, column: Column) -> str:
        if column is Column.DOCUMENT:
            return one_line(one.document.title)
        if column is Column.STATE:
            return STATE_NAMES[one.document.status]
        if column is Column.TIME:
            known = one.document.read_at is not None
            took = self._formats.duration(one.document.read_seconds) if known else ""
            return took.removeprefix("about ")
        if column is Column.KINDS:
            return ""
        # How many pages a file has that could not be opened is not known.
        return self._formats.number(count_of(one, column)) if one.document.pages else ""


def count_of(one: ReadDocument, column: Column) -> int:
    """The number of a column of counts."""
    kinds = one.pages.kinds
    counts = {
        Column.PAGES: one.document.pages,
        Column.TEXT: kinds.text,
        Column.OCR: kinds.ocr,
        Column.EMPTY: kinds.empty,
        Column.UNREAD: kinds.unread,
    }
    return counts[column]


def _sort_key(one: ReadDocument, column: Column) -> tuple[float, str]:
    title = one.document.title.casefold()
    if column is Column.DOCUMENT:
        return 0.0, title
    if column is Column.STATE:
        return 0.0, f"{STATE_NAMES[one.document.status]}\0{title}"
    if column is Column.TIME:
        return one.document.read_seconds, title
    if column is Column.KINDS:
        pages = one.pages.kinds.all
        return one.pages.kinds.searchable / pages if pages else -1.0, title
    return float(count_of(one, column)), title


class SortedDocuments(QSortFilterProxyModel):
    """The rows in the order of a column, those with equal values by title; without a column, by
    title."""

    def __init__(self, model: DocumentModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setSourceModel(model)

    def document(self, row: int) -> ReadDocument:
        """The document at a place of this order, from 0."""
        return self._model.document(self.mapToSource(self.index(row, 0)).row())

    def index_of(self, document_id: int) -> QModelIndex:
        """Where a document stands; invalid where it does not."""
        place = self._model.place_of(document_id)
        return self.mapFromSource(self._model.index(place, 0)) if place >= 0 else QModelIndex()

    # Qt override

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        column = Column(source_left.column())
        left = _sort_key(self._model.document(source_left.row()), column)
        right = _sort_key(self._model.document(source_right.row()), column)
        return left < right
