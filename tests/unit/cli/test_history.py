"""`pincite history`: what it prints, where, and with which exit status."""

from __future__ import annotations

import argparse
import io
import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from app.cli import history
from app.cli.output import Output
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import ScopeWording
from app.core.errors import InvalidInput, NotFound
from app.services.conversations import ConversationService
from app.services.preferences import Preferences
from app.services.records import answer_record
from tests.answers import START, answered, asked, at, refused
from tests.fakes.conversation_store import MemoryConversations
from tests.workbench import KeptSettings

RENT = answered("Rent is due monthly.", question="When is rent due?")
LOCAL = f"{START.astimezone():%Y-%m-%d %H:%M}"


@pytest.fixture
def store() -> MemoryConversations:
    """Two conversations: 1 of two questions, and 2, which is newer."""
    store = MemoryConversations()
    question = replace(
        asked("When is rent due?"),
        scope=ScopeChoice(document_ids=frozenset({3, 1})),
        wording=ScopeWording("2 chosen documents", False, 2),
    )
    first = store.begin("When is rent due?", question, RENT, at(0))
    store.append(first.conversation_id, asked("And heat?", 1), refused(), at(0))
    store.begin("Ferries", asked("Which ferries?", 3), refused(), at(3))
    return store


def run(store: MemoryConversations, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    history.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["history", *arguments])
    assert parsed.run is history.run
    service = ConversationService(store, Preferences(KeptSettings()))
    return history.run_action(parsed, Output(as_json=parsed.json), service)


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


FIRST = {
    "conversation_id": 1,
    "title": "When is rent due?",
    "created": START.isoformat(),
    "changed": START.isoformat(),
    "turns": 2,
    "scope": "",
    "snippet": None,
}


def test_list_as_json(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "list", "--json") == 0
    newer, older = objects(capsys.readouterr().out)
    assert (newer["conversation_id"], newer["title"], newer["turns"]) == (2, "Ferries", 1)
    assert older == FIRST


def test_list_for_people(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"    1  {LOCAL}  When is rent due?  (2 questions)"
    assert lines[0].endswith("  Ferries  (1 question)")


def test_list_in_parts(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "list", "--json", "-n", "1", "--offset", "1") == 0
    assert objects(capsys.readouterr().out) == [FIRST]
    assert run(store, "list", "--offset", "2") == 0
    assert capsys.readouterr() == ("", "")


def test_list_of_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(MemoryConversations(), "list") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "No conversations are kept. Those that you have in the window will be.\n"


@pytest.mark.parametrize(
    "arguments", [("list", "-n", "0"), ("search", "x", "-n", "-3"), ("list", "--offset", "-1")]
)
def test_parts_that_cannot_be(store: MemoryConversations, arguments: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        run(store, *arguments)


def test_search(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "search", "monthly rent", "--json") == 0
    assert objects(capsys.readouterr().out) == [FIRST | {"snippet": "Rent is due monthly."}]
    assert run(store, "search", "monthly rent") == 0
    assert capsys.readouterr().out.splitlines()[1] == "       Rent is due monthly."
    assert run(store, "search", "unicorn") == 0
    assert capsys.readouterr() == ("", "No conversation holds all of these words.\n")


def test_show_as_json(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "show", "1", "--json") == 0
    (record,) = objects(capsys.readouterr().out)
    first, second = record.pop("turns")
    assert record == {name: FIRST[name] for name in record}
    assert first.pop("answer") == json.loads(json.dumps(answer_record(RENT)))
    assert first == {
        "turn_id": 1,
        "asked_at": START.isoformat(),
        "question": "When is rent due?",
        "scope": "2 chosen documents",
        "collection_id": None,
        "document_ids": [1, 3],
        "style": "written",
        "alone": False,
        "lost": "",
    }
    assert (second["document_ids"], second["answer"]["reason"]) == (None, "no_support")


def test_show_for_people(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    store.forget_documents([1], "It was erased.")
    store.append(1, asked("Again?", 4), RENT, at(4))
    assert run(store, "show", "1") == 0
    title, lost, refusal, answer = capsys.readouterr().out.split("\n\n")
    assert title == "When is rent due?"
    assert lost == f"{LOCAL}  When is rent due?\nIt was erased."
    assert "And heat?\nNo passage in these documents supports an answer.\n1 sentence" in refusal
    assert "Rent is due monthly. [chunk:100]\n  [chunk:100] Document 1, p. 2 (label ii)" in answer


def test_delete(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "delete", "1", "--json") == 0
    assert objects(capsys.readouterr().out) == [FIRST | {"status": "deleted"}]
    assert list(store.kept) == [2]
    assert run(store, "delete", "2") == 0
    assert capsys.readouterr().out == "Deleted the conversation “Ferries”.\n"
    assert store.erasures == 0


@pytest.mark.parametrize("action", ["show", "delete"])
def test_a_number_that_none_has(store: MemoryConversations, action: str) -> None:
    with pytest.raises(NotFound):
        run(store, action, "9")


def test_erase_some(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotFound):
        run(store, "erase", "1", "9", "--yes")
    assert run(store, "erase", "1", "--yes", "--json") == 0
    assert objects(capsys.readouterr().out) == [FIRST | {"status": "erased"}]
    assert (list(store.kept), store.erasures) == ([2], 1)


def test_erase_all(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "erase", "--yes") == 0
    assert capsys.readouterr().out == (
        "Erased 2 conversations. Nothing of them is left in the library.\n"
    )
    assert (store.kept, store.erasures) == ({}, 1)
    assert run(store, "erase", "--yes", "--json") == 0
    assert objects(capsys.readouterr().out) == [{"status": "erased", "conversations": 0}]


class Terminal(io.StringIO):
    """Somebody who can be asked."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("said", ["yes\n", " YES\n"])
def test_erasing_asks_first(
    store: MemoryConversations,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(said))
    assert run(store, "erase") == 0
    assert capsys.readouterr().err == "Erase 2 conversations for good? Write yes to go on: "
    assert store.kept == {}


@pytest.mark.parametrize("said", ["no\n", "\n", "", "y\n"])
def test_nothing_is_erased_without_a_yes(
    store: MemoryConversations, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(said))
    with pytest.raises(InvalidInput) as caught:
        run(store, "erase", "1")
    assert caught.value.code == "not_confirmed"
    assert len(store.kept) == 2


def test_nothing_is_erased_where_nobody_can_be_asked(
    store: MemoryConversations, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    with pytest.raises(InvalidInput) as caught:
        run(store, "erase")
    assert "--yes" in caught.value.message
    assert len(store.kept) == 2
