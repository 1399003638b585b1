"""Where the set-up keeps things: the checkout, its environment, and a cache outside of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one checkout on one machine."""

    checkout: Path
    cache: Path

    @property
    def environment(self) -> Path:
        """The virtual environment that the program runs in."""
        return self.checkout / ".venv"

    @property
    def python(self) -> Path:
        """The interpreter of that environment."""
        return python_of(self.environment)

    @property
    def stamp(self) -> Path:
        """Says which steps are done."""
        return self.environment / ".pincite-setup.json"

    @property
    def manifest(self) -> Path:
        """The models that the program knows."""
        return self.checkout / "models" / "manifest.json"

    def lock(self, name: str) -> Path:
        """The lock file of that name."""
        return self.checkout / "packaging" / "locks" / f"{name}.lock"


def python_of(environment: Path) -> Path:
    """The interpreter inside a virtual environment."""
    if os.name == "nt":
        return environment / "Scripts" / "python.exe"
    return environment / "bin" / "python"


def cache_folder(platform: str, env: Mapping[str, str], home: Path) -> Path:
    """Where compiled wheels and downloads are kept between checkouts.

    `platform` is `sys.platform`.
    """
    if platform == "darwin":
        return home / "Library" / "Caches" / "pincite"
    if platform == "win32":
        local = env.get("LOCALAPPDATA")
        return (Path(local) if local else home / "AppData" / "Local") / "pincite"
    # The XDG specification tells to ignore a relative path.
    chosen = Path(env.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else home / ".cache") / "pincite"


def here() -> Places:
    """The places of the checkout that this file is in."""
    return Places(
        checkout=Path(__file__).resolve().parents[2],
        cache=cache_folder(sys.platform, os.environ, Path.home()),
    )
