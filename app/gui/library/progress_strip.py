"""The strip at the foot of the library: what is being read, how far, and how long it will take."""

from __future__ import annotations

import time

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.common.announce import speak
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import IconButton, ProgressBar, ProgressState, Surface, TextLabel
from app.services.events import (
    EmbedProgress,
    FileFailed,
    FileFinished,
    FileStarted,
    IngestEvent,
    IngestFinished,
    IngestPaused,
    IngestResumed,
    PageRead,
    ScanFinished,
)


class ProgressStrip(Surface):
    """Hidden until there is something to say. Signals: pause, resume, cancel, dismissed."""

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self._formats = Formats()
        self._clock = time.monotonic
        self._started = self._clock()
        self._files = 0
        self._finished_files = 0
        self._pages = 0
        self._embedding_started: tuple[float, int] | None = None
        self._running = False
        self._paused = False
        self._quarter = 0
        self._title = TextLabel(theme, role=TextRole.HEADING)
        self._pause = IconButton(theme, "pause", "Pause reading")
        self._close = IconButton(theme, "close", "Stop reading; what was read is kept")
        self._bar = ProgressBar(theme, "Reading documents")
        self._first = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._second = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._lay_out()
        self._pause.clicked.connect(self._toggle_pause)
        self._close.clicked.connect(self._close_clicked)
        self.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self._title, 1)
        top.addWidget(self._pause)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_3 + SPACE_1, SPACE_2, SPACE_2, SPACE_3)
        column.setSpacing(SPACE_1)
        column.addLayout(top)
        column.addWidget(self._bar)
        column.addSpacing(SPACE_1)
        column.addWidget(self._first)
        column.addWidget(self._second)

    # --- events -----------------------------------------------------------------------------

    @Slot(object)
    def report(self, event: IngestEvent) -> None:
        """Show an event of the ingest service."""
        if isinstance(event, ScanFinished):
            self._begin(event)
        elif isinstance(event, FileStarted):
            self._finished_files = event.position - 1
            self._show_reading()
        elif isinstance(event, PageRead):
            self._pages = event.total_pages
            self._show_reading()
        elif isinstance(event, FileFinished | FileFailed):
            self._finished_files = event.position
            self._show_reading()
            self._announce_quarter()
        elif isinstance(event, EmbedProgress):
            self._show_embedding(event)
        elif isinstance(event, IngestPaused):
            self._show_paused(event)
        elif isinstance(event, IngestResumed):
            self._paused = False
            self._show_pause_button()
            self._bar.set_state(ProgressState.RUNNING)
        elif isinstance(event, IngestFinished):
            self._show_finished(event)

    def begin(self) -> None:
        """Folders are being looked through; nothing is counted yet."""
        self._running = True
        self._pause.hide()
        self._title.setText("Looking for PDFs")
        self._first.setText("You can ask now.")
        self._second.setText("")
        self._bar.setRange(0, 100)
        self._bar.setValue(0)
        self._bar.set_state(ProgressState.RUNNING)
        self.show()

    def _begin(self, event: ScanFinished) -> None:
        self._started = self._clock()
        self._files = event.files
        self._finished_files = self._pages = self._quarter = 0
        self._embedding_started = None
        self._running, self._paused = True, False
        self._show_pause_button()
        self._show_reading()
        self.show()

    def _show_reading(self) -> None:
        gone = self._clock() - self._started
        files, done = self._files, self._finished_files
        self._title.setText(f"Reading {self._formats.count(files, 'document')}")
        self._bar.setRange(0, max(1, files))
        self._bar.setValue(done)
        self._bar.set_state(ProgressState.RUNNING)
        line = f"{self._formats.number(done)} of {self._formats.number(files)}"
        if self._pages and gone > 1.0:
            line += f", {self._formats.decimal(self._pages / gone)} pages a second"
        self._first.setText(line)
        left = self._formats.time_left(gone / done * (files - done), gone) if done else ""
        self._second.setText(f"{left}. You can ask now." if left else "You can ask now.")

    def _show_embedding(self, event: EmbedProgress) -> None:
        now = self._clock()
        if self._embedding_started is None:
            self._embedding_started = (now, event.done)
        started, first = self._embedding_started
        self._running = True
        self._show_pause_button()
        self._title.setText("Preparing search by meaning")
        self._bar.setRange(0, max(1, event.total))
        self._bar.setValue(event.done)
        self._bar.set_state(ProgressState.RUNNING)
        done, total = self._formats.number(event.done), self._formats.number(event.total)
        self._first.setText(f"{done} of {total} passages. Search by words is ready.")
        gone, made = now - started, event.done - first
        left = (
            self._formats.time_left(gone / made * (event.total - event.done), gone) if made else ""
        )
        self._second.setText(f"{left}. You can ask now." if left else "You can ask now.")
        self.show()

    def _show_paused(self, event: IngestPaused) -> None:
        self._paused = not event.for_answer
        self._show_pause_button()
        self._bar.set_state(ProgressState.PAUSED)
        self._title.setText("Waiting for the answer" if event.for_answer else "Paused")
        self._second.setText(
            "Reading goes on after the answer."
            if event.for_answer
            else "It goes on where it stopped."
        )

    def _show_finished(self, event: IngestFinished) -> None:
        self._running = self._paused = False
        self._pause.hide()
        self._close.set_name("Close this note")
        read = event.added + event.replaced
        ready = read - event.need_attention
        numbers = self._formats
        self._bar.setRange(0, 1)
        self._bar.setValue(1)
        self._bar.set_state(ProgressState.DONE)
        self._title.setText(
            "Stopped" if event.cancelled else f"{numbers.count(read, 'document')} read"
        )
        parts = [f"{numbers.number(max(0, ready))} are ready" if ready != 1 else "1 is ready"]
        if event.need_attention:
            needs = "needs" if event.need_attention == 1 else "need"
            parts.append(f"{numbers.number(event.need_attention)} {needs} you")
        extra = event.unchanged + event.duplicates
        if extra:
            parts.append(f"{numbers.number(extra)} were here already")
        if event.failed:
            parts.append(f"{numbers.number(event.failed)} could not be read")
        if event.skipped:
            parts.append(f"{numbers.count(event.skipped, 'file')} skipped")
        self._first.setText(", ".join(parts) + ".")
        took = f"Took {numbers.duration(event.seconds)}."
        self._second.setText("What was read is kept." if event.cancelled else took)
        if event.degraded:
            self._bar.set_state(ProgressState.PAUSED)
            self._second.setText(event.degraded)
        speak(self, f"{self._title.text()}. {self._first.text()}")

    def _announce_quarter(self) -> None:
        quarter = 4 * self._finished_files // max(1, self._files)
        if quarter > self._quarter and quarter < 4:
            self._quarter = quarter
            speak(self, f"{self._finished_files} of {self._files} documents read")

    # --- buttons ----------------------------------------------------------------------------

    def _show_pause_button(self) -> None:
        self._pause.show()
        self._pause.set_icon("play" if self._paused else "pause")
        self._pause.set_name("Go on reading" if self._paused else "Pause reading")
        self._close.set_name("Stop reading; what was read is kept")

    @Slot()
    def _toggle_pause(self) -> None:
        if self._paused:
            self._paused = False
            self.resume_requested.emit()
        else:
            self._paused = True
            self.pause_requested.emit()
            self._title.setText("Pausing")
        self._show_pause_button()

    @Slot()
    def _close_clicked(self) -> None:
        if self._running:
            self._title.setText("Stopping")
            self.cancel_requested.emit()
        else:
            self.hide()
