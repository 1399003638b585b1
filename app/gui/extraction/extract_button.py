"""The one button that extracts: it says from how many documents, and stops while that goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.gui.extraction import wording
from app.gui.extraction.controls import TableControls
from app.gui.extraction.header import TableHeaderBar
from app.gui.extraction.runs import Runs
from app.gui.extraction.table_view import TableView


class ExtractButton(QObject):
    """Keeps the button and the header's menu right. Signal: `resized` when it wants other room."""

    resized = Signal()

    def __init__(
        self,
        header: TableHeaderBar,
        controls: TableControls,
        view: TableView,
        runs: Runs,
    ) -> None:
        super().__init__(view)
        self._header, self._controls = header, controls
        self._view, self._runs = view, runs
        self.model_installed = True
        """Whether there is a model that extracts."""
        self.elsewhere = False
        """Whether documents wait that are not in the table."""
        controls.button.clicked.connect(self._press)
        header.all_again_requested.connect(self._extract_all)

    @property
    def _stops(self) -> bool:
        """Whether documents wait for what is shown, or are being read."""
        return self.elsewhere or any(row.busy for row in self._view.source.rows())

    def _targets(self) -> tuple[int, ...]:
        """The documents that are chosen, else those that are left to do, else all."""
        rows = self._view.source.rows()
        to_do = tuple(row.document_id for row in rows if row.to_do)
        everything = tuple(row.document_id for row in rows)
        return self._view.chosen_documents() or to_do or everything

    def show(self) -> None:
        """Show what a press does now."""
        button, rows = self._controls.button, self._view.source.rows()
        stops, possible = self._stops, bool(rows) and self.model_installed
        self._controls.show_stop(stops)
        count = len(self._view.chosen_documents()) or sum(row.to_do for row in rows)
        words = wording.extract_from(count) if rows else wording.EXTRACT
        short = wording.extract_short(count) if rows else wording.EXTRACT
        if stops:
            words = short = wording.STOP
        self._controls.show_words(words, short)
        self.resized.emit()
        button.setEnabled(stops or possible)
        self._header.set_has_rows(bool(rows))
        self._header.set_can_extract(possible and not stops)

    @Slot()
    def _press(self) -> None:
        schema = self._view.source.schema
        if schema is not None and self._stops:
            self._runs.stop(schema.name)
        else:
            self._runs.start(self._targets())

    @Slot()
    def _extract_all(self) -> None:
        self._runs.start(tuple(row.document_id for row in self._view.source.rows()))
