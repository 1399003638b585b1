"""Between an answer as it is kept and what is shown of it: answers that did not come to their end,
and the evidence that an answer was shown with."""

from __future__ import annotations

from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    AnswerStatus,
    AnswerStyle,
    RefusalReason,
    Timings,
    Trace,
    Withheld,
)
from app.core.domain.evidence import SearchResult
from app.services.events import EvidenceFound


def unfinished(
    question: str, style: AnswerStyle, found: EvidenceFound | None, fault: str = ""
) -> Answer:
    """What is kept of a question whose answer was stopped before anything was said of it, or could
    not be made: the passages, and why.

    Args:
        found: What had been found until then.
        fault: The sentence that says why no answer could be made; "" where it was stopped.
    """
    result = found.result if found is not None else None
    seconds = found.seconds if found is not None else 0.0
    return Answer(
        status=AnswerStatus.REFUSED,
        reason=RefusalReason.CANCELLED,
        question=question,
        text=REFUSAL_TEXT[RefusalReason.CANCELLED],
        claims=(),
        citations=(),
        sources=(),
        evidence=result.passages if result is not None else (),
        confidence=0.0,
        citation_score=None,
        withheld=Withheld(),
        style=style,
        model=None,
        trace=_trace(result, fault),
        timings=Timings(seconds, None, seconds),
    )


def _trace(result: SearchResult | None, fault: str) -> Trace:
    if result is None:
        return Trace(query="", fault=fault)
    return Trace(
        query=result.query,
        retrieved=tuple(passage.chunk.id for passage in result.passages),
        context=result.context,
        notes=result.notes,
        degraded=result.degraded,
        best_similarity=result.best_similarity,
        coverage=result.coverage,
        fault=fault,
    )


def found_again(answer: Answer) -> EvidenceFound:
    """The evidence of an answer as it was shown before the answer was made."""
    trace = answer.trace
    result = SearchResult(
        passages=answer.evidence,
        degraded=trace.degraded,
        best_similarity=trace.best_similarity,
        coverage=trace.coverage or 0.0,
        searched_documents=answer.scope_documents,
        query=trace.query,
        notes=trace.notes,
        context=trace.context,
    )
    return EvidenceFound(result, answer.timings.retrieve_s)
