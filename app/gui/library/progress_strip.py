"""The strip at the foot of the library: what is being read, how far, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.document import Document, DocumentStatus
from app.gui.common.announce import Announcer
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    ButtonVariant,
    ElidedLabel,
    IconButton,
    ProgressBar,
    Surface,
    TextLabel,
)
from app.gui.library.problem_list import ProblemList
from app.gui.library.reading_progress import Phase, ReadingProgress, StripView
from app.services.events import IngestEvent

STEPS = 1000
"""Of the bar, so that the pages of a single long document move it too."""
TICK_MS = 1000
"""The words are said anew this often where no event comes: seconds go by all the same."""


class ProgressStrip(Surface):
    """Hidden until there is something to say.

    Signals: `pause_requested`, `resume_requested`, `cancel_requested`, `report_requested`,
    `password_requested` with the Document that needs one; `line_changed` carries the state in one
    line, "" when nothing goes on.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()
    report_requested = Signal()
    password_requested = Signal(object)
    line_changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        announcer: Announcer,
        pause_wanted: Callable[[], bool],
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("surface", edge="top", parent=parent)
        self._announcer = announcer
        self._pause_wanted = pause_wanted
        self._progress = ReadingProgress(Formats(), pause_wanted, clock)
        self._shown: StripView | None = None
        self._line = ""
        self.setAccessibleName("Reading")
        self._title = ElidedLabel(theme, role=TextRole.HEADING)
        self._details = Button(theme, "Details", variant=ButtonVariant.LINK)
        self._details.setCheckable(True)
        self._details.setAccessibleName("Details: what needs you and what was left out")
        self._pause = IconButton(theme, "pause", "Pause reading")
        self._close = IconButton(theme, "close", "Stop reading")
        self._bar = ProgressBar(theme, "Reading documents", maximum=STEPS)
        self._first = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._second = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._problems = ProblemList(theme)
        self._report = Button(theme, "Show report", variant=ButtonVariant.LINK)
        self._report.hide()
        self._unlock = Button(theme, "Enter password…", compact=True)
        self._unlock.hide()
        self._locked: tuple[Document, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._show)
        self._lay_out()
        self._pause.clicked.connect(self._toggle_pause)
        self._close.clicked.connect(self._close_clicked)
        self._details.toggled.connect(self._show_details)
        self._report.clicked.connect(self._want_report)
        self._unlock.clicked.connect(self._unlock_first)
        self.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self._title, 1)
        top.addWidget(self._details)
        top.addWidget(self._pause)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_4, SPACE_2, SPACE_2, SPACE_2)
        column.setSpacing(SPACE_1)
        column.addLayout(top)
        column.addWidget(self._bar)
        column.addSpacing(SPACE_1)
        column.addWidget(self._first)
        column.addWidget(self._second)
        column.addWidget(self._report, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._problems)
        column.addWidget(self._unlock, 0, Qt.AlignmentFlag.AlignLeft)

    # --- what the panel tells ---------------------------------------------------------------

    @Slot(object)
    def report(self, event: IngestEvent) -> None:
        """Show an event of the ingest service."""
        self._announcer.polite(self._progress.report(event))
        self._show()

    def begin(self) -> None:
        """Folders are being looked through; nothing is counted yet."""
        self._progress.begin()
        self._show()

    def set_askable(self, askable: bool) -> None:
        """Tell whether there is a document that can be asked."""
        self._progress.askable = askable

    @Slot()
    def end(self) -> None:
        """Nothing is being read any more. What stands there stays, unless it says otherwise."""
        if self._progress.phase is not Phase.OVER:
            self.put_away()

    def put_away(self) -> None:
        """Say nothing."""
        self._timer.stop()
        self._say_line("")
        self.hide()

    # --- showing ----------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        phase = self._progress.phase
        if phase is Phase.NOTHING:
            return
        if phase is Phase.OVER:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self._say_line(self._progress.line())
        view = self._progress.view()
        if view != self._shown:
            self._shown = view
            self._show_view(view)
        self._show_problems(over=phase is Phase.OVER)
        self.show()

    def _say_line(self, line: str) -> None:
        if line != self._line:
            self._line = line
            self.line_changed.emit(line)

    def _show_view(self, view: StripView) -> None:
        self._title.setText(view.title)
        for label, text in ((self._first, view.first), (self._second, view.second)):
            label.setText(text)
            label.setVisible(bool(text))
        self._bar.setValue(round(STEPS * view.share))
        self._bar.set_state(view.bar)
        self._bar.setAccessibleDescription(view.title)
        self._pause.setVisible(view.running)
        self._pause.set_icon("play" if view.paused else "pause")
        self._pause.set_name("Go on reading" if view.paused else "Pause reading")
        stop = "Stop reading; what was read is kept"
        self._close.set_name(stop if view.running else "Close this note")

    def _show_problems(self, *, over: bool) -> None:
        problems = self._progress.problems if over else ()
        documents = [one.document for one in problems if one.document is not None]
        locked = DocumentStatus.NEEDS_PASSWORD
        self._locked = tuple(one for one in documents if one.status is locked)
        self._details.setVisible(bool(problems))
        self._report.setVisible(bool(problems))
        if not problems:
            self._details.setChecked(False)
        self._problems.show_problems(problems)
        self._show_details()

    @Slot()
    def _show_details(self) -> None:
        shown = self._details.isChecked()
        self._problems.setVisible(shown)
        self._unlock.setVisible(shown and bool(self._locked))

    @Slot()
    def _want_report(self) -> None:
        self.report_requested.emit()

    # --- buttons ----------------------------------------------------------------------------

    @Slot()
    def _unlock_first(self) -> None:
        if self._locked:
            self.password_requested.emit(self._locked[0])

    @Slot()
    def _toggle_pause(self) -> None:
        (self.resume_requested if self._pause_wanted() else self.pause_requested).emit()
        self._show()

    @Slot()
    def _close_clicked(self) -> None:
        if self._progress.view().running:
            self._progress.stop()
            self.cancel_requested.emit()
            self._show()
        else:
            self.put_away()
