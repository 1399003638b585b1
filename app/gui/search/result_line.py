"""The line below the field: how much was found, and in which order it is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.retrieval.grouping import HitOrder
from app.gui.common.theme import Theme
from app.gui.common.typography import BAR_CONTROL_HEIGHT, SPACE_2, TextRole
from app.gui.common.widgets import ElidedLabel, Segmented, TextLabel
from app.gui.search import wording

BUSY_AFTER_MS = 400
"""A search that is over by then says nothing of itself, so that nothing flickers."""
_SECOND_MS = 1000


class ResultLine(QWidget):
    """Takes no room while it says nothing. `order_chosen` carries a HitOrder."""

    order_chosen = Signal(object)

    def __init__(
        self, theme: Theme, clock: Callable[[], float], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._began = 0.0
        self._words = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._sort_by = TextLabel(theme, "Sort by", role=TextRole.SECONDARY, tone="text2")
        options = [(HitOrder.BEST, "Best match"), (HitOrder.PAGES, "Page order")]
        self._order = Segmented(theme, options, "Sort by")
        self._order.value_changed.connect(self._choose)
        self._narrow = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_2)
        row.addWidget(self._words, 1)
        row.addWidget(self._sort_by)
        row.addWidget(self._order)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tell_busy)
        theme.changed.connect(self._fit)
        self._fit()
        self.set_sortable(False)

    @property
    def order(self) -> HitOrder:
        """The order that holds."""
        return HitOrder(self._order.value())

    @property
    def order_switch(self) -> Segmented:
        """What chooses the order."""
        return self._order

    def text(self) -> str:
        """What is said of what was found."""
        return self._words.text()

    def say(self, words: str) -> None:
        """Say how much was found; a search that was under way is over."""
        self._timer.stop()
        self._show(words)

    def begin(self) -> None:
        """A search is under way. What was said stays until that takes long."""
        self._began = self._clock()
        self._timer.start(BUSY_AFTER_MS)

    def set_sortable(self, sortable: bool) -> None:
        """Show the order, or not where there is nothing to order."""
        self._order.setVisible(sortable)
        self._sort_by.setVisible(sortable and not self._narrow)
        self._show(self.text())

    def set_narrow(self, narrow: bool) -> None:
        """Leave out "Sort by", or not."""
        self._narrow = narrow
        self.set_sortable(not self._order.isHidden())

    def _show(self, words: str) -> None:
        self._words.setText(words)
        self.setVisible(bool(words) or not self._order.isHidden())

    def _tell_busy(self) -> None:
        self._show(wording.searching(self._clock() - self._began))
        self._timer.start(_SECOND_MS)

    def _choose(self, value: str) -> None:
        self.order_chosen.emit(HitOrder(value))

    def _fit(self) -> None:
        self.setFixedHeight(self._theme.scaled(BAR_CONTROL_HEIGHT))
