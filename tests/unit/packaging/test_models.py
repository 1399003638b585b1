"""Models are fetched by the program's own command, and not again while their files are there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from setup_steps import models, stamp
from setup_steps.errors import SetupError
from setup_steps.places import Places

MANIFEST = json.dumps(
    {
        "version": 1,
        "models": [
            {"name": "embedder", "files": [{"name": "e.onnx"}, {"name": "e.json"}]},
            {"name": "tiny", "files": [{"name": "t.gguf"}]},
        ],
    }
)

# Stands in for `python -m app models fetch NAME`: fetches into PINCITE_MODELS, and counts.
APP = """
import json, os, pathlib, sys
command, verb, name = sys.argv[1:]
assert (command, verb) == ("models", "fetch")
with open("calls.txt", "a") as calls:
    calls.write(name + "\\n")
if name == "broken":
    sys.exit(1)
folder = pathlib.Path(os.environ["PINCITE_MODELS"])
folder.mkdir(exist_ok=True)
for model in json.loads(pathlib.Path("models/manifest.json").read_text())["models"]:
    for file in model["files"] if model["name"] == name else []:
        (folder / file["name"]).write_text(name)
"""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    checkout = tmp_path / "checkout"
    for folder in ("app", "models", ".venv/bin"):
        (checkout / folder).mkdir(parents=True)
    (checkout / "app" / "__init__.py").touch()
    (checkout / "app" / "__main__.py").write_text(APP)
    (checkout / "models" / "manifest.json").write_text(MANIFEST)
    monkeypatch.setattr(Places, "python", Path(sys.executable))
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "models"))
    return Places(checkout, tmp_path / "cache")


def _calls(places: Places) -> list[str]:
    path = places.checkout / "calls.txt"
    return path.read_text().split() if path.exists() else []


def test_file_names() -> None:
    assert models.file_names(MANIFEST, "embedder") == ["e.onnx", "e.json"]
    assert models.file_names(MANIFEST, "unknown") == []


def test_fetched_once(places: Places) -> None:
    assert models.ensure(places, ["embedder", "tiny"]) == []
    assert models.ensure(places, ["embedder", "tiny"]) == []
    assert _calls(places) == ["embedder", "tiny"]


def test_a_lost_file_is_fetched_again(places: Places, tmp_path: Path) -> None:
    models.ensure_all(places, ["embedder", "tiny"])
    (tmp_path / "models" / "e.json").unlink()
    models.ensure_all(places, ["embedder", "tiny"])
    assert _calls(places) == ["embedder", "tiny", "embedder"]


def test_another_folder_is_filled_too(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models.ensure_all(places, ["tiny"])
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "other"))
    models.ensure_all(places, ["tiny"])
    assert _calls(places) == ["tiny", "tiny"]


def test_a_failure_is_told_and_not_remembered(places: Places) -> None:
    assert models.ensure(places, ["broken", "tiny"]) == ["broken"]
    assert list(stamp.read(places.stamp).models) == ["tiny"]
    with pytest.raises(SetupError, match="Not fetched: broken"):
        models.ensure_all(places, ["broken"])
