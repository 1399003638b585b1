"""One field of the form: a line that tells what it is, and, unfolded, all that is written of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.extraction import SchemaField
from app.core.extraction.drafts import FieldDraft
from app.core.extraction.schema_rules import SchemaPart
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import Card, IconButton, IconLabel, TextLabel
from app.gui.schemas import wording
from app.gui.schemas.field_editor import FieldEditor
from app.gui.schemas.field_head import FieldHead

MOVE_UP_KEY, MOVE_DOWN_KEY, DELETE_KEY = "Alt+Up", "Alt+Down", "Alt+Del"


class FieldCard(Card):
    """Signals: `edited`; `moved` with -1 or 1 and `delete_requested` when the user wants that;
    `stepped` with -1 or 1 to go to another field; `unfolded` when there is more to see."""

    edited = Signal()
    moved = Signal(int)
    delete_requested = Signal()
    stepped = Signal(int)
    unfolded = Signal()

    def __init__(self, theme: Theme, draft: FieldDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self._draft = draft
        self._faults: Mapping[SchemaPart, str] = {}
        self._touched = draft.kept is not None
        self._shown: tuple[int, int, SchemaField] | None = None
        self.editor: FieldEditor | None = None
        self.head = FieldHead(theme)
        self.up = IconButton(theme, "up", "Move up", key=MOVE_UP_KEY)
        self.down = IconButton(theme, "down", "Move down", key=MOVE_DOWN_KEY)
        self.delete = IconButton(theme, "trash", "Delete", key=DELETE_KEY)
        self._note = QWidget()
        self._note_text = TextLabel(theme, role=TextRole.CHIP, tone="warn", wrap=True)
        self._lay_out(theme)
        self.head.clicked.connect(self._toggle)
        self.head.stepped.connect(self.stepped)
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        self.delete.clicked.connect(self._ask_to_delete)

    def _lay_out(self, theme: Theme) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_1)
        row.addWidget(self.head, 1)
        for button in (self.up, self.down, self.delete):
            button.hide()
            row.addWidget(button)
        note = QHBoxLayout(self._note)
        note.setContentsMargins(SPACE_2, 0, SPACE_2, SPACE_1)
        note.setSpacing(6)
        top = Qt.AlignmentFlag.AlignTop
        note.addWidget(IconLabel(theme, "state-warning", "warn", size=14), 0, top)
        note.addWidget(self._note_text, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_1, SPACE_1, SPACE_1, SPACE_1)
        self._column.setSpacing(0)
        self._column.addLayout(row)
        self._column.addWidget(self._note)
        self._note.hide()

    @property
    def draft(self) -> FieldDraft:
        """The field as it stands in the form."""
        return self.editor.draft if self.editor is not None else self._draft

    @property
    def is_open(self) -> bool:
        """Whether it is unfolded."""
        return self.editor is not None and not self.editor.isHidden()

    @property
    def note(self) -> str:
        """What is said of values that were read before; "" where nothing is."""
        return "" if self._note.isHidden() else self._note_text.text()

    def set_draft(self, draft: FieldDraft) -> None:
        """The field is stored now, or was changed by the program."""
        self._draft = draft
        if self.editor is not None:
            self.editor.show_draft(draft)
        self._show()

    def set_open(self, unfold: bool) -> None:
        """Unfold it, or fold it; what is wrong is shown once it was folded."""
        if unfold and self.editor is None:
            self.editor = FieldEditor(self._theme, self._draft)
            self.editor.edited.connect(self._edited)
            self.editor.unfolded.connect(self.unfolded)
            self._column.addWidget(self.editor)
        if self.editor is not None:
            self.editor.setVisible(unfold)
        if not unfold:
            self.touch()
        for button in (self.up, self.down, self.delete):
            button.setVisible(unfold)
        self._show()
        if unfold:
            self.unfolded.emit()

    def stops(self) -> Iterator[QWidget]:
        """Where Tab stops, in order."""
        yield from (self.head, self.up, self.down, self.delete)
        if self.editor is not None:
            yield from self.editor.stops()

    def touch(self) -> None:
        """Everything that is wrong is shown from now on."""
        self._touched = True
        if self.editor is not None:
            self.editor.touch()
        self._show()

    def show_state(
        self, number: int, count: int, field: SchemaField, faults: Mapping[SchemaPart, str]
    ) -> None:
        """Show which field this is, counted from 1, what it stands for, and what is wrong."""
        if (number, count, field) == self._shown and faults == self._faults:
            return
        self._shown, self._faults = (number, count, field), faults
        self.up.setEnabled(number > 1)
        self.down.setEnabled(number < count)
        self._show()

    def place_of(self, part: SchemaPart) -> QWidget:
        """What has to be changed where this part is at fault; unfolds the field."""
        self.set_open(True)
        self.touch()
        assert self.editor is not None
        return self.editor.place_of(part)

    def _show(self) -> None:
        if self._shown is None:
            return
        number, count, field = self._shown
        fault = next(iter(self._faults.values()), "") if self._touched else ""
        self.head.show_field(
            wording.field_title(field.title),
            wording.field_summary(field),
            fault if not self.is_open else "",
            wording.spoken_field(number, count, field),
            opened=self.is_open,
        )
        place = f"field {Formats().number(number)}"
        if self.editor is not None:
            self.editor.show_state(field.name, place, self._faults)
        self.up.setAccessibleName(f"Move {place} up")
        self.down.setAccessibleName(f"Move {place} down")
        self.delete.setAccessibleName(f"Delete {place}")
        kept = self._draft.kept
        note = wording.field_change(kept, field) if kept is not None else ""
        self._note_text.setText(wording.breakable(note))
        self._note.setVisible(bool(note))

    @Slot()
    def _edited(self) -> None:
        self.edited.emit()

    @Slot()
    def _toggle(self) -> None:
        self.set_open(not self.is_open)

    @Slot()
    def _move_up(self) -> None:
        self.moved.emit(-1)

    @Slot()
    def _move_down(self) -> None:
        self.moved.emit(1)

    @Slot()
    def _ask_to_delete(self) -> None:
        self.delete_requested.emit()
