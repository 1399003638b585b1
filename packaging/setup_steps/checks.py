"""The checks of the code and the tests, as `make test` and `make check-models` run them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from setup_steps.places import Places
from setup_steps.processes import status_of

# What pytest says when it found no test.
PYTEST_NO_TESTS = 5
# Each takes up to 1 GB, and many tests start processes of their own.
MOST_AT_ONCE = 4

CODE = ("app", "packaging", "tests")


def static_checks(places: Places) -> dict[str, list[str]]:
    """The commands that read the code, by their names."""
    python = str(places.python)
    scripts = places.python.parent
    return {
        "ruff check": [python, "-m", "ruff", "check", *CODE],
        "ruff format": [python, "-m", "ruff", "format", "--check", *CODE],
        "mypy": [python, "-m", "mypy"],
        "lint-imports": [str(scripts / "lint-imports")],
    }


def run_static(places: Places) -> list[str]:
    """Run them all; the names of those that fail."""
    failed = []
    for name, command in static_checks(places).items():
        print(f"== {name}", flush=True)
        if status_of(command, cwd=places.checkout) != 0:
            failed.append(name)
    return failed


def side_by_side() -> list[str]:
    """Options of pytest that spread the files of tests over the processors. What the user gives
    comes later and counts: `-n 0` runs them one after another."""
    return ["-n", str(min(os.cpu_count() or 1, MOST_AT_ONCE)), "--dist", "loadfile"]


def run_tests(
    places: Places, selection: str, arguments: Sequence[str], *, options: Sequence[str] = ()
) -> list[str]:
    """Run the tests that a marker expression selects; what failed."""
    print(f"== pytest -m {selection!r}", flush=True)
    command = [str(places.python), "-m", "pytest", "-m", selection, *options, *arguments]
    status = status_of(command, cwd=places.checkout, QT_QPA_PLATFORM="offscreen")
    if status == PYTEST_NO_TESTS:
        return ["pytest, which found no test to run"]
    return ["pytest"] if status else []


def exit_status(failed: Sequence[str]) -> int:
    """0 when nothing failed; otherwise 1, and what failed is told after all other output."""
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0
