"""The record of floors that the program ships, and writing one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.adapters.floor_file import floor_path, load_floors, save_floors
from app.adapters.manifest_file import load_manifest
from app.core.domain.floor import EmbedderFloor, Floor, FloorRecord
from app.core.domain.model import EmbedderIdentity
from app.core.errors import StorageError


def test_the_built_in_embedder_was_measured() -> None:
    entry = load_manifest().find("embedder")
    assert entry is not None
    identity = EmbedderIdentity(entry.title, entry.dimensions or 0, entry.files[0].sha256)
    record = load_floors()
    floor = record.of(identity)
    assert floor is not None
    assert floor.similarity is not None
    assert floor.quote > record.words_only.quote > 0
    assert record.words_only.similarity is None


def test_in_a_bundle_it_lies_beside_the_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert floor_path() == tmp_path / "models" / "support-floors.json"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    entry = EmbedderFloor(
        name="mine",
        dimensions=8,
        sha256="a" * 64,
        floor=Floor(similarity=0.5, coverage=0.4, quote=0.7),
        measured={"risk": 0.02, "sets": [{"name": "a"}]},
    )
    record = FloorRecord(embedders=(entry,))
    save_floors(record, tmp_path / "floors.json")
    assert load_floors(tmp_path / "floors.json") == record


@pytest.mark.parametrize("content", [None, "", '{"version": 9}', '{"embedders": [{}]}'])
def test_missing_or_damaged(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "floors.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(StorageError) as caught:
        load_floors(path)
    assert caught.value.code == "floors_damaged"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        save_floors(FloorRecord(), tmp_path / "nowhere" / "floors.json")
