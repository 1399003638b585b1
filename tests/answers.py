"""Answers as the answer service makes them, for tests of what is kept of them.

answered("Rent is due monthly.", document=3) cites document 3 and saw more of document 9.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
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
    WithheldSentence,
)
from app.core.domain.chunk import Chunk, Span
from app.core.domain.conversation import AskedQuestion
from app.core.domain.evidence import Passage
from app.core.domain.geometry import Box

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
"""When the first of these questions was asked."""
BOX = Box(2, 72.0, 300.5, 520.25, 340.0)


def at(minutes: float) -> datetime:
    """A time after the start."""
    return START + timedelta(minutes=minutes)


def asked(question: str, minutes: float = 0) -> AskedQuestion:
    """A question asked in all documents."""
    return AskedQuestion(question, at(minutes))


def passage(document: int, text: str, chunk: int = 0) -> Passage:
    """A passage that was found in a document."""
    found = Chunk(
        chunk or document * 100, document, 0, text, ("1 Rent",), (Span(2, 5, 5 + len(text), 0),), 9
    )
    path = Path("/documents") / f"{document}.pdf"
    return Passage(found, f"Document {document}", path, 2, "ii", (BOX,), 0.625, 1, None, ("rent",))


def citation(source: Passage, quote: str) -> Citation:
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
        verified=True,
        boxes=(BOX,),
        passage_boxes=source.boxes,
    )


def answered(
    *sentences: str, document: int = 1, also_found: int | None = None, question: str = "Why?"
) -> Answer:
    """An answer whose sentences are quoted from one document; passages of another may have been
    found besides."""
    source = passage(document, " ".join(sentences))
    others = () if also_found is None else (passage(also_found, "Other words."),)
    claims = tuple(
        Claim(sentence, (number,), Support(True), verbatim=True)
        for number, sentence in enumerate(sentences)
    )
    return Answer(
        status=AnswerStatus.ANSWERED,
        reason=None,
        question=question,
        text="\n".join(f"{sentence} [chunk:{source.chunk.id}]" for sentence in sentences),
        claims=claims,
        citations=tuple(citation(source, sentence) for sentence in sentences),
        sources=(source,),
        evidence=(source, *others),
        confidence=0.75,
        citation_score=1.0,
        withheld=Withheld(),
        style=AnswerStyle.QUOTES,
        model=None,
        trace=Trace(query=question, retrieved=(source.chunk.id,), raw_text="raw"),
        timings=Timings(0.25, None, 0.5),
        scope_documents=2,
        unsearched=("One scan could not be searched.",),
    )


def refused(
    reason: RefusalReason = RefusalReason.NO_SUPPORT, *, question: str = "Why?", found: int = 0
) -> Answer:
    """A refusal, for which passages of a document may have been found."""
    return Answer(
        status=AnswerStatus.REFUSED,
        reason=reason,
        question=question,
        text=REFUSAL_TEXT[reason],
        claims=(),
        citations=(),
        sources=(),
        evidence=(passage(found, "Near, but no answer."),) if found else (),
        confidence=0.0,
        citation_score=None,
        withheld=Withheld(uncited=1),
        style=AnswerStyle.WRITTEN,
        model="Starter",
        trace=Trace(
            query=question, withheld_sentences=(WithheldSentence("Something.", "uncited"),)
        ),
        timings=Timings(0.25, 1.5, 2.0),
    )
