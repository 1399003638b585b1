"""What stands below the field: the list, or words where there is nothing to list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QWidget

from app.core.errors import PinciteError
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_6
from app.gui.common.widgets import Button, EmptyState, Notice, NoticeKind
from app.gui.history import wording

WORDS_WIDTH = 420
"""In px at the design's text size."""


class ListArea(QStackedWidget):
    """Signals: `settings_requested`, `retry_requested`."""

    settings_requested = Signal()
    retry_requested = Signal()

    def __init__(self, theme: Theme, listed: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._list = listed
        self.settings_button = Button(theme, "Open settings")
        self.settings_button.clicked.connect(self._open_settings)
        self._empty = EmptyState(theme, "clock", "", buttons=(self.settings_button,))
        self._texts = ("", "")
        self.fault = Notice(theme, NoticeKind.ERROR, wording.NOT_LISTED, button="Try again")
        self.fault.action.connect(self._retry)
        faults = QWidget()
        row = QHBoxLayout(faults)
        row.setContentsMargins(SPACE_6, SPACE_2, SPACE_6, SPACE_2)
        row.addWidget(self.fault, 0, Qt.AlignmentFlag.AlignTop)
        self._blank, self._faults, self._words = QWidget(), faults, self._scrolled()
        for page in (self._blank, self._list, self._words, self._faults):
            self.addWidget(page)
        # Qt would ask for the room of the largest page.
        self.setMinimumHeight(1)
        theme.changed.connect(self._fit)
        self._fit()

    def _scrolled(self) -> QScrollArea:
        """The words, which scroll where the window is low and the text large."""
        page = QWidget()
        page.setProperty("plain", True)
        centred = QHBoxLayout(page)
        centred.setContentsMargins(0, 0, 0, 0)
        centred.addWidget(self._empty)
        words = QScrollArea()
        words.setFrameShape(QFrame.Shape.NoFrame)
        words.setWidgetResizable(True)
        words.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        words.setWidget(page)
        return words

    def texts(self) -> tuple[str, str]:
        """The words in place of the list, as a title and a sentence; both "" without any."""
        return self._texts if self.currentWidget() is self._words else ("", "")

    def show_list(self) -> None:
        """Show the list."""
        self.setCurrentWidget(self._list)

    def show_none(self, *, kept: bool) -> None:
        """Say that there is nothing, and why."""
        if kept:
            self._say(wording.NONE_KEPT, wording.NONE_KEPT_MORE)
        else:
            self._say(wording.NOT_KEPT, wording.NOT_KEPT_MORE)
        self.settings_button.setVisible(not kept)

    def show_not_found(self, text: str) -> None:
        """Say that no conversation holds what was looked for."""
        self._say(wording.NOTHING_FOUND, wording.not_found(text))
        self.settings_button.hide()

    def show_fault(self, error: PinciteError) -> None:
        """Say why nothing is listed."""
        self.fault.set_content(
            NoticeKind.ERROR, wording.NOT_LISTED, error.message, button="Try again"
        )
        self.setCurrentWidget(self._faults)

    def _say(self, title: str, sentence: str) -> None:
        self._texts = (title, sentence)
        self._empty.set_text(title, sentence)
        self.setCurrentWidget(self._words)

    def _fit(self) -> None:
        self._empty.setMaximumWidth(self._theme.scaled(WORDS_WIDTH))

    def _open_settings(self) -> None:
        self.settings_requested.emit()

    def _retry(self) -> None:
        self.retry_requested.emit()
