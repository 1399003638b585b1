"""Fixtures for the conversation: a panel over a scripted answer source."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.panel import ChatPanel
from app.gui.chat.turn import TurnView
from app.gui.common import announce
from app.gui.common.theme import Theme
from app.workers.answers import AnswerWorker
from tests.gui.chat.examples import QUESTION
from tests.gui.chat.scripted_answers import ScriptedAnswers, Step
from tests.gui.chat.windows import bring_up, settle


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What screen readers are told, without waiting for their turn."""
    said: list[str] = []

    def note(_self: object, text: str) -> None:
        if text:
            said.append(text)

    monkeypatch.setattr(announce.Announcer, "polite", note)
    monkeypatch.setattr(
        announce.Announcer, "assertive", lambda _self, text: said.append(f"! {text}")
    )
    return said


class Chat:
    """A panel with its source and worker, and what a user does with it."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.theme = theme
        self.now = 0.0
        self.answers = ScriptedAnswers()
        self.worker = AnswerWorker(self.answers)
        self.panel = ChatPanel(theme, self.worker, clock=lambda: self.now)
        qtbot.addWidget(self.panel)
        self.panel.set_documents(214)
        self.panel.set_model("Qwen2.5 Coder 1.5B", True)
        self.panel.resize(616, 900)
        bring_up(self.panel, qtbot)

    @property
    def turn(self) -> TurnView:
        """The newest turn."""
        return self.panel.conversation.turns[-1]

    @property
    def section(self) -> AnswerSection:
        """The answer of the newest turn."""
        outcome = self.turn.outcome
        assert isinstance(outcome, AnswerSection)
        return outcome

    def start(self, *steps: Step, question: str = QUESTION) -> None:
        """Write a question and press Enter; the script ends with a gate that is still shut."""
        self.answers.add(*steps)
        self.type(question)
        self.press(Qt.Key.Key_Return)

    def ask(self, *steps: Step, question: str = QUESTION) -> None:
        """Ask and wait for the end."""
        with self.qtbot.waitSignal(self.panel.running_changed, check_params_cb=_is_over):
            self.start(*steps, question=question)
        self.settle()

    def type(self, text: str) -> None:
        """Write into the field in place of what stands there."""
        self.panel.composer.field.setFocus()
        self.panel.composer.field.setPlainText(text)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
        """Press a key where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClick(target, key, modifiers or Qt.KeyboardModifier.NoModifier)

    def settle(self) -> None:
        """Let layouts come to rest."""
        settle()


def _is_over(running: bool) -> bool:
    return not running


@pytest.fixture
def chat(theme: Theme, qtbot: QtBot) -> Iterator[Chat]:
    """A shown panel, 616 by 900 px, with 214 documents and a model."""
    chat = Chat(theme, qtbot)
    yield chat
    chat.worker.close()
