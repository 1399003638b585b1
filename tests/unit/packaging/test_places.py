"""The set-up keeps to the folders that each system has for such things."""

from __future__ import annotations

from pathlib import Path

import pytest

from setup_steps.places import cache_folder, here

HOME = Path("/people/ada")


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {}, HOME / ".cache/pincite"),
        ("linux", {"XDG_CACHE_HOME": "/fast"}, Path("/fast/pincite")),
        ("linux", {"XDG_CACHE_HOME": ""}, HOME / ".cache/pincite"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, HOME / ".cache/pincite"),
        ("darwin", {"XDG_CACHE_HOME": "/fast"}, HOME / "Library/Caches/pincite"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/pincite")),
        ("win32", {}, HOME / "AppData/Local/pincite"),
    ],
)
def test_cache_folder(platform: str, env: dict[str, str], folder: Path) -> None:
    assert cache_folder(platform, env, HOME) == folder


def test_the_checkout_is_the_one_of_the_code() -> None:
    places = here()
    assert places.lock("run").is_file()
    assert places.environment == places.checkout / ".venv"
    assert not places.cache.is_relative_to(places.checkout)
