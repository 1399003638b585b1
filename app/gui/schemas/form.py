"""The form in which a schema is written; what is wrong is told where it stands, while one
writes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.core.extraction.drafts import SchemaDraft, written_schema
from app.core.extraction.schema_rules import MAX_FIELDS, SchemaFault, SchemaPart, schema_faults
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Button, FieldError, TextLabel
from app.gui.schemas import wording
from app.gui.schemas.entries import Entry, LinesField
from app.gui.schemas.field_card import DELETE_KEY, MOVE_DOWN_KEY, MOVE_UP_KEY, FieldCard
from app.gui.schemas.field_list import FieldList
from app.gui.schemas.name_fold import NameFold

COLUMN_WIDTH = 760
"""In px at the design's text size: longer lines are hard to read."""
ADD_KEY = "Ctrl+Return"


class SchemaForm(QScrollArea):
    """Signals: `edited` when the schema that is written may be another, `said` (str) for screen
    readers."""

    edited = Signal()
    said = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taken: frozenset[str] = frozenset()
        self._kept_name = ""
        self._fault_of_fields = ""
        self._to_reveal: QWidget | None = None
        self.title = Entry(theme, wording.TITLE, QLineEdit(), hint=wording.SCHEMA_TITLE_HINT)
        self.about = Entry(theme, wording.ABOUT, LinesField(theme, 2), hint=wording.ABOUT_HINT)
        self.name = NameFold(theme)
        self.fields = FieldList(theme)
        self.add_button = Button(theme, "Add a field", icon="plus", key_hint=ADD_KEY)
        self._count = TextLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._error = FieldError(theme)
        self._reveal_later = QTimer(self)
        self._reveal_later.setSingleShot(True)
        self._reveal_later.setInterval(0)
        self._lay_out(theme)
        self._connect()
        self.show_draft(SchemaDraft(), frozenset())

    def _lay_out(self, theme: Theme) -> None:
        heading = QHBoxLayout()
        heading.addWidget(TextLabel(theme, "Fields", role=TextRole.HEADING), 1)
        heading.addWidget(self._count)
        inner = QWidget()
        inner.setProperty("plain", True)
        inner.setMaximumWidth(theme.scaled(COLUMN_WIDTH))
        self._inner = inner
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_3)
        for widget in (self.title, self.about, self.name):
            column.addWidget(widget)
        column.addSpacing(SPACE_4 - SPACE_3)
        column.addLayout(heading)
        column.addWidget(self.fields)
        column.addWidget(self._error)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Schema")
        self.setWidget(inner)

    def _connect(self) -> None:
        for entry in (self.title, self.about, self.name, self.fields):
            entry.edited.connect(self._edited)
        self.fields.said.connect(self.said)
        self.fields.revealed.connect(self.reveal)
        self.fields.reordered.connect(self._order)
        self.fields.left.connect(self._leave_fields)
        self.name.unfolded.connect(self._order)
        self.add_button.clicked.connect(self.fields.add)
        self._reveal_later.timeout.connect(self._reveal)
        self._theme.changed.connect(self._fit)
        for key, act in (
            (ADD_KEY, self.fields.add_below_current),
            (MOVE_UP_KEY, self._move_up),
            (MOVE_DOWN_KEY, self._move_down),
            (DELETE_KEY, self.fields.delete_current),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    # --- what is written --------------------------------------------------------------------

    @property
    def schema(self) -> ExtractionSchema:
        """What the form stands for, whether or not it keeps all rules."""
        draft = SchemaDraft(self.title.text, self.about.text, self.fields.drafts, self.name.chosen)
        return written_schema(draft, self._taken)

    def show_draft(self, draft: SchemaDraft, taken: Collection[str]) -> None:
        """Write a schema into the form. `taken` are the names of all others."""
        self._taken = frozenset(taken)
        self._kept_name = draft.name
        self.title.forget()
        self.about.forget()
        self.title.set_text(draft.title)
        self.about.set_text(draft.description)
        self.name.set_chosen(draft.name)
        self.name.set_open(False)
        self.fields.show_drafts(draft.fields)
        self._to_reveal = None  # the beginning is what one wants to see
        self.verticalScrollBar().setValue(0)
        self.show_state()

    def set_taken(self, taken: Collection[str]) -> None:
        """There are other schemas now."""
        self._taken = frozenset(taken)
        self.show_state()

    def keep(self, cards: tuple[FieldCard, ...], schema: ExtractionSchema) -> None:
        """What these cards held is stored as this schema: names stay as they are now."""
        self._kept_name = schema.name
        self.name.set_chosen(schema.name)
        self.fields.keep(cards, schema.fields)
        self.show_state()

    def faults(self) -> list[SchemaFault]:
        """What is wrong, in the order of the form."""
        schema = self.schema
        found = list(schema_faults(schema))
        if schema.name in self._taken:
            here = "Another schema has this name. Write another one."
            found.append(SchemaFault(SchemaPart.NAME, here, here))
        return sorted(found, key=lambda fault: -1 if fault.field is None else fault.field)

    @Slot()
    def show_state(self) -> None:
        """Show names as they are now, and what is wrong."""
        schema, faults = self.schema, self.faults()
        own: dict[SchemaPart, str] = {}
        for fault in faults:
            if fault.field is None:
                own.setdefault(fault.part, fault.here)
        self.title.show_fault(own.get(SchemaPart.TITLE, ""))
        self.about.show_fault(own.get(SchemaPart.DESCRIPTION, ""))
        other = bool(self._kept_name) and schema.name != self._kept_name
        note = wording.OTHER_SCHEMA_NAME if other else ""
        self.name.show_name(schema.name, own.get(SchemaPart.NAME, ""), note)
        self._show_fault_of_fields(own.get(SchemaPart.FIELDS, ""))
        self._count.setText(wording.counted_fields(len(schema.fields)))
        self.add_button.setEnabled(len(schema.fields) < MAX_FIELDS)
        self.fields.show_state(schema.fields, faults)

    def _show_fault_of_fields(self, sentence: str) -> None:
        if sentence != self._fault_of_fields:
            self._fault_of_fields = sentence
            self._error.show_error(self.add_button, sentence)

    # --- going about ------------------------------------------------------------------------

    def focus_title(self) -> None:
        """Go to where one begins to write."""
        self.title.focus()

    def go_to(self, fault: SchemaFault) -> None:
        """Go to what has to be changed, and show what is wrong with it."""
        place: QWidget = self.add_button
        if fault.field is not None:
            place = self.fields.cards[fault.field].place_of(fault.part)
        elif fault.part is SchemaPart.NAME:
            self.name.set_open(True)
            place = self.name.entry.field
        elif fault.part is not SchemaPart.FIELDS:
            entry = self.title if fault.part is SchemaPart.TITLE else self.about
            entry.touch()
            place = entry.field
        place.setFocus(Qt.FocusReason.OtherFocusReason)
        self.reveal(place)

    @Slot(object)
    def reveal(self, widget: QWidget) -> None:
        """Scroll to a widget, once it has its place."""
        self._to_reveal = widget
        self._reveal_later.start()

    @Slot()
    def _reveal(self) -> None:
        widget, self._to_reveal = self._to_reveal, None
        if widget is None or not self._inner.isAncestorOf(widget) or not widget.isVisible():
            return
        if widget.height() > self.viewport().height() - 2 * SPACE_4:
            # Where not all of it can be seen, it is the beginning.
            self.verticalScrollBar().setValue(widget.mapTo(self._inner, QPoint()).y())
        else:
            self.ensureWidgetVisible(widget, 0, SPACE_4)

    @Slot(int)
    def _leave_fields(self, by: int) -> None:
        widget = self.add_button if by > 0 else self.name.button
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self.reveal(widget)

    @Slot()
    def _order(self) -> None:
        for before, after in pairwise(self._stops()):
            QWidget.setTabOrder(before, after)

    def _stops(self) -> Iterator[QWidget]:
        yield from (self.title.field, self.about.field, self.name.button, self.name.entry.field)
        yield from self.fields.stops()
        yield self.add_button

    @Slot()
    def _edited(self) -> None:
        self.show_state()
        self.edited.emit()

    @Slot()
    def _move_up(self) -> None:
        self.fields.move_current(-1)

    @Slot()
    def _move_down(self) -> None:
        self.fields.move_current(1)

    @Slot()
    def _fit(self) -> None:
        self._inner.setMaximumWidth(self._theme.scaled(COLUMN_WIDTH))

    # Qt override

    def minimumSizeHint(self) -> QSize:
        # In the smallest window what is asked below goes before it.
        return QSize(self._theme.scaled(160), 1)
