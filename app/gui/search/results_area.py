"""What lies below the field: the passages, or words in their place while there are none."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import EmptyState
from app.gui.common.words_page import WordsPage
from app.gui.search import wording
from app.gui.search.results_view import ResultsView
from app.services.passage_list import PassageList

WORDS_WIDTH = 520
"""Most width of the words, in px at the design's text size."""


class AreaState(Enum):
    """What is shown."""

    BLANK = "blank"
    WORDS = "words"
    RESULTS = "results"


class ResultsArea(QStackedWidget):
    """One of three: nothing, a few words in the middle, or the list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ResultsView(theme)
        """The list."""
        self._empty = EmptyState(theme, "search", "")
        self._texts = ("", "")
        words = WordsPage(self._empty)
        self._theme = theme
        theme.changed.connect(self._fit)
        self._fit()
        self._pages = {
            AreaState.BLANK: QWidget(),
            AreaState.WORDS: words,
            AreaState.RESULTS: self.view,
        }
        for page in self._pages.values():
            self.addWidget(page)

    @property
    def state(self) -> AreaState:
        """What is shown."""
        return next(s for s, page in self._pages.items() if page is self.currentWidget())

    def texts(self) -> tuple[str, str]:
        """The words in place of passages, as a title and a sentence; both "" where there are
        none."""
        return self._texts

    def show_blank(self) -> None:
        """Show nothing."""
        self._show(AreaState.BLANK)

    def show_nothing_typed(self, documents: int, place: str) -> None:
        """Say what can be done with this number of documents, or in a chosen place."""
        if documents:
            self._say(wording.NOTHING_TYPED, wording.nothing_typed(documents, place))
        else:
            self._say(wording.NO_DOCUMENTS, wording.NO_DOCUMENTS_MORE)

    def show_not_found(self, found: PassageList, *, reading: bool) -> None:
        """Say that nothing was found, where, and what to do."""
        self._say(wording.NOT_FOUND, wording.not_found(found, reading=reading))

    def show_results(self) -> None:
        """Show the list."""
        self._show(AreaState.RESULTS)

    def _fit(self) -> None:
        self._empty.setMaximumWidth(self._theme.scaled(WORDS_WIDTH))

    def _say(self, title: str, sentence: str) -> None:
        self._texts = (title, sentence)
        self._empty.set_text(title, sentence)
        self._show(AreaState.WORDS)

    def _show(self, state: AreaState) -> None:
        if state is not AreaState.WORDS:
            self._texts = ("", "")
        self.setCurrentWidget(self._pages[state])
