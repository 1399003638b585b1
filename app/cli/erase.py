"""`pincite erase`: take documents out of the library and leave no byte of them in its files."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from app.cli.confirming import confirm
from app.cli.output import counted

if TYPE_CHECKING:
    from app.bootstrap import Application
    from app.cli.output import Output
    from app.services.erasing import EraseEvent, EraseFinished, ErasePlan

PROGRESS_SECONDS = 2.0


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "erase", help="take documents out of the library and leave no byte of them in its files"
    )
    parser.add_argument(
        "document",
        metavar="ID",
        type=int,
        nargs="*",
        help="without any: what is left in the files of documents that were removed before",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask first")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Ask, erase, and say what was erased. The PDFs themselves are not touched."""
    from app.bootstrap import open_application
    from app.core.domain.cancel import CancelToken
    from app.services.erasing import EraseFinished

    with open_application(arguments.library) as application:
        service = application.erasing
        plan = service.plan(arguments.document)
        if not arguments.yes:
            confirm(_question(plan))
        told = _Told(output)
        for event in service.erase(arguments.document, cancel=CancelToken()):
            if isinstance(event, EraseFinished):
                _report(event, output)
            else:
                told.progress(event)
    return 0


def finish_erasing(application: Application, output: Output) -> None:
    """Go on with what was stopped in the middle, before anything else is done."""
    from app.core.domain.cancel import CancelToken

    if application.erasing.unfinished:
        output.say("Erasing was interrupted. It is finished now, before anything else.")
        for _ in application.erasing.go_on(cancel=CancelToken()):
            pass


class _Told:
    """Says what is being done, not too often."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._step: object = None
        self._said = 0.0

    def progress(self, event: EraseEvent) -> None:
        from app.services.erasing import EraseProgress, EraseStep

        assert isinstance(event, EraseProgress)
        now = time.monotonic()
        if event.step is self._step and now - self._said < PROGRESS_SECONDS:
            return
        self._step, self._said = event.step, now
        what = {
            EraseStep.TEXT: "Taking out the text.",
            EraseStep.VECTORS: "Erasing what search by meaning knows.",
            EraseStep.FILES: "Writing the library anew without what was erased.",
        }[event.step]
        parts = f" {event.done} of {event.total} passages are kept." if event.total else ""
        self._output.say(
            f"Step {event.position} of {event.steps}, {event.seconds:.0f} s: {what}{parts}"
        )


def _question(plan: ErasePlan) -> str:
    if not plan.documents:
        return "Erase for good what is left of documents that were removed before?"
    titles = ", ".join(f"“{document.title}”" for document in plan.documents)
    answers = ""
    if plan.conversations:
        where = counted(plan.conversations, "conversation")
        answers = f" Answers that were made from them go too, in {where}."
    return (
        f"Erase {titles} for good?{answers} This cannot be undone. The PDFs themselves are not "
        "touched."
    )


def _report(event: EraseFinished, output: Output) -> None:
    for document in event.documents:
        output.result(
            {
                "document_id": document.id,
                "title": document.title,
                "path": str(document.path),
                "status": "erased",
            },
            f"Erased {document.title}. The file itself was not touched.",
        )
    seconds = round(event.seconds, 3)
    output.result(
        {
            "summary": {
                "erased": len(event.documents),
                "conversations": event.conversations,
                "seconds": seconds,
            }
        },
        f"Nothing of what was erased is left in the library ({seconds:.1f} s).",
    )
