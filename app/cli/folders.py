"""`pincite folders list | forget PATH`: folders that stay in the library.

Looking for changes in them is `pincite ingest` without a path; what it found is printed here.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.cli.output import Output
    from app.core.domain.folder import WatchedFolder
    from app.services.folders import FolderCheck, FolderService


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser(
        "folders",
        help="the folders that were added; `pincite ingest` alone reads what changed in them",
    )
    actions = parser.add_subparsers(dest="folders_action", required=True, metavar="ACTION")
    actions.add_parser("list", help="show the folders")
    forget = actions.add_parser(
        "forget", help="look for changes in a folder no more; its documents stay in the library"
    )
    forget.add_argument("path", metavar="PATH", type=Path)
    for name, action in actions.choices.items():
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        action.set_defaults(run=run, folders_action=name)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run the action; each prints the folders that it is about."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_action(arguments, output, application.folders)


def run_action(arguments: argparse.Namespace, output: Output, service: FolderService) -> int:
    """Run the action; returns the exit status.

    Raises:
        NotFound: the folder is not among them.
    """
    if arguments.folders_action == "forget":
        gone = service.stop_watching(Path(os.path.abspath(arguments.path)))  # noqa: PTH100
        output.result(
            {**_record(gone), "status": "forgotten"},
            f"Changes in {gone.path} are not looked for any more. Its documents stay in the "
            "library.",
        )
        return 0
    folders = service.folders()
    for folder in folders:
        collection = f"  (collection “{folder.collection}”)" if folder.collection else ""
        output.result(_record(folder), f"{folder.path}{collection}")
    if not folders:
        output.say("No folder has been added yet. Add one with `pincite ingest FOLDER`.")
    return 0


def show_check(check: FolderCheck, output: Output) -> None:
    """Print what a check found besides files that are to be read: one line each."""
    for folder in check.unreachable:
        output.result(
            _file(folder, "unreachable", "The folder cannot be reached now."),
            f"unreachable  {folder}: If it is on a disk or a server, connect it. Its documents "
            "stay in the library.",
        )
    for moved in check.moved:
        output.result(
            _file(moved.path, "moved", f"It was at {moved.before}.", moved.document_id),
            f"moved  {moved.path}: It was at {moved.before}.",
        )
    for missing in check.missing:
        sentence = "Its document stays in the library."
        output.result(
            _file(missing.path, "missing", sentence, missing.document_id),
            f"missing  {missing.path}: {sentence}",
        )


def checked_figures(check: FolderCheck, read: Mapping[str, object]) -> dict[str, object]:
    """The figures of a check, those that reading has as well added to its own."""
    own = {"added": 0, "replaced": 0, "unchanged": check.unchanged, "skipped": check.left_out}
    both: dict[str, object] = {name: own[name] + _number(read.get(name)) for name in own}
    return both | {
        "moved": len(check.moved),
        "missing": len(check.missing),
        "unreachable": len(check.unreachable),
        "removed": check.removed,
        "seconds": round(check.seconds + _number(read.get("seconds")), 3),
    }


def checked_sentence(check: FolderCheck) -> str:
    """The same for people."""
    text = f"{counted(check.unchanged, 'file')} unchanged in {check.seconds:.1f} s"
    for count, words in (
        (len(check.moved), "moved"),
        (len(check.missing), "missing"),
        (check.removed, "left out because you removed them"),
        (check.left_out, "left out for other reasons"),
    ):
        text += f", {count} {words}" if count else ""
    return f"{text}."


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def _record(folder: WatchedFolder) -> dict[str, object]:
    return {"path": str(folder.path), "collection": folder.collection or None}


def _file(
    path: Path, status: str, message: str, document_id: int | None = None
) -> dict[str, object]:
    return {
        "path": str(path),
        "status": status,
        "reason": status,
        "message": message,
        "document_id": document_id,
        "pages": None,
        "chunks": None,
        "seconds": 0.0,
    }
