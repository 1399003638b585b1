"""What can be done with the value or the document that the user is at."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.extracted_table import ExtractedCell
from app.core.domain.extraction import SchemaField
from app.gui.common.formats import Formats
from app.gui.extraction import wording
from app.gui.extraction.table_rows import TableRow, has_citation


class CellWish(Enum):
    """What the user wants."""

    SHOW = auto()
    CONFIRM = auto()
    CORRECT = auto()
    WITHDRAW = auto()
    COPY = auto()
    OPEN = auto()
    EXTRACT = auto()
    SORT = auto()


SHOW, CONFIRM, CORRECT = "Show on page", "Looks right", "Correct…"
WITHDRAW, COPY, OPEN = "Take back the correction", "Copy", "Open document"


def can_confirm(cell: ExtractedCell) -> bool:
    """Whether a person can say that a value is right as it stands."""
    return cell.needs_review


class CellMenu(QMenu):
    """Signal: `wished` (CellWish)."""

    wished = Signal(object)

    def __init__(
        self,
        row: TableRow,
        found: tuple[SchemaField, ExtractedCell] | None,
        chosen: int,
        parent: QWidget,
    ) -> None:
        """`found` is None at a document; `chosen` is how many rows are chosen, this one among
        them."""
        super().__init__(parent)
        self.triggered.connect(self._wish)
        if found is not None:
            cell = found[1]
            self._add(SHOW, CellWish.SHOW, key=Qt.Key.Key_Return, on=has_citation(cell))
            self._add(CONFIRM, CellWish.CONFIRM, on=can_confirm(cell))
            self._add(CORRECT, CellWish.CORRECT, key=Qt.Key.Key_F2)
            self._add(WITHDRAW, CellWish.WITHDRAW, on=cell.corrected)
            self.addSeparator()
        self._add(COPY, CellWish.COPY, key=QKeySequence(QKeySequence.StandardKey.Copy))
        self.addSeparator()
        self._add(OPEN, CellWish.OPEN, key=None if found is not None else Qt.Key.Key_Return)
        again = "Extract this document again" if row.extracted else "Extract from this document"
        if chosen > 1:
            again = f"Extract from these {Formats().number(chosen)} documents"
        self._add(again, CellWish.EXTRACT, on=chosen > 1 or not row.busy)
        self.addSeparator()
        title = wording.DOCUMENT if found is None else wording.field_title(found[0])
        self._add(f"Sort by “{title}”", CellWish.SORT)

    def _add(
        self,
        words: str,
        wish: CellWish,
        *,
        key: Qt.Key | QKeySequence | None = None,
        on: bool = True,
    ) -> None:
        action = self.addAction(words.replace("&", "&&"))
        action.setData(wish)
        action.setEnabled(on)
        if key is not None:
            # The table takes the keys; here they are only shown.
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    @Slot(QAction)
    def _wish(self, action: QAction) -> None:
        self.wished.emit(action.data())
