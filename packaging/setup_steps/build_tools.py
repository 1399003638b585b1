"""A virtual environment with the tools that make wheels, kept in the cache."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from setup_steps.places import Places, python_of
from setup_steps.virtual_environment import create, install_locked


def ensure(places: Places) -> Path:
    """The interpreter of the tools' environment, made first where it is missing.

    It is made in place, since an environment cannot be moved, and marked when it is whole.
    """
    lock = places.lock("build")
    identity = hashlib.sha256(lock.read_bytes() + sys.version.encode() + sys.prefix.encode())
    folder = places.cache / "build-tools" / identity.hexdigest()[:12]
    whole = folder / "whole"
    if not whole.exists():
        print("Preparing the tools that compile.", flush=True)
        create(folder)
        install_locked(python_of(folder), lock)
        whole.touch()
    return python_of(folder)
