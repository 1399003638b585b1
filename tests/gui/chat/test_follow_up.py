"""Follow-up questions: what they are asked with, what the turn says of it, and asking alone."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.domain.answer import AnswerStyle, RefusalReason
from app.core.domain.collection import Collection, ScopeChoice
from app.core.errors import WorkerDied
from app.gui.chat.refusal import RefusalView
from app.gui.common.flow_text import PlainFlowText
from app.gui.common.theme import SchemeChoice
from app.gui.common.widgets import Notice
from app.services.events import AnswerEvent, AnswerFinished, EvidenceFound
from tests.gui.chat import examples
from tests.gui.chat.conftest import Chat
from tests.gui.chat.scripted_answers import Gate

FIRST, SECOND, THIRD = "How many days of leave?", "And when do they expire?", "Who says so?"
NOTE = "No passage holds “31 May” word for word, so other passages are shown."


def found(context: str = "", *notes: str) -> EvidenceFound:
    """Passages of a question that was searched with earlier ones, one a line."""
    return EvidenceFound(replace(examples.RESULT, context=context, notes=notes), 0.3)


def flow(context: str = "") -> list[AnswerEvent]:
    return [found(context), examples.finished()]


def follow_up(chat: Chat) -> str:
    """What the newest turn says of it; "" where nothing can be seen."""
    line = chat.turn.follow_up
    return line.text() if line.isVisible() else ""


def stop(chat: Chat, question: str) -> None:
    """Ask, and stop once passages are there."""
    chat.start(found(), Gate(), question=question)
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.panel.stop()
    chat.settle()


def click_link(chat: Chat) -> None:
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.qtbot.mouseClick(chat.turn.follow_up.link, Qt.MouseButton.LeftButton)
    chat.settle()


# --- what is asked with -----------------------------------------------------------------------


def test_each_question_is_asked_with_those_above_it(chat: Chat) -> None:
    for question in (FIRST, SECOND, THIRD):
        chat.ask(*flow(), question=question)
    assert chat.answers.earlier == [(), (FIRST,), (FIRST, SECOND)]


def test_a_question_counts_wherever_and_with_whatever_outcome_it_was_asked(
    chat: Chat, caplog: pytest.LogCaptureFixture
) -> None:
    chat.ask(
        found(), AnswerFinished(examples.refusal(RefusalReason.NO_SUPPORT)), question="Refused?"
    )
    with caplog.at_level(logging.WARNING):
        chat.ask(found(), WorkerDied("The model stopped."), question="Failed?")
    stop(chat, "Stopped?")
    chooser = chat.panel.composer.scope_chooser
    chooser.set_choices([Collection(7, "HR policies", frozenset({1}))], [])
    chooser.set_choice(ScopeChoice(7))
    chat.ask(*flow(), question="Elsewhere?")
    chat.ask(*flow(), question="Last?")
    assert chat.answers.earlier[-1] == ("Refused?", "Failed?", "Stopped?", "Elsewhere?")


def test_a_question_that_is_asked_again_is_asked_with_those_above_its_turn(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    stop(chat, SECOND)
    stopped = chat.turn.outcome
    assert isinstance(stopped, Notice)
    chat.ask(*flow(), question=THIRD)
    chat.answers.add(*flow(FIRST))
    with chat.qtbot.waitSignal(chat.worker.finished):
        stopped.button().click()
    assert chat.answers.asked[-1][0] == SECOND
    assert chat.answers.earlier[-1] == (FIRST,)


def test_a_question_that_is_repeated_does_not_explain_itself(chat: Chat) -> None:
    for question in (FIRST, SECOND, SECOND):
        chat.ask(*flow(), question=question)
    assert chat.answers.earlier[-1] == (FIRST,)


def test_what_was_searched_is_asked_alone_and_begins_a_subject(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.answers.add(found(), examples.finished(examples.QUOTED))
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.panel.ask_for_quotes("Sundays")
    chat.settle()
    assert chat.answers.asked[-1][2] is AnswerStyle.QUOTES
    assert follow_up(chat) == ""
    chat.ask(*flow("Sundays"), question="And on Mondays?")
    assert chat.answers.earlier == [(), (), ("Sundays",)]


def test_a_new_conversation_has_no_earlier_questions(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.panel.begin_anew()
    chat.ask(*flow(), question=SECOND)
    assert chat.answers.earlier == [(), ()]


# --- what the turn says -----------------------------------------------------------------------


def test_the_turn_says_with_which_question_it_was_understood(chat: Chat, spoken: list[str]) -> None:
    chat.ask(*flow(), question=FIRST)
    assert follow_up(chat) == ""
    gate = Gate()
    chat.start(found(FIRST), gate, examples.finished(), question=SECOND)
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    chat.settle()
    # While the answer is still being made.
    assert follow_up(chat) == f"Understood with your question “{FIRST}”"
    assert spoken[-1] == "6 passages found, understood with your earlier question"
    assert chat.turn.follow_up.link.text() == "Ask it alone"
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()
    chat.settle()
    assert follow_up(chat) == f"Understood with your question “{FIRST}”"


def test_a_long_question_is_cut_and_whole_in_the_tip(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    long = "How many days of unused leave can an employee carry over? " * 4
    chat.ask(*flow(long), question=SECOND)
    line = chat.turn.follow_up
    assert line.geometry().right() <= chat.turn.width()
    assert line.link.isVisible()
    words = line.childAt(4, line.height() // 2)
    assert words is not None
    tip = words.toolTip()
    assert " ".join(tip.split()) == " ".join(line.text().split())
    assert long.strip() in " ".join(tip.split())


def test_a_follow_up_that_finds_nothing_says_so_too(chat: Chat) -> None:
    nothing = EvidenceFound(replace(examples.RESULT, passages=(), context=FIRST), 0.1)
    refused = examples.refusal(RefusalReason.NO_SUPPORT, evidence=())
    chat.ask(*flow(), question=FIRST)
    chat.ask(nothing, AnswerFinished(refused), question=SECOND)
    assert follow_up(chat) == f"Understood with your question “{FIRST}”"


def test_the_question_stays_where_it_is_when_the_line_appears(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    gate = Gate()
    chat.start(gate, *flow(FIRST), question=SECOND)
    chat.settle()
    texts = chat.turn.findChildren(PlainFlowText)
    [question] = [text for text in texts if text.text() == SECOND]
    before = question.y()
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()
    chat.settle()
    assert follow_up(chat)
    assert question.y() == before


def test_tab_comes_to_the_link_before_the_evidence(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.ask(*flow(FIRST), question=SECOND)
    link, evidence = chat.turn.follow_up.link, chat.turn.evidence
    assert evidence is not None
    link.setFocus(Qt.FocusReason.TabFocusReason)
    chat.press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is evidence.more_link
    chat.press(Qt.Key.Key_Backtab)
    assert link.hasFocus()
    assert link.accessibleDescription() == "Ask this question again without the earlier ones."


# --- asking alone -----------------------------------------------------------------------------


def test_asked_alone_and_as_a_follow_up_again(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.ask(*flow(FIRST), question=SECOND)
    chat.answers.add(*flow())
    click_link(chat)
    assert (chat.answers.asked[-1][0], chat.answers.earlier[-1]) == (SECOND, ())
    assert len(chat.panel.conversation.turns) == 2
    assert follow_up(chat) == "Asked without your earlier questions"
    assert chat.panel.composer.field.hasFocus()
    assert chat.turn.follow_up.link.text() == "Ask it as a follow-up"
    chat.answers.add(*flow(FIRST))
    click_link(chat)
    assert chat.answers.earlier[-1] == (FIRST,)
    assert follow_up(chat) == f"Understood with your question “{FIRST}”"


def test_what_was_asked_alone_begins_a_subject(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.ask(*flow(FIRST), question=SECOND)
    chat.answers.add(*flow())
    click_link(chat)
    chat.ask(*flow(SECOND), question=THIRD)
    assert chat.answers.earlier[-1] == (SECOND,)


def test_the_link_is_pressed_by_key_while_the_answer_is_made(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.start(found(FIRST), Gate(), question=SECOND)
    chat.qtbot.waitUntil(lambda: chat.turn.evidence is not None)
    chat.panel.stop()
    chat.answers.add(*flow())
    chat.turn.follow_up.link.setFocus()
    with chat.qtbot.waitSignal(chat.panel.running_changed) as over:
        chat.press(Qt.Key.Key_Return)
        # The stop was of the answer before.
        assert chat.panel.composer.stop_button.isEnabled()
    assert over.args == [False]
    chat.settle()
    assert chat.turn.answer == examples.ANSWER
    assert chat.turn.progress is None
    assert chat.answers.earlier[-1] == ()
    assert follow_up(chat) == "Asked without your earlier questions"


def test_a_link_of_another_turn_says_that_an_answer_is_being_made(chat: Chat) -> None:
    chat.ask(*flow(), question=FIRST)
    chat.ask(*flow(FIRST), question=SECOND)
    link = chat.turn.follow_up.link
    chat.start(Gate(), question=THIRD)
    chat.settle()
    chat.qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert chat.panel.composer.message == "Wait for the answer, or stop it, then ask."
    assert len(chat.answers.asked) == 3


# --- what the search understood otherwise -----------------------------------------------------


def test_notes_stand_by_the_evidence_also_when_it_is_folded(chat: Chat, spoken: list[str]) -> None:
    chat.panel.resize(616, 600)
    chat.ask(found("", NOTE), examples.finished())
    evidence = chat.turn.evidence
    assert evidence is not None
    assert evidence.notes == (NOTE,)
    assert evidence.folded
    [shown] = evidence.findChildren(PlainFlowText)
    assert shown.isVisible()
    assert shown.text() == NOTE
    assert spoken[0] == f"6 passages found. {NOTE}"


def test_the_query_that_was_run_is_in_the_tip_of_the_evidence(chat: Chat) -> None:
    chat.ask(*flow())
    evidence = chat.turn.evidence
    assert evidence is not None
    assert examples.RESULT.query in evidence.fold_line.toolTip()


def test_a_refusal_tells_the_query_and_the_notes(chat: Chat) -> None:
    refused = examples.refusal(RefusalReason.NO_SUPPORT)
    trace = replace(refused.trace, query="days leave expire", context=FIRST, notes=(NOTE,))
    chat.ask(*flow(), question=FIRST)
    chat.ask(found(FIRST, NOTE), AnswerFinished(replace(refused, trace=trace)), question=SECOND)
    outcome = chat.turn.outcome
    assert isinstance(outcome, RefusalView)
    assert outcome.text().endswith(f"{NOTE} Searched for “days leave expire”.")
    assert follow_up(chat)


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("factor", [1.0, 2.0])
@pytest.mark.parametrize("earlier", ["W" * 3000, "<b>bold</b>\n\u202eevil\u202c", "😀" * 500])
def test_any_earlier_question_fits_and_is_shown_as_text(
    chat: Chat, scheme: SchemeChoice, factor: float, earlier: str
) -> None:
    chat.theme.set_scheme(scheme)
    chat.theme.set_text_factor(factor)
    chat.panel.resize(640 if factor > 1 else 440, 900)
    chat.ask(*flow(), question=FIRST)
    note = f"No passage holds “{'W' * 300}”."
    refused = examples.refusal(RefusalReason.NO_SUPPORT)
    trace = replace(refused.trace, query="W" * 300, notes=(note,))
    chat.ask(
        found(earlier, note), AnswerFinished(replace(refused, trace=trace)), question="Refused?"
    )
    chat.ask(found(earlier, note), examples.finished(), question=SECOND)
    for turn in chat.panel.conversation.turns:
        assert turn.minimumSizeHint().width() <= turn.width()
    turn = chat.turn
    assert chat.panel.conversation.horizontalScrollBar().maximum() == 0
    line = turn.follow_up
    assert line.link.geometry().right() <= line.width()
    assert "\u202e" not in line.text()
    assert not chat.panel.grab().isNull()
