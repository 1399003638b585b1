"""The button that says what is extracted, and its menu of schemas."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.gui.common.buttons import Button, ButtonVariant
from app.gui.common.formats import Formats
from app.gui.common.icons import icon
from app.gui.common.labels import as_tip
from app.gui.common.safe_text import one_line
from app.gui.common.theme import Theme
from app.gui.extraction import wording

MOST_LETTERS = 48
"""Of a title in the menu; its tip shows the whole."""


class SchemaChooser(Button):
    """Signals: `chosen` (ExtractionSchema) when the user picks one, `edit_requested`."""

    chosen = Signal(object)
    edit_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            theme, wording.CHOOSE_SCHEMA, variant=ButtonVariant.PLAIN, elide=True, parent=parent
        )
        self._schemas: tuple[ExtractionSchema, ...] = ()
        self._schema: ExtractionSchema | None = None
        # Made once: engines of icons that Qt copies are kept for as long as the theme.
        self._icons = {name: icon(theme, name) for name in ("table", "check")}
        self.set_icon("table")
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(menu)
        self._group: QActionGroup | None = None
        self._show_schema()

    @property
    def schema(self) -> ExtractionSchema | None:
        """What is extracted."""
        return self._schema

    def set_schemas(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        """Tell which schemas there are."""
        self._schemas = schemas

    def set_schema(self, schema: ExtractionSchema | None) -> None:
        """Show what is extracted."""
        self._schema = schema
        self._show_schema()

    def _show_schema(self) -> None:
        title = wording.CHOOSE_SCHEMA if self._schema is None else one_line(self._schema.title)
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(f"Schema: {title}" if self._schema is not None else title)
        self.setToolTip(as_tip(_about(self._schema)) if self._schema is not None else "")
        self.updateGeometry()

    @Slot()
    def _fill_menu(self) -> None:
        menu = self.menu()
        menu.clear()
        self._group = QActionGroup(menu)
        self._group.triggered.connect(self._choose)
        own = [schema for schema in self._schemas if not schema.built_in]
        for schema in self._schemas:
            if schema.built_in:
                self._add(schema)
        if own:
            menu.addSeparator()
        for schema in own:
            self._add(schema)
        menu.addSeparator()
        menu.addAction(wording.EDIT_SCHEMAS).triggered.connect(self._edit)

    def _add(self, schema: ExtractionSchema) -> None:
        title = one_line(schema.title)
        if len(title) > MOST_LETTERS:
            title = f"{title[: MOST_LETTERS - 1].rstrip()}…"
        current = self._schema is not None and schema.name == self._schema.name
        shown = self._icons["check" if current else "table"]
        action = self.menu().addAction(shown, title.replace("&", "&&"))
        action.setToolTip(as_tip(_about(schema)))
        action.setData(schema.name)
        action.setCheckable(True)
        action.setChecked(current)
        assert self._group is not None
        self._group.addAction(action)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        for schema in self._schemas:
            if schema.name == action.data():
                self.chosen.emit(schema)

    @Slot()
    def _edit(self) -> None:
        self.edit_requested.emit()


def _about(schema: ExtractionSchema) -> str:
    """A schema with its fields, for the tip."""
    title, fields = one_line(schema.title), Formats().count(len(schema.fields), "field")
    names = ", ".join(wording.field_title(field) for field in schema.fields)
    return f"{title}, {fields}: {names}"
