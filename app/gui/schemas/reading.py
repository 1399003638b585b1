"""A schema that is part of the program, to read and not to change."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.core.domain.extraction import ExtractionSchema, SchemaField
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import Card, Divider, TextLabel
from app.gui.schemas import wording
from app.gui.schemas.form import COLUMN_WIDTH

_INTRODUCTION = (
    "This schema is part of the program and stays as it is. To change it, make a copy of your own."
)


class SchemaReading(QScrollArea):
    """Shows title, description and fields. The keyboard scrolls it once it has the focus."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._card: Card | None = None
        self._about = TextLabel(theme, wrap=True, selectable=True)
        self._inner = QWidget()
        self._inner.setProperty("plain", True)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, SPACE_2, SPACE_2)
        self._column.setSpacing(SPACE_3)
        self._column.addWidget(
            TextLabel(theme, _INTRODUCTION, role=TextRole.SECONDARY, tone="text2", wrap=True)
        )
        self._column.addWidget(self._about)
        self._column.addWidget(TextLabel(theme, "Fields", role=TextRole.HEADING))
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Schema")
        self.setWidget(self._inner)
        theme.changed.connect(self._fit)
        self._fit()

    def show_schema(self, schema: ExtractionSchema) -> None:
        """Show this one."""
        if self._card is not None:
            self._column.removeWidget(self._card)
            self._card.hide()
            self._card.deleteLater()
        self._about.setText(schema.description)
        self._about.setVisible(bool(schema.description))
        self._card = Card()
        rows = QVBoxLayout(self._card)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        for number, field in enumerate(schema.fields):
            if number:
                rows.addWidget(Divider())
            rows.addWidget(self._row(field))
        self._column.insertWidget(3, self._card)
        self.verticalScrollBar().setValue(0)
        told = [f"{field.title}, {wording.field_summary(field)}." for field in schema.fields]
        self.setAccessibleDescription(" ".join([schema.description, *told]).strip())

    def _row(self, field: SchemaField) -> QWidget:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        column.setSpacing(0)
        theme = self._theme
        column.addWidget(TextLabel(theme, field.title, role=TextRole.HEADING, wrap=True))
        lines = [wording.field_summary(field), field.description, ", ".join(field.choices)]
        for line in filter(None, lines):
            column.addWidget(
                TextLabel(
                    theme,
                    line,
                    role=TextRole.SECONDARY,
                    tone="text2",
                    wrap=True,
                    selectable=True,
                )
            )
        return row

    @Slot()
    def _fit(self) -> None:
        self._inner.setMaximumWidth(self._theme.scaled(COLUMN_WIDTH))

    # Qt override

    def minimumSizeHint(self) -> QSize:
        # In the smallest window what is asked below goes before it.
        return QSize(self._theme.scaled(160), 1)
