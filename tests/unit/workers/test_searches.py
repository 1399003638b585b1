"""The search worker: one search at a time, the newest is heard of, nothing after a stop."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from app.core.domain.collection import ALL_DOCUMENTS, ScopeChoice
from app.core.errors import EmbedderMismatch
from app.services.passage_list import PassageList
from app.workers.searches import SearchWorker
from tests.gui.chat.scripted_answers import Gate
from tests.gui.scripted_searches import ScriptedSearches, listed
from tests.unit.workers.listener import Listener

CHOICE = ScopeChoice(collection_id=3)


def heard_of(worker: SearchWorker) -> Listener:
    listener = Listener()
    listener.listen("found", worker.found)
    listener.listen("failed", worker.failed)
    return listener


def questions(listener: Listener) -> list[str]:
    return [found.question for found in listener.values("found") if isinstance(found, PassageList)]


def test_what_was_found_arrives_in_the_windows_thread(qtbot: QtBot) -> None:
    source = ScriptedSearches()
    worker = SearchWorker(source)
    heard = heard_of(worker)
    with qtbot.waitSignal(worker.found):
        worker.search("unused leave", CHOICE)
    assert source.asked == [("unused leave", CHOICE)]
    assert questions(heard) == ["unused leave"]
    assert heard.threads == {QThread.currentThread()}
    assert not worker.running
    worker.close()


def test_a_newer_search_takes_the_place_of_those_before(qtbot: QtBot) -> None:
    """The one that runs is not heard of, those that wait are not run at all."""
    gate = Gate()
    source = ScriptedSearches()
    source.add(gate, listed())
    worker = SearchWorker(source)
    heard = heard_of(worker)
    worker.search("first", ALL_DOCUMENTS)
    assert source.waiting.wait(10)
    worker.search("second", ALL_DOCUMENTS)
    worker.search("third", ALL_DOCUMENTS)
    gate.open()
    with qtbot.waitSignal(worker.found):
        pass
    assert [question for question, _ in source.asked] == ["first", "third"]
    assert questions(heard) == ["third"]
    worker.close()


def test_after_a_stop_nothing_is_heard(qtbot: QtBot) -> None:
    gate = Gate()
    source = ScriptedSearches()
    source.add(gate, listed(), listed())
    worker = SearchWorker(source)
    heard = heard_of(worker)
    worker.search("first", ALL_DOCUMENTS)
    assert source.waiting.wait(10)
    worker.stop()
    assert not worker.running
    gate.open()
    with qtbot.waitSignal(worker.found):
        worker.search("second", ALL_DOCUMENTS)
    assert questions(heard) == ["second"]
    worker.close()


def test_a_fault_is_reported_and_the_next_search_works(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    fault = EmbedderMismatch("Prepare the documents again.")
    source = ScriptedSearches()
    source.add(fault)
    worker = SearchWorker(source)
    heard = heard_of(worker)
    with caplog.at_level(logging.WARNING), qtbot.waitSignal(worker.failed):
        worker.search("first", ALL_DOCUMENTS)
    assert heard.values("failed") == [fault]
    assert not worker.running
    with qtbot.waitSignal(worker.found):
        worker.search("second", ALL_DOCUMENTS)
    assert heard.names == ["failed", "found"]
    worker.close()


def test_closing_ends_a_search_that_runs(qtbot: QtBot) -> None:
    gate = Gate()
    source = ScriptedSearches()
    source.add(gate, listed())
    worker = SearchWorker(source)
    heard = heard_of(worker)
    worker.search("first", ALL_DOCUMENTS)
    assert source.waiting.wait(10)
    gate.open()
    worker.close()
    assert heard.heard == []
