"""What is read out while an answer comes: whole sentences only, then the end."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.domain.answer import RefusalReason
from app.core.errors import WorkerDied
from app.gui.chat.narrator import Narrator
from app.services.events import TextDelta
from tests.gui.chat import examples


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


def test_passages_sentences_and_the_end(window: QWidget, spoken: list[str]) -> None:
    narrator = Narrator(window)
    narrator.begin()
    for event in (
        examples.FOUND,
        TextDelta("Full-time empl"),
        TextDelta("oyees may carry over ten"),
        TextDelta(" days. Days carr"),
        TextDelta("ied over expire. No. 4 is"),
        TextDelta(" left"),
        examples.finished(),
    ):
        narrator.tell(event)
    assert spoken == [
        "6 passages found",
        "Full-time employees may carry over ten days.",
        "Days carried over expire.",
        "Answer complete, 4 of 5 sentences supported",
    ]


def test_lines_are_sentences_too(window: QWidget, spoken: list[str]) -> None:
    narrator = Narrator(window)
    narrator.tell(TextDelta("The first line\nThe second"))
    narrator.tell(TextDelta(" line\n\nThe third line. The fourth"))
    assert spoken == ["The first line", "The second line The third line."]


def test_a_new_answer_begins_anew(window: QWidget, spoken: list[str]) -> None:
    narrator = Narrator(window)
    narrator.tell(TextDelta("Half a sen"))
    narrator.begin()
    narrator.tell(TextDelta("Another one. And"))
    assert spoken == ["Another one."]


def test_a_refusal_is_told_by_its_sentence(window: QWidget, spoken: list[str]) -> None:
    Narrator(window).tell(examples.finished(examples.refusal(RefusalReason.NO_SUPPORT)))
    assert spoken == ["No passage in these documents supports an answer."]


def test_a_fault_is_told_at_once(window: QWidget, spoken: list[str]) -> None:
    Narrator(window).fail(WorkerDied("The model stopped."))
    assert spoken == ["! The model stopped."]
