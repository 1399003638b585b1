"""The commands of the set-up, and the order of their steps.

First a look at the machine, then the operating system's packages, then the environment with its
locked packages, the language engine and the program itself, then the tools of the checks, then
models. What is done already is told by the stamp and takes no time.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Callable, Sequence

from setup_steps import (
    build_tools,
    checks,
    cpu,
    llama_wheel,
    machine,
    models,
    program_window,
    stamp,
    system_packages,
    virtual_environment,
)
from setup_steps.errors import SetupError
from setup_steps.places import Places, here

# Raise it when the steps themselves change, so that finished set-ups are done again.
STEPS_VERSION = "1"

EXIT_FAULT = 1
EXIT_INTERRUPTED = 130

WITHOUT_OCR = (
    "What reads scanned pages is not there yet, so they cannot be searched until it is. The next "
    "start tries again, and what was fetched is kept."
)
WITHOUT_LANGUAGE_MODEL = (
    "The language model is not there yet, so answers will be quotes from your documents until it "
    "is. The next start tries again, and what was fetched is kept."
)
WITHOUT = {"ocr": WITHOUT_OCR, "starter": WITHOUT_LANGUAGE_MODEL}
"""What is said where a model cannot be fetched that the window can do without."""


def prepare(places: Places) -> None:
    """Make the environment that the program runs in.

    :raises SetupError: a step cannot be done.
    """
    level = cpu.this_level()
    wanted = _environment_digest(places, level)
    if stamp.read(places.stamp).environment == wanted and places.python.exists():
        return
    machine.ensure_fits()
    places.stamp.unlink(missing_ok=True)
    system_packages.ensure(with_compiler=llama_wheel.find(places, level) is None)
    if not virtual_environment.works(places.environment):
        print("Making the virtual environment in .venv.", flush=True)
        virtual_environment.create(places.environment)
    virtual_environment.install_locked(places.python, places.lock("run"))
    virtual_environment.install_wheel(places.python, llama_wheel.ensure(places, level))
    virtual_environment.install_checkout(places, build_tools.ensure(places))
    stamp.write(places.stamp, stamp.Stamp(environment=wanted))


def prepare_checks(places: Places) -> None:
    """Make the environment that the program runs in, with the tools of the checks.

    :raises SetupError: a step cannot be done.
    """
    prepare(places)
    wanted = stamp.digest([places.lock("dev")])
    done = stamp.read(places.stamp)
    if done.check_tools == wanted:
        return
    virtual_environment.install_locked(places.python, places.lock("dev"))
    done.check_tools = wanted
    stamp.write(places.stamp, done)


def _environment_digest(places: Places, level: cpu.Level) -> str:
    files = [places.lock(name) for name in ("run", "llama", "build")]
    files.append(llama_wheel.CMAKE_INCLUDE)
    facts = [STEPS_VERSION, sys.version, sys.prefix, level, str(places.checkout)]
    return stamp.digest(files, *facts, _what_is_installed(places))


def _what_is_installed(places: Places) -> str:
    # The settings of ruff and its like share the file, and change nothing that is installed.
    project = tomllib.loads((places.checkout / "pyproject.toml").read_text(encoding="utf-8"))
    tables = [project.get(name) for name in ("project", "build-system")]
    return json.dumps([*tables, project.get("tool", {}).get("hatch")], sort_keys=True)


def run_window(places: Places, arguments: Sequence[str]) -> int:
    """Set up and show the window."""
    prepare(places)
    models.ensure_all(places, ["embedder"])
    for name in models.ensure(places, list(WITHOUT)):
        print(WITHOUT[name], file=sys.stderr, flush=True)
    return program_window.start(places, arguments)


def run_test(places: Places, arguments: Sequence[str]) -> int:
    """Set up, read the code, and run all tests but those of the starter model."""
    prepare_checks(places)
    models.ensure_all(places, ["embedder", "ocr", "tiny"])
    failed = checks.run_static(places)
    return checks.exit_status(
        failed + checks.run_tests(places, "not model", arguments, options=checks.side_by_side())
    )


def run_check_models(places: Places, arguments: Sequence[str]) -> int:
    """Set up and run the tests of the starter model."""
    prepare_checks(places)
    models.ensure_all(places, ["embedder", "ocr", "tiny", "starter"])
    return checks.exit_status(checks.run_tests(places, "model", arguments))


def run_lint(places: Places, arguments: Sequence[str]) -> int:
    """Set up and read the code. Takes no arguments."""
    if arguments:
        raise SetupError("lint takes no arguments.")
    prepare_checks(places)
    return checks.exit_status(checks.run_static(places))


COMMANDS: dict[str, tuple[str, Callable[[Places, Sequence[str]], int]]] = {
    "run": ("set everything up and open the window", run_window),
    "test": ("set up what the tests need, check the code and run the tests", run_test),
    "check-models": ("run the tests that need the starter language model", run_check_models),
    "lint": ("check the code without running tests", run_lint),
}


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(
        prog="setup_env.py",
        epilog="What follows the command goes on to the window or to pytest.",
    )
    parser.add_argument(
        "command",
        choices=COMMANDS,
        help="; ".join(f"{name}: {what}" for name, (what, _) in COMMANDS.items()),
    )
    chosen, rest = parser.parse_known_args(arguments)
    try:
        return COMMANDS[chosen.command][1](here(), rest)
    except SetupError as fault:
        print(f"\n{fault}", file=sys.stderr)
        return EXIT_FAULT
    except KeyboardInterrupt:
        print("\nStopped. Run the command again to go on.", file=sys.stderr)
        return EXIT_INTERRUPTED
