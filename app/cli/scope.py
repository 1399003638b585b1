"""`--document ID`: the scope of a question on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.domain.evidence import Scope
    from app.core.ports import LibraryStore


def add_scope(parser: argparse.ArgumentParser) -> None:
    """Add the option; it may be given several times or with several ids."""
    parser.add_argument(
        "--document",
        metavar="ID",
        type=int,
        nargs="+",
        action="extend",
        help="look only in these documents (numbers as `pincite list` shows them)",
    )


def chosen_scope(arguments: argparse.Namespace, library: LibraryStore) -> Scope:
    """The scope that was asked for.

    Raises:
        NotFound: an id that is not in the library.
    """
    from app.core.domain.evidence import EVERYTHING, Scope
    from app.core.errors import NotFound

    if arguments.document is None:
        return EVERYTHING
    for document_id in arguments.document:
        if library.document(document_id) is None:
            raise NotFound(
                f"There is no document {document_id} in this library. "
                "`pincite list` shows the documents and their numbers.",
                code="document_not_found",
            )
    return Scope(frozenset(arguments.document))
