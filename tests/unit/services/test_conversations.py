"""Conversations as a user handles them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import pytest

from app.core.domain.conversation import TurnPlace
from app.core.errors import InvalidInput, LibraryBusy, NotFound
from app.core.settings import Settings
from app.services.conversations import (
    FORGOTTEN,
    UNTITLED,
    ConversationService,
    checked_title,
    now_utc,
)
from app.services.preferences import Preferences
from tests.answers import answered, asked, at, refused
from tests.fakes.conversation_store import MemoryConversations
from tests.workbench import KeptSettings


class Desk:
    """The service over a store in memory, with a clock that tests set."""

    def __init__(self) -> None:
        self.store = MemoryConversations()
        self.preferences = Preferences(KeptSettings())
        self.now = at(0)
        self.service = ConversationService(self.store, self.preferences, lambda: self.now)

    def keep(self, *, on: bool) -> None:
        settings = Settings()
        answers = settings.answers.model_copy(update={"keep_conversations": on})
        self.preferences.change(settings.model_copy(update={"answers": answers}))

    def begun(self, question: str = "When is rent due?") -> TurnPlace:
        place = self.service.begin(asked(question), answered("Monthly."))
        assert place is not None
        return place


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_conversations_are_kept_unless_the_user_says_otherwise() -> None:
    desk = Desk()
    assert desk.service.keeping
    desk.keep(on=False)
    now_off: bool = desk.service.keeping
    assert not now_off


def test_a_conversation_grows(desk: Desk) -> None:
    place = desk.begun()
    desk.now = at(3)
    second = desk.service.append(place.conversation_id, asked("And heat?", 2), refused())
    assert second is not None
    desk.now = at(5)
    again = answered("On the first.")
    assert desk.service.replace(place.turn_id, asked("When is rent due?", 4), again) == place
    kept = desk.service.open(place.conversation_id)
    assert (kept.title, kept.created, kept.changed) == ("When is rent due?", at(0), at(5))
    assert [(turn.id, turn.asked, turn.answer) for turn in kept.turns] == [
        (place.turn_id, asked("When is rent due?", 4), again),
        (second.turn_id, asked("And heat?", 2), refused()),
    ]


def test_nothing_is_written_where_conversations_are_not_kept(desk: Desk) -> None:
    place = desk.begun()
    before = dict(desk.store.kept)
    desk.keep(on=False)
    assert desk.service.begin(asked("Secret?"), refused()) is None
    assert desk.service.append(place.conversation_id, asked("Secret?"), refused()) is None
    assert desk.service.replace(place.turn_id, asked("Secret?"), refused()) is None
    assert desk.store.kept == before
    # What was kept before can still be read, and be deleted.
    assert desk.service.search("rent")[0].id == place.conversation_id
    desk.service.delete(place.conversation_id)
    assert desk.service.count() == 0
    desk.keep(on=True)
    desk.begun()
    assert desk.service.count() == 1


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("  When\nis rent due? ", "When is rent due?"),
        ("\u202e\0", UNTITLED),
        ("x" * 100, "x" * 100),
        ("word " * 100, "word " * 19 + "word…"),
    ],
)
def test_the_first_question_becomes_the_title(desk: Desk, question: str, title: str) -> None:
    place = desk.begun(question)
    kept = desk.service.open(place.conversation_id)
    assert kept.title == title
    assert kept.turns[0].asked.question == question


@pytest.mark.parametrize(
    ("given", "code"),
    [("", "empty_title"), (" \n\0", "empty_title"), ("x" * 101, "title_too_long")],
)
def test_a_title_that_cannot_be_used(desk: Desk, given: str, code: str) -> None:
    place = desk.begun()
    with pytest.raises(InvalidInput) as caught:
        desk.service.rename(place.conversation_id, given)
    assert caught.value.code == code
    assert desk.service.open(place.conversation_id).title == "When is rent due?"


def test_a_title_is_tidied(desk: Desk) -> None:
    place = desk.begun()
    assert checked_title(" My\n rent ") == "My rent"
    assert desk.service.rename(place.conversation_id, " My\n rent ").title == "My rent"
    assert desk.service.conversations()[0].title == "My rent"


def test_a_blank_search_finds_everything(desk: Desk) -> None:
    for number in range(3):
        desk.now = at(number)
        desk.begun(f"Rent {number}?")
    assert desk.service.search(" \n") == desk.service.conversations()
    assert desk.service.search("", 1, 1) == desk.service.conversations(1, 1)
    assert [found.title for found in desk.service.search("rent 1")] == ["Rent 1?"]
    assert desk.service.search("...") == []


def test_what_is_not_there_is_said(desk: Desk) -> None:
    place = desk.begun()
    gone = desk.service.delete(place.conversation_id)
    assert gone.title == "When is rent due?"
    for call in (
        lambda: desk.service.append(place.conversation_id, asked("Q"), refused()),
        lambda: desk.service.replace(place.turn_id, asked("Q"), refused()),
        lambda: desk.service.open(place.conversation_id),
        lambda: desk.service.rename(place.conversation_id, "Title"),
        lambda: desk.service.delete(place.conversation_id),
        lambda: desk.service.erase([place.conversation_id]),
    ):
        with pytest.raises(NotFound) as caught:
            call()
        assert caught.value.code == "conversation_not_found"


def test_erasing_deletes_and_leaves_nothing_in_the_files(desk: Desk) -> None:
    first, second, third = (desk.begun(f"Rent {number}?") for number in range(3))
    gone = desk.service.erase([first.conversation_id, first.conversation_id])
    assert [summary.title for summary in gone] == ["Rent 0?"]
    assert desk.store.erasures == 1
    with pytest.raises(NotFound):
        desk.service.erase([second.conversation_id, first.conversation_id])
    assert set(desk.store.kept) == {second.conversation_id, third.conversation_id}
    assert desk.service.erase_all() == 2
    assert (desk.store.kept, desk.store.erasures) == ({}, 2)
    assert desk.service.erase_all() == 0
    assert desk.store.erasures == 3  # what was deleted before may be left in the files


def test_a_fault_of_the_store_is_passed_on(desk: Desk) -> None:
    desk.store.fault = LibraryBusy("Another Pincite is using this library right now.")
    with pytest.raises(LibraryBusy):
        desk.service.begin(asked("Q"), refused())
    with pytest.raises(LibraryBusy):
        desk.service.erase_all()


def test_the_text_of_erased_documents_is_forgotten(desk: Desk) -> None:
    place = desk.begun()
    assert desk.service.holding([1]) == [place.conversation_id]
    desk.service.forget_documents([1])
    (turn,) = desk.service.open(place.conversation_id).turns
    assert (turn.asked.question, turn.answer, turn.lost) == ("When is rent due?", None, FORGOTTEN)
    assert desk.service.holding([1]) == []


def test_times_are_in_utc_and_said_to_be() -> None:
    assert now_utc().tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        replace(asked("Q"), asked_at=at(0).replace(tzinfo=None))
