"""One way to make answers: a radio button, what it means, and a download where one is needed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from app.core.domain.model import DownloadProgress, ModelState, ModelStatus
from app.gui.common.formats import Formats
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, SPACE_4, TextRole
from app.gui.common.widgets import (
    Button,
    IconLabel,
    ProgressBar,
    RadioButton,
    TextLabel,
)

_NARROW_BELOW = 480
"""Width of a row, in px at the design's text size, below which its buttons stand below."""


class ChoiceRow(QWidget):
    """A radio button with its sentence below it, aligned with its words. Signal `chosen`."""

    chosen = Signal()

    def __init__(
        self, theme: Theme, title: str, sentence: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.radio = RadioButton(theme, title)
        self.radio.clicked.connect(self.chosen)
        self._text = TextLabel(
            theme, sentence, role=TextRole.SECONDARY, tone="text2", wrap=True, selectable=True
        )
        self._below = QVBoxLayout()
        self._below.setSpacing(SPACE_1)
        self._below.addWidget(self._text)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.radio)
        column.addLayout(self._below)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(SPACE_2)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(SPACE_3, SPACE_2, SPACE_4, SPACE_3)
        self._row.setSpacing(SPACE_4)
        self._row.addLayout(column, 1)
        self._row.addLayout(self._actions)
        theme.changed.connect(self._fit)
        self._fit()

    def set_sentence(self, sentence: str) -> None:
        """Say something else below the title."""
        self._text.setText(sentence)
        self.radio.setAccessibleDescription(sentence)

    def _fit(self) -> None:
        self.radio.setFont(self._theme.font(TextRole.HEADING))
        self.radio.ensurePolished()
        option = QStyleOptionButton()
        self.radio.initStyleOption(option)
        words = self.radio.style().subElementRect(
            QStyle.SubElement.SE_RadioButtonContents, option, self.radio
        )
        self._indent = words.left()
        self._place_actions()

    def _place_actions(self) -> None:
        """Buttons stand at the right of the words, or below them where there is little room."""
        narrow = self.width() < self._theme.scaled(_NARROW_BELOW)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if narrow else right)
        self._row.setSpacing(SPACE_2 if narrow else SPACE_4)
        self._below.setContentsMargins(self._indent, 0, 0, 0)
        self._actions.setContentsMargins(self._indent if narrow else 0, 0, 0, 0)

    # Qt override

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_actions()


class ModelRow(ChoiceRow):
    """A language model. Signals: `fetch_requested`, `stop_requested`."""

    fetch_requested = Signal()
    stop_requested = Signal()

    def __init__(self, theme: Theme, status: ModelStatus, parent: QWidget | None = None) -> None:
        super().__init__(theme, status.entry.title, "", parent)
        self._formats = Formats()
        self.status = status
        title = status.entry.title
        self.download = Button(theme, "Download", icon="download")
        self.stop = Button(theme, "Stop", icon="close")
        self.stop.setAccessibleName(f"Stop the download of {title}")
        self._installed = TextLabel(theme, "Installed", role=TextRole.CHIP, tone="ok")
        self._check = IconLabel(theme, "check", "ok")
        self.bar = ProgressBar(theme, f"Download of {title}", maximum=1000)
        self._progress = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        self._below.addSpacing(SPACE_1)
        self._below.addWidget(self.bar)
        self._below.addWidget(self._progress)
        for widget in (self._check, self._installed, self.download, self.stop):
            self._actions.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._actions.addStretch(1)
        self.download.clicked.connect(self.fetch_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.show_status(status, fetching=False)

    def show_status(self, status: ModelStatus, *, fetching: bool) -> None:
        """Show what there is of the model, and whether it is being downloaded."""
        self.status = status
        entry, state = status.entry, status.state
        installed = state is ModelState.INSTALLED
        size = self._formats.size(entry.download_bytes)
        parts = [entry.description, f"Licence {entry.licence}."]
        if entry.memory_bytes:
            parts.append(f"Needs {self._formats.size(entry.memory_bytes)} of memory.")
        word = f"Download {size}"
        if state is ModelState.PARTIAL:
            parts.append("A part of it is here already.")
            word = "Go on"
        elif state is ModelState.CORRUPT:
            parts.append("Its file is damaged and has to be downloaded again.")
        self.set_sentence(" ".join(parts))
        self.download.setText(word)
        self.download.setAccessibleName(f"{word}: {entry.title}")
        self.download.updateGeometry()
        self.download.setVisible(not installed and not fetching)
        for sign in (self._check, self._installed):
            sign.setVisible(installed)
        for part in (self.stop, self.bar, self._progress):
            part.setVisible(fetching)
        if fetching:
            self.bar.setValue(0)
            self._progress.setText("Connecting")

    def show_progress(self, progress: DownloadProgress) -> None:
        """Show how the download goes."""
        # Ranges of Qt are 32-bit, models are not.
        self.bar.setValue(1000 * progress.done_bytes // max(1, progress.total_bytes))
        self._progress.setText(self._words(progress))

    def _words(self, progress: DownloadProgress) -> str:
        formats = self._formats
        if progress.stage == "checking":
            return "Checking every byte"
        parts = [formats.size_of(progress.done_bytes, progress.total_bytes)]
        if progress.stage == "connecting":
            parts = ["Connecting"]
        elif progress.bytes_per_second > 0:
            parts.append(f"{formats.size(int(progress.bytes_per_second))} a second")
            if progress.seconds_left is not None:
                parts.append(f"{formats.duration(progress.seconds_left)} left")
        if progress.address:
            parts.append(f"from {progress.address}")
        return ", ".join(parts)
