"""`pincite history export ID`: a kept conversation as Markdown or plain text, with citations."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.conversation import Conversation
    from app.core.ports import FileWriter
    from app.services.conversations import ConversationService

FORMATS = ("markdown", "text")


def register(actions: argparse._SubParsersAction[Any]) -> None:
    """Add the action to those of `pincite history`."""
    parser = actions.add_parser(
        "export", help="write a conversation with its citations, to a file or to standard output"
    )
    parser.add_argument("conversation", metavar="ID", type=int)
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0])
    parser.add_argument("--out", metavar="FILE", type=Path, help="write to this file")
    parser.add_argument("--replace", action="store_true", help="replace FILE if it is there")
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Export; a window may be open meanwhile."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_export(arguments, output, application.conversations, application.file_writer)


def run_export(
    arguments: argparse.Namespace,
    output: Output,
    service: ConversationService,
    files: FileWriter,
) -> int:
    """Export; returns the exit status.

    Raises:
        NotFound: there is no conversation with this number.
        InvalidInput: the file is there, and is not to be replaced.
        StorageError: it cannot be written.
    """
    from app.cli.output import refuse_to_replace

    path: Path | None = arguments.out
    if path is not None and not arguments.replace:
        refuse_to_replace(path)
    text = written(service.open(arguments.conversation), arguments.format)
    record: dict[str, object] = {
        "conversation_id": arguments.conversation,
        "format": arguments.format,
    }
    if path is None:
        if output.as_json:
            output.result({**record, "text": text})
        else:
            _print(text)
        return 0
    files.write(path, text.encode())
    whole = path.absolute()
    output.result({**record, "path": str(whole)}, f"Exported to {whole}.")
    return 0


def written(conversation: Conversation, form: str) -> str:
    """The text of a conversation in one of FORMATS, its times those of this place."""
    from app.core.export.composing import conversation_report
    from app.core.export.markdown import markdown
    from app.core.export.plain_text import plain_text

    turns = [
        replace(turn, asked=replace(turn.asked, asked_at=turn.asked.asked_at.astimezone()))
        for turn in conversation.turns
    ]
    report = conversation_report(conversation.title, turns, datetime.now().astimezone())
    return markdown(report) if form == "markdown" else plain_text(report)


def _print(text: str) -> None:
    """To a terminal or a pipe of whatever encoding; signs that it lacks become question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
