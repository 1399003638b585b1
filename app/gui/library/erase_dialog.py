"""Asks before documents are erased, says how far it is, and what came of it."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QElapsedTimer, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.gui.common.asking_dialog import AskingDialog
from app.gui.common.formats import Formats
from app.gui.common.notice_area import short
from app.gui.common.progress_bar import ProgressBar, ProgressState
from app.gui.common.theme import Theme
from app.gui.common.typography import TextRole
from app.gui.common.widgets import Button, ButtonVariant, TextLabel
from app.services.erasing import EraseFinished, ErasePlan, EraseProgress, EraseStep

TITLE = "Erase for good"
GONE = (
    "No byte of the text, of names, or of what search by meaning knows is left in the library's "
    "files afterwards. It takes longer than removing, and cannot be undone."
)
RUNNING = (
    "You can work on meanwhile. If Pincite is closed before the end, it goes on when you start it "
    "again."
)
INTERRUPTED = "Erasing was interrupted, and is finished now."
STEPS = {
    EraseStep.TEXT: "Taking out the text",
    EraseStep.VECTORS: "Keeping what search by meaning knows of the others",
    EraseStep.FILES: "Writing the library anew",
}
WIDTH = 480
PARTS = 1000
"""Of the bar, for each step."""


class EraseState(StrEnum):
    """What the dialog does."""

    ASKING = "asking"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class EraseDialog(AskingDialog):
    """May be closed at any time; erasing goes on. Signals: `confirmed`, when the user wants it, and
    `again_requested`, after something went wrong."""

    confirmed = Signal()
    again_requested = Signal()

    def __init__(self, theme: Theme, plan: ErasePlan | None, parent: QWidget | None = None) -> None:
        """`plan` is None where something is gone on with."""
        super().__init__(theme, TITLE, parent)
        self._formats = Formats()
        self._clock = QElapsedTimer()
        self._step = ""
        self.plan = plan
        self.state = EraseState.ASKING
        asked = "" if plan is None else f"Erase {self._named(plan)} from the library?"
        self.what = TextLabel(theme, asked, wrap=True)
        self.rest = TextLabel(
            theme,
            "" if plan is None else self._consequences(plan),
            role=TextRole.SECONDARY,
            tone="text2",
            wrap=True,
        )
        self.bar = ProgressBar(theme, "Erasing", maximum=PARTS * len(EraseStep))
        self.line = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self.cancel_button = Button(theme, "Cancel")
        self.erase_button = Button(theme, "Erase", variant=ButtonVariant.DANGER)
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show_line)
        self._lay_out()
        self.cancel_button.clicked.connect(self.reject)
        self.erase_button.clicked.connect(self._act)
        theme.changed.connect(self.fit)
        self.cancel_button.setFocus()
        if plan is None:
            self._run()

    def _lay_out(self) -> None:
        parts = (self.what, self.rest, self.bar, self.line)
        self.bar.hide()
        self.line.hide()
        self.put_together(parts, (self.cancel_button, self.erase_button), width=WIDTH)

    def _named(self, plan: ErasePlan) -> str:
        if len(plan.documents) == 1:
            return f"“{short(plan.documents[0].title)}”"
        return self._formats.count(len(plan.documents), "document")

    def _consequences(self, plan: ErasePlan) -> str:
        one = len(plan.documents) == 1
        files = "The PDF itself stays" if one else "The PDFs themselves stay"
        sentences = [GONE]
        if plan.conversations:
            where = self._formats.count(plan.conversations, "conversation")
            source = "it" if one else "them"
            sentences.append(
                f"Answers that were made from {source} go too, in {where}; your questions stay."
            )
        return " ".join([*sentences, f"{files} where {'it is' if one else 'they are'}."])

    # --- what the window calls --------------------------------------------------------------

    def show_progress(self, event: EraseProgress) -> None:
        """Say how far it is."""
        if self.state is not EraseState.RUNNING:
            self._run()
        part = PARTS * event.done // event.total if event.total else 0
        self.bar.setValue(PARTS * (event.position - 1) + part)
        step = STEPS[event.step]
        if event.total:
            done, total = (self._formats.number(one) for one in (event.done, event.total))
            step += f": {done} of {total} passages"
        self._step = f"Step {event.position} of {event.steps}. {step}"
        self._show_line()

    def show_done(self, event: EraseFinished) -> None:
        """Say that nothing is left."""
        if self.plan is not None:
            self.what.setText(f"Erased {self._named(self.plan)}")
        took = self._formats.duration(event.seconds)
        self._end(EraseState.DONE, f"Nothing of it is left in the library. It took {took}.")
        self.bar.set_state(ProgressState.DONE)
        self.erase_button.hide()

    def show_failed(self, sentence: str) -> None:
        """Say what went wrong."""
        self._end(EraseState.FAILED, sentence)
        self.erase_button.setText("Try again")
        self.erase_button.show()

    # --- inside -----------------------------------------------------------------------------

    @Slot()
    def _act(self) -> None:
        again = self.state is EraseState.FAILED
        self._run()
        (self.again_requested if again else self.confirmed).emit()

    def _run(self) -> None:
        self.state = EraseState.RUNNING
        self._clock.start()
        self._tick.start()
        self._step = "Erasing begins"
        self.what.setText(INTERRUPTED if self.plan is None else f"Erasing {self._named(self.plan)}")
        self.rest.setText(RUNNING)
        self.erase_button.hide()
        self.cancel_button.setText("Hide")
        self.bar.setValue(0)
        self.bar.show()
        self.line.show()
        self._show_line()

    def _end(self, state: EraseState, sentence: str) -> None:
        self.state = state
        self._tick.stop()
        self.rest.setText(sentence)
        self.line.hide()
        self.bar.setVisible(state is EraseState.DONE)
        self.cancel_button.setText("Close")
        self.cancel_button.setFocus()
        self.fit()

    @Slot()
    def _show_line(self) -> None:
        seconds = self._formats.seconds_gone(self._clock.elapsed() / 1000)
        self.line.setText(f"{self._step} · {seconds}")
        self.fit()
