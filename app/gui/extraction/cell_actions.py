"""What is done with single values: their page, corrections, the menu, and what is said of them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot

from app.core.domain.answer import Citation
from app.core.extraction.typed_values import typed
from app.gui.common.announce import Announcer
from app.gui.extraction import wording
from app.gui.extraction.cell_line import CellLine
from app.gui.extraction.cell_menu import CellMenu, CellWish
from app.gui.extraction.table_view import TableView
from app.workers.extractions import ExtractionWorker


class CellActions(QObject):
    """Signals:
    citation_activated: (Citation, its index from 0 in the table, count) to be shown.
    document_activated: id of a document that is to be opened.
    extract_requested: ids of documents to extract from again.
    """

    citation_activated = Signal(object, int, int)
    document_activated = Signal(int)
    extract_requested = Signal(object)

    def __init__(
        self,
        worker: ExtractionWorker,
        view: TableView,
        line: CellLine,
        announcer: Announcer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._view = view
        self._announcer = announcer
        self._cited: tuple[int, str] | None = None
        self._corrected: tuple[int, str] | None = None
        self._menu: CellMenu | None = None
        view.cell_opened.connect(self._cite)
        view.corrected.connect(self._correct)
        view.menu_wanted.connect(self._open_menu)
        line.confirmed.connect(self._confirm)
        line.correct_requested.connect(view.correct_current)
        worker.citation_ready.connect(self._on_citation)

    @property
    def menu(self) -> CellMenu | None:
        """What can be done, while that is shown."""
        return self._menu

    @property
    def _schema(self) -> str:
        schema = self._view.source.schema
        return schema.name if schema is not None else ""

    # --- pages ------------------------------------------------------------------------------

    @Slot(int, str)
    def _cite(self, document_id: int, field: str) -> None:
        self._cited = (document_id, field)
        self._worker.cite(self._schema, document_id, field)

    @Slot(object)
    def _on_citation(self, citation: Citation) -> None:
        if self._cited is None or self._cited[0] != citation.document_id:
            return
        places = [
            (found[0].document_id, found[1].name)
            for index in self._view.cited()
            if (found := self._view.table.found(index)) is not None
        ]
        index = places.index(self._cited) if self._cited in places else 0
        self.citation_activated.emit(citation, index, max(1, len(places)))

    # --- corrections ------------------------------------------------------------------------

    @Slot(int, str, str)
    def _correct(self, document_id: int, field: str, text: str) -> None:
        self._corrected = (document_id, field)
        self._worker.correct(self._schema, document_id, field, text)

    @Slot()
    def _confirm(self) -> None:
        """The value is right as it stands: the person says the same."""
        found = self._view.at()
        if found is not None:
            row, field, cell = found
            self._correct(row.document_id, field.name, typed(cell.value, field))
            # The button that was pressed goes; the focus stays at the value.
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _withdraw(self) -> None:
        found = self._view.at()
        if found is not None:
            self._corrected = (found[0].document_id, found[1].name)
            self._worker.withdraw(self._schema, found[0].document_id, found[1].name)

    def tell_change(self, document_id: int) -> None:
        """The row of a document is another: say what a value is that the user changed."""
        if self._corrected is None or self._corrected[0] != document_id:
            return
        field, self._corrected = self._corrected[1], None
        row = self._view.source.row_of(document_id)
        schema = self._view.source.schema
        if row is None or schema is None:
            return
        for one, cell in zip(schema.fields, row.row.cells, strict=True):
            if one.name == field:
                self._announcer.polite(wording.spoken_value(row, cell, one))

    # --- the menu ---------------------------------------------------------------------------

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        row, found = self._view.at_row(), self._view.at()
        if row is None:
            return
        chosen = self._view.chosen_documents()
        count = len(chosen) if row.document_id in chosen else 1
        self._menu = CellMenu(row, found[1:] if found is not None else None, count, self._view)
        self._menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._menu.wished.connect(self._fulfil)
        self._menu.aboutToHide.connect(self._forget_menu)
        self._menu.popup(place)

    @Slot()
    def _forget_menu(self) -> None:
        self._menu = None

    @Slot(object)
    def _fulfil(self, wish: CellWish) -> None:
        view = self._view
        match wish:
            case CellWish.SHOW:
                view.act()
            case CellWish.CONFIRM:
                self._confirm()
            case CellWish.CORRECT:
                view.correct_current()
            case CellWish.WITHDRAW:
                self._withdraw()
            case CellWish.COPY:
                view.copy_chosen()
                self._announcer.polite("Copied")
            case CellWish.SORT:
                view.sort_column(view.currentIndex().column())
            case CellWish.OPEN | CellWish.EXTRACT:
                self._fulfil_for_row(wish)

    def _fulfil_for_row(self, wish: CellWish) -> None:
        row, chosen = self._view.at_row(), self._view.chosen_documents()
        if row is None:
            return
        if wish is CellWish.OPEN:
            self.document_activated.emit(row.document_id)
        else:
            several = len(chosen) > 1 and row.document_id in chosen
            self.extract_requested.emit(chosen if several else (row.document_id,))
