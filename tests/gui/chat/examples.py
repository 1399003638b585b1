"""What is shown in these tests: an invented handbook, as the answer service would give it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.core.domain.answer import (
    REFUSAL_TEXT,
    Answer,
    AnswerStatus,
    AnswerStyle,
    Citation,
    Claim,
    RefusalReason,
    Support,
    Timings,
    Trace,
    Withheld,
)
from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage, SearchResult
from app.core.domain.geometry import Box
from app.core.text.terms import matching_words
from app.services.events import (
    AnswerEvent,
    AnswerFinished,
    EvidenceFound,
    ModelLoading,
    ReadingPassages,
    TextDelta,
)

QUESTION = (
    "How many days of unused leave can a full-time employee carry over, and when do they expire?"
)
HANDBOOK, AGREEMENT, TRAVEL = (1, "Employee Handbook 2026"), (2, "Works Agreement"), (3, "Travel")
BOX = Box(14, 72.0, 300.0, 520.0, 340.0)


def passage(
    chunk_id: int,
    document: tuple[int, str],
    text: str,
    *,
    page: int = 14,
    label: str = "12",
    heading: tuple[str, ...] = ("6 Annual leave", "6.3 Carry-over of unused leave"),
    question: str = QUESTION,
) -> Passage:
    """A passage whose terms are the words of the question that it holds."""
    document_id, title = document
    chunk = Chunk(
        chunk_id, document_id, chunk_id, text, heading, (Span(page, 0, len(text), 0),), 50
    )
    terms = tuple(dict.fromkeys(text[start:end] for start, end in matching_words(text, question)))
    return Passage(
        chunk, title, Path("Library") / f"{title}.pdf", page, label, (BOX,), 0.7, 1, 1, terms
    )


PASSAGES = (
    passage(
        17,
        HANDBOOK,
        "Leave is to be taken in the year in which it is earned. Where this was not possible for "
        "operational reasons, an employee may carry over up to ten unused working days into the "
        "following calendar year. Days carried over are to be taken by 31 March; unused days "
        "expire on that date and are not paid out.",
    ),
    passage(
        42,
        AGREEMENT,
        "This agreement covers shore staff and crews. In other cases than these, leave that could "
        "not be taken because of long-term sickness stays valid for 15 months after the end of "
        "the leave year.",
        page=6,
        label="6",
        heading=("4 Long-term sickness",),
    ),
    passage(
        23,
        HANDBOOK,
        "A request to carry days over is made in writing to the line manager by 30 November and "
        "names the operational reason. The manager replies within ten working days.",
    ),
    passage(
        43, AGREEMENT, "The days kept under 4.1 are taken before any days carried over.", page=7
    ),
    passage(19, HANDBOOK, "Hours worked at sea are recorded in the log.", page=11, label="9"),
    passage(56, TRAVEL, "Days that fall into a long absence; see the agreement.", page=8, label=""),
)
RESULT = SearchResult(PASSAGES, (), 0.81, 0.9, 10, "days unused leave employee carry over expire")
FOUND = EvidenceFound(RESULT, 0.3)

SUPPORTED = Support(True)


def citation(source: Passage, quote: str, *, verified: bool = True) -> Citation:
    """A citation of a passage."""
    return Citation(
        chunk_id=source.chunk.id,
        document_id=source.chunk.document_id,
        document=source.document_title,
        path=source.path,
        page=source.page,
        label=source.label,
        heading=source.chunk.heading,
        quote=quote,
        verified=verified,
        boxes=(BOX,),
        passage_boxes=source.boxes,
    )


CITATIONS = (
    citation(PASSAGES[0], "an employee may carry over up to ten unused working days"),
    citation(PASSAGES[2], "made in writing to the line manager by 30 November"),
    citation(PASSAGES[1], "leave stays valid for 15 months"),
)
CLAIMS = (
    Claim(
        "Full-time employees may carry over up to ten unused working days into the following "
        "calendar year.",
        (0,),
        SUPPORTED,
    ),
    Claim(
        "Days carried over are to be taken by 31 March and expire on that date.", (0,), SUPPORTED
    ),
    Claim(
        "The request is made in writing to the line manager by 30 November and names the "
        "operational reason.",
        (1,),
        SUPPORTED,
    ),
    Claim(
        "After long-term sickness, leave stays valid for 15 months after the end of the leave "
        "year.",
        (2,),
        SUPPORTED,
    ),
    Claim(
        "Expired days are paid out with the April salary.",
        (1,),
        Support(
            False,
            ("April", "salary"),
            "“April” and “salary” do not occur in the passage that it cites.",
        ),
    ),
)


def answer(
    claims: tuple[Claim, ...] = CLAIMS,
    citations: tuple[Citation, ...] = CITATIONS,
    *,
    confidence: float = 0.74,
    withheld: Withheld | None = None,
    style: AnswerStyle = AnswerStyle.WRITTEN,
    question: str = QUESTION,
) -> Answer:
    """An answer that stands."""
    text = "\n".join(
        " ".join([claim.text, *(f"[chunk:{citations[i].chunk_id}]" for i in claim.citations)])
        for claim in claims
    )
    return Answer(
        status=AnswerStatus.ANSWERED,
        reason=None,
        question=question,
        text=text,
        claims=claims,
        citations=citations,
        sources=PASSAGES,
        evidence=PASSAGES,
        confidence=confidence,
        citation_score=1.0,
        withheld=withheld or Withheld(),
        style=style,
        model="Qwen2.5 Coder 1.5B",
        trace=Trace(query=RESULT.query),
        timings=Timings(0.3, 8.6, 15.2),
        scope_documents=10,
    )


ANSWER = answer()
QUOTED = answer(
    (
        Claim("unused days expire on that date and are not paid out.", (0,), SUPPORTED, True),
        Claim("leave stays valid for 15 months", (2,), SUPPORTED, True),
    ),
    style=AnswerStyle.QUOTES,
    confidence=0.9,
)


def refusal(
    reason: RefusalReason,
    *,
    evidence: tuple[Passage, ...] = PASSAGES,
    question: str = QUESTION,
    fault: str = "",
    unsearched: tuple[str, ...] = (),
) -> Answer:
    """A refusal as the answer service makes it."""
    return replace(
        ANSWER,
        status=AnswerStatus.REFUSED,
        reason=reason,
        question=question,
        text=REFUSAL_TEXT[reason],
        claims=(),
        citations=(),
        evidence=evidence,
        confidence=0.0,
        citation_score=None,
        trace=Trace(query=question, fault=fault),
        unsearched=unsearched,
    )


def finished(shown: Answer = ANSWER) -> AnswerFinished:
    """The last event."""
    return AnswerFinished(shown)


def whole_flow(shown: Answer = ANSWER) -> list[AnswerEvent]:
    """All events of a written answer, its text in small pieces."""
    prose = "\n".join(claim.text for claim in shown.claims)
    deltas = [TextDelta(prose[start : start + 7]) for start in range(0, len(prose), 7)]
    return [
        FOUND,
        ModelLoading("Qwen2.5 Coder 1.5B"),
        ReadingPassages(400, 1600),
        ReadingPassages(1600, 1600),
        *deltas,
        finished(shown),
    ]
