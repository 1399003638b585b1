"""Which rows are shown, each choice with how many there are: side by side, or as a list where room
is scarce."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.widgets import Segmented, Select
from app.gui.extraction import wording
from app.gui.extraction.table_rows import Show

NAME = "Show"
_WORDS = {
    Show.ALL: "All",
    Show.REVIEW: "To review",
    Show.FAILED: "Failed",
    Show.MISSING: "Not extracted",
}


class FilterChoice(QWidget):
    """Signal: `chosen` (Show) when the user picks one."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Show.ALL
        self._words = Segmented(theme, list(_WORDS.items()), NAME)
        self._list = Select(theme, NAME)
        for shown, word in _WORDS.items():
            self._list.addItem(word, shown)
        self._list.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._words)
        row.addWidget(self._list)
        row.addStretch(1)
        self._words.value_changed.connect(self._pick)
        self._list.activated.connect(self._pick_listed)

    @property
    def shown(self) -> Show:
        """Which rows are shown."""
        return self._shown

    @property
    def words(self) -> Segmented:
        """The choices side by side."""
        return self._words

    @property
    def listed(self) -> Select:
        """The choices as a list."""
        return self._list

    def set_shown(self, shown: Show) -> None:
        """Show which rows are shown."""
        self._shown = shown
        with QSignalBlocker(self._words):
            self._words.set_value(shown)
        self._list.setCurrentIndex(list(_WORDS).index(shown))

    def set_counts(self, counts: Mapping[Show, int]) -> None:
        """Tell how many rows each choice shows."""
        for number, (shown, word) in enumerate(_WORDS.items()):
            text = wording.counted(word, counts.get(shown, 0))
            segment = self._words.segment(shown)
            if segment.text() != text:
                segment.setText(text)
                segment.updateGeometry()
                self._list.setItemText(number, text)

    def fit(self, room: int) -> None:
        """Use this room, in px."""
        narrow = self._words.sizeHint().width() > room
        self._words.setVisible(not narrow)
        self._list.setVisible(narrow)

    @Slot(str)
    def _pick(self, value: str) -> None:
        self._choose(Show(value))

    @Slot(int)
    def _pick_listed(self, number: int) -> None:
        self._choose(list(_WORDS)[number])

    def _choose(self, shown: Show) -> None:
        if shown is not self._shown:
            self.set_shown(shown)
            self.chosen.emit(shown)
