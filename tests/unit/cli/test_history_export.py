"""`pincite history export`: what it writes, where, and what it leaves alone."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from app.adapters.written_files import WrittenFiles
from app.cli import history, history_export
from app.cli.output import Output
from app.core.errors import InvalidInput, NotFound, StorageError
from app.services.conversations import ConversationService
from app.services.preferences import Preferences
from tests.exported_turns import turn
from tests.fakes.conversation_store import MemoryConversations
from tests.gui.chat import examples
from tests.workbench import KeptSettings


@pytest.fixture
def store() -> MemoryConversations:
    """One conversation of one question."""
    store, kept = MemoryConversations(), turn()
    store.begin("Carry-over", kept.asked, examples.ANSWER, kept.asked.asked_at)
    return store


def run(store: MemoryConversations, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    history.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["history", "export", *arguments])
    assert parsed.run is history_export.run
    service = ConversationService(store, Preferences(KeptSettings()))
    output = Output(as_json=parsed.json)
    return history_export.run_export(parsed, output, service, WrittenFiles())


def test_markdown_on_standard_output(
    store: MemoryConversations, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(store, "1") == 0
    out = capsys.readouterr().out
    assert out.startswith("# Carry-over\n\n1 question, exported from Pincite on ")
    assert f"\n\n## {examples.QUESTION}\n\n" in out
    assert "[^3]: **Works Agreement**, p. 6 (label 6)" in out
    assert out.endswith("`[chunk:42]`)\n")


def test_plain_text_as_json(store: MemoryConversations, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(store, "1", "--format", "text", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["conversation_id"], record["format"]) == (1, "text")
    assert "\nSources\n[1] Employee Handbook 2026" in record["text"]


def test_a_file(
    store: MemoryConversations, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "leave.md"
    assert run(store, "1", "--out", str(path)) == 0
    assert path.read_text(encoding="utf-8").startswith("# Carry-over\n")
    assert capsys.readouterr().out == f"Exported to {path}.\n"
    assert run(store, "1", "--out", str(path), "--replace", "--json") == 0
    assert json.loads(capsys.readouterr().out)["path"] == str(path)


def test_a_file_that_is_there_is_left_alone(store: MemoryConversations, tmp_path: Path) -> None:
    path = tmp_path / "leave.md"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidInput, match="was left as it is"):
        run(store, "1", "--out", str(path))
    assert path.read_text(encoding="utf-8") == "mine"


def test_what_cannot_be_done_is_told(store: MemoryConversations, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        run(store, "7")
    with pytest.raises(StorageError, match="is not there"):
        run(store, "1", "--out", str(tmp_path / "gone" / "leave.md"))
    with pytest.raises(StorageError, match="a shorter name"):
        run(store, "1", "--out", str(tmp_path / f"{'leave' * 60}.md"))
