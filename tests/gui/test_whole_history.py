"""Conversations with nothing faked: ask, close the program, start it again, and go on.

The answer is one of quotes: what the tiny model writes is refused more often than not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.domain.answer import AnswerStatus, AnswerStyle
from app.gui.chat.answer_section import AnswerSection
from app.gui.common.theme import Theme
from tests.gui.chat.windows import settle
from tests.gui.test_whole_job import WAIT_MS, Program, check_page
from tests.integration.handbook import write_handbook, write_kettle

QUESTION = "When do unused days of leave expire?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two PDFs."""
    folder = tmp_path / "Papers"
    folder.mkdir()
    write_handbook(folder)
    write_kettle(folder)
    return folder


def shown(program: Program) -> list[str]:
    """The questions that are shown."""
    return [turn.asked.question for turn in program.window.chat.conversation.turns]


def test_a_conversation_survives_the_end_of_the_program(
    theme: Theme,
    qtbot: QtBot,
    library_dir: Path,
    folder: Path,
    model_paths: Callable[[str], tuple[Path, ...]],
) -> None:
    model_paths("embedder")
    first = Program(theme, qtbot, library_dir)
    try:
        first.drop(folder)
        first.window.chat.style_chosen.emit(AnswerStyle.QUOTES)
        answer = first.ask(QUESTION)
        assert answer.status is AnswerStatus.ANSWERED
        refused = first.ask("zzyzx qwrtpl")
        assert refused.status is AnswerStatus.REFUSED
    finally:
        first.close()

    second = Program(theme, qtbot, library_dir)
    try:
        window = second.window
        assert shown(second) == []
        offer = window.chat.conversation.offer.go_on_link
        qtbot.waitUntil(offer.isVisible, timeout=WAIT_MS)
        assert offer.text() == f"Go on with “{QUESTION}”"
        qtbot.keyClick(window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
        history = window.history
        assert history.field.hasFocus()
        qtbot.keyClicks(history.field, "unused days")
        with qtbot.waitSignal(second.session.workers.conversations.listed, timeout=WAIT_MS):
            qtbot.keyClick(history.field, Qt.Key.Key_Return)
        [found] = history.model.summaries
        assert (found.title, found.turns) == (QUESTION, 2)
        assert found.snippet is not None
        qtbot.keyClick(history.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(shown(second)) == 2, timeout=WAIT_MS)
        settle()

        turns = window.chat.conversation.turns
        assert [turn.finished for turn in turns] == [answer, refused]
        assert isinstance(turns[0].outcome, AnswerSection)
        turns[0].outcome.activate_citation(0)
        second.wait_for_page(1)
        check_page(second, answer.citations[0])

        # It goes on: the next question is kept below the others.
        window.chat.style_chosen.emit(AnswerStyle.QUOTES)
        second.ask("When is the first crossing to Holm on Sundays?")
        qtbot.waitUntil(lambda: not second.session.workers.conversations.unwritten, timeout=WAIT_MS)
        [summary] = second.application.conversations.conversations()
        assert (summary.title, summary.turns) == (QUESTION, 3)
    finally:
        second.close()
