"""Fetches models with the program's own command, once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from setup_steps import stamp
from setup_steps.errors import SetupError
from setup_steps.places import Places
from setup_steps.processes import output_of, status_of

# As `default_models_folder` of the program says, whose own modules take longer to load than a
# start should.
WHERE_MODELS_LIE = """
import os, pathlib, platformdirs
chosen = os.environ.get("PINCITE_MODELS", "")
if chosen:
    print(pathlib.Path(chosen).expanduser().absolute())
else:
    print(platformdirs.user_data_path("Pincite", appauthor=False) / "models")
"""


def file_names(manifest: str, name: str) -> list[str]:
    """The files of a model, by the text of the manifest; none for a model that it has not."""
    models = json.loads(manifest)["models"]
    return [file["name"] for model in models if model["name"] == name for file in model["files"]]


def ensure(places: Places, names: Sequence[str]) -> list[str]:
    """Fetch those models that were not fetched before; the names of those that failed."""
    folder = _folder(places)
    return [
        name
        for name in names
        if not _is_there(places, name, folder) and not _fetch(places, name, folder)
    ]


def ensure_all(places: Places, names: Sequence[str]) -> None:
    """Fetch models.

    :raises SetupError: one cannot be fetched.
    """
    failed = ensure(places, names)
    if failed:
        raise SetupError(
            f"Not fetched: {', '.join(failed)}. Look at the lines before this one, and run the "
            "command again when the network works: what was fetched is kept."
        )


def _folder(places: Places) -> Path | None:
    """Where the program looks for models now, which the user's variables may change at any time."""
    told = output_of([places.python, "-c", WHERE_MODELS_LIE], cwd=places.checkout)
    return Path(told.strip()) if told and told.strip() else None


def _is_there(places: Places, name: str, folder: Path | None) -> bool:
    # Only the look of the files: the program checks their hashes when it fetches them.
    known = stamp.read(places.stamp).models.get(name, [])
    paths = [Path(str(file[0])) for file in known]
    in_place = all(path.parent == folder for path in paths)
    return bool(known) and in_place and stamp.seen(paths) == known


def _fetch(places: Places, name: str, folder: Path | None) -> bool:
    command = [str(places.python), "-m", "app", "models", "fetch", name]
    if status_of(command, cwd=places.checkout) != 0:
        return False
    names = file_names(places.manifest.read_text(encoding="utf-8"), name)
    files = stamp.seen(folder / file for file in names) if folder is not None else None
    if files:
        done = stamp.read(places.stamp)
        done.models[name] = files
        stamp.write(places.stamp, done)
    return True
