"""Settings: made from the settings model, in force as soon as they are touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.core.settings import Settings
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Card,
    Divider,
    Surface,
    TextLabel,
)
from app.gui.settings.editors import Editor, editor_for

Choices = Mapping[str, Sequence[tuple[str, str]]]
Facts = Mapping[str, Sequence[tuple[str, str]]]

_ICONS = {
    "Answers": "ask",
    "Models": "model",
    "Appearance": "sun",
    "Library": "library",
    "Privacy": "shield",
}


class SettingsDialog(QDialog):
    """Signal `changed` carries the new Settings.

    Args:
        choices: Values and words for text settings, by "section.field".
        facts: Pages that only tell: page title → (heading, sentence) rows.
    """

    changed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        choices: Choices,
        facts: Facts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._choices = choices
        self._editors: dict[tuple[str, str], Editor] = {}
        self.setWindowTitle("Settings")
        self.resize(theme.scaled(800), theme.scaled(600))
        self._pages = QStackedWidget()
        self._names = QButtonGroup(self)
        self._side = QVBoxLayout()
        self._lay_out()
        for name, field in type(settings).model_fields.items():
            section = getattr(settings, name)
            extra = field.json_schema_extra
            hidden = isinstance(extra, dict) and extra.get("in_dialog") is False
            if isinstance(section, BaseModel) and not hidden:
                self._add_page(field.title or name, self._section(name, section))
        for title, rows in facts.items():
            self._add_page(title, self._facts(rows))
        self._side.addStretch(1)
        version = TextLabel(theme, f"Pincite {__version__}", role=TextRole.SECONDARY, tone="text3")
        self._side.addWidget(version)
        self._names.button(0).setChecked(True)
        self._show_values()

    def _lay_out(self) -> None:
        theme = self._theme
        side = Surface("sidebar", edge="right")
        side.setFixedWidth(theme.scaled(192))
        side.setLayout(self._side)
        self._side.setContentsMargins(SPACE_3, SPACE_4, SPACE_3, SPACE_4)
        self._side.setSpacing(SPACE_1)
        title = TextLabel(theme, "Settings", role=TextRole.TITLE)
        title.setContentsMargins(SPACE_2, 0, 0, SPACE_3)
        self._side.addWidget(title)
        restore = Button(theme, "Restore defaults", variant=ButtonVariant.GHOST)
        restore.clicked.connect(self._restore)
        done = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        done.setDefault(True)
        done.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(restore)
        buttons.addStretch(1)
        buttons.addWidget(done)
        right = Surface("window")
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_4, SPACE_4)
        column.addWidget(self._pages, 1)
        column.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(right, 1)
        self._names.idClicked.connect(self._pages.setCurrentIndex)

    def _add_page(self, title: str, content: QWidget) -> None:
        theme = self._theme
        name = Button(theme, title, variant=ButtonVariant.GHOST, icon=_ICONS.get(title))
        name.setCheckable(True)
        name.setProperty("row", True)
        self._names.addButton(name, self._pages.count())
        self._side.addWidget(name)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, SPACE_2, 0)
        column.setSpacing(SPACE_3)
        column.addWidget(TextLabel(theme, title, role=TextRole.TITLE))
        column.addWidget(content)
        column.addStretch(1)
        page = QScrollArea()
        page.setWidgetResizable(True)
        page.setFrameShape(QScrollArea.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.setWidget(inner)
        self._pages.addWidget(page)

    def _section(self, section_name: str, section: BaseModel) -> QWidget:
        card = Card()
        rows = QVBoxLayout(card)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for number, (name, field) in enumerate(type(section).model_fields.items()):
            if number:
                rows.addWidget(Divider())
            editor = editor_for(self._theme, field, self._choices.get(f"{section_name}.{name}"))
            editor.setObjectName(f"{section_name}.{name}")
            editor.edited.connect(self._edited)
            self._editors[section_name, name] = editor
            rows.addLayout(self._row(field, editor.widget))
        return card

    def _row(self, field: FieldInfo, control: QWidget) -> QHBoxLayout:
        row = self._text_row(field.title or "", field.description or "")
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _text_row(self, heading: str, sentence: str) -> QHBoxLayout:
        theme = self._theme
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(TextLabel(theme, heading, role=TextRole.LABEL))
        text.addWidget(
            TextLabel(
                theme,
                sentence,
                role=TextRole.SECONDARY,
                tone="text2",
                wrap=True,
                selectable=True,
            )
        )
        row = QHBoxLayout()
        row.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
        row.setSpacing(SPACE_6)
        row.addLayout(text, 1)
        return row

    def _facts(self, facts: Sequence[tuple[str, str]]) -> QWidget:
        card = Card()
        rows = QVBoxLayout(card)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for number, (heading, sentence) in enumerate(facts):
            if number:
                rows.addWidget(Divider())
            rows.addLayout(self._text_row(heading, sentence))
        return card

    def settings(self) -> Settings:
        """The settings as shown."""
        return self._settings

    def _show_values(self) -> None:
        for (section, name), editor in self._editors.items():
            editor.set_value(getattr(getattr(self._settings, section), name))

    @Slot(object)
    def _edited(self, value: object) -> None:
        section, name = self.sender().objectName().split(".")
        changed = type(getattr(self._settings, section)).model_validate(
            {**getattr(self._settings, section).model_dump(), name: value}
        )
        self._settings = self._settings.model_copy(update={section: changed})
        self.changed.emit(self._settings)

    @Slot()
    def _restore(self) -> None:
        self._settings = Settings()
        self._show_values()
        self.changed.emit(self._settings)
