"""The left side: all schemas, and what can be done with them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.notice_area import NoticeArea
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Button, ButtonVariant, Surface, TextLabel
from app.gui.schemas.question import Question
from app.gui.schemas.schema_list import SchemaList
from app.gui.schemas.schema_model import SchemaModel

WIDTH = 272
NEW_KEY, IMPORT_KEY = "Ctrl+N", "Ctrl+O"


class ListPane(Surface):
    """Signals: `new_requested`, `import_requested`, `duplicate_requested`, `export_requested`,
    `delete_requested`."""

    new_requested = Signal()
    import_requested = Signal()
    duplicate_requested = Signal()
    export_requested = Signal()
    delete_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("sidebar", edge="right", parent=parent)
        self._theme = theme
        self._narrow = False
        self.model = SchemaModel(self)
        self.list = SchemaList(theme, self.model)
        self.notices = NoticeArea(theme)
        self.question = Question(theme)
        self.new_button = Button(theme, "New", icon="plus", compact=True)
        self.new_button.setToolTip(f"New schema ({NEW_KEY})")
        self.import_button = Button(theme, "Import…", compact=True)
        self.import_button.setToolTip(f"Import a schema from a file ({IMPORT_KEY})")
        ghost = ButtonVariant.GHOST
        self.duplicate_button = Button(theme, "Duplicate", variant=ghost, compact=True)
        self.export_button = Button(theme, "Export…", variant=ghost, compact=True)
        self.delete_button = Button(theme, "Delete", variant=ghost, compact=True)
        self._lay_out(theme)
        for button, signal in (
            (self.new_button, self.new_requested),
            (self.import_button, self.import_requested),
            (self.duplicate_button, self.duplicate_requested),
            (self.export_button, self.export_requested),
            (self.delete_button, self.delete_requested),
        ):
            button.clicked.connect(signal)
        self.list.delete_requested.connect(self._delete_by_key)
        theme.changed.connect(self._fit)
        self.set_narrow(False)

    def _lay_out(self, theme: Theme) -> None:
        title = TextLabel(theme, "Schemas", role=TextRole.TITLE)
        title.setContentsMargins(SPACE_4, 0, SPACE_4, SPACE_2)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row, buttons in (
            (first, (self.new_button, self.import_button)),
            (second, (self.duplicate_button, self.export_button, self.delete_button)),
        ):
            row.setContentsMargins(SPACE_3, 0, SPACE_3, 0)
            row.setSpacing(SPACE_2 if row is first else 0)
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
        asked = QVBoxLayout()
        asked.setContentsMargins(SPACE_2, 0, SPACE_2, 0)
        asked.addWidget(self.question)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_4, 0, SPACE_3)
        column.setSpacing(SPACE_1)
        column.addWidget(title)
        column.addWidget(self.list, 1)
        column.addWidget(self.notices)
        column.addLayout(asked)
        self._buttons = QWidget()
        rows = QVBoxLayout(self._buttons)
        rows.setContentsMargins(0, SPACE_1, 0, 0)
        rows.setSpacing(SPACE_1)
        rows.addLayout(second)
        rows.addLayout(first)
        column.addWidget(self._buttons)
        # What is asked stands in the place of what it was asked by.
        self.question.asking.connect(self._buttons.setHidden)

    def set_narrow(self, narrow: bool) -> None:
        """Take all of the width, where the form is not beside it."""
        self._narrow = narrow
        self.question.set_stacked(not narrow)
        self._fit()

    @Slot()
    def focus_list(self) -> None:
        """Go to the list, where it can be seen."""
        if not self.isHidden():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _delete_by_key(self) -> None:
        if self.delete_button.isEnabled():
            self.delete_requested.emit()

    @Slot()
    def _fit(self) -> None:
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(free if self._narrow else fixed, free)
        if self._narrow:
            self.setMinimumWidth(0)
            self.setMaximumWidth(16777215)  # Qt's own bound: none
        else:
            self.setFixedWidth(max(self._theme.scaled(WIDTH), self._column.minimumSize().width()))
