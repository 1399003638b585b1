"""An answer that stands: confidence, claims, what was left out, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.domain.answer import Answer, Citation
from app.gui.chat import wording
from app.gui.chat.answer_actions import AnswerActions, AnswerWish
from app.gui.chat.answer_document import TEXT_LEFT
from app.gui.chat.answer_view import AnswerView
from app.gui.chat.claim_filter_note import ClaimFilterNote, claim_filter_note
from app.gui.chat.confidence_row import ConfidenceRow
from app.gui.chat.copy import copy_of
from app.gui.chat.inspect_button import InspectButton
from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_3, TextRole
from app.gui.common.widgets import Button, TextLabel


class AnswerSection(QWidget):
    """Everything of an answer below its evidence.

    `citation_activated` carries the index of a citation, `chip_focused` what is to be read out
    and the chip's place in this widget, `copied` that the clipboard has the answer, and `wished`
    an AnswerWish for which more than the answer is needed.
    """

    citation_activated = Signal(int)
    chip_focused = Signal(str, QRect)
    copied = Signal()
    wished = Signal(object)

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
        self._claim_filter = claim_filter_note(theme, answer)
        self._actions = AnswerActions(theme, wording.took(answer.timings))
        self._actions.wished.connect(self._wish)
        self._arrange(theme)

    def _arrange(self, theme: Theme) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._confidence)
        layout.addWidget(self._view)
        for note in self._notes:
            note.setContentsMargins(theme.scaled(TEXT_LEFT), 0, 0, 0)
            layout.addWidget(note)
        if self._claim_filter is not None:
            layout.addSpacing(SPACE_3)
            layout.addWidget(self._claim_filter)
        layout.addWidget(self._actions)

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
    def claim_filter(self) -> ClaimFilterNote | None:
        """What the claim filter did, where that is worth a note."""
        return self._claim_filter

    @property
    def copy_button(self) -> Button:
        """The button that copies."""
        return self._actions.copy_button

    @property
    def action_row(self) -> AnswerActions:
        """What can be done with the answer."""
        return self._actions

    @property
    def inspect_button(self) -> InspectButton:
        """The button that shows how it came about."""
        return self._actions.inspect_button

    @property
    def took(self) -> str:
        """How long the answer took, in words."""
        return self._actions.took

    def set_narrow(self, narrow: bool) -> None:
        """Save words in a narrow pane."""
        self._confidence.set_narrow(narrow)

    def copy(self) -> None:
        """Put the answer with its citations on the clipboard."""
        QGuiApplication.clipboard().setMimeData(copy_of(self._answer).mime_data())
        self._actions.show_copied()
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

    def _wish(self, wish: AnswerWish) -> None:
        if wish is AnswerWish.COPY_CITED:
            self.copy()
        else:
            self.wished.emit(wish)
