"""What lies below the controls: the table, or words in its place while there is nothing in it."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import Button, EmptyState
from app.gui.common.words_page import WordsPage
from app.gui.extraction import wording
from app.gui.extraction.table_model import TableModel
from app.gui.extraction.table_view import TableView

WORDS_WIDTH = 520
"""Most width of the words, in px at the design's text size."""


class AreaState(Enum):
    """What is shown."""

    BLANK = "blank"
    WORDS = "words"
    TABLE = "table"


class TableArea(QStackedWidget):
    """One of three: nothing, a few words in the middle, or the table."""

    def __init__(self, theme: Theme, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = TableView(theme, model)
        """The table."""
        self._theme = theme
        self.choose_button = Button(theme, wording.CHOOSE_SCHEMA)
        """Opens the menu of schemas, where none is chosen."""
        self.choose_button.show_chevron()
        self.choose_button.clicked.connect(self._open_menu)
        self._menu: QMenu | None = None
        self._empty = EmptyState(theme, "table", "", buttons=(self.choose_button,))
        self._texts = ("", "")
        words = WordsPage(self._empty)
        self._pages = {
            AreaState.BLANK: QWidget(),
            AreaState.WORDS: words,
            AreaState.TABLE: self.view,
        }
        for page in self._pages.values():
            self.addWidget(page)
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def state(self) -> AreaState:
        """What is shown."""
        return next(s for s, page in self._pages.items() if page is self.currentWidget())

    def texts(self) -> tuple[str, str]:
        """The words in place of the table, as a title and a sentence; both "" where there are
        none."""
        return self._texts

    def show_blank(self) -> None:
        """Show nothing."""
        self._show(AreaState.BLANK)

    def offer(self, menu: QMenu) -> None:
        """Tell where schemas are chosen."""
        self._menu = menu

    def say(self, title: str, sentence: str = "", *, chooses: bool = False) -> None:
        """Show words, and whether a schema is to be chosen."""
        self._texts = (title, sentence)
        self.choose_button.setVisible(chooses)
        self._empty.set_text(title, sentence)
        self._show(AreaState.WORDS)

    def show_table(self) -> None:
        """Show the table."""
        self._show(AreaState.TABLE)

    @Slot()
    def _open_menu(self) -> None:
        if self._menu is not None:
            below = self.choose_button.rect().bottomLeft()
            self._menu.popup(self.choose_button.mapToGlobal(below))

    @Slot()
    def _fit(self) -> None:
        self._empty.setMaximumWidth(self._theme.scaled(WORDS_WIDTH))

    def _show(self, state: AreaState) -> None:
        if state is not AreaState.WORDS:
            self._texts = ("", "")
        self.setCurrentWidget(self._pages[state])
