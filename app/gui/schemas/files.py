"""Schemas from and to files: which file, what is to be done where a name is taken, what came of
it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.core.errors import PinciteError
from app.core.extraction.naming import free_name, free_title
from app.core.extraction.schema_rules import MAX_TITLE_CHARACTERS
from app.core.extraction.schemas import schema_to_json
from app.gui.common.safe_text import one_line
from app.gui.common.widgets import ButtonVariant, NoticeKind
from app.gui.export.save_dialog import ExportForm, SaveDialog
from app.gui.external import show_in_folder
from app.gui.schemas import wording
from app.gui.schemas.list_pane import ListPane
from app.gui.schemas.question import Answer
from app.workers.exports import ExportWorker
from app.workers.schemas import SchemaWorker

IMPORT_FILTERS = (ExportForm.JSON.filter_words, "All files (*)")


class SchemaFiles(QObject):
    """Tells and asks at the list of schemas what has to be told and asked.

    Signals: `reading` when a file was picked; `imported` (ExtractionSchema to be kept, whether it
    takes the place of another one); `exported` (what is said of that); `told` when something stands
    at the list that the user did not expect there.

    The worker for exports has to be one that nobody else hands files to, since it tells all who
    listen.
    """

    reading = Signal()
    imported = Signal(object, bool)
    exported = Signal(str)
    told = Signal()

    def __init__(
        self, worker: SchemaWorker, exports: ExportWorker, side: ListPane, window: QWidget
    ) -> None:
        super().__init__(window)
        self._worker = worker
        self._exports = exports
        self._side = side
        self._window = window
        self._folder = Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        self._schemas: tuple[ExtractionSchema, ...] = ()
        self._exported: ExtractionSchema | None = None
        self._dialog: QFileDialog | None = None
        worker.opened.connect(self._on_opened)
        exports.saved.connect(self._on_exported)
        exports.failed.connect(self._on_not_exported)

    def set_schemas(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        """These are there."""
        self._schemas = schemas

    @property
    def dialog(self) -> QFileDialog | None:
        """What asks for a file, while it does."""
        return self._dialog

    def pick(self) -> None:
        """Ask which file is to be imported."""
        if self._dialog is not None:
            return
        dialog = QFileDialog(self._window, "Import", str(self._folder))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(IMPORT_FILTERS)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Import")
        dialog.fileSelected.connect(self._on_picked)
        self._open(dialog)

    def export(self, schema: ExtractionSchema) -> None:
        """Ask where a schema is to be saved, and save it there."""
        if self._dialog is not None:
            return
        self._side.notices.close_notice()
        self._exported = schema
        dialog = SaveDialog(schema.title, self._folder, (ExportForm.JSON,), self._window)
        dialog.chosen.connect(self._on_chosen)
        self._open(dialog)

    def _open(self, dialog: QFileDialog) -> None:
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget)
        dialog.open()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None

    # --- import -----------------------------------------------------------------------------

    @Slot(str)
    def _on_picked(self, name: str) -> None:
        path = Path(name)
        self._folder = path.parent
        self._side.notices.close_notice()
        self.reading.emit()
        self._worker.open(path)

    @Slot(object)
    def _on_opened(self, schema: ExtractionSchema) -> None:
        there = next((one for one in self._schemas if one.name == schema.name), None)
        if there is None:
            self.imported.emit(schema, False)
            return
        names = {one.name for one in self._schemas}
        titles = [one.title for one in self._schemas]
        title = free_title(schema.title, titles, MAX_TITLE_CHARACTERS)
        other = replace(schema, name=free_name(schema.name, names), title=title)
        answers = [
            Answer("Keep both", partial(self.imported.emit, other, False)),
            Answer("Cancel", self._side.focus_list),
        ]
        if not there.built_in:
            instead = partial(self.imported.emit, schema, True)
            answers.insert(0, Answer("Replace", instead, ButtonVariant.DANGER))
        self.told.emit()
        words = wording.taken_question(schema, built_in=there.built_in)
        self._side.question.ask(*words, answers)

    # --- export -----------------------------------------------------------------------------

    @Slot(object, object)
    def _on_chosen(self, path: Path, _form: ExportForm) -> None:
        if self._exported is not None:
            self._folder = path.parent
            self._exports.save(path, partial(_content, self._exported))

    @Slot(object)
    def _on_exported(self, path: Path) -> None:
        where = f"“{one_line(path.name)}” is in the folder “{one_line(path.parent.name)}”."
        show = partial(show_in_folder, path)
        self._side.notices.say(
            NoticeKind.INFO, "Exported.", where, button="Show in folder", act=show
        )
        self.exported.emit(f"Exported. {where}")

    @Slot(object)
    def _on_not_exported(self, error: PinciteError) -> None:
        self.told.emit()
        self._side.notices.say_error(error, button="Export again", act=self._export_again)

    def _export_again(self) -> None:
        if self._exported is not None:
            self.export(self._exported)


def _content(schema: ExtractionSchema) -> bytes:
    return schema_to_json(schema).encode()
