from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.core.errors import InvalidInput, StorageError
from app.evaluation.run_file import RunFile

HEADER = {"set": "s1", "settings": {"answers": {"passages": 6}}, "model": None, "program": "1"}


def test_rows_are_on_disk_at_once_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.jsonl"
    first = RunFile(path, HEADER)
    first.append("q1", {"id": "q1", "status": "answered", "answer": "Größe"})
    assert json.loads(path.read_text(encoding="utf-8"))["answer"] == "Größe"

    second = RunFile(path, HEADER)
    assert list(second.rows) == ["q1"]
    second.append("q2", {"id": "q2"})
    assert list(RunFile(path, HEADER).rows) == ["q1", "q2"]


def test_a_row_that_was_half_written_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    RunFile(path, HEADER).append("q1", {"id": "q1"})
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "q2", "key": "q')

    run = RunFile(path, HEADER)
    assert list(run.rows) == ["q1"]
    run.append("q2", {"id": "q2"})
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"set": "s2"}, "another set of questions"),
        ({"settings": {"answers": {"passages": 4}}}, "other settings"),
        ({"model": "m"}, "another language model"),
        ({"program": "2"}, "another version of Pincite"),
        ({"set": "s2", "model": "m"}, "another set of questions and another language model"),
    ],
)
def test_rows_of_something_else_are_not_joined(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    path = tmp_path / "run.jsonl"
    RunFile(path, HEADER).append("q1", {"id": "q1"})
    before = path.read_bytes()

    with pytest.raises(InvalidInput) as caught:
        RunFile(path, HEADER | change)
    assert f"were made with {words}," in caught.value.message
    assert path.read_bytes() == before


def test_a_file_of_someone_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text("{}\n")
    with pytest.raises(InvalidInput, match="nothing says how its rows were made"):
        RunFile(path, HEADER)
    assert path.read_text() == "{}\n"


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "q2"}'])
def test_a_damaged_row_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "run.jsonl"
    RunFile(path, HEADER).append("q1", {"id": "q1"})
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InvalidInput, match="Line 2 of"):
        RunFile(path, HEADER)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot be written"):
        RunFile(tmp_path / "file" / "run.jsonl", HEADER)


def test_without_a_file_rows_are_kept_in_memory() -> None:
    run = RunFile(None, HEADER)
    run.append("q1", {"id": "q1"})
    assert run.rows == {"q1": {"id": "q1", "key": "q1"}}
