"""The sentences of the inspector. Beside them stand the stable codes of what they tell."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.claims import outcome
from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    AnswerStyle,
    DroppedPassage,
    RefusalReason,
    WithheldSentence,
)
from app.core.domain.chunk import HIDDEN_ON_PAGE
from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus
from app.core.domain.generation import StopReason
from app.core.support.wording import listed
from app.gui.common.confidence import similarity_sentence
from app.gui.common.formats import Formats
from app.gui.common.safe_text import one_line
from app.gui.common.tokens import TokenName

TITLE = "How this answer came about"
NO_ANSWER_TITLE = "Why there is no answer"
FILTER_TITLE = "Claim filter"
SEARCH_TITLE = "How it was searched"
SHOW_PROMPT, HIDE_PROMPT = "Show the prompt", "Hide the prompt"
PROMPT_KEY = (
    "This is all that the model read. Bold text is Pincite’s; on coloured ground stands what comes "
    "from your documents and your question, which the model is told to take as data."
)
NOTHING_WRITTEN = "The model wrote nothing."
_RANKS = (
    *("First", "Second", "Third", "Fourth", "Fifth", "Sixth"),
    *("Seventh", "Eighth", "Ninth", "Tenth", "Eleventh", "Twelfth"),
)
_DEGRADED = {
    "embedding_unavailable": "Search by meaning could not take part, so passages were found by "
    "words only.",
    "lexical_unavailable": "Search by words could not take part, so passages were found by "
    "meaning only.",
}
_STOPS = {
    StopReason.END: "The model ended by itself.",
    StopReason.LENGTH: "The model was stopped at the longest answer that is allowed. A sentence "
    "that was cut short is not shown.",
    StopReason.LOOP: "The model repeated itself and was stopped. The repetition is left out.",
    StopReason.CANCELLED: "You stopped the model while it wrote.",
}
_CAUSES = {
    "invalid_citation": "It cited a passage that the model had not been given.",
    "uncited": "It cited no passage.",
    "unsupported": "The passage that it cites does not support it.",
    "low_confidence": "Too little of the answer is borne out by the passages.",
    "beyond": "It came after the last citation that an answer may have.",
}


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence with its stable code, which may be "", and the icon that shows its weight."""

    sentence: str
    code: str = ""
    icon: str = ""
    tone: TokenName = "text"


def ordinal(number: int) -> str:
    """A rank as it stands in a table: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    tens, ones = number % 100, number % 10
    ending = "th" if 10 < tens < 14 else {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")
    return f"{Formats().number(number)}{ending}"


def rank_in_words(number: int) -> str:
    """A rank at the beginning of a sentence: "Seventh", or "13th"."""
    return _RANKS[number - 1] if 0 < number <= len(_RANKS) else ordinal(number)


def written_by(answer: Answer) -> str:
    """Who wrote, how, and how much."""
    tokens = answer.trace.output_tokens
    if answer.model is not None:
        said = f"{one_line(answer.model)}, temperature 0"
        return f"{said}, {Formats().count(tokens, 'token')} written" if tokens else said
    quoted = answer.style is AnswerStyle.QUOTES and bool(answer.claims)
    return "Quoted word for word; no model wrote" if quoted else "No model was asked"


def saw(answer: Answer) -> str:
    """The heading of the passages that an answer was made from."""
    count = Formats().count(len(answer.sources), "passage")
    if not answer.sources:
        return f"{Formats().count(len(answer.evidence), 'passage')} found"
    if answer.model is None:
        return f"Quotes were chosen from {count}"
    return f"The model saw {count}"


def room(answer: Answer) -> str:
    """How much of the model's room the passages took, or what became of them without one."""
    trace = answer.trace
    if not answer.sources and trace.weighed:
        return f"The model weighed {Formats().number(len(trace.weighed))} of them"
    if answer.sources and trace.source_tokens and trace.room_tokens:
        used = Formats().number(sum(trace.source_tokens))
        return f"{used} of {Formats().count(trace.room_tokens, 'token')}"
    return "" if answer.sources else "No model saw them"


def left_out(dropped: DroppedPassage, rank: int, limit: int) -> str:
    """Why nothing was written from a passage. `rank` counts from 1, 0 where it is not known;
    `limit` is how many could be given to the model."""
    place = f"{rank_in_words(rank)} in rank" if rank else "Found"
    if dropped.reason == "passage_limit":
        return f"{place}; the limit is {Formats().count(limit, 'passage')}."
    if dropped.reason == "token_budget":
        return f"{place}; what the model can read at once had no room left for it."
    if dropped.reason == "hidden_text":
        return f"{HIDDEN_ON_PAGE} No answer is made from it."
    if dropped.reason == "claim_filter":
        return "Set aside by the claim filter; its scope is another."
    if dropped.reason == "no_fit":
        return "Weighed by the model; it does not state what was asked."
    if dropped.reason == "fitter_ones":
        return "Weighed by the model; others state more of what was asked."
    return f"{place}; it was left out."


def filtered(record: ClaimFilterRecord) -> str:
    """How much the claim filter compared, with what, and how fast."""
    formats = Formats()
    if not record.evaluated:
        return ""
    compared = formats.count(len(record.evaluated), "passage")
    judge = one_line(record.model) if record.model is not None else "by fixed rules alone"
    return f"{compared} compared, {judge}, {formats.duration(record.seconds)}"


def filter_remark(record: ClaimFilterRecord) -> Remark:
    """How the claim filter ended, and why."""
    code = " ".join(filter(None, (record.status, record.reason)))
    if record.status is FilterStatus.FALLBACK:
        return Remark(outcome.summary(record), code, "state-warning", "warn")
    return Remark(outcome.summary(record), code, "filter")


def fit(log_odds: float) -> str:
    """How likely a model found it that a passage states what was asked: +2.3, −1.0."""
    sign = "−" if log_odds < 0 else "+"
    return f"{sign}{Formats().decimal(abs(log_odds), 1)}"


def not_shown(sentence: WithheldSentence) -> str:
    """Why a sentence of the model is not shown."""
    return one_line(sentence.reason) or _CAUSES.get(sentence.cause, "It was left out.")


def raw_summary(answer: Answer) -> str:
    """What is counted in the text of the model."""
    trace, formats = answer.trace, Formats()
    lines = sum(bool(line.strip()) for line in trace.raw_text.splitlines())
    said = [formats.count(lines, "line")]
    if trace.markers_tried:
        valid = formats.count(trace.markers_valid, "valid marker")
        whole = trace.markers_valid == trace.markers_tried
        part = f"{formats.number(trace.markers_valid)} of {formats.number(trace.markers_tried)}"
        said.append(valid if whole else f"{part} markers valid")
    if answer.citation_score is not None:
        said.append(f"citation score {formats.decimal(answer.citation_score, 2)}")
    return ", ".join(said)


def remarks(answer: Answer) -> tuple[Remark, ...]:
    """What stood in the way, or made the answer less than it could be; most weighty first."""
    trace = answer.trace
    said: list[Remark] = []
    # A fault that came before the model leaves no other reason than that there was no end.
    stopped = answer.reason is RefusalReason.CANCELLED
    if answer.reason is not None and not (stopped and trace.fault):
        said.append(Remark(REFUSAL_TEXT[answer.reason], answer.reason, "info"))
    if trace.weighed and not answer.sources and answer.reason is RefusalReason.NO_SUPPORT:
        weighed = Formats().count(len(trace.weighed), "passage")
        sentence = f"The model weighed {weighed}, and found none that states what was asked."
        said.append(Remark(sentence, "no_fit", "info"))
    if trace.fault:
        said.append(Remark(one_line(trace.fault), icon="state-warning", tone="warn"))
    if trace.stop_reason in (StopReason.LENGTH, StopReason.LOOP):
        sentence = _STOPS[StopReason(trace.stop_reason)]
        said.append(Remark(sentence, trace.stop_reason, "state-warning", "warn"))
    for code in trace.degraded:
        sentence = _DEGRADED.get(code, "A part of the search could not take part.")
        said.append(Remark(sentence, code, "state-warning", "warn"))
    return tuple(said)


def search_remarks(answer: Answer) -> tuple[Remark, ...]:
    """What was searched for, and how near that came."""
    trace = answer.trace
    said = []
    if trace.query:
        said.append(Remark(f"Searched for “{one_line(trace.query)}”."))
    if trace.context:
        questions = listed([one_line(line) for line in trace.context.splitlines()])
        said.append(Remark(f"Understood with the earlier questions {questions}."))
    said += [Remark(one_line(note)) for note in trace.notes]
    if trace.why:
        said.append(Remark(one_line(trace.why)))
    if answer.confidence_parts is None and (near := similarity_sentence(trace)):
        said.append(Remark(near))
    if trace.widened:
        markers = ", ".join(f"[chunk:{one}]" for one in trace.widened)
        said.append(Remark(f"Read with the sentences beside it: {markers}."))
    said += [Remark(f"Not searched: {one_line(sentence)}") for sentence in answer.unsearched]
    return tuple(said)


def ended(answer: Answer) -> Remark | None:
    """Why the model stopped writing; None where none wrote, or where it is told at the top."""
    reason = answer.trace.stop_reason
    if reason in (StopReason.END, StopReason.CANCELLED):
        return Remark(_STOPS[StopReason(reason)], reason)
    return None
