"""The lane of conversations: keeps in order, holds on to what could not be written, and lists."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.domain.conversation import AskedQuestion, Conversation, ConversationSummary
from app.core.errors import NotFound, StorageError
from app.core.settings import AnswerSettings, Settings
from app.services.conversations import ConversationService
from app.services.preferences import Preferences
from app.workers.conversations import (
    ConversationList,
    ConversationLog,
    ConversationWorker,
    ListRequest,
)
from tests.fakes.conversation_store import MemoryConversations
from tests.gui.chat.examples import ANSWER, QUOTED
from tests.unit.workers.listener import Listener
from tests.workbench import KeptSettings

FULL = StorageError("The disk is full. Free some space, then try again.")


def asked(question: str) -> AskedQuestion:
    return AskedQuestion(question, datetime(2026, 11, 30, 12, 0, tzinfo=UTC))


class Desk:
    """Conversations in memory, the service, and its lane."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.settings = KeptSettings()
        self.store = MemoryConversations()
        self.service = ConversationService(self.store, Preferences(self.settings))
        self.worker = ConversationWorker(self.service)
        self.listener = Listener()
        for name in ("listed", "opened", "not_kept", "not_listed", "failed", "renamed"):
            self.listener.listen(name, getattr(self.worker, name))
        self.listener.listen("kept", self.worker.kept, value=False)
        self.listener.listen("changed", self.worker.changed, value=False)

    def heard(self, name: str, count: int = 1) -> list[object]:
        """What was heard under a name, once it was so often."""
        self.qtbot.waitUntil(lambda: len(self.listener.values(name)) >= count)
        return self.listener.values(name)

    def questions(self) -> list[list[str]]:
        """The questions of each conversation that is kept."""
        return [
            [turn.asked.question for turn in conversation.turns]
            for conversation in self.store.kept.values()
        ]


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot) -> Iterator[Desk]:
    desk = Desk(qtbot)
    yield desk
    desk.worker.close()


def test_turns_are_kept_in_one_conversation_and_replaced_in_their_place(desk: Desk) -> None:
    log = ConversationLog()
    for key, question in enumerate(("One?", "Two?")):
        log.put(key, asked(question), ANSWER)
        desk.worker.keep(log)
    log.put(0, asked("One?"), QUOTED)
    desk.worker.keep(log)
    desk.heard("kept", 3)
    assert desk.questions() == [["One?", "Two?"]]
    [kept] = desk.store.kept.values()
    assert [turn.answer for turn in kept.turns] == [QUOTED, ANSWER]
    assert log.conversation_id == kept.id
    assert not desk.worker.unwritten
    assert desk.listener.threads == {QThread.currentThread()}


def test_a_conversation_that_was_kept_before_is_gone_on_with(desk: Desk) -> None:
    place = desk.service.begin(asked("One?"), ANSWER)
    assert place is not None
    log = ConversationLog(place.conversation_id, {0: place.turn_id})
    log.put(0, asked("One?"), QUOTED)
    log.put(1, asked("Two?"), ANSWER)
    desk.worker.keep(log)
    desk.heard("kept")
    assert desk.questions() == [["One?", "Two?"]]
    assert desk.store.kept[place.conversation_id].turns[0].answer == QUOTED


def test_what_cannot_be_written_waits_and_keeps_its_order(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.store.fault = FULL
    log = ConversationLog()
    log.put(0, asked("One?"), ANSWER)
    with caplog.at_level(logging.WARNING):
        desk.worker.keep(log)
        assert desk.heard("not_kept") == [FULL]
    assert desk.worker.unwritten
    desk.store.fault = None
    log.put(1, asked("Two?"), ANSWER)
    desk.worker.keep(log)
    desk.heard("kept")
    assert desk.questions() == [["One?", "Two?"]]
    assert not desk.worker.unwritten


def test_another_conversation_does_not_take_the_place_of_one_that_waits(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.store.fault = FULL
    first, second = ConversationLog(), ConversationLog()
    first.put(0, asked("One?"), ANSWER)
    with caplog.at_level(logging.WARNING):
        desk.worker.keep(first)
        desk.heard("not_kept")
    desk.store.fault = None
    second.put(0, asked("Two?"), ANSWER)
    desk.worker.keep(second)
    desk.heard("kept", 2)
    assert desk.questions() == [["One?"], ["Two?"]]


def test_one_that_was_deleted_elsewhere_begins_anew(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    log = ConversationLog(77, {0: 770})
    log.put(1, asked("Two?"), ANSWER)
    with caplog.at_level(logging.WARNING):
        desk.worker.keep(log)
        [error] = desk.heard("not_kept")
    assert isinstance(error, NotFound)
    desk.worker.keep_again()
    desk.heard("kept")
    assert desk.questions() == [["Two?"]]


def test_what_waits_is_written_before_the_end(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.store.fault = FULL
    log = ConversationLog()
    log.put(0, asked("One?"), ANSWER)
    with caplog.at_level(logging.WARNING):
        desk.worker.keep(log)
        desk.heard("not_kept")
    desk.store.fault = None
    desk.worker.close()
    assert desk.questions() == [["One?"]]


def test_nothing_is_written_where_conversations_are_not_kept(desk: Desk) -> None:
    desk.settings.settings = Settings(answers=AnswerSettings(keep_conversations=False))
    desk.service = ConversationService(desk.store, Preferences(desk.settings))
    worker = ConversationWorker(desk.service)
    log = ConversationLog()
    log.put(0, asked("One?"), ANSWER)
    with desk.qtbot.waitSignal(worker.kept):
        worker.keep(log)
    worker.close()
    assert desk.questions() == []
    assert log.waiting == 0


def test_a_list_says_how_many_there_are_and_which_is_the_latest(desk: Desk) -> None:
    for question in ("Leave?", "Rent?", "Leave again?"):
        desk.service.begin(asked(question), ANSWER)
    desk.worker.list(ListRequest("rent", 2))
    [found] = desk.heard("listed")
    assert isinstance(found, ConversationList)
    assert [summary.title for summary in found.summaries] == ["Rent?"]
    assert (found.total, found.more) == (3, False)
    assert found.latest is not None
    assert found.latest.title == "Leave again?"
    desk.worker.list(ListRequest("", 2))
    found = desk.heard("listed", 2)[-1]
    assert isinstance(found, ConversationList)
    assert (len(found.summaries), found.more) == (2, True)


def test_only_the_newest_list_is_heard_of(desk: Desk) -> None:
    desk.service.begin(asked("Leave?"), ANSWER)
    for text in ("l", "le", "lea"):
        desk.worker.list(ListRequest(text, 9))
    desk.worker.rename(1, "Holidays")
    desk.heard("changed")
    lists = [found for found in desk.heard("listed") if isinstance(found, ConversationList)]
    assert [found.request.text for found in lists] == ["lea"]


def test_changes_are_told_also_when_they_fail(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.service.begin(asked("Leave?"), ANSWER)
    desk.worker.rename(1, "Holidays")
    [renamed] = desk.heard("renamed")
    assert isinstance(renamed, ConversationSummary)
    assert renamed.title == "Holidays"
    desk.worker.open(1)
    [opened] = desk.heard("opened")
    assert isinstance(opened, Conversation)
    assert opened.title == "Holidays"
    desk.worker.delete(1)
    desk.heard("changed", 2)
    assert desk.questions() == []
    with caplog.at_level(logging.WARNING):
        desk.worker.delete(1)
        desk.heard("changed", 3)
    [error] = desk.heard("failed")
    assert isinstance(error, NotFound)


def test_erasing_takes_what_waits_to_be_written_as_well(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.service.begin(asked("Leave?"), ANSWER)
    desk.store.fault = FULL
    log = ConversationLog()
    log.put(0, asked("One?"), ANSWER)
    with caplog.at_level(logging.WARNING):
        desk.worker.keep(log)
        desk.heard("not_kept")
    desk.store.fault = None
    desk.worker.erase_all()
    desk.heard("changed")
    desk.worker.keep_again()
    log.put(1, asked("Two?"), ANSWER)
    desk.worker.keep(log)
    desk.heard("kept", 2)
    assert desk.questions() == []
    assert desk.store.erasures == 1
