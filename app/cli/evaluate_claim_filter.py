"""`pincite eval claim-filter`: whether passages of another scope are set aside, and no others."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output

_MODES = ("shipped", "off", "rules", "model", "both")


def register_claim_filter(
    actions: argparse._SubParsersAction[Any], accept_json: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add the action to those of `pincite eval`."""
    parser = actions.add_parser(
        "claim-filter",
        help="whether passages of another scope are set aside, and no others",
        description="Judges the passages of a set by the filter as it is used, without it, by "
        "rules, by a model, and by both, and prints one JSON object. With --answers the questions "
        "are asked over the PDFs of the set as well, without the filter and with it. "
        "docs/evaluation.md shows the form of a set.",
    )
    parser.add_argument(
        "set",
        metavar="SET",
        type=Path,
        help="families.jsonl or controls.jsonl, or a folder that holds them",
    )
    parser.add_argument(
        "--mode",
        choices=_MODES,
        nargs="+",
        action="extend",
        help="only these (default: all); those with a model take a second or two a passage",
    )
    parser.add_argument("--model", metavar="NAME", help="the model that judges and answers")
    parser.add_argument(
        "--margin",
        metavar="LOG-ODDS",
        type=float,
        help="by how much a passage must be less fit than the best one for the model to remove it "
        "(default: as was measured for it, or a margin to try it with)",
    )
    _add_ways(parser)
    accept_json(parser)
    parser.set_defaults(run=run)


def _add_ways(parser: argparse.ArgumentParser) -> None:
    """Where rows are kept, and the answers over PDFs."""
    parser.add_argument(
        "--orders",
        type=int,
        choices=(0, 1, 2),
        default=2,
        help="in how many other orders each case is judged (default: 2)",
    )
    parser.add_argument(
        "--out",
        metavar="RUN.jsonl",
        type=Path,
        help="keep the rows of the filter as it is used there, and of each other mode in "
        "RUN.MODE.jsonl; of answers in RUN.answers-off.jsonl and RUN.answers-on.jsonl; a run that "
        "was stopped goes on there",
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="ask the questions over the PDFs in the folders beside the set too",
    )
    parser.add_argument(
        "--library",
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="library for --answers to build or reuse",
    )


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Judge, ask if that is wanted, and print one JSON object."""
    from app.bootstrap import open_application
    from app.evaluation.claim_filter_quality import FilterRequest, Mode, measure_claim_filter
    from app.evaluation.scoped_answers import measure_scoped_answers

    request = FilterRequest(
        set_path=arguments.set,
        modes=tuple(Mode(name) for name in arguments.mode or _MODES),
        model=arguments.model,
        margin=arguments.margin,
        orders=arguments.orders,
        out=arguments.out,
    )
    with open_application(arguments.library, writing=False) as application:
        report = measure_claim_filter(
            request, application.chat_models, application.preferences, output.say
        )
    if arguments.answers:
        report["answers"] = measure_scoped_answers(
            arguments.set, arguments.library, arguments.model, arguments.out, output.say
        )
    output.result(report, json.dumps(report, indent=2))
    return 0
