"""`pincite eval speed`: measures what Pincite promises of speed and memory on this computer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.evaluation.figures import Part

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser("eval", help="measure what Pincite promises on this computer")
    actions = parser.add_subparsers(dest="eval_action", required=True, metavar="ACTION")
    speed = actions.add_parser(
        "speed",
        help="speed and memory; takes some minutes and makes its own documents",
        description="Measures speed and memory with documents that it makes in a temporary "
        "folder. Leave the computer alone meanwhile. Prints one JSON object.",
    )
    speed.add_argument(
        "--quick", action="store_true", help="fewer documents and repetitions, rougher figures"
    )
    speed.add_argument(
        "--part",
        metavar="NAME",
        nargs="+",
        action="extend",
        choices=[part.value for part in Part],
        help="only these: " + ", ".join(part.value for part in Part),
    )
    speed.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    speed.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Measure and print one JSON object. Exit status 0 also where a target is missed: what was
    measured is the result."""
    import json

    from app.evaluation.speed import measure

    chosen = [Part(name) for name in arguments.part or [part.value for part in Part]]
    report = measure(chosen, quick=arguments.quick, say=output.say)
    output.result(report, json.dumps(report, indent=2))
    return 0
