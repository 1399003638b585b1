"""Runs a module of Pincite as a program of its own, for measurements from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.core.errors import PinciteError

_SOURCE = Path(__file__).resolve().parents[2]


def run_module(
    module: str, arguments: Sequence[str], *, environment: Mapping[str, str], seconds: float
) -> None:
    """Run `python -m module` and wait for its end.

    Args:
        environment: Variables that are added to those of this process.
        seconds: After so many it is killed.

    Raises:
        PinciteError: it ended with a fault or not in time; `detail` has its last words.
    """
    command = [sys.executable, "-m", module, *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=_SOURCE,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise PinciteError(
            f"The window was not ready after {seconds:.0f} seconds.", code="timeout"
        ) from error
    if done.returncode != 0:
        raise PinciteError(
            f"The window ended with status {done.returncode}.", detail=done.stderr[-2000:]
        )
