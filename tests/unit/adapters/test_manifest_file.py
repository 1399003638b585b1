"""The manifest that the program ships: complete, pinned and safe to act on."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from app.adapters.manifest_file import load_manifest, manifest_path
from app.core.domain.model import HubSource, ModelEntry, ModelFile, ModelRole, PackageSource
from app.core.errors import StorageError

ENTRIES = load_manifest().models
FILES = [file for entry in ENTRIES for file in entry.files]


def test_the_models_of_this_version() -> None:
    assert [(entry.name, entry.role) for entry in ENTRIES] == [
        ("embedder", ModelRole.EMBEDDER),
        ("ocr", ModelRole.OCR),
        ("starter", ModelRole.CHAT),
        ("tiny", ModelRole.TEST),
    ]


def test_the_embedder_says_its_dimensions() -> None:
    embedder = load_manifest().find("embedder")
    assert embedder is not None
    assert embedder.dimensions == 384
    assert [Path(file.name).suffix for file in embedder.files] == [".onnx", ".json"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.name))
def test_an_entry_tells_what_people_ask(entry: ModelEntry) -> None:
    assert entry.licence_url.startswith("https://")
    assert entry.description.endswith(".")
    assert entry.memory_bytes is not None
    assert entry.memory_bytes > entry.download_bytes


def test_names_are_unique() -> None:
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)
    assert len({file.name for file in FILES}) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_a_file_stays_in_its_folder(file: ModelFile) -> None:
    assert re.fullmatch(r"[A-Za-z0-9][\w.\-]*", file.name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.name))
def test_sources_are_pinned(file: ModelFile) -> None:
    assert file.sources
    for source in file.sources:
        if isinstance(source, HubSource):
            assert re.fullmatch(r"[0-9a-f]{40}", source.revision)
            assert re.fullmatch(r"[\w.\-]+/[\w.\-]+", source.repo)
        else:
            for part in source.parts:
                # Nothing that pip could take for an option, an address or a range of versions.
                assert re.fullmatch(r"[a-z0-9][a-z0-9\-]*", part.package)
                assert re.fullmatch(r"\d+(\.\d+)*", part.version)


def test_the_starter_comes_whole() -> None:
    starter = load_manifest().find("starter")
    assert starter is not None
    hub, packages = starter.files[0].sources
    assert isinstance(hub, HubSource)
    assert isinstance(packages, PackageSource)
    assert [part.member[-10:] for part in packages.parts] == [
        f"part{number:02d}.bin" for number in range(1, 23)
    ]


def test_in_a_bundle_it_lies_in_the_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert manifest_path() == tmp_path / "models" / "manifest.json"


@pytest.mark.parametrize("content", [None, "", "{}", '{"version": 9, "models": []}'])
def test_missing_or_damaged(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "manifest.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(StorageError) as caught:
        load_manifest(path)
    assert caught.value.code == "manifest_damaged"
