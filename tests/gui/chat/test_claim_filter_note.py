"""The note of the claim filter: what was set aside, why, where it stands, and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from app.core.claims.outcome import reason_sentence
from app.core.domain.answer import Answer, RefusalReason
from app.core.domain.claim_filter import ScopeSlot, SetAside
from app.gui.chat.claim_filter_note import ClaimFilterNote
from app.gui.chat.refusal import RefusalView
from app.gui.common.theme import SchemeChoice
from app.services.events import AnswerFinished, JudgingScope
from tests.gui.chat import examples
from tests.gui.chat.conftest import Chat
from tests.gui.chat.filtered_answers import (
    APPLIED,
    CREWS,
    FALLBACK,
    JUDGED,
    KEPT_ALL,
    ONCE,
    SKIPPED,
    filtered,
)
from tests.gui.chat.scripted_answers import Gate


def shown(chat: Chat, answer: Answer) -> ClaimFilterNote:
    """The note below an answer that was just made."""
    chat.ask(examples.FOUND, AnswerFinished(answer))
    note = chat.turn.claim_filter
    assert note is not None
    return note


def test_it_counts_passages_and_documents(chat: Chat) -> None:
    note = shown(chat, APPLIED)
    assert note.words == "Claim filter set 2 passages aside, from 2 documents."
    assert note.review_link.isVisible()
    assert note.put_back_link.isVisible()
    assert not any(card.isVisible() for card in note.cards)
    one = shown(chat, filtered(ONCE))
    assert one.words == "Claim filter set 1 passage aside, from 1 document."


def test_it_stands_between_the_answer_and_its_actions(chat: Chat) -> None:
    note = shown(chat, APPLIED)
    section = chat.section
    places = [
        part.mapTo(section, QPoint()).y() for part in (section.view, note, section.action_row)
    ]
    assert places == sorted(places)
    assert note.width() == section.width()


def test_review_shows_each_passage_with_its_reason(chat: Chat) -> None:
    note = shown(chat, filtered(ONCE, JUDGED))
    note.review_link.click()
    chat.settle()
    first, second = note.cards
    assert first.isVisible()
    assert second.isVisible()
    assert (first.title, first.page.replace("\u00a0", " ")) == (
        "Works Agreement",
        "p. 7 (label 12)",
    )
    assert first.heading == "6 Annual leave › 6.3 Carry-over of unused leave"
    assert first.reason == (
        "It holds for “for years of daily use”, but the question is about “once” "
        "(how often or for how long)."
    )
    assert first.reason in first.accessibleDescription()
    assert second.reason.startswith("By the model's judgement")
    assert note.review_link.text() == "Hide"
    note.review_link.click()
    assert not first.isVisible()
    assert note.review_link.text() == "Review"


def test_what_was_unfolded_is_scrolled_into_view(chat: Chat) -> None:
    chat.panel.resize(616, 480)
    note = shown(chat, filtered(ONCE, CREWS))
    bar = chat.panel.conversation.verticalScrollBar()
    bar.setValue(0)
    with chat.qtbot.waitSignal(note.unfolded):
        note.review_link.click()
    chat.settle()
    view = chat.panel.conversation.viewport()
    top = note.mapTo(view, QPoint()).y()
    assert top >= 0
    assert top + note.height() <= view.height()


def test_a_passage_leaves_to_be_opened_and_is_shown_as_open(chat: Chat) -> None:
    note = shown(chat, APPLIED)
    note.review_link.click()
    chat.settle()
    with chat.qtbot.waitSignal(chat.panel.passage_activated) as heard:
        chat.qtbot.mouseClick(note.cards[1], Qt.MouseButton.LeftButton)
    assert heard.args == [examples.PASSAGES[4]]
    chat.panel.set_open_passage(examples.PASSAGES[4])
    assert [card.opened for card in note.cards] == [False, True]
    note.cards[0].setFocus()
    with chat.qtbot.waitSignal(chat.panel.passage_activated):
        chat.press(Qt.Key.Key_Return)


def test_put_back_asks_again_in_the_same_place_without_the_filter(chat: Chat) -> None:
    note = shown(chat, APPLIED)
    before = chat.turn.asked
    chat.answers.add(*examples.whole_flow())
    with chat.qtbot.waitSignal(chat.worker.finished):
        note.put_back_link.click()
    chat.settle()
    assert chat.answers.claim_filter == [None, False]
    assert chat.answers.asked[1] == chat.answers.asked[0]
    assert chat.turn.asked == replace(before, claim_filter=False)
    assert len(chat.panel.conversation.turns) == 1
    assert chat.turn.answer == examples.ANSWER
    assert chat.turn.claim_filter is None


def test_nothing_is_put_back_while_another_question_is_answered(chat: Chat) -> None:
    note = shown(chat, APPLIED)
    chat.start(examples.FOUND, Gate(), question="And then?")
    note.put_back_link.click()
    assert chat.panel.composer.message == "Wait for the answer, or stop it, then ask."
    assert len(chat.answers.asked) <= 2
    with chat.qtbot.waitSignal(chat.worker.finished):
        chat.panel.stop()


def test_a_refusal_after_filtering_has_it_too(chat: Chat) -> None:
    refused = examples.refusal(RefusalReason.MODEL_DECLINED)
    note = shown(chat, filtered(ONCE, answer=refused))
    assert isinstance(chat.turn.outcome, RefusalView)
    assert note.words == "Claim filter set 1 passage aside, from 1 document."
    chat.answers.add(*examples.whole_flow())
    with chat.qtbot.waitSignal(chat.worker.finished):
        note.put_back_link.click()
    assert chat.answers.claim_filter == [None, False]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (KEPT_ALL, "The claim filter compared 6 passages and kept all."),
        (
            FALLBACK,
            "The claim filter did not run to its end, so all passages were kept. "
            "The model took too long.",
        ),
    ],
)
def test_where_all_were_kept_one_quiet_line_says_so(chat: Chat, answer: Answer, words: str) -> None:
    note = shown(chat, answer)
    assert note.words == words
    assert not note.review_link.isVisible()
    assert not note.put_back_link.isVisible()
    assert note.cards == ()


@pytest.mark.parametrize("answer", [examples.ANSWER, SKIPPED])
def test_where_it_was_off_or_had_nothing_to_do_nothing_is_said(chat: Chat, answer: Answer) -> None:
    chat.ask(examples.FOUND, AnswerFinished(answer))
    assert chat.turn.claim_filter is None


def test_rules_alone_are_told_as_such(chat: Chat) -> None:
    note = shown(chat, filtered(ONCE, reason="no_model"))
    sentence = reason_sentence("no_model")
    assert note.words == f"Claim filter set 1 passage aside, from 1 document. {sentence}"


def test_what_is_true_of_every_question_is_told_to_one_who_looks_closer(chat: Chat) -> None:
    note = shown(chat, filtered(ONCE, reason="not_measured"))
    assert note.words == "Claim filter set 1 passage aside, from 1 document."
    assert note.closer == ""
    note.review_link.click()
    assert note.closer == reason_sentence("not_measured") != ""
    note.review_link.click()
    assert note.closer == ""


def test_a_passage_that_is_not_held_any_more_is_counted(chat: Chat) -> None:
    note = shown(chat, filtered(SetAside(999, ScopeSlot.PLACE, "here", "there")))
    assert note.words == "Claim filter set 1 passage aside."
    assert not note.review_link.isVisible()
    assert note.put_back_link.isVisible()


def test_it_is_told_to_screen_readers(chat: Chat, spoken: list[str]) -> None:
    shown(chat, APPLIED)
    assert spoken[-1] == (
        "Answer complete, 4 of 5 sentences supported. Claim filter set 2 passages aside"
    )
    shown(chat, filtered(ONCE, answer=examples.refusal(RefusalReason.MODEL_DECLINED)))
    assert spoken[-1] == (
        "The passages that were found do not answer this question. "
        "Claim filter set 1 passage aside."
    )


def test_while_it_judges_the_progress_says_so(chat: Chat) -> None:
    gate = Gate()
    chat.start(examples.FOUND, JudgingScope(2, 8), gate, examples.finished())
    progress = chat.turn.progress
    assert progress is not None
    chat.qtbot.waitUntil(lambda: progress.step == "Comparing scopes")
    assert progress.bar.value() == 250
    with chat.qtbot.waitSignal(chat.worker.finished):
        gate.open()


LONG = "Consolidated Collective Agreement on Leave, Absence and Working Time " * 4
HOSTILE = ("<b>bold</b> & [chunk:9] \u202eevil\u202c", "W" * 400, LONG)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    ("scheme", "factor"), [(SchemeChoice.LIGHT, 1.0), (SchemeChoice.DARK, 2.0)]
)
def test_whatever_stands_in_it_it_fits_its_width(
    chat: Chat, text: str, scheme: SchemeChoice, factor: float
) -> None:
    chat.theme.set_scheme(scheme)
    chat.theme.set_text_factor(factor)
    chat.panel.resize(640 if factor > 1 else 440, 900)
    evidence = tuple(
        replace(one, document_title=text, chunk=replace(one.chunk, heading_path=(text, text)))
        for one in examples.PASSAGES
    )
    removed = [replace(one, asked=text, stated=text) for one in (ONCE, CREWS)]
    note = shown(chat, filtered(*removed, answer=replace(examples.ANSWER, evidence=evidence)))
    note.review_link.click()
    chat.settle()
    assert note.width() <= chat.panel.conversation.viewport().width()
    assert chat.panel.conversation.horizontalScrollBar().maximum() == 0
    assert note.mapTo(chat.turn, QPoint()).x() == 0
    for link in (note.review_link, note.put_back_link):
        assert note.rect().contains(link.mapTo(note, link.rect().bottomRight()))
    for card in note.cards:
        assert card.height() == card.sizeHint().height()
    assert not note.grab().isNull()
