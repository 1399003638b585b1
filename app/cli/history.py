"""Kept conversations: `pincite history list | show ID | search TEXT | export ID | delete ID |
erase [ID…]`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.cli import history_export
from app.cli.confirming import confirm
from app.cli.output import counted

if TYPE_CHECKING:
    from datetime import datetime

    from app.cli.output import Output
    from app.core.domain.conversation import Conversation, ConversationSummary, Turn
    from app.services.conversations import ConversationService

Record = dict[str, object]

PAGE = 50


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command with its actions."""
    parser = commands.add_parser(
        "history", help="find, show, delete and erase the conversations that are kept"
    )
    actions = parser.add_subparsers(dest="history_action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="show the conversations, newest first")
    show = actions.add_parser("show", help="show a conversation with its answers and citations")
    search = actions.add_parser("search", help="find words in questions, answers and titles")
    delete = actions.add_parser("delete", help="delete a conversation")
    erase = actions.add_parser(
        "erase", help="delete conversations and leave no byte of them in the library's files"
    )
    search.add_argument("text", metavar="TEXT", help="all of these words, or their beginnings")
    for action in (show, delete):
        action.add_argument("conversation", metavar="ID", type=int)
    erase.add_argument(
        "conversation", metavar="ID", type=int, nargs="*", help="without any: all conversations"
    )
    erase.add_argument("--yes", action="store_true", help="do not ask first")
    for action in (listing, search):
        action.add_argument("-n", "--limit", metavar="N", type=int, default=PAGE)
        action.add_argument(
            "--offset", metavar="N", type=int, default=0, help="how many to leave out before"
        )
    for name, action in actions.choices.items():
        action.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        action.set_defaults(run=run, history_action=name)
    history_export.register(actions)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Run the action. A window may be open meanwhile: vectors have no part in conversations."""
    from app.bootstrap import open_application

    with open_application(arguments.library, writing=False) as application:
        return run_action(arguments, output, application.conversations)


def run_action(arguments: argparse.Namespace, output: Output, service: ConversationService) -> int:
    """Run the action; returns the exit status.

    Raises:
        NotFound: there is no conversation with this number.
        InvalidInput: a limit or offset that cannot be; erasing was not confirmed.
    """
    action = arguments.history_action
    if action in ("list", "search"):
        return _list(arguments, output, service)
    if action == "show":
        conversation = service.open(arguments.conversation)
        output.result(conversation_record(conversation), readable(conversation))
        return 0
    if action == "delete":
        _report([service.delete(arguments.conversation)], "deleted", output)
        return 0
    return _erase(arguments, output, service)


def summary_record(summary: ConversationSummary) -> Record:
    """A conversation for lists; `snippet` is null where nothing was searched for."""
    return {
        "conversation_id": summary.id,
        "title": summary.title,
        "created": summary.created.isoformat(),
        "changed": summary.changed.isoformat(),
        "turns": summary.turns,
        "scope": summary.scope.label,
        "snippet": summary.snippet.text if summary.snippet else None,
    }


def conversation_record(conversation: Conversation) -> Record:
    """A whole conversation; answers are as `pincite ask` gives them."""
    return {
        "conversation_id": conversation.id,
        "title": conversation.title,
        "created": conversation.created.isoformat(),
        "changed": conversation.changed.isoformat(),
        "turns": [_turn_record(turn) for turn in conversation.turns],
    }


def readable(conversation: Conversation) -> str:
    """A conversation for people."""
    from app.cli.ask import readable as readable_answer

    parts = [conversation.title]
    for turn in conversation.turns:
        answer = turn.lost if turn.answer is None else readable_answer(turn.answer)
        parts.append(f"{_local(turn.asked.asked_at)}  {turn.asked.question}\n{answer}")
    return "\n\n".join(parts)


def _turn_record(turn: Turn) -> Record:
    from app.services.records import answer_record

    scope = turn.asked.scope
    return {
        "turn_id": turn.id,
        "asked_at": turn.asked.asked_at.isoformat(),
        "question": turn.asked.question,
        "scope": turn.asked.wording.label,
        "collection_id": scope.collection_id,
        "document_ids": None if scope.document_ids is None else sorted(scope.document_ids),
        "style": turn.asked.style.value,
        "alone": turn.asked.alone,
        "lost": turn.lost,
        "answer": None if turn.answer is None else answer_record(turn.answer),
    }


def _list(arguments: argparse.Namespace, output: Output, service: ConversationService) -> int:
    from app.core.errors import InvalidInput

    if arguments.limit < 1 or arguments.offset < 0:
        raise InvalidInput("The limit must be at least 1, and the offset at least 0.")
    searching = arguments.history_action == "search"
    text = arguments.text if searching else ""
    found = service.search(text, arguments.limit, arguments.offset)
    for summary in found:
        output.result(summary_record(summary), _line(summary))
    if not found and searching:
        output.say("No conversation holds all of these words.")
    elif not found and not arguments.offset:
        later = "Those that you have in the window will be." if service.keeping else ""
        output.say(f"No conversations are kept. {later}".rstrip())
    return 0


def _erase(arguments: argparse.Namespace, output: Output, service: ConversationService) -> int:
    if not arguments.yes:
        count = len(dict.fromkeys(arguments.conversation)) or service.count()
        confirm(f"Erase {counted(count, 'conversation')} for good?")
    if arguments.conversation:
        _report(service.erase(arguments.conversation), "erased", output)
        return 0
    count = service.erase_all()
    output.result(
        {"status": "erased", "conversations": count},
        f"Erased {counted(count, 'conversation')}. Nothing of them is left in the library.",
    )
    return 0


def _report(gone: list[ConversationSummary], status: str, output: Output) -> None:
    for summary in gone:
        output.result(
            {**summary_record(summary), "status": status},
            f"{status.capitalize()} the conversation “{summary.title}”.",
        )


def _line(summary: ConversationSummary) -> str:
    line = (
        f"{summary.id:>5}  {_local(summary.changed)}  {summary.title}  "
        f"({counted(summary.turns, 'question')})"
    )
    return f"{line}\n       {summary.snippet.text}" if summary.snippet else line


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"
