"""A table of fields whose first column, the documents, can always be seen.

Where rows are replaced, what the user chose and scrolled to stays.
"""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.core.domain.extraction import ExtractionSchema, FieldType
from app.gui.common.sorted_header import HEADER_PX
from app.gui.common.theme import Theme
from app.gui.extraction.cell_editing import EditingDelegate
from app.gui.extraction.frozen_column import FrozenColumn, plain_table
from app.gui.extraction.table_model import Index, SortedTable, TableModel
from app.gui.extraction.table_painting import CellDelegate, TableHeader

_WIDTHS = {
    FieldType.TEXT: 180,
    FieldType.NUMBER: 104,
    FieldType.MONEY: 120,
    FieldType.DATE: 112,
    FieldType.YES_NO: 88,
    FieldType.CHOICE: 136,
}
"""Of a column, in px at the design's text size; its title may want more."""
DOCUMENT_WIDTH, WIDEST = 232, 280
_DOCUMENT_SHARE = 0.4
"""Of the table that the documents may take."""

Place = tuple[int, int]
"""A cell, as (id of its document, column)."""


class FrozenTable(QTableView):
    """Two views of one model, of which the upper one shows the documents only. Signal: `sorted_by`
    (column, Qt.SortOrder), the column -1 for the order of the library."""

    sorted_by = Signal(int, object)

    def __init__(self, theme: Theme, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = model
        self._table = SortedTable(model, self)
        self._fitted: ExtractionSchema | None = None
        self._document_width = 0  # what the user dragged
        self._kept: tuple[Place | None, tuple[int, ...], QPoint] | None = None
        header = TableHeader(theme, self._table, self)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setHorizontalHeader(header)
        self.setModel(self._table)
        plain_table(self, theme)
        header.setStretchLastSection(True)
        self.delegate = EditingDelegate(theme, self._table, self, self.row_chosen)
        """What draws and corrects the values."""
        self.setItemDelegate(self.delegate)
        self.frozen = FrozenColumn(theme, self._table, self)
        """The documents."""
        self.frozen.setSelectionModel(self.selectionModel())
        self._frozen_delegate = CellDelegate(theme, self._table, self, self.row_chosen)
        self.frozen.setItemDelegate(self._frozen_delegate)
        self._join()
        self._fit()

    def _join(self) -> None:
        """Let the two views be one."""
        frozen, header = self.frozen, self.horizontalHeader()
        self.verticalScrollBar().valueChanged.connect(frozen.verticalScrollBar().setValue)
        frozen.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        # Sentences across the fields stay in view.
        self.horizontalScrollBar().valueChanged.connect(self._repaint)
        header.sectionResized.connect(self._follow_width)
        frozen.horizontalHeader().sectionResized.connect(self._take_width)
        header.sortIndicatorChanged.connect(self._sorted_here)
        frozen.horizontalHeader().sortIndicatorChanged.connect(self._sorted_there)
        self._source.modelAboutToBeReset.connect(self._keep_place)
        self._table.modelReset.connect(self._take_up_place)
        self._theme.changed.connect(self._fit_anew)

    @property
    def table(self) -> SortedTable:
        """What is shown, in its order."""
        return self._table

    @property
    def source(self) -> TableModel:
        """All rows, whether they are shown or not."""
        return self._source

    def row_chosen(self, number: int) -> bool:
        """Whether a row is chosen: its document is, not only one of its values."""
        return self.selectionModel().isSelected(self._table.index(number, 0))

    def chosen_documents(self) -> tuple[int, ...]:
        """The documents whose rows are chosen, from the top."""
        rows: set[int] = set()
        # By ranges: of a thousand documents there are many thousand cells.
        for part in self.selectionModel().selection().toList():
            if part.left() == 0:
                rows.update(range(part.top(), part.bottom() + 1))
        return tuple(self._table.row(row).document_id for row in sorted(rows))

    # --- sizes and order --------------------------------------------------------------------

    @Slot()
    def _repaint(self) -> None:
        self.viewport().update()

    @Slot()
    def _fit_anew(self) -> None:
        self._fitted = None
        self._fit()

    def _fit(self) -> None:
        """Give rows, columns and titles their sizes; columns keep theirs as long as the schema is
        the same."""
        for view in (self, self.frozen):
            view.verticalHeader().setDefaultSectionSize(self.delegate.row_height)
            view.horizontalHeader().setFixedHeight(self._theme.scaled(HEADER_PX))
        if self._source.schema != self._fitted:
            self._fitted = self._source.schema
            self._fit_fields(self._fitted)
        self._fit_documents()

    def _fit_fields(self, schema: ExtractionSchema | None) -> None:
        header = self.horizontalHeader()
        assert isinstance(header, TableHeader)
        scaled = self._theme.scaled
        for column, field in enumerate(schema.fields if schema is not None else (), start=1):
            wanted = max(scaled(_WIDTHS[field.type]), header.title_width(column))
            self.setColumnWidth(column, min(wanted, scaled(WIDEST)))

    def _fit_documents(self) -> None:
        if self._table.columnCount():
            most = round(self.width() * _DOCUMENT_SHARE)
            wanted = self._document_width or self._theme.scaled(DOCUMENT_WIDTH)
            self.setColumnWidth(0, max(1, min(wanted, most)))
            self._place_frozen()

    def _place_frozen(self) -> None:
        width = self.columnWidth(0) if self._table.columnCount() else 0
        high = self.horizontalHeader().height() + self.viewport().height()
        self.frozen.setColumnWidth(0, width)
        self.frozen.setGeometry(0, 0, width, high)
        self.frozen.setVisible(width > 0)

    @Slot(int, int, int)
    def _follow_width(self, section: int, _before: int, _now: int) -> None:
        if section == 0:
            self._place_frozen()

    @Slot(int, int, int)
    def _take_width(self, section: int, _before: int, now: int) -> None:
        if section == 0 and now and now != self.columnWidth(0):
            self._document_width = now
            self.setColumnWidth(0, now)

    def sort_column(self, column: int) -> None:
        """Sort by a column as a click on its title does."""
        header = self.horizontalHeader()
        same = header.sortIndicatorSection() == column
        up = not same or header.sortIndicatorOrder() is not Qt.SortOrder.AscendingOrder
        order = Qt.SortOrder.AscendingOrder if up else Qt.SortOrder.DescendingOrder
        header.setSortIndicator(column, order)

    @Slot(int, Qt.SortOrder)
    def _sorted_here(self, column: int, order: Qt.SortOrder) -> None:
        self._copy_sorting(self.frozen, column, order)

    @Slot(int, Qt.SortOrder)
    def _sorted_there(self, column: int, order: Qt.SortOrder) -> None:
        self._copy_sorting(self, column, order)

    def _copy_sorting(self, view: QTableView, column: int, order: Qt.SortOrder) -> None:
        """Show in the other header too what the rows, which both share, are sorted by."""
        header = view.horizontalHeader()
        with QSignalBlocker(header):
            header.setSortIndicator(column, order)
        header.viewport().update()
        self.sorted_by.emit(column, order)

    # --- other rows -------------------------------------------------------------------------

    @Slot()
    def _keep_place(self) -> None:
        """Remember where the user is, before all rows are replaced."""
        current = self.currentIndex()
        row = self._table.row(current.row()) if current.isValid() else None
        at = (row.document_id, current.column()) if row is not None else None
        scrolled = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        self._kept = (at, self.chosen_documents(), scrolled)

    @Slot()
    def _take_up_place(self) -> None:
        self.frozen.hide_fields()
        self._fit()
        kept, self._kept = self._kept, None
        if kept is None:
            return
        at, chosen, scrolled = kept
        for document_id in chosen:
            index = self._table.index_of(document_id, 0)
            self.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
        if at is not None:
            index = self._table.index_of(*at)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.horizontalScrollBar().setValue(scrolled.x())
        self.verticalScrollBar().setValue(scrolled.y())

    # Qt overrides

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if index.column() == 0:
            bar.setValue(before)  # it can be seen anyway
            return
        hidden = self.columnWidth(0) - self.visualRect(index).left()
        if hidden > 0:
            bar.setValue(bar.value() - hidden)

    def resizeEvent(self, event: QResizeEvent) -> None:
        at = self.currentIndex()
        before = QRect(QPoint(0, 0), event.oldSize())
        stays = at.isValid() and before.contains(self.visualRect(at))
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_documents()
        self._place_frozen()
        if stays:
            self.scrollTo(at)  # a page that opens beside the table must not cover its value
