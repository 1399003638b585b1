"""The table: moved through by keyboard, read out by screen readers, corrected in place.

A click on a value, or Enter, opens the page that it came from; a click on a document chooses its
row. Tried: a click opens at once, since waiting for a second one would be felt each time. The page
may push the table aside meanwhile, so that the second click is taken for the cell of the first.
"""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.extraction import SchemaField
from app.gui.common.keyboard_focus import KeyboardFocus
from app.gui.common.theme import Theme
from app.gui.extraction.frozen_table import FrozenTable, Place
from app.gui.extraction.table_model import Index, TableModel
from app.gui.extraction.table_rows import TableRow, has_citation

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PASSED_ON = (Qt.Key.Key_Escape,)


class TableView(FrozenTable):
    """Signals:
    cell_opened: (id of the document, name of the field) of a value with a citation.
    document_opened: id of a document.
    corrected: (id of the document, name of the field, what a person typed).
    chosen_changed: other rows are chosen, or the user is at another cell.
    menu_wanted: a place on the screen, for the cell that the user is at.
    """

    cell_opened = Signal(int, str)
    document_opened = Signal(int)
    corrected = Signal(int, str, str)
    chosen_changed = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, model, parent)
        self._clicked_at: Place | None = None
        self._second_click = False
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self.setAccessibleName("Extracted fields")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMinimumHeight(1)
        self.viewport().setAutoFillBackground(False)
        KeyboardFocus(self)
        self.delegate.corrected.connect(self.corrected)
        self.clicked.connect(self._on_clicked)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        self.frozen.pressed_row.connect(self._take_focus)
        self.frozen.opened.connect(self._open_row)
        self.frozen.menu_wanted.connect(self.menu_wanted)
        self.selectionModel().selectionChanged.connect(self._tell_choice)

    @property
    def editing(self) -> bool:
        """Whether a value is being corrected."""
        return self.state() is QAbstractItemView.State.EditingState

    # --- what is chosen ---------------------------------------------------------------------

    def clear_choice(self) -> bool:
        """Choose no rows; False where none was chosen."""
        if not self.chosen_documents():
            return False
        self.clearSelection()
        return True

    def at(self) -> tuple[TableRow, SchemaField, ExtractedCell] | None:
        """The value that the user is at; None at a document or nowhere."""
        return self._table.found(self.currentIndex())

    def at_row(self) -> TableRow | None:
        """The row that the user is at."""
        index = self.currentIndex()
        return self._table.row(index.row()) if index.isValid() else None

    def go_to(self, document_id: int, column: int) -> None:
        """Go to a cell, where it is shown."""
        index = self._table.index_of(document_id, column)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def reveal_current(self) -> None:
        """Go to the first cell where the user is at none."""
        if not self.currentIndex().isValid() and self._table.rowCount():
            flags = QItemSelectionModel.SelectionFlag.NoUpdate
            self.selectionModel().setCurrentIndex(self._table.index(0, 0), flags)

    @Slot()
    def _tell_choice(self) -> None:
        self.viewport().update()
        self.frozen.viewport().update()
        self.chosen_changed.emit()

    # --- opening ----------------------------------------------------------------------------

    def cited(self) -> list[QModelIndex]:
        """All cells with a citation, row by row."""
        return [
            index
            for row in range(self._table.rowCount())
            for column in range(1, self._table.columnCount())
            if self._has_citation(index := self._table.index(row, column))
        ]

    def _has_citation(self, index: QModelIndex) -> bool:
        found = self._table.found(index)
        return found is not None and has_citation(found[2])

    def open_neighbour(self, by: int) -> None:
        """Go to the next cell with a citation (1), or to the one before (-1), and open it."""
        current = self.currentIndex()
        at = (current.row(), current.column()) if current.isValid() else None
        every = self.cited() if by > 0 else self.cited()[::-1]
        for index in every:
            place = (index.row(), index.column())
            if at is None or (place > at if by > 0 else place < at):
                self.setCurrentIndex(index)
                self.scrollTo(index)
                self.act()
                return

    def act(self) -> None:
        """Do what Enter does at the cell that the user is at."""
        found, row = self.at(), self.at_row()
        if found is not None:
            if has_citation(found[2]):
                self.cell_opened.emit(found[0].document_id, found[1].name)
        elif row is not None:
            self.document_opened.emit(row.document_id)

    def correct_current(self) -> None:
        """Let the user correct the value that they are at."""
        index = self.currentIndex()
        if self.at() is not None and not self.editing:
            self.scrollTo(index)
            self.edit(index)

    def copy_chosen(self) -> str:
        """Copy what is chosen, cells beside each other parted by tabs; returns what was copied."""
        chosen = self.selectionModel().selectedIndexes() or [self.currentIndex()]
        rows: dict[int, dict[int, str]] = {}
        for index in chosen:
            if index.isValid():
                rows.setdefault(index.row(), {})[index.column()] = str(index.data() or "")
        lines = [
            "\t".join(cells[column] for column in sorted(cells))
            for _, cells in sorted(rows.items())
        ]
        text = "\n".join(lines)
        if text:
            QGuiApplication.clipboard().setText(text)
        return text

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        plain = self._modifiers == Qt.KeyboardModifier.NoModifier
        if self._second_click or not plain or not index.isValid() or index.column() == 0:
            return
        self._clicked_at = (self._table.row(index.row()).document_id, index.column())
        self.act()

    @Slot(int)
    def _open_row(self, number: int) -> None:
        self.document_opened.emit(self._table.row(number).document_id)

    @Slot()
    def _take_focus(self) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    @Slot(QPoint)
    def _ask_for_menu(self, position: QPoint) -> None:
        if self.currentIndex().isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(position))

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.editing:
            event.ignore()  # what the editor leaves over is not for the cells
        elif event.key() in _ENTER:
            if not event.isAutoRepeat():
                self.act()
        elif event.key() == Qt.Key.Key_F2:
            self.correct_current()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_chosen()
        elif event.key() in _PASSED_ON:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._second_click = True
        at, self._clicked_at = self._clicked_at, None
        if at is not None and event.button() is Qt.MouseButton.LeftButton:
            self.go_to(*at)
            self.correct_current()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._modifiers = event.modifiers()
        super().mouseReleaseEvent(event)
        self._second_click = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        opens = self._has_citation(self.indexAt(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if opens else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self.reveal_current()
        self.frozen.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.frozen.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.chosen_changed.emit()
