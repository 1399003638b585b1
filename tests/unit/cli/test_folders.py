"""`pincite folders`, and `pincite ingest` without a path."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from app.cli import folders, ingest
from app.cli.output import Output
from app.core.domain.cancel import CancelToken
from app.core.errors import InvalidInput, NotFound
from app.services.folders import FolderService
from app.services.ingest_control import CollectedPath
from tests.workbench import FOLDER, Workbench

NOW = 1_700_000_000.0


class Desk:
    """What the commands need of an application."""

    def __init__(self, bench: Workbench) -> None:
        self.ingest = bench.ingest
        self.folders: FolderService = bench.checking(lambda: NOW)


@pytest.fixture
def read(bench: Workbench) -> Workbench:
    """Two folders that were read, one for a collection."""
    bench.put_text("plain/a.pdf", "This is said in a.")
    bench.put_text("Letters/b.pdf", "This is said in b, and it is longer.")
    bench.read(FOLDER / "plain", CollectedPath(FOLDER / "Letters"))
    return bench


def run_folders(bench: Workbench, *arguments: str, as_json: bool = True) -> int:
    parser = argparse.ArgumentParser()
    folders.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["folders", *arguments])
    return folders.run_action(parsed, Output(as_json=as_json), bench.checking(lambda: NOW))


def check(bench: Workbench, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """What `ingest` without a path prints."""
    desk = Desk(bench)
    ingest.check_folders(desk.folders, desk.ingest, Output(as_json=True), CancelToken(), ocr=True)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_list(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_folders(read, "list") == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"path": str(FOLDER / "Letters"), "collection": "Letters"},
        {"path": str(FOLDER / "plain"), "collection": None},
    ]
    run_folders(read, "list", as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        f"{FOLDER / 'Letters'}  (collection “Letters”)",
        str(FOLDER / "plain"),
    ]


def test_no_folders(bench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_folders(bench, "list") == 0
    assert "pincite ingest FOLDER" in capsys.readouterr().err
    [record] = check(bench, capsys)
    assert list(record) == ["summary"]


def test_one_is_forgotten(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_folders(read, "forget", str(FOLDER / "Letters" / ".." / "plain")) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "forgotten"
    assert [one.path for one in read.folders.folders()] == [FOLDER / "Letters"]
    assert len(read.library.documents()) == 2
    with pytest.raises(NotFound):
        run_folders(read, "forget", str(FOLDER / "plain"))


def test_nothing_has_changed(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    [record] = check(read, capsys)
    summary = record["summary"]
    assert isinstance(summary, dict)
    assert (summary["unchanged"], summary["added"], summary["missing"]) == (2, 0, 0)


def test_what_has_changed(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    moved = FOLDER / "plain" / "moved.pdf"
    read.files.files[moved] = read.files.files.pop(FOLDER / "plain" / "a.pdf")
    gone = FOLDER / "Letters" / "b.pdf"
    new = read.put_text("Letters/new.pdf", "This is new.")
    del read.files.files[gone]
    *files, last = check(read, capsys)
    assert [(one["path"], one["status"], one["document_id"]) for one in files] == [
        (str(moved), "moved", 1),
        (str(gone), "missing", 2),
        (str(new), "indexed", 3),
    ]
    summary = last["summary"]
    assert isinstance(summary, dict)
    assert {name: summary[name] for name in ("added", "moved", "missing", "unreachable")} == {
        "added": 1,
        "moved": 1,
        "missing": 1,
        "unreachable": 0,
    }


def test_a_folder_that_cannot_be_reached(
    read: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    del read.files.files[FOLDER / "plain" / "a.pdf"]
    first, _ = check(read, capsys)
    assert (first["path"], first["status"]) == (str(FOLDER / "plain"), "unreachable")


def test_for_people(read: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    del read.files.files[FOLDER / "plain" / "a.pdf"]
    read.put_text("Letters/c.pdf", "A third one.")
    desk = Desk(read)
    output = Output(as_json=False)
    ingest.check_folders(desk.folders, desk.ingest, output, CancelToken(), ocr=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"unreachable  {FOLDER / 'plain'}: If it is on a disk")
    assert lines[1].startswith(f"indexed  {FOLDER / 'Letters' / 'c.pdf'}")
    assert lines[2].startswith("1 document read (1 page)")
    assert lines[3].startswith("1 file unchanged in ")


def test_a_collection_without_a_path(library_dir: Path) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    ingest.register(parser.add_subparsers(required=True))
    parsed = parser.parse_args(["--library", str(library_dir), "ingest", "--collection", "Bills"])
    with pytest.raises(InvalidInput, match="Say what is to be put"):
        parsed.run(parsed, Output(as_json=True))


def test_a_path_with_dots_is_known_by_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    parser = argparse.ArgumentParser()
    ingest.register(parser.add_subparsers())
    arguments = parser.parse_args(["ingest", str(tmp_path / "gone" / ".." / "here")])
    assert ingest.wanted_paths(arguments) == ([tmp_path / "here"], False)
