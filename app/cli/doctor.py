"""`pincite doctor`: whether everything is there and sound."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output


PROGRESS_SECONDS = 3.0


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("doctor", help="check the library and the models")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="also prove that every document is whole, and read every byte of the installed models",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One finding per line. Exit status 1 where something is wrong."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken
    from app.services.findings import VerifyProgress

    wrong = 0
    said = time.monotonic()
    with open_application(arguments.library, writing=False) as application:
        for found in application.doctor.examine(verify=arguments.verify, cancel=CancelToken()):
            if isinstance(found, VerifyProgress):
                if time.monotonic() - said >= PROGRESS_SECONDS:
                    said = time.monotonic()
                    output.say(f"Looked at {found.done} of {found.total} documents.")
                continue
            wrong += not found.ok
            mark = "ok   " if found.ok else "WRONG"
            output.result(
                {"check": found.check, "ok": found.ok, "message": found.message},
                f"{mark} {found.message}",
            )
    return 1 if wrong else 0
