"""Models are fetched by the program's own command, and not again while their files are there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from app.adapters.model_folder import default_models_folder
from setup_steps import models, stamp
from setup_steps.errors import SetupError
from setup_steps.places import Places
from setup_steps.processes import output_of

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
chosen = os.environ.get("PINCITE_MODELS")
data = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "Pincite" / "models"
folder = pathlib.Path(chosen) if chosen else data
folder.mkdir(parents=True, exist_ok=True)
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


@pytest.mark.skipif(sys.platform != "linux", reason="the variable is Linux's")
@pytest.mark.parametrize(
    "moves",
    [
        ({"PINCITE_MODELS": "chosen"}, {"XDG_DATA_HOME": "data"}),
        ({"XDG_DATA_HOME": "data"}, {"XDG_DATA_HOME": "other"}),
    ],
    ids=["no longer chosen", "another data folder"],
)
def test_a_folder_that_is_no_longer_used_does_not_count(
    places: Places,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    moves: tuple[dict[str, str], dict[str, str]],
) -> None:
    for variables in moves:
        monkeypatch.delenv("PINCITE_MODELS", raising=False)
        for name, folder in variables.items():
            monkeypatch.setenv(name, str(tmp_path / folder))
        for _ in range(2):
            models.ensure_all(places, ["tiny"])
    assert _calls(places) == ["tiny", "tiny"]


@pytest.mark.parametrize("chosen", [None, "", "~/models", "relative/models"])
def test_the_folder_is_the_program_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str | None
) -> None:
    monkeypatch.delenv("PINCITE_MODELS")
    if chosen is not None:
        monkeypatch.setenv("PINCITE_MODELS", chosen)
    monkeypatch.chdir(tmp_path)
    told = output_of([sys.executable, "-c", models.WHERE_MODELS_LIE], cwd=tmp_path)
    assert told is not None
    assert Path(told.strip()) == default_models_folder()


def test_a_failure_is_told_and_not_remembered(places: Places) -> None:
    assert models.ensure(places, ["broken", "tiny"]) == ["broken"]
    assert list(stamp.read(places.stamp).models) == ["tiny"]
    with pytest.raises(SetupError, match="Not fetched: broken"):
        models.ensure_all(places, ["broken"])
