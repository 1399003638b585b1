"""`pincite ask`: an answer with citations, or a reasoned refusal."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from app.cli.output import counted, printable
from app.cli.scope import add_scope, chosen_scope

if TYPE_CHECKING:
    from app.cli.output import Output
    from app.core.domain.answer import Answer


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser("ask", help="answer a question from the documents")
    parser.add_argument("question")
    parser.add_argument("--model", metavar="NAME", help="language model (see `models list`)")
    parser.add_argument("--style", choices=("written", "quotes"), help="how the answer is made")
    parser.add_argument(
        "--claim-filter",
        choices=("on", "off"),
        help="whether passages whose scope does not fit the question are set aside (default: as "
        "the settings say)",
    )
    parser.add_argument(
        "--after",
        metavar="QUESTION",
        action="append",
        default=[],
        help="an earlier question of the conversation, which this one may refer to; may be given "
        "several times, in order",
    )
    add_scope(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, output: Output) -> int:
    """Print the answer; prose is shown on standard error while it is written."""
    from app.bootstrap import open_application
    from app.core.domain.answer import AnswerStyle
    from app.core.domain.cancel import CancelToken
    from app.services.events import AnswerFinished, EvidenceFound, TextDelta
    from app.services.records import answer_record

    style = AnswerStyle(arguments.style) if arguments.style else None
    live = not output.as_json and sys.stderr.isatty()
    with open_application(arguments.library, writing=False) as application:
        scope = chosen_scope(arguments, application)
        events = application.answers.ask(
            arguments.question,
            cancel=CancelToken(),
            scope=scope,
            style=style,
            model=arguments.model,
            earlier=arguments.after,
            claim_filter=None if arguments.claim_filter is None else arguments.claim_filter == "on",
        )
        for event in events:
            if isinstance(event, EvidenceFound) and not output.as_json:
                output.say(f"{counted(len(event.result.passages), 'passage')} found.")
            elif isinstance(event, TextDelta) and live:
                print(printable(event.text), end="", file=sys.stderr, flush=True)
            elif isinstance(event, AnswerFinished):
                if live:
                    output.say("\n")
                output.result(answer_record(event.answer), readable(event.answer))
    return 0


def readable(answer: Answer) -> str:
    """An answer for people: its text, then where each citation stands, and what is to be known of
    it: that it holds only in part, what is left out of it, and what was not searched."""
    from app.core.domain.answer import AnswerStatus
    from app.core.support.confidence import FAIR
    from app.core.support.wording import NO_WORDS_FOUND, ONLY_IN_PART, withheld_notes

    refused = answer.status is AnswerStatus.REFUSED
    lines = [answer.text]
    if not refused and answer.confidence < FAIR:
        lines.insert(0, ONLY_IN_PART)
    for citation in answer.citations:
        page = f"p. {citation.page}" + (f" (label {citation.label})" if citation.label else "")
        page += ", read by OCR" if citation.ocr_confidence is not None else ""
        doubt = "" if citation.verified else f" ({NO_WORDS_FOUND})"
        place = f"{citation.document}, {page}: {citation.path}{doubt}"
        lines.append(f"  [chunk:{citation.chunk_id}] {place}")
    lines.extend(
        f"  Not supported: {claim.support.reason} ({claim.text})"
        for claim in answer.claims
        if not claim.support.supported
    )
    lines.extend(withheld_notes(answer.withheld))
    if refused:
        lines.extend(answer.unsearched)
    lines.extend(_set_aside(answer))
    lines.extend(answer.trace.notes)
    if answer.trace.why:
        lines.append(answer.trace.why)
    if answer.trace.fault:
        lines.append(answer.trace.fault)
    return "\n".join(lines)


def _set_aside(answer: Answer) -> list[str]:
    """What the claim filter did, and why it set each passage aside."""
    from app.core.claims.outcome import reason_of, summary

    record = answer.trace.claim_filter
    if record is None:
        return []
    passages = {passage.chunk.id: passage for passage in answer.evidence}
    lines = [summary(record)]
    for one in record.removed:
        passage = passages.get(one.chunk_id)
        place = "" if passage is None else f" {passage.document_title}, p. {passage.page}:"
        lines.append(f"  [chunk:{one.chunk_id}]{place} {reason_of(one)}")
    if record.removed:
        lines.append("  Ask with --claim-filter off to use them.")
    return lines
