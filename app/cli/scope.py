"""`--document ID` and `--collection NAME`: the scope of a question on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.bootstrap import Application
    from app.core.domain.evidence import Scope


def add_scope(parser: argparse.ArgumentParser) -> None:
    """Add the options, of which one may be used; several documents may be given."""
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument(
        "--document",
        metavar="ID",
        type=int,
        nargs="+",
        action="extend",
        help="look only in these documents (numbers as `pincite list` shows them)",
    )
    scope.add_argument(
        "--collection",
        metavar="NAME",
        help="look only in this collection (see `pincite collections list`)",
    )


def chosen_scope(arguments: argparse.Namespace, application: Application) -> Scope:
    """The scope that was asked for.

    Raises:
        NotFound: an id or a name that is not in the library.
    """
    from app.core.domain.collection import ScopeChoice
    from app.core.domain.evidence import Scope
    from app.services.library import known_document

    if arguments.document is not None:
        for document_id in arguments.document:
            known_document(application.library, document_id)
        return Scope(frozenset(arguments.document))
    chosen = None
    if arguments.collection is not None:
        chosen = application.collection_service.named(arguments.collection).id
    return application.collection_service.resolve(ScopeChoice(chosen))
