"""Libraries in hard places: on a disk that is full, where nothing may be written, and at a path
that is long and odd."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.conftest import Shelf
from tests.integration.test_command_line import _pincite, _records
from tests.killed_ingest import KilledIngest
from tests.mounts import only_read, resize, small_disk

ModelPaths = Callable[[str], tuple[Path, ...]]


@pytest.mark.parametrize("size", ["400k", "2600k"])
def test_a_full_disk(tmp_path: Path, model_paths: ModelPaths, size: str) -> None:
    """Full while files are read, or while vectors are made."""
    model_paths("embedder")
    ingest = KilledIngest(tmp_path)
    ingest.library.mkdir(mode=0o700)
    with small_disk(ingest.library, size):
        done = _pincite("ingest", str(ingest.pdfs), library=ingest.library)
        said = done.stdout + done.stderr
        assert "The disk is full" in said
        assert "Free some space" in said
        assert "Traceback" not in said
        stored = {one["document_id"] for one in _records(done) if one.get("document_id")}

        resize(ingest.library, "64m")

        kept = {one["document_id"] for one in _records(_pincite("list", library=ingest.library))}
        assert stored <= kept
        assert ingest.look().faults == ()
        assert ingest.run() == 0
        found = ingest.look()
        assert found.faults == ()
        assert found.done
        assert found.documents == ingest.expected


def test_a_library_that_can_only_be_read(shelf: Shelf) -> None:
    before = sorted(shelf.library.rglob("*"))
    with only_read(shelf.library):
        listed = _pincite("list", library=shelf.library)
        found = _pincite("search", "jackets of deck hands", library=shelf.library)
        asked = _pincite(
            "ask", "What do deck hands get?", "--style", "quotes", library=shelf.library
        )
        examined = _pincite("doctor", library=shelf.library)
        refused = [
            _pincite("ingest", str(shelf.pdfs), library=shelf.library),
            _pincite("erase", "1", "--yes", library=shelf.library),
            _pincite("remove", "1", library=shelf.library),
            _pincite("collections", "create", "HR", "1", library=shelf.library),
        ]
    assert (listed.returncode, len(_records(listed))) == (0, 2)
    assert found.returncode == 0, found.stderr
    assert "two jackets" in _records(found)[0]["text"]
    assert asked.returncode == 0, asked.stderr
    assert _records(asked)[0]["citations"]
    [vectors] = [one for one in _records(examined) if one["check"] == "vectors"]
    assert "can only be read" in vectors["message"]
    for done in refused:
        assert done.returncode == 1, done.stderr
        [record] = _records(done)
        assert record["reason"] == "storage"
        assert "Traceback" not in done.stderr
    assert "can only be read" in _records(refused[0])[0]["message"]
    assert sorted(shelf.library.rglob("*")) == before


def test_a_long_and_odd_path(tmp_path: Path, shelf: Shelf) -> None:
    name = "Bücher & Verträge 📚 50 % #1? " + "x" * 200
    library = tmp_path / name[:120] / "Ordner 'zwei'"
    library.mkdir(parents=True)
    assert len(str(library)) > 130
    read = _pincite("ingest", str(shelf.pdfs), library=library)
    found = _pincite("search", "jackets of deck hands", library=library)
    erased = _pincite("erase", "1", "--yes", library=library)
    examined = _pincite("doctor", "--verify", library=library)
    for done in (read, found, erased):
        assert done.returncode == 0, done.stderr
    hit = _records(found)[0]
    assert (hit["ranks"]["lexical"], hit["ranks"]["dense"]) == (1, 1)
    wrong = [one["check"] for one in _records(examined) if not one["ok"]]
    assert [check for check in wrong if not check.startswith("model:")] == []


def test_a_name_of_two_hundred_characters(tmp_path: Path, shelf: Shelf) -> None:
    library = tmp_path / f"{'Akten ' * 33}📁"
    shutil.copytree(shelf.library, library)
    found = _pincite("search", "jackets of deck hands", library=library)
    assert found.returncode == 0, found.stderr
    assert _records(found)[0]["ranks"] == {"lexical": 1, "dense": 1}
