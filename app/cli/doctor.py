"""`pincite doctor`: whether everything is there and sound."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("doctor", help="check the library and the models")
    parser.add_argument(
        "--verify", action="store_true", help="also read every byte of the installed models"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One finding per line. Exit status 1 where something is wrong."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken

    wrong = 0
    with open_application(arguments.library, writing=False) as application:
        for finding in application.doctor.examine(verify=arguments.verify, cancel=CancelToken()):
            wrong += not finding.ok
            mark = "ok   " if finding.ok else "WRONG"
            output.result(
                {"check": finding.check, "ok": finding.ok, "message": finding.message},
                f"{mark} {finding.message}",
            )
    return 1 if wrong else 0
