"""The strip above the table while documents are read: what, how far, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.extraction import ExtractionSchema
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, TextRole
from app.gui.common.widgets import (
    ElidedLabel,
    IconButton,
    ProgressBar,
    Surface,
    TextLabel,
)
from app.gui.extraction.run_progress import Phase, RunProgress, StripView
from app.services.extraction_events import ExtractionEvent

STEPS = 1000
"""Of the bar, so that the parts of a single long document move it too."""
TICK_MS = 1000
STOP_NAME = "Stop extracting; what was extracted is kept"
CLOSE_NAME = "Close this note"


class RunStrip(Surface):
    """Hidden until there is something to say. `stop_requested` carries the name of the schema whose
    documents are being read."""

    stop_requested = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", parent=parent)
        self._progress = RunProgress(clock)
        self._shown: StripView | None = None
        self._compact = False
        self.setAccessibleName("Extracting")
        self._title = ElidedLabel(theme, role=TextRole.HEADING)
        self._close = IconButton(theme, "close", STOP_NAME)
        self._bar = ProgressBar(theme, "Extracting from documents", maximum=STEPS)
        self._first = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._show)
        top = QHBoxLayout()
        top.setSpacing(SPACE_2)
        top.addWidget(self._title, 1)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_1)
        column.addLayout(top)
        column.addWidget(self._bar)
        column.addWidget(self._first)
        self._close.clicked.connect(self._close_clicked)
        self.hide()

    @property
    def close_button(self) -> IconButton:
        """What stops, or puts the note away once it is over."""
        return self._close

    @property
    def schema(self) -> str:
        """The name of the schema whose documents are being read; "" where none are."""
        running = self._progress.phase in (Phase.STARTING, Phase.READING)
        return self._progress.schema if running else ""

    def texts(self) -> tuple[str, str]:
        """What is said, as a title and what follows it."""
        return self._title.text(), self._first.text()

    def share(self) -> float:
        """How far the bar is, from 0 to 1."""
        return self._bar.value() / STEPS

    def set_compact(self, compact: bool) -> None:
        """Say in a low window only what is done, and the rest in a tip."""
        if compact != self._compact:
            self._compact, self._shown = compact, None
            self._show()

    # --- what the panel tells ---------------------------------------------------------------

    def set_schemas(self, schemas: tuple[ExtractionSchema, ...]) -> None:
        """Tell what schemas are called."""
        self._progress.set_schemas(schemas)

    def begin(self, schema: str, documents: int) -> None:
        """The user wants documents to be read."""
        self._progress.begin(schema, documents)
        self._show()

    def report(self, event: ExtractionEvent) -> str:
        """Show an event; return what is worth being announced, or ""."""
        said = self._progress.report(event)
        self._show()
        return said

    def stop(self) -> None:
        """The user asked for an end."""
        self._progress.stop()
        self._show()

    def end(self) -> None:
        """Nothing is being read any more."""
        self._progress.end()
        self._show()

    def fail(self) -> None:
        """A fault ended it, which is told elsewhere."""
        self._progress.fail()
        self._show()

    # --- showing ----------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        phase = self._progress.phase
        if phase is Phase.NOTHING:
            self._timer.stop()
            self.hide()
            return
        if phase is Phase.OVER:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        view = self._progress.view()
        if view != self._shown:
            self._shown = view
            self._show_view(view)
            self.show()

    def _show_view(self, view: StripView) -> None:
        self._title.setText(view.title)
        words = " ".join(part for part in (_sentence(view.first), view.second) if part)
        self._first.setText(words)
        self._first.setVisible(bool(words) and not self._compact)
        self.setToolTip(words if self._compact else "")
        self._bar.setValue(round(STEPS * view.share))
        self._bar.set_state(view.bar)
        self._bar.setAccessibleDescription(view.title)
        self._close.set_name(STOP_NAME if view.running else CLOSE_NAME)

    @Slot()
    def _close_clicked(self) -> None:
        if self.schema:
            self.stop_requested.emit(self.schema)
        else:
            self._progress.fail()
            self._show()


def _sentence(words: str) -> str:
    return words if not words or words.endswith(".") else f"{words}."
