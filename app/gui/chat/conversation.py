"""The scrolled column of turns.

The newest question stays in view while its answer grows below it, and the view follows the end
only as long as the user is there.
"""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.chat import wording
from app.gui.chat.earlier_offer import EarlierOffer
from app.gui.chat.turn import TurnView
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_4, SPACE_6, SPACE_8
from app.gui.common.widgets import EmptyState

COLUMN_WIDTH = 760
"""Longer lines are hard to read."""
MARGIN = SPACE_6
# So near to the end counts as being there, in px.
_NEAR = 24


class _Follow(Enum):
    NOTHING = auto()
    QUESTION = auto()  # the end, but never past the top of a question
    END = auto()


class ConversationView(QScrollArea):
    """Turns one below the other in a column of at most 760 px, centred."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turns: list[TurnView] = []
        self._followed: TurnView | None = None
        self._follow = _Follow.END
        self.setAccessibleName("Conversation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # In the smallest window with large text, what is asked below goes before what is read.
        self.setMinimumHeight(1)
        self._page = page = QWidget()
        page.setProperty("plain", True)
        self._column = QWidget()
        self._column.setMaximumWidth(COLUMN_WIDTH)
        self._list = QVBoxLayout(self._column)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(SPACE_8)
        self.offer = EarlierOffer(theme)
        """The way to earlier conversations, while this one is empty."""
        self._empty = EmptyState(
            theme, "ask", wording.NOTHING_ASKED, wording.NOTHING_ASKED_YET, buttons=(self.offer,)
        )
        self._list.addWidget(self._empty, 1)
        self._list.addStretch(0)
        self._row = QHBoxLayout(page)
        self._row.addWidget(self._column)
        self._fit_margins()
        self.setWidget(page)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.actionTriggered.connect(self._scrolled_by_user)

    @property
    def turns(self) -> tuple[TurnView, ...]:
        """All turns, oldest first."""
        return tuple(self._turns)

    def add_turn(self, turn: TurnView) -> None:
        """Put a turn at the end and go there."""
        self._turns.append(turn)
        self._list.insertWidget(len(self._turns) - 1, turn)
        self._show_empty(False)
        self.go_to(turn)

    def earlier(self, turn: TurnView) -> tuple[str, ...]:
        """The questions above a turn that it may refer to, oldest first.

        They count as they were asked, wherever and with whatever outcome. One that was asked
        alone begins a subject, so nothing above it counts any more; and a question that is
        repeated does not explain itself.
        """
        asked = turn.asked
        if asked.alone:
            return ()
        found: list[str] = []
        for above in reversed(self._turns[: self._turns.index(turn)]):
            if above.asked.question != asked.question:
                found.append(above.asked.question)
            if above.asked.alone:
                break
        return tuple(reversed(found))

    def clear(self) -> None:
        """Take out all turns."""
        for turn in self._turns:
            turn.hide()
            turn.deleteLater()
        self._turns, self._followed = [], None
        self._show_empty(True)
        self._follow = _Follow.END

    def go_to(self, turn: TurnView) -> None:
        """Go to the question of a turn, and stay there while things are laid out."""
        self._followed, self._follow = turn, _Follow.QUESTION
        self._go_along()

    def reveal(self, turn: TurnView, place: QRect) -> None:
        """Scroll so that a rectangle of a turn can be seen, no more than is needed."""
        top = turn.mapTo(self._page, place.topLeft()).y()
        bar = self.verticalScrollBar()
        lowest = top + place.height() + SPACE_4 - self.viewport().height()
        highest = top - SPACE_4
        target = min(max(bar.value(), lowest), max(highest, 0))
        if target != bar.value():
            self._follow = _Follow.NOTHING
            bar.setValue(target)

    def _show_empty(self, empty: bool) -> None:
        self._empty.setVisible(empty)
        # What stretches is the empty state, or the room below the last turn.
        self._list.setStretch(self._list.count() - 1, 0 if empty else 1)

    def _fit_margins(self) -> None:
        """Let the scroll bar take its room from the margin, so that the column stays in line
        with what is above and below."""
        bar = max(0, self.width() - self.viewport().width())
        self._row.setContentsMargins(MARGIN, SPACE_4, max(0, MARGIN - bar), SPACE_4)

    def _range_changed(self, _least: int, _most: int) -> None:
        self._go_along()

    def _go_along(self) -> None:
        bar = self.verticalScrollBar()
        if self._follow is _Follow.END:
            bar.setValue(bar.maximum())
        elif self._follow is _Follow.QUESTION and self._followed is not None:
            question = self._followed.mapTo(self._page, QPoint(0, 0)).y() - SPACE_4
            bar.setValue(min(bar.maximum(), question))

    def _scrolled_by_user(self, _action: int) -> None:
        bar = self.verticalScrollBar()
        near_end = bar.sliderPosition() >= bar.maximum() - _NEAR
        self._follow = _Follow.END if near_end else _Follow.NOTHING

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_margins()
