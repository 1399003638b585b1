"""Runs the programs that do the work, with their output shown."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from setup_steps.errors import SetupError

# SOURCE_DATE_EPOCH makes ggml drop its instruction sets; the others would change what is
# compiled without changing the name under which the wheel is kept.
LEFT_OUT = ("SOURCE_DATE_EPOCH", "CMAKE_ARGS", "SKBUILD_CMAKE_ARGS", "PYTHONPATH", "PYTHONHOME")


def environment(base: Mapping[str, str], **more: str) -> dict[str, str]:
    """The variables for a program: `base` without what would leak into the set-up, and `more`.

    pip's own configuration (index, proxy, certificates) is the machine's and stays as it is.
    """
    kept = {name: value for name, value in base.items() if name not in LEFT_OUT}
    return {**kept, "PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def status_of(command: Sequence[str | Path], cwd: Path | None = None, **more: str) -> int:
    """Run a program with its output shown, and give its exit status."""
    words = [str(word) for word in command]
    # Our own lines must not come after those of the program.
    print(end="", flush=True)
    return subprocess.run(
        words, cwd=cwd, env=environment(os.environ, **more), check=False
    ).returncode


def run(
    command: Sequence[str | Path], otherwise: str, cwd: Path | None = None, **more: str
) -> None:
    """Run a program with its output shown.

    :raises SetupError: it fails; the message is `otherwise` and the command.
    """
    status = status_of(command, cwd, **more)
    if status != 0:
        shown = shlex.join(str(word) for word in command)
        raise SetupError(f"{otherwise}\nThe command that failed (status {status}): {shown}")


def output_of(command: Sequence[str | Path], cwd: Path | None = None) -> str | None:
    """What a program prints, or None when it fails or is not there. Its errors are not shown."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env=environment(os.environ),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
