"""What is written about one field: title, type, what to take, choices, and its name in files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.domain.extraction import FieldType
from app.core.extraction.drafts import FieldDraft
from app.core.extraction.schema_rules import SchemaPart
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import CheckBox, TextLabel
from app.gui.schemas import wording
from app.gui.schemas.entries import Entry, LinesField, TypeSelect
from app.gui.schemas.name_fold import NameFold

DESCRIPTION_LINES, CHOICE_LINES = 3, 4


class FieldEditor(QWidget):
    """Signals: `edited`, and `unfolded` when there is more to see."""

    edited = Signal()
    unfolded = Signal()

    def __init__(self, theme: Theme, draft: FieldDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self.title = Entry(theme, wording.TITLE, QLineEdit(), hint=wording.FIELD_TITLE_HINT)
        self.type = TypeSelect(theme, wording.TYPE)
        for kind, words in wording.TYPES.items():
            self.type.addItem(words, kind.value)
        self.required = CheckBox(theme, wording.REQUIRED)
        self.required.setToolTip(wording.REQUIRED_TIP)
        self.required.setAccessibleDescription(wording.REQUIRED_TIP)
        self.choices = Entry(
            theme, wording.CHOICES, LinesField(theme, CHOICE_LINES), hint=wording.CHOICES_HINT
        )
        self.description = Entry(
            theme,
            wording.DESCRIPTION,
            LinesField(theme, DESCRIPTION_LINES),
            hint=wording.DESCRIPTION_HINT,
        )
        self.name = NameFold(theme)
        self._lay_out(theme)
        self.show_draft(draft)
        for entry in (self.title, self.choices, self.description, self.name):
            entry.edited.connect(self._edited)
        self.type.currentIndexChanged.connect(self._edited)
        self.required.toggled.connect(self._edited)
        self.name.unfolded.connect(self.unfolded)

    def _lay_out(self, theme: Theme) -> None:
        kinds = QHBoxLayout()
        kinds.setSpacing(SPACE_3)
        kinds.addWidget(self.type)
        kinds.addWidget(self.required)
        kinds.addStretch(1)
        kind = QVBoxLayout()
        kind.setSpacing(SPACE_1)
        kind.addWidget(TextLabel(theme, wording.TYPE, role=TextRole.LABEL))
        kind.addLayout(kinds)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_2, SPACE_1, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_3)
        column.addWidget(self.title)
        column.addLayout(kind)
        column.addWidget(self.choices)
        column.addWidget(self.description)
        column.addWidget(self.name)

    @property
    def draft(self) -> FieldDraft:
        """What stands in the form."""
        return replace(
            self._draft,
            title=self.title.text,
            type=FieldType(self.type.currentData()),
            description=self.description.text,
            required=self.required.isChecked(),
            choices=tuple(self.choices.text.split("\n")),
            name=self.name.chosen,
        )

    def show_draft(self, draft: FieldDraft) -> None:
        """Write a field into the form, which is not the user's doing."""
        self.blockSignals(True)
        self._draft = draft
        self.title.set_text(draft.title)
        self.type.setCurrentIndex(self.type.findData(draft.type.value))
        self.required.setChecked(draft.required)
        self.choices.set_text("\n".join(draft.choices))
        self.description.set_text(draft.description)
        self.name.set_chosen(draft.name)
        self.choices.setVisible(draft.type is FieldType.CHOICE)
        self.blockSignals(False)

    def show_state(self, name: str, number: str, faults: Mapping[SchemaPart, str]) -> None:
        """Show the name as it is now, and what is wrong; `number` tells screen readers which field
        this is."""
        for part, entry in self._entries().items():
            entry.show_fault(faults.get(part, ""))
            entry.field.setAccessibleName(f"{entry.label.text()}, {number}")
        self.name.show_name(name, faults.get(SchemaPart.NAME, ""))
        self.type.set_name(f"{wording.TYPE}, {number}")
        self.required.setAccessibleName(f"{wording.REQUIRED}, {number}")

    def stops(self) -> Iterator[QWidget]:
        """Where Tab stops, in order."""
        yield from (self.title.field, self.type, self.required, self.choices.field)
        yield from (self.description.field, self.name.button, self.name.entry.field)

    def touch(self) -> None:
        """Everything that is wrong is shown from now on."""
        for entry in self._entries().values():
            entry.touch()

    def place_of(self, part: SchemaPart) -> QWidget:
        """What has to be changed where this part is at fault."""
        if part is SchemaPart.TYPE:
            return self.type
        return self._entries().get(part, self.title).field

    def _entries(self) -> dict[SchemaPart, Entry]:
        return {
            SchemaPart.TITLE: self.title,
            SchemaPart.DESCRIPTION: self.description,
            SchemaPart.CHOICES: self.choices,
            SchemaPart.NAME: self.name.entry,
        }

    @Slot()
    def _edited(self) -> None:
        chooses = self.type.currentData() == FieldType.CHOICE.value
        if self.choices.isHidden() == chooses:
            self.choices.setVisible(chooses)
            if chooses:
                self.unfolded.emit()
        self.edited.emit()

    def focus_title(self) -> None:
        """Go to where one begins to write."""
        self.title.focus()
