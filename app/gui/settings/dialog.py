"""Settings: made from the settings model, in force as soon as they are touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pydantic import BaseModel
from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.errors import PinciteError
from app.core.settings import Settings
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    Notice,
    NoticeKind,
    Surface,
    TextLabel,
)
from app.gui.settings.editors import Choices, Editor, editor_for
from app.gui.settings.navigation import PageList
from app.gui.settings.rows import Fact, RowCard, SettingRow

WIDTH, HEIGHT = 840, 632
SMALLEST = (480, 320)
NARROW_BELOW = 640
"""Width in px, at the design's text size, below which controls stand below their words."""
OF_THE_SCREEN = 0.92

# The order of the pages, and the icon of each. Others follow, as they come.
_PAGES = {
    "Answers": "ask",
    "Models": "model",
    "Library": "library",
    "Privacy": "shield",
    "Appearance": "sun",
}


class SettingsDialog(QDialog):
    """Signals: `changed` carries the new Settings; `folder_requested` and `end_requested` a Path.

    Args:
        choices: Values and words for text settings, by "section.field".
        facts: What pages tell besides: page title → facts.
    """

    changed = Signal(object)
    folder_requested = Signal(object)
    end_requested = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        choices: Mapping[str, Choices],
        facts: Mapping[str, Sequence[Fact]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self._choices = choices
        self._editors: dict[tuple[str, str], Editor] = {}
        self._cards: list[RowCard] = []
        self.setWindowTitle("Settings")
        self.pages = QStackedWidget()
        self.names = PageList(theme, "Settings")
        self.notice = Notice(theme, NoticeKind.ERROR, "", closable=True)
        self.restore_button = Button(theme, "Restore defaults", variant=ButtonVariant.GHOST)
        self.done_button = Button(theme, "Done", variant=ButtonVariant.PRIMARY)
        self._lay_out()
        self._add_pages(facts)
        self.names.chosen.connect(self.pages.setCurrentIndex)
        self.restore_button.clicked.connect(self._restore)
        self.done_button.clicked.connect(self.accept)
        self.show_settings(settings)
        self.setMinimumSize(*SMALLEST)
        self.resize(self._fitting(WIDTH, HEIGHT))

    def _fitting(self, width: int, height: int) -> QSize:
        room = self.screen().availableSize() * OF_THE_SCREEN
        return QSize(self._theme.scaled(width), self._theme.scaled(height)).boundedTo(room)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.restore_button)
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        right = Surface("window")
        column = QVBoxLayout(right)
        column.setContentsMargins(SPACE_6, SPACE_4, SPACE_4, SPACE_4)
        column.setSpacing(SPACE_3)
        column.addWidget(self.pages, 1)
        column.addWidget(self.notice)
        column.addLayout(buttons)
        self.notice.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.names)
        row.addWidget(right, 1)

    # --- building ---------------------------------------------------------------------------

    def _add_pages(self, facts: Mapping[str, Sequence[Fact]]) -> None:
        cards: dict[str, list[RowCard]] = {title: [] for title in _PAGES}
        for name, field in type(self._settings).model_fields.items():
            section = getattr(self._settings, name)
            extra = field.json_schema_extra
            hidden = isinstance(extra, dict) and extra.get("in_dialog") is False
            if isinstance(section, BaseModel) and not hidden:
                cards.setdefault(field.title or name, []).extend(self._section_cards(name, section))
        for title, rows in facts.items():
            cards.setdefault(title, []).append(RowCard([self._fact_row(fact) for fact in rows]))
        for title, on_page in cards.items():
            if on_page:
                self._add_page(title, on_page)

    def _add_page(self, title: str, cards: Sequence[RowCard]) -> None:
        inner = QWidget()
        inner.setProperty("plain", True)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, SPACE_2, 0)
        column.setSpacing(SPACE_3)
        column.addWidget(TextLabel(self._theme, title, role=TextRole.TITLE))
        for card in cards:
            if card.title:
                column.addWidget(TextLabel(self._theme, card.title, role=TextRole.HEADING))
            column.addWidget(card)
        column.addStretch(1)
        page = QScrollArea()
        page.setWidgetResizable(True)
        page.setFrameShape(QScrollArea.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page.setAccessibleName(title)
        page.setWidget(inner)
        self._cards.extend(cards)
        self.pages.addWidget(page)
        self.names.add_page(title, _PAGES.get(title, "settings"))

    def _section_cards(self, section_name: str, section: BaseModel) -> list[RowCard]:
        """The settings of a section, those of each group on a card of their own."""
        groups: dict[str, list[SettingRow]] = {}
        for name, field in type(section).model_fields.items():
            editor = editor_for(self._theme, field, self._choices.get(f"{section_name}.{name}"))
            editor.edited.connect(partial(self._edited, section_name, name))
            self._editors[section_name, name] = editor
            control = editor.widget
            control.setAccessibleDescription(field.description or "")
            row = SettingRow(self._theme, field.title or "", field.description or "", control)
            extra = field.json_schema_extra
            group = str(extra.get("group", "")) if isinstance(extra, dict) else ""
            groups.setdefault(group, []).append(row)
        return [RowCard(rows, title) for title, rows in groups.items()]

    def _fact_row(self, fact: Fact) -> SettingRow:
        control = None
        if fact.folder is not None:
            words = fact.end or "Open folder"
            control = Button(self._theme, words, compact=True)
            control.setAccessibleName(f"{words}: {fact.heading}")
            act = partial(self._end, control) if fact.end else self.folder_requested.emit
            control.clicked.connect(partial(act, fact.folder))
        return SettingRow(self._theme, fact.heading, fact.sentence, control)

    # --- values -----------------------------------------------------------------------------

    def editor(self, section: str, name: str) -> Editor:
        """The control of one setting."""
        return self._editors[section, name]

    def show_settings(self, settings: Settings) -> None:
        """Show these settings without reporting them."""
        self._settings = settings
        for (section, name), editor in self._editors.items():
            editor.set_value(getattr(getattr(settings, section), name))

    def show_error(self, error: PinciteError) -> None:
        """Say that the settings could not be kept."""
        title, _, rest = error.message.partition(". ")
        self.notice.set_content(NoticeKind.ERROR, f"{title.rstrip('.')}.", rest)
        self.notice.show()

    def _edited(self, section: str, name: str, value: object) -> None:
        before = getattr(self._settings, section)
        after = type(before).model_validate({**before.model_dump(), name: value})
        if after != before:
            self.notice.hide()
            self._settings = self._settings.model_copy(update={section: after})
            self.changed.emit(self._settings)

    def _end(self, control: Button, folder: Path, _checked: bool = False) -> None:
        control.setEnabled(False)
        self.end_requested.emit(folder)

    @Slot()
    def _restore(self) -> None:
        self.notice.hide()
        self.show_settings(Settings())
        self.changed.emit(self._settings)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._theme.scaled(NARROW_BELOW)
        self.names.set_narrow(narrow)
        for card in self._cards:
            card.set_narrow(narrow)
