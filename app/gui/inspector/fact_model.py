"""The item model of a table of facts."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.gui.common.labels import as_tip
from app.gui.inspector.facts import Cell, Facts, Row

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_NOTHING = Facts("", (), ())


class FactModel(QAbstractTableModel):
    """Adapts :class:`Facts`; holds no state of its own beside them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts = _NOTHING

    @property
    def facts(self) -> Facts:
        """What is shown."""
        return self._facts

    def show(self, facts: Facts) -> None:
        """Show other facts."""
        self.beginResetModel()
        self._facts = facts
        self.endResetModel()

    def row(self, number: int) -> Row:
        """A row, by its number from 0."""
        return self._facts.rows[number]

    def cell(self, index: Index) -> Cell:
        """The cell at an index."""
        return self._facts.rows[index.row()].cells[index.column()]

    # Qt overrides

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._facts.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._facts.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.cell(index).words
        if role == Qt.ItemDataRole.ToolTipRole:
            opens = index.column() == 0 and self.row(index.row()).passage is not None
            tip = "Show this passage on its page" if opens else self.cell(index).tip
            return as_tip(tip) if tip else None
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._facts.columns[section].title
        return None
