"""How sure an answer is, in words for everyone and in figures for those who look closer (C14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from app.core.domain.answer import Answer, AnswerStyle, ConfidenceParts, Trace
from app.core.support.confidence import (
    CITATIONS_WEIGHT,
    FAIR,
    HIGH,
    RETRIEVAL_WEIGHT,
    SUPPORT_WEIGHT,
    UNCITED_CEILING,
    confidence_of,
)
from app.gui.common.formats import Formats


class Confidence(Enum):
    """Three steps; `squares` is how many of three squares are filled."""

    LOW = ("Low confidence", 1)
    FAIR = ("Fair confidence", 2)
    HIGH = ("High confidence", 3)

    def __init__(self, title: str, squares: int) -> None:
        self.title = title
        self.squares = squares


@dataclass(frozen=True, slots=True)
class ConfidenceLine:
    """One part of a confidence: its figure and its weight in the whole, as they are written, and
    the sentence that says what was counted."""

    name: str
    figure: str
    weight: str
    sentence: str


def confidence(value: float) -> Confidence:
    """The step of a confidence from 0 to 1."""
    if value >= HIGH:
        return Confidence.HIGH
    return Confidence.FAIR if value >= FAIR else Confidence.LOW


def confidence_total(answer: Answer) -> float:
    """The figure, also of a refusal for which it was too low."""
    parts = answer.confidence_parts
    return confidence_of(parts) if parts is not None else answer.confidence


def confidence_lines(answer: Answer) -> tuple[ConfidenceLine, ...]:
    """The parts of the figure; () where none was worked out."""
    parts = answer.confidence_parts
    if parts is None:
        return ()
    cited = bool(parts.citations)
    weights = (RETRIEVAL_WEIGHT, CITATIONS_WEIGHT, SUPPORT_WEIGHT)
    if not cited:
        weights = (UNCITED_CEILING, 0.0, 0.0)
    names = ("Search", "Citations", "Support")
    figures = (parts.retrieval, parts.citations, parts.support)
    sentences = (similarity_sentence(answer.trace), _cited(answer, parts), _supported(answer))
    return tuple(
        ConfidenceLine(name, "–" if figure is None else _figure(figure), _figure(weight), sentence)
        for name, figure, weight, sentence in zip(names, figures, weights, sentences, strict=True)
    )


def confidence_figures(answer: Answer) -> str:
    """Number and parts in a few lines, for the hover; "" where there are no parts."""
    lines = confidence_lines(answer)
    if not lines:
        return ""
    total = f"Confidence {_figure(confidence_total(answer))} of 1"
    each = [f"{one.name} {one.figure}, weight {one.weight}. {one.sentence}" for one in lines]
    return "\n".join([total, *each])


def similarity_sentence(trace: Trace) -> str:
    """How near the passages are to the question; "" where that was not measured."""
    said = []
    if trace.best_similarity is not None:
        said.append(f"the nearest passage has a similarity of {_figure(trace.best_similarity)}")
    if trace.coverage is not None:
        share = Formats().percent(trace.coverage)
        said.append(f"the best passages hold {share} of the question’s words")
    sentence = " and ".join(said)
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def _cited(answer: Answer, parts: ConfidenceParts) -> str:
    if answer.style is AnswerStyle.QUOTES:
        return "Quotes are cited where they were taken from."
    tried, valid = answer.trace.markers_tried, answer.trace.markers_valid
    if not parts.citations:
        return "Nothing is cited that the model had been given."
    if tried == 0:
        return "Markers that name a passage which the model had been given."
    noun = "marker names" if tried == 1 else "markers name"
    return f"{valid} of {tried} {noun} a passage that the model had been given."


def _supported(answer: Answer) -> str:
    withheld = {one.cause for one in answer.trace.withheld_sentences}
    if "low_confidence" in withheld:
        return "Sentences that are borne out by what they cite, of all that were written."
    held = sum(claim.support.supported for claim in answer.claims)
    written = len(answer.claims) + answer.withheld.total
    noun = "sentence is" if written == 1 else "sentences are"
    return f"{held} of {written} {noun} shown and borne out by what they cite."


def _figure(value: float) -> str:
    return Formats().decimal(value, 2)
