"""Carries between the table and the rest of the window: pages, models, schemas and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QStandardPaths, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.core.domain.answer import Citation
from app.core.domain.collection import ScopeChoice
from app.core.domain.document import Document
from app.core.domain.extraction import ExtractionSchema
from app.core.errors import PinciteError
from app.gui.chat.panel import ChatPanel
from app.gui.common.mode_header import Mode
from app.gui.common.safe_text import one_line
from app.gui.common.shared_keys import TABLE_KEY
from app.gui.common.widgets import NoticeKind
from app.gui.export.save_dialog import ExportForm, SaveDialog
from app.gui.external import show_in_folder
from app.gui.extraction.panel import ExtractionPanel
from app.gui.library.panel import LibraryPanel
from app.gui.middle import Middle
from app.gui.viewer.panel import ViewerPanel
from app.gui.window_dialogs import WindowDialogs
from app.gui.window_export import WindowExport
from app.gui.window_keys import bind_keys
from app.gui.window_workers import WindowWorkers
from app.services.extraction_tables import TableForm

_FORMS = {
    TableForm.CSV: ExportForm.CSV,
    TableForm.XLSX: ExportForm.XLSX,
    TableForm.JSON: ExportForm.JSON,
}
SAVED, NOT_SAVED = "Exported.", "Nothing was exported."


class Window(Protocol):
    """What is needed of the window."""

    chat: ChatPanel
    dialogs: WindowDialogs
    export: WindowExport
    middle: Middle
    library: LibraryPanel
    table: ExtractionPanel
    viewer: ViewerPanel

    def go_to(self, mode: Mode) -> None:
        """Use the middle for something else."""
        ...

    def show_viewer(self, document_id: int) -> None:
        """Show the viewer."""
        ...


@dataclass(frozen=True, slots=True)
class _Export:
    """What is to be exported, as it was when that was asked for."""

    schema: ExtractionSchema
    choice: ScopeChoice
    forms: tuple[TableForm, ...]


class WindowExtraction(QObject):
    """Leads from values to pages and from the table to files, and tells the table what there is."""

    def __init__(self, window: Window, workers: WindowWorkers) -> None:
        assert isinstance(window, QWidget)
        super().__init__(window)
        self._window, self._parent = window, window
        self._table, self._workers = window.table, workers
        self._folder = Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        self._export: _Export | None = None
        self._dialog: SaveDialog | None = None
        table = window.table
        window.library.documents_changed.connect(self._set_documents)
        table.citation_activated.connect(self._open_citation)
        table.document_activated.connect(self._open_document)
        table.export_requested.connect(self._export_as)
        window.export.asked_elsewhere.connect(self.export_table)
        table.schemas_requested.connect(self.open_schemas)
        workers.schemas.listed.connect(table.set_schemas)
        workers.schemas.failed.connect(self._not_listed)
        workers.table_exports.saved.connect(self._saved)
        workers.table_exports.failed.connect(self._not_saved)
        bind_keys(window, {TABLE_KEY: partial(window.go_to, Mode.TABLE)})
        workers.schemas.refresh()
        workers.extractions.go_on()

    @property
    def dialog(self) -> SaveDialog | None:
        """What asks where to save, while it does."""
        return self._dialog

    @Slot(object)
    def _set_documents(self, documents: Sequence[Document]) -> None:
        self._table.set_documents(documents)

    # --- schemas ----------------------------------------------------------------------------

    @Slot()
    def open_schemas(self) -> None:
        """Show the schemas, first the one whose table is shown."""
        workers, shown = self._workers, self._table.schema
        dialog = self._window.dialogs.open_schemas(workers.schemas, workers.schema_exports)
        dialog.schema_saved.connect(self._adopt)
        if shown is not None:
            dialog.open_schema(shown.name)

    @Slot(object)
    def _adopt(self, schema: ExtractionSchema) -> None:
        """A schema was made: it is used where none is chosen yet."""
        if self._table.schema is None:
            self._table.choose_schema(schema)

    @Slot(object)
    def _not_listed(self, error: PinciteError) -> None:
        if self._window.dialogs.current is None:  # a dialog of schemas tells it itself
            self._table.notices.say_error(error)

    # --- pages ------------------------------------------------------------------------------

    @Slot(object, int, int)
    def _open_citation(self, citation: Citation, index: int, count: int) -> None:
        self._window.viewer.show_citation(citation, index, count)
        self._show(citation.document_id)

    @Slot(int)
    def _open_document(self, document_id: int) -> None:
        self._window.viewer.show_page(document_id, 1)
        self._show(document_id)

    def _show(self, document_id: int) -> None:
        self._window.chat.set_open_citation(None)
        self._window.show_viewer(document_id)

    # --- files ------------------------------------------------------------------------------

    @Slot()
    def export_table(self) -> None:
        """Export the table where it is shown, in the form that the user chooses."""
        if self._window.middle.extracting and self._table.model.rows():
            self._begin_export((TableForm.XLSX, TableForm.CSV, TableForm.JSON))

    @Slot(object)
    def _export_as(self, form: TableForm) -> None:
        self._begin_export((form,))

    def _begin_export(self, forms: tuple[TableForm, ...]) -> None:
        if self._table.schema is not None:
            self._export = _Export(self._table.schema, self._table.choice, forms)
            self._ask_where()

    def _ask_where(self) -> None:
        if self._export is None or self._dialog is not None:
            return
        self._table.notices.close_notice()
        title, forms = self._export.schema.title, tuple(_FORMS[f] for f in self._export.forms)
        dialog = self._dialog = SaveDialog(title, self._folder, forms, self._parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._save)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot(object, object)
    def _save(self, path: Path, chosen: ExportForm) -> None:
        wanted = self._export
        if wanted is not None:
            self._folder = path.parent
            form = next(one for one in wanted.forms if _FORMS[one] is chosen)
            content = self._workers.extractions.content(wanted.schema.name, wanted.choice, form)
            self._workers.table_exports.save(path, content)

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    @Slot(object)
    def _saved(self, path: Path) -> None:
        where = f"“{one_line(path.name)}” is in the folder “{one_line(path.parent.name)}”."
        self._table.notices.say(
            NoticeKind.INFO,
            SAVED,
            where,
            button="Show in folder",
            act=partial(show_in_folder, path),
        )
        self._table.tell(f"{SAVED} {where}")

    @Slot(object)
    def _not_saved(self, error: PinciteError) -> None:
        self._table.notices.say(
            NoticeKind.ERROR,
            NOT_SAVED,
            error.message,
            button="Export again",
            act=self._ask_where,
        )
