"""The sentences of an export. It is read by others too, so no one is addressed in it."""

from __future__ import annotations

from datetime import datetime

from app.core.domain.answer import REFUSAL_TEXT, Answer, AnswerStyle, RefusalReason
from app.core.domain.claim_filter import FilterStatus
from app.core.domain.conversation import ScopeWording
from app.core.support import wording as support
from app.core.support.confidence import FAIR, HIGH
from app.core.text.safe_text import one_line

NO_QUESTION = "Question without words"
NO_TITLE = "Untitled document"
NOT_FINISHED = "There was no answer yet when this was exported."
NO_ANSWER = "No answer could be made."
NOT_VERIFIED = "No words of this passage were found that say it word for word."
NOT_SUPPORTED = "Not supported"
NO_LACK_KNOWN = "The passage that it cites does not support it."
NEAREST = "The passages that come nearest"
NOTES = "Sources"

# Dates are written out, so that no reader takes the month for the day.
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
# Reasons that say something of the question or the program, not of what was found.
_NOT_ABOUT_PASSAGES = frozenset(
    {
        RefusalReason.EMPTY_QUERY,
        RefusalReason.NO_DOCUMENTS,
        RefusalReason.MODEL_UNAVAILABLE,
        RefusalReason.CANCELLED,
    }
)


def day(moment: datetime) -> str:
    """The day in the time zone that the moment states: "30 November 2026"."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def page(number: int, label: str, *, ocr: bool = False) -> str:
    """Physical page and the printed one: "p. 14 (label xii)"; `ocr` tells that the words were read
    off its picture."""
    shown = one_line(label)
    name = f"p. {number} (label {shown})" if shown else f"p. {number}"
    return f"{name}, read by OCR" if ocr else name


def asked(scope: ScopeWording, moment: datetime) -> str:
    """Where and when a question was asked."""
    where = _where(scope)
    when = f"{day(moment)} at {moment:%H:%M}"
    return f"Asked on {when} in {where}." if where else f"Asked on {when}."


def _where(scope: ScopeWording, *, short: bool = False) -> str:
    if not scope.everything:
        return one_line((scope.label if short else scope.spoken) or scope.label)
    if scope.documents == 1:
        return "1 document"
    return f"all {scope.documents:,} documents" if scope.documents else ""


def answered_by(answer: Answer) -> str:
    """Who wrote an answer."""
    if answer.style is AnswerStyle.QUOTES:
        return "Quoted from the documents word for word; no language model took part."
    passages = _counted(len(answer.sources), "passage")
    return f"Written by {one_line(answer.model or '') or 'a language model'} from {passages}."


def confidence(answer: Answer) -> str:
    """How sure an answer is, in words, and what that rests on."""
    share = support.supported_share(answer.claims)
    if answer.confidence >= HIGH:
        return f"High confidence. {share}"
    if answer.confidence >= FAIR:
        return f"Fair confidence. {share}"
    return f"Low confidence. {support.ONLY_IN_PART} {share}"


def set_aside(answer: Answer) -> str:
    """How many passages the claim filter kept out of an answer; "" where it did not."""
    record = answer.trace.claim_filter
    if record is None or record.status is not FilterStatus.APPLIED:
        return ""
    count = len(record.removed)
    verb = "was" if count == 1 else "were"
    return f"{_counted(count, 'passage')} of another scope {verb} set aside by the claim filter."


def understood_with(context: str) -> str:
    """With which earlier questions, one a line, a question was searched; "" without any."""
    questions = [one_line(question) for question in context.splitlines()]
    questions = [question for question in questions if question]
    if not questions:
        return ""
    noun = "question" if len(questions) == 1 else "questions"
    return f"Understood with the earlier {noun} {support.listed(questions)}."


def refused(answer: Answer, scope: ScopeWording) -> str:
    """What is said in place of an answer."""
    reason = answer.reason or RefusalReason.NO_SUPPORT
    sentence = REFUSAL_TEXT[reason]
    if reason is RefusalReason.CANCELLED and answer.trace.fault:
        return NO_ANSWER
    if reason in _NOT_ABOUT_PASSAGES:
        return sentence
    where = _where(scope, short=True)
    found = f"No answer was found in {where}." if where else ""
    return " ".join(filter(None, (found, one_line(answer.trace.why), sentence)))


def looked_at_passages(answer: Answer) -> bool:
    """Whether a refusal is about the passages that were found."""
    return answer.reason not in _NOT_ABOUT_PASSAGES


def searched(answer: Answer) -> str:
    """What was searched for a refusal, and how."""
    verb = "was" if answer.scope_documents == 1 else "were"
    how = "by words and by meaning"
    if "embedding_unavailable" in answer.trace.degraded:
        how = "by words only"
    elif "lexical_unavailable" in answer.trace.degraded:
        how = "by meaning only"
    return f"{_counted(answer.scope_documents, 'document')} {verb} searched, {how}."


def exported(questions: int, moment: datetime) -> str:
    """What an export of a conversation is."""
    return f"{_counted(questions, 'question')}, exported from Pincite on {day(moment)}."


def exported_answer(moment: datetime) -> str:
    """What an export of one answer is."""
    return f"Exported from Pincite on {day(moment)}."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
