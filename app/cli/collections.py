"""`pincite collections list | create NAME [ID…] | add NAME ID… | remove NAME ID… | delete NAME`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.output import counted

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.collection import Collection
    from app.services.collections import CollectionService


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser(
        "collections", help="name sets of documents, and look in them with `--collection NAME`"
    )
    actions = parser.add_subparsers(dest="collections_action", required=True, metavar="ACTION")
    actions.add_parser("list", help="show the collections, with their numbers of documents")
    create = actions.add_parser("create", help="make a collection, of documents if they are given")
    add = actions.add_parser("add", help="put documents into a collection")
    remove = actions.add_parser(
        "remove", help="take documents out of a collection; they stay in the library"
    )
    delete = actions.add_parser("delete", help="delete a collection; its documents stay")
    for action in (create, add, remove, delete):
        action.add_argument("name", metavar="NAME")
    for action, count in ((create, "*"), (add, "+"), (remove, "+")):
        action.add_argument(
            "document",
            metavar="ID",
            type=int,
            nargs=count,
            help="numbers as `pincite list` shows them",
        )
    for name, action in actions.choices.items():
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        action.set_defaults(run=run, collections_action=name)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run the action; each prints the collections that it is about, as they are then. A window
    may be open meanwhile: vectors have no part in collections."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_action(arguments, output, application.collection_service)


def run_action(arguments: argparse.Namespace, output: Output, service: CollectionService) -> int:
    """Run the action; returns the exit status.

    Raises:
        NotFound: there is no collection of this name, or no such document.
        InvalidInput: the name cannot be used.
    """
    if arguments.collections_action == "list":
        return _list(output, service)
    if arguments.collections_action == "create":
        made = service.create(arguments.name, arguments.document)
        output.result(_record(made), f"Made the collection {_described(made)}.")
        return 0
    found = service.named(arguments.name)
    if arguments.collections_action == "delete":
        gone = service.delete(found.id)
        output.result(
            {**_record(gone), "status": "deleted"},
            f"Deleted the collection “{gone.name}”. Its documents stay in the library.",
        )
        return 0
    change = service.add if arguments.collections_action == "add" else service.take
    changed = change(found.id, arguments.document)
    output.result(_record(changed), f"{_described(changed)}.")
    return 0


def _list(output: Output, service: CollectionService) -> int:
    collections = service.collections()
    for collection in collections:
        output.result(_record(collection), f"{collection.document_count:>5}  {collection.name}")
    if not collections:
        output.say("There are no collections. Make one with `pincite collections create NAME ID…`.")
    return 0


def _record(collection: Collection) -> dict[str, object]:
    return {
        "collection_id": collection.id,
        "name": collection.name,
        "documents": collection.document_count,
        "document_ids": sorted(collection.document_ids),
    }


def _described(collection: Collection) -> str:
    return f"“{collection.name}”: {counted(collection.document_count, 'document')}"
