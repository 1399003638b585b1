"""The table as Qt wants it: an item model over plain rows, and what filters and sorts it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from app.core.domain.extracted_table import ExtractedCell, ExtractedRow
from app.core.domain.extraction import ExtractionSchema, SchemaField
from app.gui.common.labels import as_tip
from app.gui.extraction import wording
from app.gui.extraction.table_rows import Show, TableRow
from app.gui.extraction.values import SortKey, sort_key

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ROLE = Qt.ItemDataRole


class TableModel(QAbstractTableModel):
    """Documents down, fields across; the first column holds the documents. Changes touch single
    rows, so that what is chosen stays chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._schema: ExtractionSchema | None = None
        self._rows: list[TableRow] = []
        self._places: dict[int, int] = {}

    # --- what there is ----------------------------------------------------------------------

    @property
    def schema(self) -> ExtractionSchema | None:
        """What the columns are made from."""
        return self._schema

    def rows(self) -> tuple[TableRow, ...]:
        """All rows, in the order of the library."""
        return tuple(self._rows)

    def row(self, number: int) -> TableRow:
        """A row, by its number from 0."""
        return self._rows[number]

    def row_of(self, document_id: int) -> TableRow | None:
        """The row of a document, if it has one."""
        place = self._places.get(document_id)
        return None if place is None else self._rows[place]

    def place_of(self, document_id: int) -> int:
        """The number of a document's row; -1 where it has none."""
        return self._places.get(document_id, -1)

    def field(self, column: int) -> SchemaField | None:
        """The field of a column; None for the documents."""
        if self._schema is None or not 0 < column <= len(self._schema.fields):
            return None
        return self._schema.fields[column - 1]

    def cell(self, index: Index) -> tuple[TableRow, SchemaField, ExtractedCell] | None:
        """What an index of this model stands for; None for the documents."""
        field = self.field(index.column()) if index.isValid() else None
        if field is None:
            return None
        row = self._rows[index.row()]
        return row, field, row.row.cells[index.column() - 1]

    # --- changes ----------------------------------------------------------------------------

    def show(self, schema: ExtractionSchema | None, rows: Sequence[TableRow]) -> None:
        """Show these rows and no others. Where the documents are the same, only what changed is
        told."""
        same = [one.document_id for one in rows] == [one.document_id for one in self._rows]
        if schema == self._schema and same:
            for row in rows:
                self.put(row)
            return
        self.beginResetModel()
        self._schema = schema
        self._rows = list(rows)
        self._places = {row.document_id: place for place, row in enumerate(rows)}
        self.endResetModel()

    def put(self, row: TableRow) -> None:
        """Show another state of a document that has a row."""
        place = self._places.get(row.document_id)
        if place is None or self._rows[place] == row:
            return
        same_values = self._rows[place].row.cells == row.row.cells
        self._rows[place] = row
        # Of a document that is being read only the first cell changes, many times a second.
        last = 0 if same_values else self.columnCount() - 1
        self.dataChanged.emit(self.index(place, 0), self.index(place, last))

    def put_extracted(self, row: ExtractedRow, *, waiting: bool) -> None:
        """Show what is stored for a document now."""
        self.put(TableRow(row, waiting))

    def set_waiting(self, document_ids: Iterable[int], waiting: bool) -> None:
        """Show that documents wait, or that they wait no more."""
        for document_id in document_ids:
            row = self.row_of(document_id)
            if row is not None:
                self.put(replace(row, waiting=waiting, fraction=None))

    def set_fraction(self, document_id: int, fraction: float | None) -> None:
        """Show how far a document is, or that it is not being read."""
        row = self.row_of(document_id)
        if row is not None:
            self.put(replace(row, fraction=fraction))

    # Qt overrides

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        if parent.isValid() or self._schema is None:
            return 0
        return 1 + len(self._schema.fields)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        if not index.isValid() or role not in (
            _ROLE.DisplayRole,
            _ROLE.ToolTipRole,
            _ROLE.AccessibleTextRole,
        ):
            return None
        found = self.cell(index)
        if found is None:
            return self._document(self._rows[index.row()], role)
        row, field, cell = found
        if role == _ROLE.DisplayRole:
            return wording.shown_value(cell, field)
        if role == _ROLE.ToolTipRole:
            return _tip(tuple(wording.value_lines(row, cell, field)))
        return wording.spoken_value(row, cell, field)

    def _document(self, row: TableRow, role: int) -> str:
        if role == _ROLE.DisplayRole:
            return wording.document_name(row.row)
        if role == _ROLE.ToolTipRole:
            return _tip(wording.document_lines(row))
        return wording.spoken_document(row)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        field = self.field(section)
        title = wording.DOCUMENT if field is None else wording.field_title(field)
        if role == _ROLE.DisplayRole:
            return title
        if role == _ROLE.ToolTipRole and field is not None:
            return _tip((title, field.description) if field.description else (title,))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() > 0:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def sort_key(self, row: int, column: int) -> SortKey | None:
        """What the rows are sorted by in a column; None where there is no value."""
        if column == 0:
            return (2, 0.0, wording.document_name(self._rows[row].row).casefold())
        return sort_key(self._rows[row].row.cells[column - 1].value)


class SortedTable(QSortFilterProxyModel):
    """Shows some of the rows, sorted by a column; what has no value comes last, whatever the
    direction. Without a column the order is that of the library."""

    def __init__(self, model: TableModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._shown = Show.ALL
        self.setDynamicSortFilter(True)
        self.setSourceModel(model)

    @property
    def shown(self) -> Show:
        """Which rows are shown."""
        return self._shown

    def show_only(self, shown: Show) -> None:
        """Show other rows."""
        self.beginFilterChange()
        self._shown = shown
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def field(self, column: int) -> SchemaField | None:
        """The field of a column; None for the documents."""
        return self._model.field(column)

    def found(self, index: Index) -> tuple[TableRow, SchemaField, ExtractedCell] | None:
        """What an index stands for; None for the documents."""
        return self._model.cell(self.mapToSource(index))

    def row(self, number: int) -> TableRow:
        """The row at a place in this order, from 0."""
        return self._model.row(self.mapToSource(self.index(number, 0)).row())

    def index_of(self, document_id: int, column: int) -> QModelIndex:
        """Where a cell stands; invalid where it is not shown."""
        place = self._model.place_of(document_id)
        return self.mapFromSource(self._model.index(place, column)) if place >= 0 else QModelIndex()

    # Qt overrides

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        return self._model.row(source_row).belongs(self._shown)

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        left = self._model.sort_key(source_left.row(), source_left.column())
        right = self._model.sort_key(source_right.row(), source_right.column())
        ascending = self.sortOrder() is Qt.SortOrder.AscendingOrder
        if left is not None and right is not None:
            return left < right
        # Qt asks the other way round where the order is descending.
        there, missing = (left, right) if ascending else (right, left)
        return there is not None and missing is None


def _tip(lines: Sequence[str]) -> str:
    """Lines as a tool tip that is shown as it stands."""
    if any("<" in line for line in lines):
        return as_tip("\n".join(lines))  # mark-up, which keeps the lines
    return "\n".join(as_tip(line) for line in lines)
