"""`pincite search`: passages for a query, without a language model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.scope import add_scope, chosen_scope

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("search", help="find passages; needs no language model")
    parser.add_argument("query")
    parser.add_argument("-k", type=int, default=10, metavar="N", help="how many (default 10)")
    add_scope(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One hit per line, best first; what could not take part is said on standard error."""
    from app.bootstrap import open_application
    from app.services.records import passage_record

    with open_application(arguments.library, writing=False) as application:
        scope = chosen_scope(arguments, application)
        result = application.search.search(arguments.query, arguments.k, scope)
    for passage in result.passages:
        page = f"p. {passage.page}" + (f" (label {passage.label})" if passage.label else "")
        page += ", read by OCR" if passage.ocr_confidence is not None else ""
        text = " ".join(passage.chunk.text.split())
        output.result(
            passage_record(passage),
            f"[chunk:{passage.chunk.id}] {passage.document_title}, {page}\n    {text}\n",
        )
    for note in result.notes:
        output.say(note)
    for arm in result.degraded:
        output.say(f"degraded: {arm}")
    if not result.passages:
        none = not result.searched_documents
        output.say("There are no readable documents there." if none else "Nothing was found.")
    return 0
