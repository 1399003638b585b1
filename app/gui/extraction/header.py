"""The bar above the table."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.theme import Theme
from app.gui.extraction import wording
from app.services.extraction_tables import TableForm

_FORMS = (
    (TableForm.CSV, "Export as CSV…"),
    (TableForm.XLSX, "Export as XLSX…"),
    (TableForm.JSON, "Export as JSON…"),
)


class TableHeaderBar(ModeHeader):
    """Signals, from its menu: `export_requested` (TableForm), `schemas_requested`,
    `all_again_requested`."""

    export_requested = Signal(object)
    schemas_requested = Signal()
    all_again_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, wording.TITLE, Mode.TABLE, parent=parent)
        self._exports: list[QAction] = []
        for form, words in _FORMS:
            action = self.menu.addAction(words)
            action.setData(form)
            action.triggered.connect(self._export)
            self._exports.append(action)
        self.menu.addSeparator()
        self.menu.addAction(wording.EDIT_SCHEMAS).triggered.connect(self._edit)
        self.menu.addSeparator()
        self._again = self.menu.addAction(wording.EXTRACT_ALL_AGAIN)
        self._again.triggered.connect(self._extract_again)
        self.set_has_rows(False)
        self.set_can_extract(False)

    def set_has_rows(self, there_are: bool) -> None:
        """Tell whether there is anything to export."""
        for action in self._exports:
            action.setEnabled(there_are)

    def set_can_extract(self, can: bool) -> None:
        """Tell whether there is anything to extract from, and a model for it."""
        self._again.setEnabled(can)

    @Slot()
    def _export(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.export_requested.emit(TableForm(action.data()))

    @Slot()
    def _edit(self) -> None:
        self.schemas_requested.emit()

    @Slot()
    def _extract_again(self) -> None:
        self.all_again_requested.emit()
