"""Lists of passages: what is near enough, how many, where, and how long it took."""

from __future__ import annotations

import logging

import pytest

from app.core.domain.collection import ScopeChoice
from app.core.errors import InvalidInput, NotFound, WorkerDied
from app.core.settings import RetrievalSettings, Settings
from app.services.collections import CollectionService
from app.services.passage_list import MOST_LISTED, PassageList, PassageListService
from tests.workbench import Workbench

LEAVE = "Unused days of leave expire on 31 March."
FEES = "Boats under eight metres pay fourteen euros a night."


class Lists:
    """The service over a workbench, with a clock that goes on by a second each time it is read."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.collections = CollectionService(bench.collections, bench.library)
        self._now = iter(range(100))
        self._service = PassageListService(
            bench.search, self.collections, bench.preferences, lambda: float(next(self._now))
        )

    def find(self, question: str, choice: ScopeChoice | None = None) -> PassageList:
        """Search."""
        return self._service.find(question, choice or ScopeChoice())

    def document(self, title: str) -> int:
        """The number of a document."""
        return next(d.id for d in self.bench.library.documents() if d.title == title)


@pytest.fixture
def lists(bench: Workbench) -> Lists:
    bench.put_text("leave.pdf", LEAVE, title="Handbook")
    bench.put_text("fees.pdf", FEES, title="Harbour")
    bench.read()
    return Lists(bench)


def titles(found: PassageList) -> list[str]:
    return [passage.document_title for passage in found.passages]


def test_it_tells_what_was_found_where_and_how_fast(lists: Lists) -> None:
    found = lists.find("unused leave")
    assert titles(found)[0] == "Handbook"
    assert found.question == "unused leave"
    assert found.choice == ScopeChoice()
    assert (found.searched_documents, found.seconds, found.degraded) == (2, 1.0, ())
    assert not found.more


def test_what_is_neither_worded_nor_meant_so_is_no_find(lists: Lists) -> None:
    """Search by meaning ranks every passage, however far it is."""
    assert lists.bench.search.search("zither", 5).passages
    assert lists.find("zither").passages == ()
    assert titles(lists.find("unused leave")) == ["Handbook"]


def test_how_near_is_near_is_a_setting(lists: Lists) -> None:
    near = RetrievalSettings(minimum_similarity=0.0)
    lists.bench.preferences.change(Settings(retrieval=near))
    assert set(titles(lists.find("zither"))) == {"Handbook", "Harbour"}


def test_a_word_is_found_however_far_the_meaning_is(lists: Lists) -> None:
    lists.bench.preferences.change(Settings(retrieval=RetrievalSettings(minimum_similarity=1.0)))
    assert titles(lists.find("a question on night boats and many other things")) == ["Harbour"]


def test_a_chosen_collection_is_searched_as_it_is_now(lists: Lists) -> None:
    made = lists.collections.create("Harbour papers")
    choice = ScopeChoice(made.id)
    assert lists.find("unused night", choice).passages == ()
    lists.collections.add(made.id, [lists.document("Harbour")])
    found = lists.find("unused night", choice)
    assert titles(found) == ["Harbour"]
    assert found.document_ids == {lists.document("Harbour")}
    assert (found.choice, found.searched_documents) == (choice, 1)


def test_a_collection_that_is_gone_is_told(lists: Lists) -> None:
    made = lists.collections.create("Harbour papers")
    lists.collections.delete(made.id)
    with pytest.raises(NotFound):
        lists.find("unused leave", ScopeChoice(made.id))


def test_no_more_than_can_be_read_and_it_is_said(lists: Lists) -> None:
    for number in range(MOST_LISTED + 5):
        lists.bench.put_text(f"{number}.pdf", f"Rule {number} on leave.", title=f"{number}")
    lists.bench.read()
    found = lists.find("rule on leave")
    assert len(found.passages) == MOST_LISTED
    assert found.more
    assert not lists.find("unused days").more


def test_what_was_understood_otherwise_is_told(lists: Lists) -> None:
    [note] = lists.find('"unused nights" of leave').notes
    assert "“unused nights”" in note
    assert lists.find('"unused days" of leave').notes == ()


def test_a_missing_arm_is_named(lists: Lists, caplog: pytest.LogCaptureFixture) -> None:
    lists.bench.embedder.fault = WorkerDied("Ended.")
    with caplog.at_level(logging.WARNING):
        found = lists.find("unused leave")
    assert found.degraded == ("embedding_unavailable",)
    assert titles(found) == ["Handbook"]


@pytest.mark.parametrize("question", ["", "   ", "x" * 4001])
def test_bad_questions_are_errors(lists: Lists, question: str) -> None:
    with pytest.raises(InvalidInput):
        lists.find(question)
