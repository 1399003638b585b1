"""`pincite remove`: take documents out of the library; the files stay where they are."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.erase import finish_erasing

if TYPE_CHECKING:
    from app.cli.output import Output


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("remove", help="take documents out of the library")
    parser.add_argument("document", metavar="ID", type=int, nargs="+")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Remove and say what was removed."""
    from app.bootstrap import open_application

    with open_application(arguments.library) as application:
        finish_erasing(application, output)
        for document in application.library_service.remove(arguments.document):
            output.result(
                {
                    "document_id": document.id,
                    "title": document.title,
                    "path": str(document.path),
                    "status": "removed",
                },
                f"Removed {document.title}. The file itself was not touched.",
            )
    return 0
