"""The right side: one schema, to write or to read, with what keeps it from being saved."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.core.extraction.schema_rules import SchemaFault
from app.gui.common.notice_area import NoticeArea
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    ElidedLabel,
    IconButton,
    Surface,
    TextLabel,
)
from app.gui.schemas import wording
from app.gui.schemas.form import SchemaForm
from app.gui.schemas.question import Question
from app.gui.schemas.reading import SchemaReading

SAVE_KEY = "Ctrl+S"


class SchemaPane(Surface):
    """Signals: `save_requested`, `copy_requested`, `back_requested`, `close_requested`."""

    save_requested = Signal()
    copy_requested = Signal()
    back_requested = Signal()
    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("window", parent=parent)
        self._fault: SchemaFault | None = None
        self.form = SchemaForm(theme)
        self.reading = SchemaReading(theme)
        self._blank = QWidget()
        self._stack = QStackedWidget()
        self.back_button = IconButton(theme, "left", "All schemas")
        self.title = ElidedLabel(theme, role=TextRole.TITLE)
        self.question = Question(theme)
        self.notices = NoticeArea(theme)
        self._why = QWidget()
        self._why_text = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._state = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self.fault_link = Button(theme, "Go there", variant=ButtonVariant.LINK)
        self.save_button = Button(theme, wording.SAVE, variant=ButtonVariant.PRIMARY)
        self.copy_button = Button(theme, wording.OWN_COPY, variant=ButtonVariant.PRIMARY)
        self.done_button = Button(theme, "Done")
        self.save_button.setToolTip(SAVE_KEY)
        self._lay_out()
        self.question.asking.connect(self._make_room)
        self.fault_link.clicked.connect(self.go_to_fault)
        self.save_button.clicked.connect(self.save_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.back_button.clicked.connect(self.back_requested)
        self.done_button.clicked.connect(self.close_requested)
        self.set_narrow(False)
        self.show_nothing()

    def _lay_out(self) -> None:
        for page in (self._blank, self.form, self.reading):
            self._stack.addWidget(page)
        header = QHBoxLayout()
        header.setSpacing(SPACE_2)
        header.addWidget(self.back_button)
        header.addWidget(self.title, 1)
        why = QHBoxLayout(self._why)
        why.setContentsMargins(0, 0, 0, 0)
        why.setSpacing(SPACE_2)
        why.addWidget(self._why_text, 1)
        why.addWidget(self.fault_link, 0, Qt.AlignmentFlag.AlignTop)
        self._foot = QWidget()
        buttons = QHBoxLayout(self._foot)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(SPACE_2)
        buttons.addWidget(self._state, 1)
        for button in (self.save_button, self.copy_button, self.done_button):
            buttons.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SPACE_6, SPACE_4, SPACE_4, SPACE_4)
        self._column.setSpacing(SPACE_3)
        self._column.addLayout(header)
        self._column.addWidget(self._stack, 1)
        self._column.addWidget(self.question)
        self._column.addWidget(self.notices)
        self._column.addWidget(self._why)
        self._column.addWidget(self._foot)

    @property
    def writing(self) -> bool:
        """Whether the form is shown."""
        return self._stack.currentWidget() is self.form

    @property
    def why(self) -> str:
        """What keeps the schema from being saved."""
        return "" if self._why.isHidden() else self._why_text.text()

    @property
    def state(self) -> str:
        """Whether all is saved."""
        return self._state.text()

    def show_nothing(self) -> None:
        """There is no schema to show yet."""
        self.title.setText("")
        self._show(self._blank)

    def show_form(self) -> None:
        """Show what is being written."""
        self._show(self.form)

    def show_schema(self, schema: ExtractionSchema) -> None:
        """Show a schema to read."""
        self.title.setText(schema.title)
        self.reading.show_schema(schema)
        self._show(self.reading)

    def show_state(
        self, title: str, fault: SchemaFault | None, *, changed: bool, saving: bool
    ) -> None:
        """Tell of what is written whether it can be saved, and if not, why."""
        self._fault = None if saving else fault
        self.title.setText(wording.row_title(title))
        why = self._sentence(self._fault) if self._fault is not None else ""
        state = "" if changed or fault is not None else wording.SAVED
        self._why_text.setText(wording.breakable(why))
        self._why.setVisible(bool(why) and self.writing)
        self._state.setText(wording.SAVING if saving else state)
        self.save_button.setEnabled(changed and not why and not saving)
        self.save_button.setAccessibleDescription(self.why or self._state.text())

    def set_narrow(self, narrow: bool) -> None:
        """Whether the list of schemas is not beside it."""
        self.back_button.setVisible(narrow)
        left = SPACE_4 if narrow else SPACE_6
        self._column.setContentsMargins(left, SPACE_4, SPACE_4, SPACE_4)

    @Slot()
    def focus_content(self) -> None:
        """Go to where one begins, where it can be seen."""
        if self.isHidden():
            return
        if self.writing:
            self.form.focus_title()
        else:
            self.copy_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def go_to_fault(self) -> None:
        """Go to what keeps the schema from being saved."""
        if self._fault is not None:
            self.form.go_to(self._fault)

    @Slot(bool)
    def _make_room(self, asking: bool) -> None:
        """What is asked stands in the place of the buttons that lead there."""
        self._foot.setHidden(asking)
        self._why.setVisible(not asking and self.writing and bool(self._why_text.text()))

    def _sentence(self, fault: SchemaFault) -> str:
        if fault.field is None:
            return wording.at_schema(fault.here)
        title = self.form.fields.cards[fault.field].draft.title
        return wording.at_field(fault.field + 1, title, fault.here)

    def _show(self, page: QWidget) -> None:
        self._stack.setCurrentWidget(page)
        writing = page is self.form
        self.save_button.setVisible(writing)
        self.copy_button.setVisible(page is self.reading)
        self._why.setVisible(writing and bool(self._why_text.text()))
        if not writing:
            self._state.setText("")
