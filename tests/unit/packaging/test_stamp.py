"""What is done is remembered, and a change of what it was made from makes it undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup_steps import stamp


def test_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "stamp.json"
    written = stamp.Stamp("abc", "def", {"tiny": [["tiny.gguf", 3, 17]]})
    stamp.write(path, written)
    assert stamp.read(path) == written
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"unknown": 1}'])
def test_a_damaged_stamp_counts_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "stamp.json"
    path.write_text(text)
    assert stamp.read(path) == stamp.Stamp()


def test_no_stamp(tmp_path: Path) -> None:
    assert stamp.read(tmp_path / "stamp.json") == stamp.Stamp()


def test_digest_changes_with_each_file_and_fact(tmp_path: Path) -> None:
    first, second = tmp_path / "a.lock", tmp_path / "b.lock"
    first.write_text("x==1")
    digests = {stamp.digest([first, second], "3.11")}
    second.write_text("y==1")
    digests.add(stamp.digest([first, second], "3.11"))
    first.write_text("x==2")
    digests.add(stamp.digest([first, second], "3.11"))
    digests.add(stamp.digest([first, second], "3.12"))
    digests.add(stamp.digest([second, first], "3.12"))
    assert len(digests) == 5


def test_facts_do_not_run_into_each_other() -> None:
    assert stamp.digest([], "ab", "c") != stamp.digest([], "a", "bc")


def test_seen_notices_change_and_loss(tmp_path: Path) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(b"123")
    before = stamp.seen([file])
    assert before is not None
    assert stamp.seen([file]) == before
    file.write_bytes(b"1234")
    assert stamp.seen([file]) != before
    file.unlink()
    assert stamp.seen([file]) is None
