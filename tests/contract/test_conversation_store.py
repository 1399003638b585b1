"""What every ConversationStore does: SQLite here, and the fake."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.conversation_store import SqliteConversations
from app.core.domain.answer import Answer, AnswerStyle, RefusalReason
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import (
    AskedQuestion,
    ConversationSummary,
    ScopeWording,
    Turn,
    TurnPlace,
)
from app.core.ports import ConversationStore
from tests.answers import START, answered, asked, at, refused
from tests.fakes.conversation_store import MemoryConversations

Reopen = Callable[[], ConversationStore]


class Shelf:
    """A store, and the same conversations as the next start of the program finds them."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database = Database(path) if path is not None else None
        self.store: ConversationStore = (
            SqliteConversations(self._database) if self._database else MemoryConversations()
        )

    def reopened(self) -> ConversationStore:
        if self._path is not None:
            self.close()
            self._database = Database(self._path)
            self.store = SqliteConversations(self._database)
        return self.store

    def close(self) -> None:
        if self._database is not None:
            self._database.close()


@pytest.fixture(params=["sqlite", "fake"])
def shelf(request: pytest.FixtureRequest, library_dir: Path) -> Iterator[Shelf]:
    made = Shelf(library_dir / "library.db" if request.param == "sqlite" else None)
    yield made
    made.close()


@pytest.fixture
def store(shelf: Shelf) -> ConversationStore:
    return shelf.store


def begun(
    store: ConversationStore,
    question: str,
    answer: Answer | None = None,
    *,
    title: str = "",
    minutes: float = 0,
) -> TurnPlace:
    """A new conversation with this question."""
    return store.begin(
        title or question, asked(question, minutes), answer or answered("Yes."), at(minutes)
    )


def ids(found: list[ConversationSummary]) -> list[int]:
    return [summary.id for summary in found]


# --- keeping --------------------------------------------------------------------------------


def test_at_first_there_is_none(store: ConversationStore) -> None:
    assert store.summaries(10) == []
    assert store.search("rent", 10) == []
    assert store.count() == 0
    assert store.conversation(1) is None
    assert store.summary(1) is None
    assert store.holding([1]) == []


def test_a_conversation_is_there_after_a_restart_as_it_was(shelf: Shelf) -> None:
    first = answered("Rent is due monthly.", "It is due on the first.", also_found=7)
    second = refused(RefusalReason.MODEL_DECLINED, found=3)
    question = AskedQuestion(
        "When is rent due?",
        START,
        ScopeChoice(document_ids=frozenset({3, 1})),
        ScopeWording("2 chosen documents", False, 2, "2 documents that you chose"),
        AnswerStyle.QUOTES,
        alone=True,
    )
    other = replace(question, question="And paid?", scope=ScopeChoice(5), asked_at=at(4))
    begun_at = shelf.store.begin("Rent", question, first, at(1))
    appended = shelf.store.append(begun_at.conversation_id, other, second, at(5))
    assert appended is not None
    store = shelf.reopened()
    kept = store.conversation(begun_at.conversation_id)
    assert kept is not None
    assert (kept.title, kept.created, kept.changed) == ("Rent", at(1), at(5))
    assert kept.turns == (
        Turn(begun_at.turn_id, question, first),
        Turn(appended.turn_id, other, second),
    )
    assert store.summaries(10) == [store.summary(kept.id)]
    assert store.summary(kept.id) == ConversationSummary(
        kept.id, "Rent", at(1), at(5), 2, other.wording
    )


def test_another_answer_takes_the_place_of_a_turn(shelf: Shelf) -> None:
    first = begun(shelf.store, "When is rent due?", answered("Monthly.", document=1))
    shelf.store.append(first.conversation_id, asked("And heat?", 1), refused(), at(1))
    again = replace(asked("When is rent due?", 2), alone=True)
    answer = answered("On the first.", document=2)
    assert shelf.store.replace(first.turn_id, again, answer, at(3)) == first
    store = shelf.reopened()
    kept = store.conversation(first.conversation_id)
    assert kept is not None
    assert kept.turns[0] == Turn(first.turn_id, again, answer)
    assert [turn.asked.question for turn in kept.turns] == ["When is rent due?", "And heat?"]
    assert kept.changed == at(3)
    assert ids(store.search("first", 10)) == [kept.id]
    assert store.search("monthly", 10) == []
    assert store.holding([2]) == [kept.id]
    assert store.holding([1]) == []


def test_a_time_of_another_zone_is_the_same_time(store: ConversationStore) -> None:
    zone = timezone(timedelta(hours=-7))
    local = datetime(2026, 1, 5, 23, 0, tzinfo=zone)
    place = store.begin("T", AskedQuestion("Q", local), refused(), local)
    kept = store.conversation(place.conversation_id)
    assert kept is not None
    assert kept.created == local
    assert kept.turns[0].asked.asked_at == local


@pytest.mark.parametrize("number", [99, -1, 0, 2**63, 10**20])
def test_numbers_that_nothing_has(store: ConversationStore, number: int) -> None:
    place = begun(store, "Kept?")
    assert store.append(number, asked("Q"), refused(), at(9)) is None
    assert store.replace(number, asked("Q"), refused(), at(9)) is None
    assert store.rename(number, "Other") is None
    assert store.conversation(number) is None
    assert store.summary(number) is None
    assert store.holding([number]) == []
    store.forget_documents([number], "Gone.")
    store.delete([number])
    assert ids(store.summaries(9)) == [place.conversation_id]
    assert store.summaries(9)[0].turns == 1


@pytest.mark.parametrize(
    "text", ["日本語", "a'b\"c;--", "%_\n\t", "\U0001f4c1", "a\0b", "x" * 4000, ""]
)
def test_any_words_are_kept(shelf: Shelf, text: str) -> None:
    place = begun(shelf.store, text, title=text)
    kept = shelf.reopened().conversation(place.conversation_id)
    assert kept is not None
    assert (kept.title, kept.turns[0].asked.question) == (text, text)


# --- lists ----------------------------------------------------------------------------------


def test_what_changed_last_comes_first(store: ConversationStore) -> None:
    first, second, third = (
        begun(store, f"Question {number}", minutes=number).conversation_id for number in range(3)
    )
    assert ids(store.summaries(10)) == [third, second, first]
    store.append(first, asked("More", 5), refused(), at(5))
    assert ids(store.summaries(10)) == [first, third, second]
    same_time = begun(store, "At once", minutes=5).conversation_id
    assert ids(store.summaries(10)) == [same_time, first, third, second]
    store.rename(second, "Another title")
    assert ids(store.summaries(10)) == [same_time, first, third, second]


def test_lists_come_in_parts(store: ConversationStore) -> None:
    made = [begun(store, f"Rent {number}", minutes=number).conversation_id for number in range(5)]
    newest = made[::-1]
    assert ids(store.summaries(2)) == newest[:2]
    assert ids(store.summaries(2, 4)) == newest[4:]
    assert ids(store.search("rent", 2, 1)) == newest[1:3]
    assert store.summaries(2, 5) == store.search("rent", 2, 5) == []
    assert ids(store.summaries(2**70, 1)) == ids(store.search("rent", 2**70, 1)) == newest[1:]
    assert store.summaries(1, 2**70) == []
    assert store.count() == 5


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (-1, 0), (1, -1)])
def test_a_part_of_a_list_that_cannot_be(store: ConversationStore, limit: int, offset: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        store.summaries(limit, offset)
    with pytest.raises(ValueError, match=r".+"):
        store.search("rent", limit, offset)


def test_another_title(shelf: Shelf) -> None:
    place = begun(shelf.store, "When is rent due?", minutes=1)
    renamed = shelf.store.rename(place.conversation_id, "Tenancy")
    assert renamed is not None
    assert renamed.title == "Tenancy"
    store = shelf.reopened()
    assert store.summaries(1) == [renamed]
    assert ids(store.search("tenancy rent", 1)) == [place.conversation_id]


# --- search ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rent", True),
        ("RENT", True),
        ("ren", True),
        ("ent", False),
        ("strasse", True),
        ("Straße", True),
        ("cafe", True),
        ("café", True),
        ("efficient", True),  # the ligature
        ("cooperate", True),  # the soft hyphen
        ("first month", True),
        ("month first rent", True),
        ("first year", False),
        ("max-vsize", True),
        ("max-vs", True),
        ("東京", True),
        ("京都", True),
        ("都", True),
        ("京東", False),
        ("東京 rent", True),
        ("東京 year", False),
        ("rent ??? ✓", True),
        ("chunk", False),  # of the markers
        ("", False),
        (" \n", False),
        ("?! ✓", False),
    ],
)
def test_search(store: ConversationStore, text: str, found: bool) -> None:
    answer = answered(
        "Rent is due on the first of each month.",
        "The eﬃcient café in the Hauptstraße is no part; co\u00adoperate.",
        "The option max-vsize.",
        "東京都",
    )
    place = begun(store, "Straße?", answer, title="Leases")
    begun(store, "Other things?", refused())
    assert ids(store.search(text, 10)) == ([place.conversation_id] if found else [])


def test_all_that_was_said_is_found_but_no_refusal(store: ConversationStore) -> None:
    place = begun(store, "First question?", answered("Alpha."), title="The title")
    store.append(place.conversation_id, asked("Second?"), answered("Beta."), at(1))
    store.append(place.conversation_id, asked("Third?"), refused(), at(2))
    for text in ("first", "second", "third", "alpha", "beta", "title", "alpha third title"):
        assert ids(store.search(text, 10)) == [place.conversation_id]
    assert store.search("passage", 10) == []  # a word of the sentence for the refusal


def test_a_snippet_shows_the_words_that_were_found(store: ConversationStore) -> None:
    place = begun(store, "What is due?", answered("Nothing of it."), title="Fees")
    store.append(
        place.conversation_id, asked("Else?"), answered("Rents are due\nmonthly, rent free."), at(1)
    )
    (found,) = store.search("rent month", 10)
    assert found.snippet is not None
    assert found.snippet.text == "Rents are due monthly, rent free."
    assert [found.snippet.text[start:end] for start, end in found.snippet.hits] == [
        "Rents",
        "monthly",
        "rent",
    ]
    assert store.search("fees", 10)[0].snippet is None
    assert store.summaries(10)[0].snippet is None


@pytest.mark.parametrize(
    "text",
    [
        '"',
        "rent AND",
        "NOT rent",
        "(rent",
        "rent*",
        "text: rent",
        "NEAR(rent due, 3)",
        "^rent",
        "rent + due",
        "a\0b",
        "'; DROP TABLE turn; --",
        "{rent}",
        "-rent",
        "\U0001f600",
        "\ud800",
        "word " * 3000,
        "東" * 2000,
    ],
)
def test_nothing_in_a_search_is_syntax(store: ConversationStore, text: str) -> None:
    begun(store, "rent due", answered("rent near and not"))
    store.search(text, 10)
    assert store.count() == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(st.characters(exclude_categories=())))
def test_no_search_raises(store: ConversationStore, text: str) -> None:
    store.search(text, 3)


# --- deleting -------------------------------------------------------------------------------


def test_what_is_deleted_is_gone_and_the_rest_stays(shelf: Shelf) -> None:
    gone = begun(shelf.store, "Rent secret?", answered("Alpha.", document=4))
    kept = begun(shelf.store, "Rent open?", answered("Alpha.", document=4), minutes=1)
    shelf.store.delete([gone.conversation_id, gone.conversation_id, 99])
    store = shelf.reopened()
    assert ids(store.summaries(10)) == [kept.conversation_id]
    assert ids(store.search("alpha", 10)) == [kept.conversation_id]
    assert store.search("secret", 10) == []
    assert store.conversation(gone.conversation_id) is None
    assert store.holding([4]) == [kept.conversation_id]
    assert store.replace(gone.turn_id, asked("Q"), refused(), at(1)) is None
    assert store.append(gone.conversation_id, asked("Q"), refused(), at(1)) is None


def test_everything_can_be_deleted(shelf: Shelf) -> None:
    for number in range(3):
        begun(shelf.store, f"Rent {number}", answered("Alpha.", document=4))
    shelf.store.delete_all()
    shelf.store.erase_free_space()
    store = shelf.reopened()
    assert store.summaries(10) == store.search("alpha", 10) == []
    assert store.holding([4]) == []
    again = begun(store, "Rent again?")
    assert ids(store.search("rent", 10)) == [again.conversation_id]


def test_ids_are_never_used_again(shelf: Shelf) -> None:
    first = begun(shelf.store, "Q")
    shelf.store.delete_all()
    second = begun(shelf.reopened(), "Q")
    assert second.conversation_id > first.conversation_id
    assert second.turn_id > first.turn_id


# --- documents ------------------------------------------------------------------------------


def test_documents_are_found_in_what_holds_their_text(store: ConversationStore) -> None:
    cites = begun(store, "A", answered("Alpha.", document=1, also_found=2)).conversation_id
    found = begun(store, "B", refused(found=2)).conversation_id
    begun(store, "C", answered("Beta.", document=3))
    assert store.holding([1]) == [cites]
    assert store.holding([2]) == [cites, found]
    assert store.holding([1, 2, 99]) == [cites, found]
    assert store.holding([]) == []


def test_the_text_of_documents_can_be_forgotten(shelf: Shelf) -> None:
    store = shelf.store
    seen = answered("Alpha.", document=1, also_found=2)
    place = begun(store, "Used?", answered("Beta.", document=2), title="Title")
    store.append(place.conversation_id, asked("Seen?", 1), seen, at(1))
    store.append(place.conversation_id, asked("Neither?", 2), answered("Gamma.", document=3), at(2))
    before = store.conversation(place.conversation_id)
    assert before is not None
    store.forget_documents([2], "It was erased.")
    store = shelf.reopened()
    after = store.conversation(place.conversation_id)
    assert after == replace(
        before,
        turns=(
            replace(before.turns[0], answer=None, lost="It was erased."),
            replace(before.turns[1], answer=replace(seen, evidence=seen.evidence[:1])),
            before.turns[2],
        ),
    )
    assert store.holding([2]) == []
    assert store.holding([1]) == [place.conversation_id]
    assert store.search("beta", 10) == []
    assert ids(store.search("used alpha gamma title", 10)) == [place.conversation_id]
    store.forget_documents([2, 1], "Again.")
    again = store.conversation(place.conversation_id)
    assert again is not None
    assert [turn.lost for turn in again.turns] == ["It was erased.", "Again.", ""]
