"""Makes virtual environments and fills them with exactly what a lock file says."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from setup_steps.errors import SetupError
from setup_steps.places import Places, python_of
from setup_steps.processes import output_of, run

# Prints the path of the wheel that makes the checkout importable and adds the `pincite` command.
MAKE_EDITABLE_WHEEL = "import hatchling.build, sys; hatchling.build.build_editable(sys.argv[1])"


def create(folder: Path) -> None:
    """Make a virtual environment of this Python, in place of what is there.

    :raises SetupError: it cannot be made.
    """
    run(
        [sys.executable, "-m", "venv", "--clear", folder],
        f"The virtual environment in {folder} could not be made.",
    )


def works(folder: Path) -> bool:
    """Whether there is a virtual environment of this Python, with pip."""
    version = output_of([python_of(folder), "-c", "import pip, sys; print(sys.version)"])
    return version is not None and version.strip() == sys.version.strip()


def install_locked(python: Path, lock: Path) -> None:
    """Install what a lock file names, each file checked against its hash.

    :raises SetupError: a download fails or a hash is wrong.
    """
    run(
        [python, "-m", "pip", "install", "--require-hashes", "--no-deps", "-r", lock],
        "The packages could not be installed. Look at the lines before this one; when the network "
        "failed, run the command again: what was fetched is kept.",
    )


def install_wheel(python: Path, wheel: Path) -> None:
    """Install a wheel that was made here, without a look at any index.

    :raises SetupError: pip fails.
    """
    run(
        [python, "-m", "pip", "install", "--no-index", "--no-deps", "--force-reinstall", wheel],
        f"{wheel.name} could not be installed.",
    )


def install_checkout(places: Places, tools: Path) -> None:
    """Make the checkout importable in its environment, and add the `pincite` command to it.

    :raises SetupError: the wheel cannot be made or installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="pincite-"))
    try:
        run(
            [tools, "-c", MAKE_EDITABLE_WHEEL, folder],
            "Pincite itself could not be prepared.",
            cwd=places.checkout,
        )
        wheels = list(folder.glob("*.whl"))
        if len(wheels) != 1:
            raise SetupError("Pincite itself could not be prepared: no wheel was made.")
        install_wheel(places.python, wheels[0])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
