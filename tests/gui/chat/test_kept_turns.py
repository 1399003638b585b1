"""Turns as they are kept, and shown again as they were; nothing is asked for that."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.core.domain.answer import AnswerStatus, RefusalReason
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn
from app.core.errors import StorageError
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.kept_turns import kept_answer, kept_question
from app.gui.chat.refusal import RefusalView
from app.gui.chat.turn import TurnView
from app.gui.common.widgets import Notice, TextLabel
from app.services.events import AnswerEvent, AnswerFinished, EvidenceFound
from tests.gui.chat import examples
from tests.gui.chat.conftest import Chat
from tests.gui.chat.scripted_answers import Gate

ASKED_AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
FOLLOW_UP = EvidenceFound(
    replace(examples.RESULT, context="How many days?", notes=("“leave” was taken for a word.",)),
    0.4,
)
FOLLOWED = replace(
    examples.ANSWER,
    trace=replace(examples.ANSWER.trace, context="How many days?", notes=FOLLOW_UP.result.notes),
    timings=replace(examples.ANSWER.timings, retrieve_s=0.4),
)


def said(view: TurnView) -> list[str]:
    """All words of a turn that can be seen, in the order in which they were made."""
    labels = [label.text() for label in view.findChildren(TextLabel) if label.isVisible()]
    named = [w.accessibleName() for w in view.findChildren(QWidget) if w.isVisible()]
    return sorted([*labels, *filter(None, named)])


def kept(view: TurnView, number: int = 1) -> Turn:
    return Turn(number, kept_question(view), kept_answer(view))


@pytest.mark.parametrize(
    ("events", "outcome"),
    [
        (examples.whole_flow(), AnswerSection),
        (examples.whole_flow(examples.QUOTED), AnswerSection),
        ([FOLLOW_UP, AnswerFinished(FOLLOWED)], AnswerSection),
        (
            [
                examples.FOUND,
                examples.finished(
                    examples.refusal(RefusalReason.NO_SUPPORT, unsearched=("2 pages are scans.",))
                ),
            ],
            RefusalView,
        ),
        (
            [
                examples.FOUND,
                examples.finished(
                    examples.refusal(RefusalReason.MODEL_UNAVAILABLE, fault="It has no memory.")
                ),
            ],
            Notice,
        ),
        (
            [examples.finished(examples.refusal(RefusalReason.NO_DOCUMENTS, evidence=()))],
            RefusalView,
        ),
    ],
    ids=["written", "quotes", "follow-up", "refused", "no-model", "no-documents"],
)
def test_a_turn_is_shown_again_as_it_was(
    chat: Chat, events: list[AnswerEvent], outcome: type[QWidget]
) -> None:
    chat.ask(*events)
    before, turn = said(chat.turn), kept(chat.turn)
    assert isinstance(chat.turn.outcome, outcome)
    asked = len(chat.answers.asked)
    chat.panel.show_conversation("Leave", [turn])
    chat.settle()
    assert isinstance(chat.turn.outcome, outcome)
    assert said(chat.turn) == before
    assert not chat.turn.running
    assert not chat.panel.running
    assert len(chat.answers.asked) == asked
    assert kept(chat.turn) == turn
    assert chat.panel.header.title() == "Leave"


def test_where_and_how_it_was_asked_is_kept(chat: Chat) -> None:
    wording = ScopeWording("HR policies", False, 10, "HR policies, 10 documents")
    asked = AskedQuestion(
        "How many?", ASKED_AT, ScopeChoice(collection_id=7), wording, examples.QUOTED.style, True
    )
    first = Turn(1, replace(asked, alone=False), examples.ANSWER)
    chat.panel.show_conversation("Leave", [first, Turn(2, asked, examples.QUOTED)])
    chat.settle()
    assert kept_question(chat.turn) == asked
    assert "You asked in HR policies, 10 documents" in said(chat.turn)
    assert chat.turn.follow_up.text() == "Asked without your earlier questions"


def test_a_stopped_answer_keeps_its_evidence(chat: Chat) -> None:
    chat.start(examples.FOUND, Gate())
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    turn = chat.turn
    ended: list[object] = []
    chat.panel.turn_ended.connect(ended.append)
    chat.panel.end_running()
    assert ended == [turn]
    assert not chat.panel.running
    answer = kept_answer(turn)
    assert (answer.status, answer.reason) == (AnswerStatus.REFUSED, RefusalReason.CANCELLED)
    chat.panel.show_conversation("Leave", [kept(turn)])
    chat.settle()
    assert chat.turn.evidence is not None
    assert len(chat.turn.evidence.cards) == len(examples.PASSAGES)
    assert isinstance(chat.turn.outcome, Notice)
    assert chat.turn.outcome.text().startswith("The answer was stopped.")


def test_a_fault_is_told_again(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        chat.ask(examples.FOUND, StorageError("The library cannot be read."))
    chat.panel.show_conversation("Leave", [kept(chat.turn)])
    chat.settle()
    assert isinstance(chat.turn.outcome, Notice)
    assert "The library cannot be read." in chat.turn.outcome.text()
    assert chat.turn.evidence is not None


def test_an_answer_that_is_gone_says_why_and_can_be_asked_again(chat: Chat) -> None:
    lost = "The answer was erased with its document. Ask again to get another one."
    turn = Turn(1, AskedQuestion(examples.QUESTION, ASKED_AT), None, lost)
    chat.panel.show_conversation("Leave", [turn])
    chat.settle()
    assert isinstance(chat.turn.outcome, Notice)
    assert chat.turn.outcome.text() == lost
    chat.answers.add(*examples.whole_flow())
    with chat.qtbot.waitSignal(chat.panel.turn_ended):
        chat.turn.outcome.button().click()
    assert chat.turn.answer == examples.ANSWER


def test_one_goes_on_asking_with_the_questions_above(chat: Chat) -> None:
    turn = Turn(1, AskedQuestion("How many days?", ASKED_AT), examples.ANSWER)
    chat.panel.show_conversation("Leave", [turn])
    assert chat.panel.composer.field.placeholderText() == "Ask a follow-up about all documents"
    chat.ask(*examples.whole_flow(), question="And when?")
    assert chat.answers.earlier == [("How many days?",)]
    assert [view.asked.question for view in chat.panel.conversation.turns] == [
        "How many days?",
        "And when?",
    ]
    assert chat.panel.header.title() == "Leave"


def test_its_chips_and_cards_open_pages(chat: Chat) -> None:
    turn = Turn(1, AskedQuestion(examples.QUESTION, ASKED_AT), examples.ANSWER)
    chat.panel.show_conversation("Leave", [turn])
    chat.settle()
    with chat.qtbot.waitSignal(chat.panel.citation_activated) as cited:
        chat.panel.next_citation()
    assert cited.args[0] == examples.CITATIONS[0]
    evidence = chat.turn.evidence
    assert evidence is not None
    with chat.qtbot.waitSignal(chat.panel.passage_activated) as passage:
        chat.qtbot.mouseClick(evidence.cards[1], Qt.MouseButton.LeftButton)
    assert passage.args[0] == examples.PASSAGES[1]


def test_the_last_question_is_seen_and_tab_goes_through_all(chat: Chat) -> None:
    turns = [Turn(n, AskedQuestion(f"Question {n}?", ASKED_AT), examples.ANSWER) for n in range(4)]
    chat.panel.show_conversation("Leave", turns)
    chat.settle()
    view = chat.panel.conversation
    top = chat.turn.mapTo(view.viewport(), chat.turn.rect().topLeft()).y()
    assert 0 <= top < view.viewport().height()
    view.go_to(view.turns[1])
    top = view.turns[1].mapTo(view.viewport(), view.turns[1].rect().topLeft()).y()
    assert 0 <= top < 60
    first, last = view.turns[0].evidence, view.turns[3].evidence
    assert first is not None
    assert last is not None
    reached: list[QWidget] = []
    widget = first.cards[0].nextInFocusChain()
    while widget is not None and widget is not first.cards[0]:
        reached.append(widget)
        widget = widget.nextInFocusChain()
    assert reached.index(last.cards[0]) < reached.index(chat.panel.composer.field)
