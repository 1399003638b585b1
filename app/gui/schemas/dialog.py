"""The dialog in which schemas are made: all of them at the left, the chosen one at the right.

What was changed and not saved is never lost unasked: going elsewhere and closing ask first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.core.errors import PinciteError
from app.core.extraction.drafts import SchemaDraft, copy_of, draft_of
from app.core.extraction.naming import free_title
from app.core.extraction.schema_rules import MAX_TITLE_CHARACTERS
from app.gui.common.announce import Announcer
from app.gui.common.notice_area import NoticeArea
from app.gui.common.theme import Theme
from app.gui.common.widgets import ButtonVariant
from app.gui.schemas import wording
from app.gui.schemas.files import SchemaFiles
from app.gui.schemas.list_pane import IMPORT_KEY, NEW_KEY
from app.gui.schemas.question import Answer
from app.gui.schemas.schema_pane import SAVE_KEY
from app.gui.schemas.sides import Sides
from app.workers.exports import ExportWorker
from app.workers.schemas import SchemaWorker

WIDTH, HEIGHT = 960, 680
SMALLEST = (480, 320)
OF_THE_SCREEN = 0.92

_Then = Callable[[], object]


class SchemaDialog(QDialog):
    """Signals: `schema_saved` (ExtractionSchema), also for an imported one, and `schema_removed`
    (name).

    Args:
        exports: A worker of its own, since it tells all who listen what became of files.
    """

    schema_saved = Signal(object)
    schema_removed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        worker: SchemaWorker,
        exports: ExportWorker,
        announcer: Announcer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._worker = worker
        self._announcer = announcer
        self._schemas: tuple[ExtractionSchema, ...] | None = None
        self._kept: ExtractionSchema | None = None
        """What is stored of the schema that is shown; None for one that was not saved yet."""
        self._before: ExtractionSchema | None = None
        """What the form held when nothing was written yet; None for a copy, which is new."""
        self._saved: Callable[[ExtractionSchema], object] | None = None
        """What follows once a schema is stored, while one is."""
        self._complaints: NoticeArea | None = None
        self._wanted: _Then | None = None
        self.setWindowTitle("Schemas")
        self.sides = Sides(theme)
        self.side, self.pane = self.sides.list_pane, self.sides.pane
        self.files = SchemaFiles(worker, exports, self.side, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.sides)
        self._connect()
        self._bind_keys()
        self.setMinimumSize(*SMALLEST)
        room = self.screen().availableSize() * OF_THE_SCREEN
        self.resize(QSize(theme.scaled(WIDTH), theme.scaled(HEIGHT)).boundedTo(room))
        self._show_state()
        worker.refresh()

    def _connect(self) -> None:
        side, pane = self.side, self.pane
        side.list.chosen.connect(self._choose)
        side.list.entered_row.connect(self._enter)
        side.new_requested.connect(self._new)
        side.import_requested.connect(self._import)
        side.duplicate_requested.connect(self._duplicate)
        side.export_requested.connect(self._export)
        side.delete_requested.connect(self._ask_to_delete)
        pane.form.edited.connect(self._on_edited)
        pane.form.said.connect(self._announcer.polite)
        pane.save_requested.connect(self._save)
        pane.copy_requested.connect(self._duplicate)
        pane.close_requested.connect(self.reject)
        self.files.reading.connect(self._expect_file)
        self.files.imported.connect(self._keep_imported)
        self.files.told.connect(self.sides.show_list)
        self.files.exported.connect(self._announcer.polite)
        self._worker.listed.connect(self._on_listed)
        self._worker.saved.connect(self._on_saved)
        self._worker.removed.connect(self._on_removed)
        self._worker.failed.connect(self._on_failed)

    def _bind_keys(self) -> None:
        keys = {SAVE_KEY: self._save, NEW_KEY: self._new, IMPORT_KEY: self._import}
        for key, act in keys.items():
            QShortcut(QKeySequence(key), self).activated.connect(act)

    # --- what is shown ----------------------------------------------------------------------

    def open_schema(self, name: str | None) -> None:
        """Show the schema of this name, or begin a new one; what is not saved is asked about
        first."""
        self._when_listed(lambda: self._leave(lambda: self._open(name, focus=True)))

    @property
    def changed(self) -> bool:
        """Whether something is written that is not saved."""
        return self.pane.writing and self.pane.form.schema != self._before

    def _when_listed(self, then: _Then) -> None:
        if self._schemas is None:
            self._wanted = then
        else:
            then()

    def _found(self, name: str | None) -> ExtractionSchema | None:
        return next((one for one in self._schemas or () if one.name == name), None)

    def _names(self, but: str = "") -> frozenset[str]:
        return frozenset(one.name for one in self._schemas or ()) - {but}

    def _open(self, name: str | None, *, focus: bool = False) -> None:
        """Show a schema, or with None a new one; changes that are not saved are lost."""
        schema = self._found(name)
        if name is None:
            self._begin(SchemaDraft(), new=True)
        elif schema is None:
            first = next(iter(self._schemas or ()), None)
            if first is not None:
                self._open(first.name, focus=focus)
        elif schema.built_in:
            self._kept, self._before = schema, None
            self.side.model.clear_written()
            self.pane.show_schema(schema)
            self._arrive(schema.name)
        else:
            self._kept = schema
            self.pane.form.show_draft(draft_of(schema), self._names(but=schema.name))
            # Not what is stored: a file may have brought spaces that the form leaves out.
            self._before = self.pane.form.schema
            self.pane.show_form()
            self._arrive(schema.name)
        if focus:
            self.sides.show_pane()

    def _begin(self, draft: SchemaDraft, *, new: bool) -> None:
        """Write a schema that was not saved yet; a new one is empty, and asked about only once
        something is written."""
        self._kept = None
        form = self.pane.form
        form.show_draft(draft, self._names())
        self._before = form.schema if new else None
        self.pane.show_form()
        self._arrive("")
        self.sides.show_pane()

    def _arrive(self, name: str) -> None:
        self.pane.question.withdraw()
        self.pane.notices.close_notice()
        self.side.question.withdraw()
        self._show_state()
        self.side.list.select(name)

    @Slot()
    def _on_edited(self) -> None:
        # What was asked was about the schema as it stood.
        self.pane.question.withdraw()
        self._show_state()

    def _show_state(self) -> None:
        """Show what can be done, and what stands in the form."""
        pane, side, kept = self.pane, self.side, self._kept
        fault = None
        if pane.writing:
            schema, faults = pane.form.schema, pane.form.faults()
            fault = faults[0] if faults else None
            changed = self.changed
            name = kept.name if kept is not None else ""
            side.model.set_written(name, schema, changed=changed)
            pane.show_state(schema.title, fault, changed=changed, saving=self._saved is not None)
        shown = pane.writing or kept is not None
        mine = pane.writing
        side.duplicate_button.setEnabled(kept is not None)
        side.export_button.setEnabled(shown and fault is None)
        side.delete_button.setEnabled(mine)
        side.delete_button.setToolTip("" if mine else "It is part of the program and stays.")

    # --- going elsewhere --------------------------------------------------------------------

    def _leave(self, then: _Then) -> None:
        """Do something that takes what is written away, once the user has decided about it."""
        if not self.changed:
            then()
            return
        form = self.pane.form
        faults = form.faults()
        saving = wording.SAVING if self._saved is not None else ""
        obstacle = "It cannot be saved yet." if faults else saving
        self.sides.show_pane(focus=False)
        self.pane.question.ask(
            *wording.leave_question(self._kept.title if self._kept else form.title.text),
            (
                Answer("Save", lambda: self._store(then), obstacle=obstacle),
                Answer("Discard", then, ButtonVariant.DANGER),
                Answer("Go on", self.pane.focus_content),
            ),
        )

    @Slot(str)
    def _choose(self, name: str) -> None:
        # The list stays at what is shown, until that may be left.
        self.side.list.select(self._kept.name if self._kept is not None else "")
        self._leave(lambda: self._open(name or None))

    @Slot()
    def _enter(self) -> None:
        if self.pane.question.isHidden():
            self.sides.show_pane(focus=self.sides.narrow or not self.side.list.underMouse())

    @Slot()
    def _new(self) -> None:
        self._when_listed(lambda: self._leave(lambda: self._open(None)))

    @Slot()
    def _duplicate(self) -> None:
        if self._kept is not None:
            self._leave(self._begin_copy)

    def _begin_copy(self) -> None:
        if self._kept is not None:
            titles = [one.title for one in self._schemas or ()]
            title = wording.copy_title(self._kept.title)[:MAX_TITLE_CHARACTERS]
            draft = copy_of(self._kept, free_title(title, titles, MAX_TITLE_CHARACTERS))
            self._begin(draft, new=False)

    # --- saving -----------------------------------------------------------------------------

    @Slot()
    def _save(self) -> None:
        if self.pane.save_button.isEnabled() and not self.pane.save_button.isHidden():
            self._store(None)

    def _store(self, then: _Then | None) -> None:
        """Save what is written, and go on with `then`."""
        form, kept = self.pane.form, self._kept
        schema, cards = form.schema, form.fields.cards

        def stored(made: ExtractionSchema) -> None:
            self._kept = self._before = made
            form.set_taken(self._names(but=made.name))
            form.keep(cards, made)
            self._show_state()
            self.side.list.select(made.name)
            self._announcer.polite(f"{made.title} is saved")
            if then is not None:
                then()

        self._hand_over(
            schema,
            stored,
            self.pane.notices,
            replacing=kept is not None and kept.name == schema.name,
        )

    def _hand_over(
        self,
        schema: ExtractionSchema,
        saved: Callable[[ExtractionSchema], object],
        complaints: NoticeArea,
        *,
        replacing: bool,
    ) -> None:
        complaints.close_notice()
        self._saved, self._complaints = saved, complaints
        self._show_state()
        self._worker.put(schema, replacing)

    @Slot(object)
    def _on_saved(self, schema: ExtractionSchema) -> None:
        others = [one for one in self._schemas or () if one.name != schema.name]
        self._show_list((*others, schema))
        saved, self._saved = self._saved, None
        self.schema_saved.emit(schema)
        if saved is not None:
            saved(schema)

    @Slot(object)
    def _on_failed(self, error: PinciteError) -> None:
        complaints = self._complaints or self.pane.notices
        self._saved = self._complaints = None
        self._show_state()
        if self._schemas is None:
            complaints.say_error(error, button="Try again", act=self._worker.refresh)
        else:
            complaints.say_error(error)

    @Slot(object)
    def _on_listed(self, schemas: Sequence[ExtractionSchema]) -> None:
        self._complaints = None
        self._show_list(tuple(schemas))
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted()
        elif self._kept is None and not self.pane.writing:
            self._open("")

    def _show_list(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        self._schemas = schemas
        self.side.model.set_schemas(schemas)
        self.files.set_schemas(schemas)
        if self.pane.writing:
            self.pane.form.set_taken(self._names(but=self._kept.name if self._kept else ""))

    # --- deleting ---------------------------------------------------------------------------

    @Slot()
    def _ask_to_delete(self) -> None:
        kept = self._kept
        question = self.side.question
        keep = Answer("Keep", self.side.focus_list)
        if kept is not None and not kept.built_in:
            delete = Answer("Delete", lambda: self._remove(kept.name), ButtonVariant.DANGER)
            question.ask(*wording.delete_question(kept.title), (delete, keep))
        elif self.changed:
            discard = Answer("Discard", self._open_neighbour, ButtonVariant.DANGER)
            title = self.pane.form.title.text
            question.ask(*wording.discard_question(title), (discard, keep))
        elif self.pane.writing:
            self._open_neighbour()

    def _remove(self, name: str) -> None:
        self._complaints = self.side.notices
        self._complaints.close_notice()
        self._worker.remove(name)

    @Slot(object)
    def _on_removed(self, schema: ExtractionSchema) -> None:
        if self._kept is not None and self._kept.name == schema.name:
            self._open_neighbour()
        self._show_list(tuple(one for one in self._schemas or () if one.name != schema.name))
        self.side.list.select(self._kept.name if self._kept is not None else "")
        self._announcer.polite(f"{schema.title} is deleted")
        self.schema_removed.emit(schema.name)

    def _open_neighbour(self) -> None:
        """Show the schema above the one that is shown; the program's own come first, so that there
        is one."""
        names = [row.name for row in self.side.model.rows]
        place = names.index(self._kept.name if self._kept is not None else "")
        self._open(names[max(0, place - 1)])
        self.side.focus_list()

    # --- files ------------------------------------------------------------------------------

    @Slot()
    def _import(self) -> None:
        self._when_listed(lambda: self._leave(self.files.pick))

    @Slot()
    def _export(self) -> None:
        schema = self.pane.form.schema if self.pane.writing else self._kept
        if schema is not None:
            self.files.export(schema)

    @Slot()
    def _expect_file(self) -> None:
        self._complaints = self.side.notices

    @Slot(object, bool)
    def _keep_imported(self, schema: ExtractionSchema, replacing: bool) -> None:
        def stored(made: ExtractionSchema) -> None:
            self._announcer.polite(f"{made.title} is imported")
            self._leave(lambda: self._open(made.name, focus=True))

        self._hand_over(schema, stored, self.side.notices, replacing=replacing)

    # Qt overrides

    def reject(self) -> None:
        for question in (self.pane.question, self.side.question):
            if not question.isHidden():
                question.decline()
                return
        self._leave(super().reject)
