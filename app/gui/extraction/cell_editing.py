"""Opens the editor of a cell, places it, and says what was written in it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, Signal, Slot
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.gui.extraction import wording
from app.gui.extraction.cell_editor import LEAST_WIDTH, CellEditor
from app.gui.extraction.table_model import Index
from app.gui.extraction.table_painting import CellDelegate


class EditingDelegate(CellDelegate):
    """Signals: `corrected` (id of the document, name of the field, what a person typed), and
    `editor_made` with the CellEditor."""

    corrected = Signal(int, str, str)
    editor_made = Signal(object)

    @Slot()
    def _keep(self) -> None:
        editor = self.sender()
        if isinstance(editor, CellEditor):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    @Slot()
    def _give_up(self) -> None:
        editor = self.sender()
        if isinstance(editor, CellEditor):
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    @Slot()
    def _grow(self) -> None:
        editor = self.sender()
        if isinstance(editor, CellEditor):
            self._place(editor, editor.cell)

    def _place(self, editor: CellEditor, cell: QRect) -> None:
        """Over the cell, as wide as its sentence needs, within what can be seen."""
        editor.cell = QRect(cell)
        room = self._view.viewport().rect()
        wide = max(cell.width(), min(self._theme.scaled(LEAST_WIDTH), room.width()))
        high = editor.wanted_height(wide)
        line = editor.field.sizeHint().height()
        place = QRect(cell.left(), cell.center().y() - line // 2, wide, high)
        if place.right() > room.right():
            place.moveRight(room.right())
        if place.bottom() > room.bottom() and cell.intersects(room):
            place.moveBottom(room.bottom())
        editor.setGeometry(place)

    # Qt overrides

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        found = self._table.found(index)
        assert found is not None
        row, field, _cell = found
        editor = CellEditor(self._theme, field, wording.document_name(row.row), parent)
        editor.kept.connect(self._keep)
        editor.given_up.connect(self._give_up)
        editor.resized.connect(self._grow)
        self.editor_made.emit(editor)
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        found = self._table.found(index)
        # The row may change while it is edited; what is written is the user's by then.
        if isinstance(editor, CellEditor) and found is not None and not editor.begun:
            editor.begin(found[2].value)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        found = self._table.found(index)
        if isinstance(editor, CellEditor) and found is not None:
            row, field, _cell = found
            self.corrected.emit(row.document_id, field.name, editor.text)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        if isinstance(editor, CellEditor):
            rect: QRect = option.rect
            self._place(editor, rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The editor itself decides when it ends."""
        return False
