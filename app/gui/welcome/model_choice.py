"""How answers are made: without a model, or with one that is fetched here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.model import DownloadProgress, ModelRole, ModelState, ModelStatus
from app.core.errors import PinciteError
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_6, TextRole
from app.gui.common.widgets import (
    Button,
    Card,
    Divider,
    Notice,
    NoticeKind,
    ProgressBar,
    ProgressState,
    RadioButton,
    TextLabel,
)
from app.workers.models import ModelWorker


class ModelChoice(QWidget):
    """Signals: `model_changed` when what is installed was looked at anew, `downloading` (bool),
    `style_chosen` ("written" or "quotes")."""

    model_changed = Signal()
    downloading = Signal(bool)
    style_chosen = Signal(str)

    def __init__(self, theme: Theme, models: ModelWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._models = models
        self._formats = Formats()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_2)
        self._build()
        models.reported.connect(self._show_progress)
        models.failed.connect(self._show_failure)
        models.finished.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        theme = self._theme
        card = Card()
        rows = QVBoxLayout(card)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self._without = RadioButton(theme, "Start without a model")
        self._with = RadioButton(theme, "")
        self._download = Button(theme, "Download", icon="download")
        self._stop = Button(theme, "Stop", icon="close")
        self._model_text = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._bar = ProgressBar(theme, "Download of the language model")
        self._progress_text = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._failure = Notice(
            theme, NoticeKind.ERROR, "The download stopped.", button="Go on", closable=True
        )
        without_text = TextLabel(
            theme,
            "Search works, and answers are sentences quoted from your documents. You can add a "
            "model at any time.",
            role=TextRole.SECONDARY,
            tone="text2",
            wrap=True,
        )
        rows.addLayout(_choice(self._without, without_text, ()))
        rows.addWidget(Divider())
        rows.addLayout(
            _choice(
                self._with,
                self._model_text,
                (self._download, self._stop),
                (self._bar, self._progress_text),
            )
        )
        self._rows.addWidget(card)
        self._rows.addWidget(self._failure)
        self._failure.hide()
        self._show_running(running=False)
        self._without.clicked.connect(self._choose_quotes)
        self._with.clicked.connect(self._choose_written)
        self._download.clicked.connect(self._start)
        self._stop.clicked.connect(self._models.stop)
        self._failure.action.connect(self._start)
        self._failure.closed.connect(self._failure.hide)

    # --- the model --------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """Show what is installed."""
        self._show_running(running=self._models.busy)
        status = self._offered()
        if status is None:
            return
        entry = status.entry
        self._with.setText(entry.title)
        size = self._formats.size(entry.download_bytes)
        text = f"{entry.description} Licence {entry.licence}."
        if entry.memory_bytes:
            text += f" Needs {self._formats.size(entry.memory_bytes)} of memory."
        installed = status.state is ModelState.INSTALLED
        if installed:
            text += " It is installed."
        self._model_text.setText(text)
        word = "Go on with" if status.state is ModelState.PARTIAL else "Download"
        self._download.setText(f"{word} {size}")
        self._download.setVisible(not installed and not self._models.busy)
        self._with.setEnabled(installed)
        (self._with if installed else self._without).setChecked(True)
        self.model_changed.emit()

    def _offered(self) -> ModelStatus | None:
        """The language model that is offered first."""
        chat = [s for s in self._models.statuses() if s.entry.role is ModelRole.CHAT]
        return chat[0] if chat else None

    @Slot()
    def _start(self) -> None:
        status = self._offered()
        if status is not None:
            self._failure.hide()
            self._show_running(running=True)
            self._bar.setRange(0, 0)
            self._progress_text.setText("Connecting")
            self._models.fetch(status.entry.name)

    def _show_running(self, *, running: bool) -> None:
        self._download.setVisible(not running)
        for widget in (self._stop, self._bar, self._progress_text):
            widget.setVisible(running)
        self.downloading.emit(running)

    @Slot(object)
    def _show_progress(self, progress: DownloadProgress) -> None:
        self._show_running(running=progress.stage != "done")
        # Ranges of Qt are 32-bit, models are not: count in thousands of bytes.
        self._bar.setRange(0, max(1, progress.total_bytes // 1000))
        self._bar.setValue(progress.done_bytes // 1000)
        self._bar.set_state(ProgressState.RUNNING)
        parts = [self._formats.size_of(progress.done_bytes, progress.total_bytes)]
        if progress.stage == "checking":
            parts = ["Checking every byte"]
        elif progress.bytes_per_second > 0:
            parts.append(f"{self._formats.size(int(progress.bytes_per_second))} a second")
            if progress.seconds_left is not None:
                parts.append(f"{self._formats.duration(progress.seconds_left)} left")
        if progress.address:
            parts.append(f"from {progress.address}")
        self._progress_text.setText(", ".join(parts))

    @Slot(object)
    def _show_failure(self, error: PinciteError) -> None:
        self.refresh()
        self._failure.set_content(
            NoticeKind.ERROR, "The download stopped.", error.message, button="Go on"
        )
        self._failure.show()

    @Slot()
    def _choose_quotes(self) -> None:
        self.style_chosen.emit("quotes")

    @Slot()
    def _choose_written(self) -> None:
        self.style_chosen.emit("written")


def _choice(
    radio: RadioButton,
    text: TextLabel,
    buttons: tuple[QWidget, ...],
    below: tuple[QWidget, ...] = (),
) -> QHBoxLayout:
    """One row of the choice: the radio button with its sentence, buttons at the right."""
    column = QVBoxLayout()
    column.setSpacing(SPACE_1)
    column.addWidget(radio)
    indented = QVBoxLayout()
    indented.setContentsMargins(SPACE_6, 0, 0, 0)
    indented.setSpacing(SPACE_1)
    indented.addWidget(text)
    for widget in below:
        indented.addWidget(widget)
    column.addLayout(indented)
    row = QHBoxLayout()
    row.setContentsMargins(SPACE_4, SPACE_3, SPACE_4, SPACE_3)
    row.setSpacing(SPACE_4)
    row.addLayout(column, 1)
    for button in buttons:
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
    return row
