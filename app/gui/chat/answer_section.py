"""An answer that stands: confidence, claims, what was left out, Copy, and how long it took."""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.domain.answer import Answer, Citation
from app.gui.chat import wording
from app.gui.chat.answer_document import TEXT_LEFT
from app.gui.chat.answer_view import AnswerView
from app.gui.chat.confidence_row import ConfidenceRow
from app.gui.chat.copy import copy_of
from app.gui.chat.inspect_button import InspectButton
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_2, TextRole
from app.gui.common.widgets import Button, ButtonVariant, ElidedLabel, TextLabel

COPY_KEY = "Ctrl+Shift+C"
COPIED_MS = 2000
"""How long the button says that the answer was copied."""


class AnswerSection(QWidget):
    """Everything of an answer below its evidence.

    `citation_activated` carries the index of a citation, `chip_focused` what is to be read out
    and the chip's place in this widget, `copied` that the clipboard has the answer.
    """

    citation_activated = Signal(int)
    chip_focused = Signal(str, QRect)
    copied = Signal()

    def __init__(self, theme: Theme, answer: Answer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer = answer
        self._activated_chip: int | None = None
        self._confidence = ConfidenceRow(theme, answer)
        self._view = AnswerView(theme, answer)
        self._view.chip_activated.connect(self._activate)
        self._view.chip_focused.connect(self._chip_focused)
        self._notes = [
            TextLabel(
                theme, note, role=TextRole.SECONDARY, tone="text2", wrap=True, selectable=True
            )
            for note in wording.withheld_notes(answer.withheld)
        ]
        self._copy = Button(theme, "Copy", variant=ButtonVariant.GHOST, icon="copy", compact=True)
        self._copy.setToolTip(f"Copy the answer with its citations ({COPY_KEY})")
        self._copy.clicked.connect(self.copy)
        self._inspect = InspectButton(theme)
        self._took = ElidedLabel(
            theme, wording.took(answer.timings), role=TextRole.SECONDARY, tone="text2"
        )
        self._copied_timer = QTimer(self)
        self._copied_timer.setSingleShot(True)
        self._copied_timer.setInterval(COPIED_MS)
        self._copied_timer.timeout.connect(self._forget_copied)
        self._arrange(theme)

    def _arrange(self, theme: Theme) -> None:
        actions = QHBoxLayout()
        actions.setContentsMargins(0, SPACE_2, 0, 0)
        actions.addWidget(self._copy)
        actions.addWidget(self._inspect)
        actions.addStretch(1)
        actions.addWidget(self._took)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._confidence)
        layout.addWidget(self._view)
        for note in self._notes:
            note.setContentsMargins(theme.scaled(TEXT_LEFT), 0, 0, 0)
            layout.addWidget(note)
        layout.addLayout(actions)

    @property
    def answer(self) -> Answer:
        """The answer that is shown."""
        return self._answer

    @property
    def view(self) -> AnswerView:
        """The claims."""
        return self._view

    @property
    def confidence(self) -> ConfidenceRow:
        """The line above the claims."""
        return self._confidence

    @property
    def notes(self) -> tuple[str, ...]:
        """What is said of sentences that were left out."""
        return tuple(note.text() for note in self._notes)

    @property
    def copy_button(self) -> Button:
        """The button that copies."""
        return self._copy

    @property
    def inspect_button(self) -> InspectButton:
        """The button that shows how it came about."""
        return self._inspect

    @property
    def took(self) -> str:
        """How long the answer took, in words."""
        return self._took.text()

    def set_narrow(self, narrow: bool) -> None:
        """Save words in a narrow pane."""
        self._confidence.set_narrow(narrow)

    def copy(self) -> None:
        """Put the answer with its citations on the clipboard."""
        QGuiApplication.clipboard().setMimeData(copy_of(self._answer).mime_data())
        self._copy.setText("Copied")
        self._copied_timer.start()
        self.copied.emit()

    def set_open(self, citation: Citation | None) -> None:
        """Show a citation as open in the viewer: at the chip that was activated, else at its
        first one."""
        chip = None
        if citation in self._answer.citations:
            chip = self._activated_chip
            if chip is None or self._view.citation(chip) != citation:
                chip = self._view.chip_of(self._answer.citations.index(citation))
        self._view.set_open_chip(chip)

    def activate_citation(self, index: int) -> None:
        """Open a citation as a click on its first chip does, and bring the chip into view."""
        chip = self._view.chip_of(index)
        if chip is None:
            self.citation_activated.emit(index)
            return
        self._reveal(chip, "")
        self._activate(chip)

    def _activate(self, chip: int) -> None:
        self._activated_chip = chip
        self.citation_activated.emit(self._view.chips[chip].citation)

    def _chip_focused(self, chip: int, _place: QRect) -> None:
        self._reveal(chip, self._view.spoken_chip(chip))

    def _reveal(self, chip: int, words: str) -> None:
        place = self._view.chip_rect(chip)
        self.chip_focused.emit(words, place.translated(self._view.pos()))

    def _forget_copied(self) -> None:
        self._copy.setText("Copy")
