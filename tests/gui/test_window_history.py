"""Conversations in the whole window: kept as they go on, opened again, deleted, erased."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.domain.answer import AnswerStatus, RefusalReason
from app.core.domain.collection import ALL_DOCUMENTS
from app.core.domain.conversation import Conversation
from app.core.domain.document import FileState
from app.core.errors import StorageError
from app.core.settings import AnswerSettings, Settings
from app.gui.chat.answer_section import AnswerSection
from app.gui.chat.turn import TurnView
from app.gui.common.theme import Theme
from app.gui.main_window import MainWindow
from tests.gui.chat import examples, filtered_answers
from tests.gui.chat.scripted_answers import Gate, Step
from tests.gui.chat.windows import settle
from tests.gui.desks import Desk
from tests.gui.viewer.looking import field_text, words_in_scene

FULL = StorageError("The disk is full. Free some space, then try again.")


@pytest.fixture(autouse=True)
def _no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Theme, "reduced_motion", property(lambda theme: True))


class User:
    """A window with two documents, and what a user does in it."""

    def __init__(self, desk: Desk, width: int = 1440) -> None:
        self.desk = desk
        self.answer = desk.cited_answer()
        self.window: MainWindow = desk.open(width)

    @property
    def kept(self) -> list[Conversation]:
        """What is kept, the oldest first."""
        return list(self.desk.kept.kept.values())

    @property
    def turns(self) -> tuple[TurnView, ...]:
        """What is shown."""
        return self.window.chat.conversation.turns

    def press(self, keys: str) -> None:
        """Press keys where the focus is."""
        target = QApplication.focusWidget()
        assert target is not None
        self.desk.qtbot.keySequence(target, keys)
        settle()

    def start(self, question: str, *steps: Step) -> None:
        """Ask, and do not wait."""
        self.desk.answers.add(*steps)
        self.press("Ctrl+K")
        self.window.chat.composer.field.setPlainText(question)
        self.press("Return")

    def ask(self, question: str, *steps: Step) -> None:
        """Ask, and wait until that is kept."""
        with self.desk.qtbot.waitSignal(self.desk.workers.conversations.kept):
            self.start(question, *(steps or (examples.FOUND, examples.finished(self.answer))))
        settle()

    def list(self) -> None:
        """Go to the list."""
        with self.desk.qtbot.waitSignal(self.desk.workers.conversations.listed):
            self.press("Ctrl+H")
        settle()
        assert self.window.middle.listing

    def open(self, title: str) -> None:
        """Open a conversation from the list."""
        history = self.window.history
        self.list()
        [index] = [
            history.model.index(n)
            for n, summary in enumerate(history.model.summaries)
            if summary.title == title
        ]
        history.list.choose(index)
        self.press("Return")
        self.desk.qtbot.waitUntil(lambda: not self.window.middle.listing)
        settle()


def questions(conversation: Conversation) -> list[str]:
    return [turn.asked.question for turn in conversation.turns]


def test_each_question_is_kept_when_it_ends(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    refused = examples.refusal(RefusalReason.NO_SUPPORT)
    user.ask("Rent?", examples.FOUND, examples.finished(refused))
    [kept] = user.kept
    assert (kept.title, questions(kept)) == ("Leave?", ["Leave?", "Rent?"])
    assert [turn.answer for turn in kept.turns] == [user.answer, refused]
    assert kept.turns[0].asked.wording.documents == 2


def test_a_question_that_is_asked_again_takes_its_own_place(desk: Desk) -> None:
    user = User(desk)
    failed = examples.refusal(RefusalReason.MODEL_UNAVAILABLE)
    user.ask("Leave?", examples.FOUND, examples.finished(failed))
    user.ask("Rent?")
    desk.answers.add(examples.FOUND, examples.finished(examples.QUOTED))
    with desk.qtbot.waitSignal(desk.workers.conversations.kept):
        user.turns[0].again.emit(user.turns[0].asked)
    [kept] = user.kept
    assert questions(kept) == ["Leave?", "Rent?"]
    assert [turn.answer for turn in kept.turns] == [examples.QUOTED, user.answer]


def test_what_was_set_aside_is_told_in_an_earlier_conversation_and_put_back(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?", examples.FOUND, examples.finished(filtered_answers.APPLIED))
    user.press("Ctrl+N")
    user.open("Leave?")
    note = user.turns[0].claim_filter
    assert note is not None
    assert note.words == "Claim filter set 2 passages aside, from 2 documents."
    assert len(note.cards) == 2
    desk.answers.add(examples.FOUND, examples.finished(user.answer))
    with desk.qtbot.waitSignal(desk.workers.conversations.kept):
        note.put_back_link.click()
    assert desk.answers.claim_filter == [None, False]
    [kept] = user.kept
    assert [turn.answer for turn in kept.turns] == [user.answer]


def test_a_new_conversation_leaves_the_old_one_in_the_list(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    assert user.turns == ()
    offer = user.window.chat.conversation.offer
    desk.qtbot.waitUntil(offer.go_on_link.isVisible)
    assert offer.go_on_link.text() == "Go on with “Leave?”"
    user.ask("Rent?")
    assert [questions(kept) for kept in user.kept] == [["Leave?"], ["Rent?"]]
    user.list()
    assert [s.title for s in user.window.history.model.summaries] == ["Rent?", "Leave?"]
    assert user.window.history.list.chosen is not None
    assert user.window.history.list.chosen.title == "Rent?"


def test_one_goes_on_in_an_earlier_conversation(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    user.ask("Rent?")
    user.open("Leave?")
    assert [turn.asked.question for turn in user.turns] == ["Leave?"]
    assert user.window.chat.header.title() == "Leave?"
    assert user.window.chat.composer.field.hasFocus()
    assert user.turns[0].answer == user.answer
    assert len(desk.answers.asked) == 2
    user.ask("Until when?")
    assert desk.answers.earlier[-1] == ("Leave?",)
    assert [questions(kept) for kept in user.kept] == [["Leave?", "Until when?"], ["Rent?"]]


def test_the_offer_of_an_empty_conversation_leads_to_the_last_one(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    offer = user.window.chat.conversation.offer
    desk.qtbot.waitUntil(offer.go_on_link.isVisible)
    offer.go_on_link.click()
    desk.qtbot.waitUntil(lambda: len(user.turns) == 1)
    user.press("Ctrl+N")
    offer.list_link.click()
    assert user.window.middle.listing


@pytest.mark.parametrize("leaves", ["Ctrl+N", "close"])
def test_what_is_left_before_its_end_is_kept_as_far_as_it_came(desk: Desk, leaves: str) -> None:
    user = User(desk)
    user.start("Leave?", examples.FOUND, Gate())
    desk.qtbot.waitUntil(lambda: user.turns[-1].evidence is not None)
    if leaves == "close":
        desk.close()
    else:
        user.press("Ctrl+N")
        with desk.qtbot.waitSignal(desk.workers.conversations.kept):
            user.press("Return")
    [kept] = user.kept
    [turn] = kept.turns
    assert turn.answer is not None
    assert (turn.answer.status, turn.answer.reason) == (
        AnswerStatus.REFUSED,
        RefusalReason.CANCELLED,
    )
    assert turn.answer.evidence == examples.PASSAGES


def test_an_answer_that_is_being_written_is_stopped_only_when_asked(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    gate = Gate()
    user.start("Rent?", examples.FOUND, gate, examples.finished(user.answer))
    user.list()
    history = user.window.history
    history.list.choose(history.model.index(0))
    user.press("Return")
    assert history.notices.notice.text().startswith("An answer is being written. To open “Leave?”")
    for still_listed in (True, False):
        user.press("Escape")
        assert user.window.middle.listing is still_listed
        assert user.window.chat.running
    user.list()
    history.list.choose(history.model.index(0))
    user.press("Return")
    user.press("Return")
    desk.qtbot.waitUntil(lambda: user.window.chat.header.title() == "Leave?")
    assert not user.window.chat.running
    desk.qtbot.waitUntil(lambda: len(user.kept) == 2)
    assert [questions(kept) for kept in user.kept] == [["Leave?"], ["Rent?"]]
    gate.open()


def test_esc_ctrl_h_and_the_modes_leave_the_list(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    window = user.window
    for keys in ("Escape", "Ctrl+H", "Ctrl+K"):
        user.list()
        assert window.history.field.hasFocus()
        user.press(keys)
        assert window.middle.currentWidget() is window.chat
        assert window.chat.composer.field.hasFocus()
    user.list()
    user.press("Ctrl+Shift+F")
    assert window.middle.searching
    user.list()
    user.press("Escape")
    assert window.middle.searching
    user.list()
    user.press("F6")
    user.press("Shift+F6")
    assert window.history.field.hasFocus()


def test_the_rail_and_the_menu_lead_to_the_list(desk: Desk) -> None:
    user = User(desk, 1000)
    user.ask("Leave?")
    button = user.window.panes.rail.conversations_button
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert user.window.middle.listing
    user.press("Escape")
    [entry] = [a for a in user.window.chat.header.menu.actions() if a.text() == "Conversations"]
    entry.trigger()
    assert user.window.middle.listing


def test_a_page_that_covers_the_conversation_makes_room_for_the_list(desk: Desk) -> None:
    user = User(desk, 800)
    user.ask("Leave?")
    user.window.chat.next_citation()
    settle()
    assert user.window.panes.viewer_covers
    user.press("Ctrl+H")
    assert user.window.history.isVisible()
    assert not user.window.panes.viewer_shown


def test_deleting_what_is_shown_shows_a_new_conversation(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    user.ask("Rent?")
    user.list()
    user.window.history.focus_list()
    user.press("Del")
    user.press("Return")
    desk.qtbot.waitUntil(lambda: len(user.kept) == 1)
    assert user.turns == ()
    assert user.window.middle.listing
    user.ask("Notice?")
    assert [questions(kept) for kept in user.kept] == [["Leave?"], ["Notice?"]]


def test_erasing_all_leaves_nothing_on_the_screen_either(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.list()
    user.window.history.ask_to_erase()
    user.press("Return")
    desk.qtbot.waitUntil(lambda: user.window.history.area.texts()[0] == "No conversations yet")
    assert user.kept == []
    assert user.turns == ()
    assert not user.window.chat.conversation.offer.isVisibleTo(user.window.chat)


def test_another_title_is_seen_above_the_conversation(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.list()
    model = user.window.history.model
    with desk.qtbot.waitSignal(desk.workers.conversations.renamed):
        model.setData(model.index(0), "Holidays")
    assert user.window.chat.header.title() == "Holidays"
    user.press("Escape")
    user.ask("Rent?")
    assert user.window.chat.header.title() == "Holidays"


def test_a_full_disk_says_so_and_loses_nothing(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    user = User(desk)
    desk.kept.fault = FULL
    with caplog.at_level(logging.WARNING):
        with desk.qtbot.waitSignal(desk.workers.conversations.not_kept):
            user.start("Leave?", examples.FOUND, examples.finished(user.answer))
        settle()
    notice = user.window.chat.keep_notice
    assert notice.isVisible()
    assert notice.text() == (
        "The conversation could not be stored. The disk is full. Free some space, then try again. "
        "The conversation stays here until you close Pincite."
    )
    assert user.turns[0].answer == user.answer
    desk.kept.fault = None
    with desk.qtbot.waitSignal(desk.workers.conversations.kept):
        notice.button().click()
    assert notice.isHidden()
    assert [questions(kept) for kept in user.kept] == [["Leave?"]]


def test_nothing_is_kept_where_that_is_switched_off(desk: Desk) -> None:
    desk.settings = Settings(answers=AnswerSettings(keep_conversations=False))
    user = User(desk)
    with desk.qtbot.waitSignal(user.window.chat.turn_ended):
        user.start("Leave?", examples.FOUND, examples.finished(user.answer))
    user.list()
    assert user.window.history.area.texts()[0] == "Conversations are not kept."
    user.press("Ctrl+K")
    user.window.settings_changed.emit(Settings())
    user.ask("Rent?")
    assert [questions(kept) for kept in user.kept] == [["Rent?"]]


def test_a_hit_leads_to_its_question(desk: Desk) -> None:
    user = User(desk)
    for question in ("Leave?", "Which zebras?", "Rent?", "Notice?", "Overtime?"):
        user.ask(question)
    user.press("Ctrl+N")
    user.list()
    with desk.qtbot.waitSignal(desk.workers.conversations.listed):
        user.window.history.field.setText("zebras")
    user.press("Return")
    user.press("Return")
    desk.qtbot.waitUntil(lambda: len(user.turns) == 5)
    settle()
    view = user.window.chat.conversation
    top = user.turns[1].mapTo(view.viewport(), user.turns[1].rect().topLeft()).y()
    assert 0 <= top < view.viewport().height() // 2


def test_a_chip_of_an_earlier_answer_opens_its_page(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    user.open("Leave?")
    user.press("Alt+Down")
    viewer = user.window.viewer
    desk.qtbot.waitUntil(lambda: field_text(viewer) == "14" and bool(words_in_scene(viewer, 14)))
    assert viewer.frame.header.title() == "Employee Handbook 2026"


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("missing", "The file was moved or deleted since it was read."),
        ("changed", "The file was changed since it was read."),
        ("removed", "This document is not in the library any more."),
        ("read again", "The document was read again since this passage was found."),
    ],
)
def test_a_chip_that_leads_nowhere_says_why_and_opens_nothing(
    desk: Desk, gone: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    user = User(desk)
    user.ask("Leave?")
    citation = user.answer.citations[0]
    document = desk.library.document(citation.document_id)
    assert document is not None
    if gone == "removed":
        desk.shelf.remove(document)
    elif gone == "read again":
        desk.shelf.handbook(pages=40)
    else:
        states = {"missing": FileState.MISSING, "changed": FileState.CHANGED}
        desk.states.stated[document.id] = states[gone]
    user.press("Ctrl+N")
    user.open("Leave?")
    section = user.turns[0].outcome
    assert isinstance(section, AnswerSection)
    desk.qtbot.waitUntil(lambda: [chip.gone for chip in section.view.chips] == [True, False])
    viewer = user.window.viewer
    with caplog.at_level(logging.WARNING):
        user.press("Alt+Down")
        desk.qtbot.waitUntil(lambda: viewer.frame.notice.text().startswith(said))
    assert not desk.renderer.drawn
    # The other one still opens.
    user.press("Alt+Down")
    desk.qtbot.waitUntil(lambda: viewer.frame.header.title() == "Lease")
    desk.qtbot.waitUntil(lambda: bool(words_in_scene(viewer, 1)))


def test_a_conversation_can_be_read_without_documents(desk: Desk) -> None:
    user = User(desk)
    user.ask("Leave?")
    user.press("Ctrl+N")
    for document in desk.library.documents():
        desk.shelf.remove(document)
    desk.workers.library.refresh()
    desk.qtbot.waitUntil(lambda: user.window.middle.currentWidget() is user.window.welcome)
    user.window.setFocus()
    user.press("Ctrl+H")
    desk.qtbot.waitUntil(lambda: user.window.history.model.rowCount() == 1)
    user.window.history.list.choose(user.window.history.model.index(0))
    user.press("Return")
    desk.qtbot.waitUntil(lambda: len(user.turns) == 1)
    assert user.window.middle.currentWidget() is user.window.chat
    with desk.qtbot.waitSignal(desk.workers.library.listed):
        desk.workers.library.refresh()
    assert user.window.middle.currentWidget() is user.window.chat
    user.press("Ctrl+N")
    assert user.window.middle.currentWidget() is user.window.welcome


def test_its_place_to_look_comes_back_with_it(desk: Desk) -> None:
    user = User(desk)
    collection = desk.collections.create("HR", [user.answer.citations[0].document_id])
    desk.workers.collections.refresh()
    chooser = user.window.chat.composer.scope_chooser
    choice = replace(ALL_DOCUMENTS, collection_id=collection.id)

    def chosen() -> bool:
        chooser.set_choice(choice)
        return chooser.choice == choice

    desk.qtbot.waitUntil(chosen)
    user.ask("Leave?")
    user.press("Ctrl+N")
    chooser.set_choice(ALL_DOCUMENTS)
    user.open("Leave?")
    assert chooser.choice == choice
    [kept] = user.kept
    assert kept.turns[0].asked.wording.label == "HR"
