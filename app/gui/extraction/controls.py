"""The lines above the table: what is extracted, from where, the button that does it, and which rows
are shown."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.common.scope_choice import ScopeChooser
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2
from app.gui.common.widgets import Button, ButtonVariant
from app.gui.extraction import wording
from app.gui.extraction.filter_choice import FilterChoice
from app.gui.extraction.schema_chooser import SchemaChooser


class TableControls(QWidget):
    """The button stands beside the choosers, or below them where room is scarce."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.schema = SchemaChooser(theme)
        """What is extracted."""
        self.scope = ScopeChooser(theme, variant=ButtonVariant.PLAIN, compact=False)
        """From which documents."""
        self.button = Button(theme, wording.EXTRACT_AGAIN, variant=ButtonVariant.PRIMARY)
        """Extracts, or stops."""
        self.filter = FilterChoice(theme)
        """Which rows are shown."""
        choosers = QHBoxLayout()
        choosers.setSpacing(SPACE_2)
        choosers.addWidget(self.schema)
        choosers.addWidget(self.scope)
        choosers.addStretch(1)
        self._upper = QHBoxLayout()
        self._upper.setSpacing(SPACE_2)
        self._upper.addLayout(choosers, 1)
        self._upper.addWidget(self.button)
        self._lower = QHBoxLayout()
        self._lower.setSpacing(SPACE_2)
        self._lower.addWidget(self.filter, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_2)
        column.addLayout(self._upper)
        column.addLayout(self._lower)
        self._words = ("", "")
        self.has_rows = False
        """Whether there is anything to filter."""
        QWidget.setTabOrder(self.scope, self.button)
        QWidget.setTabOrder(self.button, self.filter)

    def show_words(self, words: str, short: str) -> None:
        """What the button says, and the same for where room is scarce."""
        if self._words != (words, short):
            self._words = (words, short)
            self.button.setText(words)
            self.button.setAccessibleName(words)
            self.button.updateGeometry()

    def show_stop(self, stops: bool) -> None:
        """Let the button stop what is being done, or extract."""
        variant = ButtonVariant.PLAIN if stops else ButtonVariant.PRIMARY
        if self.button.variant is not variant:
            self.button.set_variant(variant)

    def fit(self, room: int, *, crowded: bool = False) -> None:
        """Use this width, in px. Where it is `crowded`, one line has to do."""
        self.filter.setVisible(self.has_rows and not crowded)
        self.button.setText(self._words[0])
        choosers = self.schema.sizeHint().width() + self.scope.sizeHint().width() + 2 * SPACE_2
        above = crowded or choosers + self.button.sizeHint().width() <= room
        if not above and self.filter.sizeHint().width() + self._button_room() > room:
            self.button.setText(self._words[1])
        self.filter.fit(room if above else room - self._button_room())
        old, new = (self._lower, self._upper) if above else (self._upper, self._lower)
        if old.indexOf(self.button) >= 0:
            old.removeWidget(self.button)
            new.addWidget(self.button)

    def _button_room(self) -> int:
        return self.button.sizeHint().width() + SPACE_2
