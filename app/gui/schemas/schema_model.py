"""Schemas as Qt's lists want them: those of the program, the user's own, then the one that is being
written and was not saved yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.domain.extraction import ExtractionSchema
from app.gui.common.labels import as_tip
from app.gui.schemas import wording

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class SchemaRow:
    """A row; `name` is "" for the schema that was not saved yet."""

    name: str
    title: str
    line: str
    built_in: bool = False


class SchemaModel(QAbstractListModel):
    """`index.data(ROW)` is a SchemaRow."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._schemas: tuple[ExtractionSchema, ...] = ()
        self._rows: list[SchemaRow] = []
        self._written: tuple[str, ExtractionSchema, bool] | None = None

    @property
    def rows(self) -> tuple[SchemaRow, ...]:
        """What is listed."""
        return tuple(self._rows)

    def set_schemas(self, schemas: Sequence[ExtractionSchema]) -> None:
        """List these and no others."""
        self._schemas = tuple(schemas)
        self._show()

    def set_written(self, name: str, schema: ExtractionSchema, *, changed: bool) -> None:
        """Tell what stands in the form: the schema of that name, or with "" one that was not saved
        yet; `changed` says that it is not saved as it is."""
        self._written = (name, schema, changed)
        self._show()

    def clear_written(self) -> None:
        """Nothing is being written."""
        self._written = None
        self._show()

    def index_of(self, name: str) -> QModelIndex:
        """The row of a schema, or with "" of the one that was not saved yet; invalid where it is
        not listed."""
        for place, row in enumerate(self._rows):
            if row.name == name:
                return self.index(place)
        return QModelIndex()

    def _show(self) -> None:
        rows = [self._row(schema) for schema in self._schemas]
        if self._written is not None and not self._written[0]:
            schema = self._written[1]
            line = wording.summary(schema, wording.NOT_SAVED)
            rows.append(SchemaRow("", wording.row_title(schema.title), line))
        if [row.name for row in rows] == [row.name for row in self._rows]:
            for place, (before, row) in enumerate(zip(self._rows, rows, strict=True)):
                if before != row:
                    self._rows[place] = row
                    self.dataChanged.emit(self.index(place), self.index(place))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _row(self, schema: ExtractionSchema) -> SchemaRow:
        note = wording.PART_OF_PROGRAM if schema.built_in else ""
        if self._written is not None and self._written[0] == schema.name:
            schema = self._written[1]
            note = wording.CHANGED if self._written[2] else note
            return SchemaRow(
                self._written[0], wording.row_title(schema.title), wording.summary(schema, note)
            )
        title = wording.row_title(schema.title)
        return SchemaRow(schema.name, title, wording.summary(schema, note), schema.built_in)

    # Qt overrides

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}, {row.line}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(f"{row.title}\n{row.line}")
        return None
