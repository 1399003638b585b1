"""The bar above the search."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.gui.common.mode_header import Mode, ModeHeader
from app.gui.common.theme import Theme
from app.gui.search import wording


class SearchHeader(ModeHeader):
    """Signals, from its menu: `quotes_requested`, `all_collapsed`, `all_expanded`."""

    quotes_requested = Signal()
    all_collapsed = Signal()
    all_expanded = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Search", Mode.SEARCH, parent=parent)
        self._quotes = self.menu.addAction(wording.QUOTES)
        self._quotes.triggered.connect(self._ask)
        self.menu.addSeparator()
        self._folding = (
            self.menu.addAction("Collapse all documents"),
            self.menu.addAction("Expand all documents"),
        )
        collapse, expand = self._folding
        collapse.triggered.connect(self._collapse)
        expand.triggered.connect(self._expand)
        self.set_has_results(False)
        self.set_has_question(False)

    def set_has_question(self, there_is: bool) -> None:
        """Tell whether there is anything to answer."""
        self._quotes.setEnabled(there_is)

    def set_has_results(self, there_are: bool) -> None:
        """Tell whether there is anything to collapse."""
        for action in self._folding:
            action.setEnabled(there_are)

    def _ask(self) -> None:
        self.quotes_requested.emit()

    def _collapse(self) -> None:
        self.all_collapsed.emit()

    def _expand(self) -> None:
        self.all_expanded.emit()
