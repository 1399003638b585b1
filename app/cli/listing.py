"""`pincite list`: the documents of the library."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("list", help="list the documents of the library")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """One document per line, by title."""
    from app.bootstrap import open_application
    from app.services.records import document_record

    with open_application(arguments.library, writing=False) as application:
        documents = application.library.documents()
    for document in documents:
        output.result(
            document_record(document),
            f"{document.id:>5}  {document.title}  ({document.status_text}) {document.path}",
        )
    if not documents:
        output.say("The library is empty. Add PDFs with `pincite ingest FOLDER`.")
    return 0
