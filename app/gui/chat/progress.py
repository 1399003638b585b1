"""What is happening while an answer is being made: a step, the seconds gone, a bar, the text."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.chat import wording
from app.gui.common.flow_text import PlainFlowText
from app.gui.common.text_geometry import end_of_text
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import Button, Card, ElidedLabel, IconLabel, ProgressBar
from app.services.events import (
    JudgingScope,
    ModelLoading,
    ReadingPassages,
    TextDelta,
    WeighingPassages,
)

TICK_MS = 1000
BAR_STEPS = 1000
# A rate that was measured over less tells nothing yet.
LEAST_SHARE, LEAST_SECONDS = 0.1, 1.0


class ProgressCard(Card):
    """Shows one step at a time, each with its own clock, and the text as it is written.

    `stop_requested` is emitted by its button. `clock` gives seconds.
    """

    stop_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent)
        self._clock = clock
        self._since = clock()
        self._share = 0.0
        self._step = ElidedLabel(theme, role=TextRole.HEADING)
        self._time = ElidedLabel(theme, role=TextRole.SECONDARY, tone="text2")
        self._stop = Button(theme, "Stop", icon="close", key_hint="Esc", compact=True)
        self._stop.clicked.connect(self._request_stop)
        self._bar = ProgressBar(theme, "Progress of the answer", maximum=BAR_STEPS)
        self._text = _StreamedText(theme)
        self._text.hide()
        heading = QHBoxLayout()
        heading.setSpacing(SPACE_2)
        heading.addWidget(IconLabel(theme, "reading", "text2"))
        heading.addWidget(self._step)
        heading.addWidget(self._time)
        heading.addStretch(1)
        heading.addWidget(self._stop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        layout.setSpacing(SPACE_2)
        layout.addLayout(heading)
        layout.addWidget(self._bar)
        layout.addWidget(self._text)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self.start("Looking for passages")

    @property
    def step(self) -> str:
        """The words for what is happening."""
        return self._step.text()

    @property
    def time_text(self) -> str:
        """The words about time; "" in the first second."""
        return self._time.text()

    @property
    def written(self) -> str:
        """The text that has been written so far."""
        return self._text.text()

    @property
    def bar(self) -> ProgressBar:
        """The bar; hidden while nothing can be counted."""
        return self._bar

    @property
    def stop_button(self) -> Button:
        """The button that stops the answer."""
        return self._stop

    def show_event(self, event: object) -> None:
        """Show what an event of the answer tells; unknown ones are passed over."""
        if isinstance(event, ModelLoading):
            self.start("Loading the model")
        elif isinstance(event, WeighingPassages):
            self.start("Looking which passages answer this")
            self.set_share(event.done, event.total)
        elif isinstance(event, JudgingScope):
            self.start("Comparing scopes")
            self.set_share(event.done, event.total)
        elif isinstance(event, ReadingPassages):
            self.start("Reading the passages")
            self.set_share(event.done, event.total)
        elif isinstance(event, TextDelta):
            self.start("Writing the answer")
            self.write(event.text)

    def start(self, step: str) -> None:
        """Begin a step; going on with the same one keeps its clock."""
        if step == self._step.text():
            return
        self._step.setText(step)
        self._since = self._clock()
        self._share = 0.0
        self._bar.hide()
        self._tick()
        self._timer.start()

    def set_share(self, done: int, total: int) -> None:
        """Show how much of the step is done."""
        self._share = min(1.0, done / total) if total > 0 else 0.0
        self._bar.setValue(round(self._share * BAR_STEPS))
        self._bar.show()
        self._tick()

    def write(self, text: str) -> None:
        """Go on with the text."""
        self._text.append_text(text)
        self._text.show()

    def stopping(self) -> None:
        """Say that the stop is under way."""
        self.start("Stopping")
        self._stop.setEnabled(False)

    def end(self) -> None:
        """Let no clock run on."""
        self._timer.stop()

    def _tick(self) -> None:
        gone = self._clock() - self._since
        estimate = None
        if self._share >= LEAST_SHARE and gone >= LEAST_SECONDS:
            estimate = gone / self._share
        self._time.setText(wording.time_gone(gone, estimate) if gone >= 1 else "")

    def _request_stop(self) -> None:
        self.stop_requested.emit()


class _StreamedText(PlainFlowText):
    """Text with a bar at its end while it grows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Answer so far")

    # Qt override

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        x, baseline = end_of_text(self.document())
        height = self.theme.scaled(18)
        painter = QPainter(self.viewport())
        bar = QRectF(x + 1, baseline - height * 0.78, 2, height)
        painter.fillRect(bar, self.theme.color("text"))
