"""The lines below the table: all that is known of the value that the user is at, and what to do
about it. What tool tips tell the pointer, they tell everyone."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.extraction import SchemaField
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Button, ElidedLabel, Surface
from app.gui.extraction import wording
from app.gui.extraction.cell_menu import CONFIRM, CORRECT, can_confirm
from app.gui.extraction.table_rows import TableRow


class CellLine(Surface):
    """Signals: `confirmed` when the value is right as it stands, `correct_requested`."""

    confirmed = Signal()
    correct_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self.setAccessibleName("The chosen value")
        self._first = ElidedLabel(theme, role=TextRole.HEADING)
        self._second = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self.confirm_button = Button(theme, CONFIRM, compact=True)
        """Says that the value is right as it stands."""
        self.correct_button = Button(theme, CORRECT, compact=True)
        """Corrects the value in place."""
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._first)
        words.addWidget(self._second)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4, SPACE_2, SPACE_4, SPACE_2)
        row.setSpacing(SPACE_2)
        row.addLayout(words, 1)
        row.addSpacing(SPACE_3)
        row.addWidget(self.confirm_button)
        row.addWidget(self.correct_button)
        self.confirm_button.clicked.connect(self._confirm)
        self.correct_button.clicked.connect(self._correct)
        self.hide()

    def texts(self) -> tuple[str, str]:
        """What is said."""
        return self._first.text(), self._second.text()

    def show_cell(self, row: TableRow, found: tuple[SchemaField, ExtractedCell] | None) -> None:
        """Tell of a value, or of a document."""
        if found is None:
            name, *more = wording.document_lines(row)[:-1]
            lines = [name, *(part if part.endswith(".") else f"{part}." for part in more)]
        else:
            field, cell = found
            lines = list(wording.value_lines(row, cell, field))
        first, *rest = lines
        self._first.setText(first)
        self._second.setText("  ".join(rest) or wording.document_name(row.row))
        self.correct_button.setVisible(found is not None)
        self.confirm_button.setVisible(found is not None and can_confirm(found[1]))

    @Slot()
    def _confirm(self) -> None:
        self.confirmed.emit()

    @Slot()
    def _correct(self) -> None:
        self.correct_requested.emit()
