"""The command line: the same services as the window, for scripts and tests.

JSON goes to standard output, everything else to standard error. Exit status: 0 done (a refusal is
a result), 2 bad usage or input, 1 a fault. Engines are imported where they are used, so that
`pincite --help` answers at once.
"""

from __future__ import annotations

import argparse
import logging
import sys

from app import __version__
from app.cli import (
    ask,
    collections,
    doctor,
    embedded,
    erase,
    evaluate,
    extract,
    folders,
    history,
    ingest,
    listing,
    models,
    ocr,
    remove,
    report,
    schemas,
    search,
)

COMMANDS = (
    ingest,
    folders,
    ocr,
    embedded,
    listing,
    search,
    ask,
    extract,
    schemas,
    history,
    collections,
    report,
    remove,
    erase,
    models,
    evaluate,
    doctor,
)

WITH_ACTIONS = ("collections", "folders", "history", "models", "schemas", "eval")
"""Commands whose actions take `--json` for themselves."""


def build_parser() -> argparse.ArgumentParser:
    """The parser with all sub-commands; each sets `run` to a function of the parsed arguments."""
    parser = argparse.ArgumentParser(
        prog="pincite",
        description="Answers questions about your own PDFs, on this computer, and shows the page.",
        epilog="Without a sub-command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"pincite {__version__}")
    parser.add_argument(
        "--library", metavar="DIR", help="library folder (default: $PINCITE_LIBRARY or your own)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.register(commands)
    for name, sub in commands.choices.items():
        if name not in WITH_ACTIONS:
            accept_json(sub)
    return parser


def accept_json(parser: argparse.ArgumentParser) -> None:
    """Let `--json` stand behind the sub-command as well."""
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )


def main(arguments: list[str] | None = None) -> int:
    """Parse and run; returns the exit status."""
    parser = build_parser()
    try:
        parsed = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    from app.cli.output import Output, report_error
    from app.core.errors import Cancelled, PinciteError

    if not logging.getLogger().handlers:
        # Without any, warnings would be printed: codes for whoever mends the program.
        logging.getLogger().addHandler(logging.NullHandler())
    output = Output(as_json=parsed.json)
    try:
        return int(parsed.run(parsed, output))
    except PinciteError as error:
        return report_error(output, error)
    except (Cancelled, KeyboardInterrupt):
        output.say("Stopped. What was finished is kept.")
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
