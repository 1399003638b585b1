"""`pincite eval`: measures speed and memory, whether the right pages are found, whether answers are
right, and whether made-up citations are rejected."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.evaluate_claim_filter import register_claim_filter
from app.evaluation.figures import Part

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.evaluation.runs import RunRequest


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser("eval", help="measure what Pincite promises on this computer")
    actions = parser.add_subparsers(dest="eval_action", required=True, metavar="ACTION")
    _register_speed(actions)
    _register_retrieval(actions)
    _register_answers(actions)
    _register_citations(actions)
    _register_support(actions)
    _register_floor(actions)
    register_claim_filter(actions, _accept_json)
    _register_scale(actions)


# --- speed ------------------------------------------------------------------------------------


def _register_speed(actions: argparse._SubParsersAction[Any]) -> None:
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
    _accept_json(speed)
    speed.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Measure and print one JSON object. Exit status 0 also where a target is missed: what was
    measured is the result."""
    from app.evaluation.speed import measure

    chosen = [Part(name) for name in arguments.part or [part.value for part in Part]]
    report = measure(chosen, quick=arguments.quick, say=output.say)
    _print(report, output)
    return 0


# --- retrieval --------------------------------------------------------------------------------


def _register_retrieval(actions: argparse._SubParsersAction[Any]) -> None:
    retrieval = actions.add_parser(
        "retrieval",
        help="whether the right pages are found, for a set of questions",
        description="Searches for the questions of a set and prints one JSON object with what was "
        "found where. docs/evaluation.md shows the form of a set.",
    )
    _add_run_options(retrieval)
    retrieval.add_argument(
        "--arms",
        choices=("both", "lexical", "dense"),
        default="both",
        help="search by words, by meaning, or both (default)",
    )
    retrieval.add_argument(
        "--baseline", choices=("bm25",), help="also rank the same pages by plain BM25"
    )
    retrieval.set_defaults(run=run_retrieval)


def run_retrieval(arguments: argparse.Namespace, output: Output) -> int:
    """Search for the questions of a set and print one JSON object."""
    from app.evaluation.retrieval_quality import measure_retrieval

    report = measure_retrieval(
        _request(arguments), output.say, baseline=arguments.baseline is not None
    )
    _print(report, output)
    return 0


# --- answers ----------------------------------------------------------------------------------


def _register_answers(actions: argparse._SubParsersAction[Any]) -> None:
    answers = actions.add_parser(
        "answers",
        help="whether answers are right, cited, and refused where they must be",
        description="Asks the questions of a set and prints one JSON object with how they were "
        "answered. docs/evaluation.md shows the form of a set.",
    )
    _add_run_options(answers)
    answers.add_argument("--model", metavar="NAME", help="language model (see `models list`)")
    answers.add_argument("--style", choices=("written", "quotes"), help="how answers are made")
    answers.set_defaults(run=run_answers, arms="both")


def run_answers(arguments: argparse.Namespace, output: Output) -> int:
    """Ask the questions of a set and print one JSON object."""
    from app.core.domain.answer import AnswerStyle
    from app.evaluation.answer_quality import measure_answers

    report = measure_answers(
        _request(arguments),
        output.say,
        style=AnswerStyle(arguments.style) if arguments.style else None,
        model=arguments.model,
    )
    _print(report, output)
    return 0


# --- support ----------------------------------------------------------------------------------


def _register_support(actions: argparse._SubParsersAction[Any]) -> None:
    support = actions.add_parser(
        "support",
        help="whether claims that their texts do not bear out are told from true ones",
        description="Judges the claims of a set by their texts and prints one JSON object with "
        "how many true ones are flagged and how many false ones pass, beside what the share of "
        "words alone would do. docs/evaluation.md shows the form of a set.",
    )
    support.add_argument("set", metavar="SET", type=Path, help="claims with verdicts, JSON lines")
    support.add_argument(
        "--texts",
        metavar="FILE",
        type=Path,
        help="their texts as JSON lines (default: corpus.jsonl beside SET)",
    )
    _accept_json(support)
    support.set_defaults(run=run_support)


def run_support(arguments: argparse.Namespace, output: Output) -> int:
    """Judge the claims of a set and print one JSON object."""
    from app.evaluation.support_quality import SupportRequest, measure_support

    report = measure_support(SupportRequest(arguments.set, arguments.texts), output.say)
    _print(report, output)
    return 0


# --- floor ------------------------------------------------------------------------------------


def _register_floor(actions: argparse._SubParsersAction[Any]) -> None:
    floor = actions.add_parser(
        "floor",
        help="from where on what was found is enough for an answer",
        description="Searches for the questions of a set, without a language model, and chooses "
        "from which similarity and share of words on they are worth an answer. Prints one JSON "
        "object. docs/evaluation.md shows what came out.",
    )
    _add_run_options(floor)
    floor.add_argument(
        "--join",
        metavar="RUN.jsonl",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="choose on the rows of these earlier runs too (see --out)",
    )
    floor.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="write the floor of this embedder into this file of floors",
    )
    floor.add_argument("--plot", metavar="FILE.svg", type=Path, help="write the curve as SVG")
    floor.set_defaults(run=run_floor, arms="both")


def run_floor(arguments: argparse.Namespace, output: Output) -> int:
    """Search for the questions of a set, choose the floor, and print one JSON object."""
    from app.evaluation.floor_calibration import measure_floor

    report = measure_floor(
        _request(arguments),
        output.say,
        joined=arguments.join,
        record=arguments.record,
        plot=arguments.plot,
    )
    _print(report, output)
    return 0


# --- citations --------------------------------------------------------------------------------


def _register_citations(actions: argparse._SubParsersAction[Any]) -> None:
    citations = actions.add_parser(
        "citations",
        help="whether made-up citations are rejected, from recorded outputs of models",
        description="Replays recorded outputs of language models through the code that answers, "
        "without a model, and prints one JSON object. Exit status 1 when a floor is missed.",
    )
    citations.add_argument(
        "files", metavar="FILE", type=Path, nargs="+", help="recordings, as JSON lines"
    )
    _accept_json(citations)
    citations.set_defaults(run=run_citations)


def run_citations(arguments: argparse.Namespace, output: Output) -> int:
    """Replay recordings and print one JSON object. Exit status 1 when a floor is missed, so that
    a build can be stopped by it."""
    from app.evaluation.citations_replay import measure_citations

    report, kept = measure_citations(arguments.files)
    _print(report, output)
    if not kept:
        output.say("A floor was missed. The report names what failed.")
    return 0 if kept else 1


# --- scale ------------------------------------------------------------------------------------


def _register_scale(actions: argparse._SubParsersAction[Any]) -> None:
    scale = actions.add_parser(
        "scale",
        help="how fast search is in a large library",
        description="Fills an empty folder with made-up documents, or goes on where it was "
        "interrupted, then measures search in it: time, memory, disk, and how much of the true "
        "best is found. Prints one JSON object. docs/scale.md shows what came out.",
    )
    scale.add_argument(
        "--chunks", type=_positive, required=True, metavar="N", help="passages to search in"
    )
    scale.add_argument("--library", required=True, metavar="DIR", help="folder of that library")
    scale.add_argument(
        "--questions", type=_positive, default=60, metavar="N", help="questions (default: 60)"
    )
    _accept_json(scale)
    scale.set_defaults(run=run_scale)


def run_scale(arguments: argparse.Namespace, output: Output) -> int:
    """Build and measure, and print one JSON object."""
    from app.evaluation.scale.report import report

    _print(
        report(Path(arguments.library), arguments.chunks, arguments.questions, say=output.say),
        output,
    )
    return 0


# --- what runs over sets share ----------------------------------------------------------------


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("set", metavar="SET", type=Path, help="questions, as JSON lines")
    parser.add_argument(
        "--library", metavar="DIR", default=argparse.SUPPRESS, help="library to build or reuse"
    )
    parser.add_argument(
        "--pdfs",
        metavar="PATH",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="read these PDFs and folders into the library first",
    )
    parser.add_argument(
        "--texts",
        metavar="FILE",
        type=Path,
        help="documents as JSON lines; they are written as PDFs beside the library and read",
    )
    parser.add_argument(
        "--out",
        metavar="RUN.jsonl",
        type=Path,
        help="keep a row for each question; a run that was stopped goes on there",
    )
    parser.add_argument("--every", metavar="N", type=_positive, default=1, help="ask one in N")
    parser.add_argument(
        "--offset", metavar="K", type=_natural, default=0, help="leave out the first K questions"
    )
    parser.add_argument("--limit", metavar="N", type=_positive, help="ask at most N")
    parser.add_argument(
        "--without-headings",
        action="store_true",
        help="leave titles and headings out of the index; needs a library of its own",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        dest="changes",
        nargs="+",
        action="extend",
        default=[],
        help="change settings for this run, such as retrieval.rrf_k=30",
    )
    _accept_json(parser)


def _request(arguments: argparse.Namespace) -> RunRequest:
    from app.evaluation.questions import Selection
    from app.evaluation.runs import RunRequest
    from app.evaluation.variants import Arms, Variant

    return RunRequest(
        set_path=arguments.set,
        library=arguments.library,
        pdfs=tuple(arguments.pdfs),
        texts=arguments.texts,
        selection=Selection(arguments.every, arguments.offset, arguments.limit),
        variant=Variant(
            arms=Arms(arguments.arms),
            headings=not arguments.without_headings,
            changes=tuple(arguments.changes),
        ),
        out=arguments.out,
    )


def _print(report: Mapping[str, object], output: Output) -> None:
    output.result(report, json.dumps(report, indent=2))


def _accept_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )


def _positive(text: str) -> int:
    """A whole number from 1."""
    return _whole_number(text, 1)


def _natural(text: str) -> int:
    """A whole number from 0."""
    return _whole_number(text, 0)


def _whole_number(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"give a whole number from {least}")
    return int(text)
