"""The table pane: what is extracted and from where, how that goes, and the table that comes of it.

The lane makes tables and reads documents; here is shown what it tells. Rows change one by one, so
that nothing moves under the user's eyes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.collection import ScopeChoice
from app.core.domain.document import Document
from app.core.domain.extracted_table import ExtractedRow
from app.core.domain.extraction import ExtractionSchema
from app.core.errors import PinciteError
from app.gui.common.announce import Announcer
from app.gui.common.notice_area import NoticeArea
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_4
from app.gui.common.widgets import Notice, NoticeKind, Surface
from app.gui.extraction import wording
from app.gui.extraction.cell_actions import CellActions
from app.gui.extraction.cell_line import CellLine
from app.gui.extraction.controls import TableControls
from app.gui.extraction.extract_button import ExtractButton
from app.gui.extraction.header import TableHeaderBar
from app.gui.extraction.run_strip import RunStrip
from app.gui.extraction.runs import Runs
from app.gui.extraction.table_area import AreaState, TableArea
from app.gui.extraction.table_model import TableModel
from app.gui.extraction.table_rows import Show
from app.services.extraction_tables import ExtractionTable
from app.workers.extractions import ExtractionWorker

RELOAD_MS = 200
"""The table is made anew so long after the library changed: changes come in flocks."""
NARROW_BELOW, LOW_BELOW, LOWEST_BELOW = 560, 480, 300
"""Width and heights below which words are saved, in px at the design's text size."""


class ExtractionPanel(Surface):
    """One table.

    Signals:
        citation_activated: (Citation, its index from 0 in the table, count) to be shown.
        document_activated: id of a document that is to be opened.
        schemas_requested: the user wants to see or change schemas.
        export_requested: a TableForm.
        model_menu_requested: the user wants to choose a model.
    """

    citation_activated = Signal(object, int, int)
    document_activated = Signal(int)
    schemas_requested = Signal()
    export_requested = Signal(object)
    model_menu_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        worker: ExtractionWorker,
        announcer: Announcer | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", parent=parent)
        self._theme = theme
        self._worker = worker
        self._announcer = announcer or Announcer(self)
        self._documents: dict[int, object] = {}
        self._schemas: tuple[ExtractionSchema, ...] = ()
        self._wanted = ""  # the schema to be shown once it is known
        self._schema: ExtractionSchema | None = None
        self._loading = self._tells = self._dirty = False
        self._model_installed = True
        self.setAccessibleName(wording.TITLE)
        self.header = TableHeaderBar(theme)
        """The bar at the top."""
        self.controls = TableControls(theme)
        """What is extracted, from where, and which rows are shown."""
        self.model_note = Notice(
            theme, NoticeKind.INFO, "", wording.NO_MODEL, button=wording.CHOOSE_MODEL
        )
        """Says that a model is needed, where there is none."""
        self.notices = NoticeArea(theme)
        """Says what went wrong."""
        self.strip = RunStrip(theme, clock=clock)
        """How extracting goes."""
        self.model = TableModel(self)
        """The rows."""
        self.area = TableArea(theme, self.model)
        """The table, or words in its place."""
        self.line = CellLine(theme)
        """What is known of the value that the user is at."""
        self.runs = Runs(worker, self.model, self.strip, self.notices, self._announcer)
        """Starts and stops extracting, and follows it."""
        self.button = ExtractButton(self.header, self.controls, self.area.view, self.runs)
        """What a press on the button does."""
        self.cells = CellActions(worker, self.area.view, self.line, self._announcer, self)
        """What is done with single values."""
        self._reload = QTimer(self, singleShot=True, interval=RELOAD_MS)
        self._lay_out()
        self._connect_parts()
        self._connect_worker()
        self._update()

    def _lay_out(self) -> None:
        form = QVBoxLayout()
        form.setContentsMargins(SPACE_4, SPACE_4, SPACE_4, SPACE_2)
        form.setSpacing(SPACE_2)
        for part in (self.controls, self.model_note, self.strip):
            form.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addLayout(form)
        layout.addWidget(self.notices)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.line)

    def _connect_parts(self) -> None:
        header, controls, view = self.header, self.controls, self.area.view
        header.model_menu_requested.connect(self.model_menu_requested)
        header.schemas_requested.connect(self.schemas_requested)
        header.export_requested.connect(self.export_requested)
        self.area.offer(controls.schema.menu())
        controls.schema.chosen.connect(self.choose_schema)
        controls.schema.edit_requested.connect(self.schemas_requested)
        controls.scope.changed.connect(self._look_elsewhere)
        controls.filter.chosen.connect(self._filter)
        self.model_note.action.connect(self.model_menu_requested)
        self.strip.stop_requested.connect(self.runs.stop)
        self.strip.close_button.clicked.connect(self._fit_controls)
        view.document_opened.connect(self.document_activated)
        view.chosen_changed.connect(self._show_choice)
        view.sorted_by.connect(self._tell_order)
        self.cells.citation_activated.connect(self.citation_activated)
        self.cells.document_activated.connect(self.document_activated)
        self.cells.extract_requested.connect(self.runs.start)
        self.button.resized.connect(self._fit_controls)
        self.runs.changed.connect(self._update)
        self.runs.begun.connect(self._follow_run)
        self.runs.model_menu_requested.connect(self.model_menu_requested)
        self.notices.answered.connect(self.focus_table)
        self._reload.timeout.connect(self._load)
        self._theme.changed.connect(self._fit)

    def _connect_worker(self) -> None:
        worker = self._worker
        worker.table_ready.connect(self._on_table)
        worker.row_changed.connect(self._on_row)
        worker.failed.connect(self._on_failed)
        worker.idle.connect(self._on_idle)

    # --- state that the window sets ---------------------------------------------------------

    def set_model(self, title: str, installed: bool) -> None:
        """Show the language model, or that there is none and that one is needed."""
        self.header.set_model(title, installed)
        self._model_installed = installed
        self.button.model_installed = installed
        self._fit()
        self._update()

    def set_documents(self, documents: Sequence[Document]) -> None:
        """Tell what is in the library; the table is made anew where that matters to it."""
        before = self._documents
        self._documents = {d.id: (d.sha256, d.title, d.status) for d in documents}
        if self._documents != before:
            self._reload.start()
            if not self._documents or not before:
                self._update()

    @Slot(object)
    def set_schemas(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        """Tell which schemas there are. The one that is shown may be another now, or gone."""
        self._schemas = tuple(schemas)
        self.controls.schema.set_schemas(self._schemas)
        self.strip.set_schemas(self._schemas)
        name = self._schema.name if self._schema is not None else self._wanted
        found = next((one for one in self._schemas if one.name == name), None)
        if found is not None or self._schema is not None:
            self._show_schema(found)

    # --- what the window and keys ask for ---------------------------------------------------

    @property
    def schema(self) -> ExtractionSchema | None:
        """What is extracted."""
        return self._schema

    @property
    def choice(self) -> ScopeChoice:
        """From which documents."""
        return self.controls.scope.choice

    @Slot()
    def focus_table(self) -> None:
        """Bring the user to the table, or to what comes before there is one."""
        target: QWidget = self.controls.schema
        if self.area.state is AreaState.TABLE:
            target = self.area.view
        elif self._schema is not None and self.controls.button.isEnabled():
            target = self.controls.button
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def tell(self, words: str) -> None:
        """Announce what came of something that was asked for here."""
        self._announcer.polite(words)

    def clear(self) -> bool:
        """Choose no rows; False where none was chosen."""
        return self.area.view.clear_choice()

    def open_next(self) -> None:
        """Open the page of the next value that has one."""
        self.area.view.open_neighbour(1)

    def open_previous(self) -> None:
        """Open the page of the value before."""
        self.area.view.open_neighbour(-1)

    # --- the table --------------------------------------------------------------------------

    @Slot(object)
    def choose_schema(self, schema: ExtractionSchema) -> None:
        """Show the table of a schema."""
        self._tells = True
        self._show_schema(schema)

    def _show_schema(self, schema: ExtractionSchema | None) -> None:
        before, self._schema = self._schema, schema
        self.controls.schema.set_schema(schema)
        if before == schema:
            return
        if before is None or schema is None or before.name != schema.name:
            self.controls.filter.set_shown(Show.ALL)
            self.area.view.table.show_only(Show.ALL)
            self.model.show(None, ())
        self._load()

    @Slot(object)
    def _look_elsewhere(self, _choice: object) -> None:
        self._tells = True
        self._load()

    @Slot()
    def _load(self) -> None:
        """Make the table, once it can be seen."""
        self._reload.stop()
        self._dirty = not self.isVisible()
        self._loading = bool(self._schema and self._documents and not self._dirty)
        if self._schema is not None and self._loading:
            self._worker.show(self._schema.name, self.choice)
        elif not self._documents:
            self.model.show(self._schema, ())
        self._update()

    @Slot(object)
    def _on_table(self, table: ExtractionTable) -> None:
        shown = self._schema.name if self._schema is not None and self._documents else None
        if table.schema.name != shown:
            return
        self._loading = False
        self._schema = table.schema
        self.controls.schema.set_schema(table.schema)
        rows = self.runs.rows_of(table)
        self.button.elsewhere = bool(table.waiting - {row.document_id for row in rows})
        self.model.show(table.schema, rows)
        self._update()
        if self._tells:
            self._tells = False
            self._announcer.polite(wording.shown_rows(len(rows)))

    @Slot(str, object)
    def _on_row(self, schema: str, row: ExtractedRow) -> None:
        shown = self.model.schema
        if shown is not None and schema == shown.name:
            self.model.put(self.runs.as_shown(schema, row, row.waiting))
            self._update()
            self.cells.tell_change(row.document_id)

    @Slot(object)
    def _filter(self, shown: Show) -> None:
        self.area.view.table.show_only(shown)
        self._update()
        self._announcer.polite(wording.shown_rows(self.area.view.table.rowCount()))

    @Slot(int, object)
    def _tell_order(self, column: int, order: Qt.SortOrder) -> None:
        title = self.model.headerData(column, Qt.Orientation.Horizontal) if column >= 0 else ""
        self._announcer.polite(
            wording.sorted_by(str(title or ""), up=order is Qt.SortOrder.AscendingOrder)
        )

    # --- extracting -------------------------------------------------------------------------

    @Slot(str)
    def _follow_run(self, schema: str) -> None:
        """Documents are being read that an earlier run of the program left: show their table."""
        if self._schema is None:
            found = next((one for one in self._schemas if one.name == schema), None)
            if found is not None:
                self._show_schema(found)
            self._wanted = schema

    @Slot()
    def _on_idle(self) -> None:
        self.button.elsewhere = False
        self._update()

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        if self._loading:
            self.notices.say_error(error, button=wording.TRY_AGAIN, act=self._load)
        else:
            self.notices.say_error(error)
            self._reload.start()  # what is shown may not be what is stored
        self._loading = False
        self._update()

    # --- showing ----------------------------------------------------------------------------

    @Slot()
    def _show_choice(self) -> None:
        self.button.show()
        self._show_line()

    def _show_line(self) -> None:
        view = self.area.view
        row, found = view.at_row(), view.at()
        low = self.height() < self._theme.scaled(LOW_BELOW)
        if row is not None:
            self.line.show_cell(row, found[1:] if found is not None else None)
        self.line.setVisible(self.area.state is AreaState.TABLE and row is not None and not low)

    @Slot()
    def _update(self) -> None:
        """Show how things stand, after rows or what is known of the library changed."""
        rows = self.model.rows()
        counts = {shown: sum(row.belongs(shown) for row in rows) for shown in Show}
        self.controls.filter.set_counts(counts)
        self.controls.has_rows = bool(rows)
        self._show_area(counts)
        self.button.show()
        self._show_line()
        self._fit_controls()

    def _show_area(self, counts: Mapping[Show, int]) -> None:
        focused = self.area.view.hasFocus()
        if not self._documents:
            self.area.say(wording.NO_DOCUMENTS, wording.NO_DOCUMENTS_MORE)
        elif self._schema is None:
            self.area.say(wording.NO_SCHEMA, wording.NO_SCHEMA_MORE, chooses=True)
        elif self.model.schema is None:
            self.area.show_blank()
        elif not counts[Show.ALL]:
            self.area.say(wording.NONE_HERE, wording.NONE_HERE_MORE)
        elif not counts[self.controls.filter.shown]:
            extracted = any(row.extracted for row in self.model.rows())
            self.area.say(*wording.none_shown(self.controls.filter.shown, extracted=extracted))
        else:
            self.area.show_table()
        if focused and self.area.state is not AreaState.TABLE:
            self.controls.filter.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _fit(self) -> None:
        narrow = self.width() < self._theme.scaled(NARROW_BELOW)
        low = self.height() < self._theme.scaled(LOW_BELOW)
        self.header.set_narrow(narrow)
        # In a low window its room is for the table; the header says and offers the same.
        self.model_note.setVisible(not self._model_installed and not low)
        self._fit_controls()
        self._show_line()

    @Slot()
    def _fit_controls(self) -> None:
        lowest = self.height() < self._theme.scaled(LOWEST_BELOW)
        self.strip.set_compact(lowest)
        room, crowded = self.width() - 2 * SPACE_4, lowest and not self.strip.isHidden()
        self.controls.fit(room, crowded=crowded)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._dirty:
            self._load()
