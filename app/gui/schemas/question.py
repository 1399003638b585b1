"""Asks something beside its cause, with a button for each answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.gui.common.theme import Theme
from app.gui.common.typography import SPACE_1, SPACE_2, SPACE_3, TextRole
from app.gui.common.widgets import Button, ButtonVariant, IconLabel, TextLabel
from app.gui.schemas import wording


@dataclass(frozen=True, slots=True)
class Answer:
    """A button: its word, what it does, and why it cannot be pressed ("" where it can)."""

    word: str
    act: Callable[[], object]
    variant: ButtonVariant = ButtonVariant.PLAIN
    obstacle: str = ""


class Question(QFrame):
    """Hidden while nothing is asked. The last answer is the one that changes nothing, and Esc gives
    it. Signals: `answered`, before what the answer does; the focus was here and goes elsewhere;
    `asking` with whether something is asked now."""

    answered = Signal()
    asking = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answers: dict[Button, Answer] = {}
        self._title = TextLabel(theme, role=TextRole.HEADING, wrap=True)
        self._sentence = TextLabel(theme, role=TextRole.SECONDARY, tone="text2", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        words.addSpacing(SPACE_1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(SPACE_2)
        self._row.addStretch(1)
        words.addLayout(self._row)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_3, SPACE_2, SPACE_3, SPACE_2)
        layout.setSpacing(SPACE_2)
        layout.addWidget(IconLabel(theme, "state-warning", "warn"), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        self.setProperty("notice", "warn")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    @property
    def text(self) -> str:
        """What is asked."""
        return f"{self._title.text()} {self._sentence.text()}".strip()

    @property
    def buttons(self) -> dict[str, Button]:
        """The buttons by their words."""
        return {answer.word: button for button, answer in self._answers.items()}

    def set_stacked(self, stacked: bool) -> None:
        """Put the buttons below each other, where there is little width."""
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if stacked else right)

    def ask(self, title: str, sentence: str, answers: Sequence[Answer]) -> None:
        """Ask, in place of what was asked before, and bring the user to the first answer that can
        be given and takes nothing away."""
        self._clear()
        self._title.setText(wording.breakable(title))
        obstacles = [answer.obstacle for answer in answers if answer.obstacle]
        self._sentence.setText(wording.breakable(" ".join(filter(None, (sentence, *obstacles)))))
        self._sentence.setVisible(bool(self._sentence.text()))
        for answer in answers:
            button = Button(self._theme, answer.word, variant=answer.variant, compact=True)
            button.setEnabled(not answer.obstacle)
            button.setAccessibleDescription(self.text)
            button.clicked.connect(self._answer)
            self._row.insertWidget(len(self._answers), button)
            self._answers[button] = answer
        self.setAccessibleName(self.text)
        self.asking.emit(True)
        self.show()
        self._first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def decline(self) -> None:
        """Give the answer that changes nothing."""
        if not self.isHidden():
            self._give(list(self._answers.values())[-1])

    def withdraw(self) -> None:
        """What was asked is not the question any more."""
        if not self.isHidden():
            self.hide()
            self.asking.emit(False)

    def _first(self) -> Button:
        """Where Enter does no harm."""
        return next(
            button
            for button, answer in self._answers.items()
            if not answer.obstacle and answer.variant is not ButtonVariant.DANGER
        )

    def _give(self, answer: Answer) -> None:
        self.withdraw()
        self.answered.emit()
        answer.act()

    def _clear(self) -> None:
        for button in self._answers:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._answers = {}

    @Slot()
    def _answer(self) -> None:
        button = self.sender()
        if isinstance(button, Button) and button in self._answers:
            self._give(self._answers[button])

    # Qt override

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.decline()
        else:
            super().keyPressEvent(event)
