"""Documents, passages and answers as JSON (DESIGN §6), for the command line and the window."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from app.core.domain.answer import Answer, Citation
from app.core.domain.document import Document
from app.core.domain.evidence import Passage
from app.core.domain.geometry import Box
from app.core.domain.reading_report import ReadDocument, ReadingReport

Record = dict[str, object]


def box_records(boxes: Iterable[Box]) -> list[Record]:
    """Boxes in points, unrotated page space, origin top left."""
    return [
        {
            "page": box.page,
            "x0": round(box.x0, 2),
            "y0": round(box.y0, 2),
            "x1": round(box.x1, 2),
            "y1": round(box.y1, 2),
        }
        for box in boxes
    ]


def document_record(document: Document) -> Record:
    """A document for `pincite list`."""
    return {
        "document_id": document.id,
        "title": document.title,
        "path": str(document.path),
        "status": document.status.value,
        "message": document.status_text,
        "pages": document.pages,
        "chunks": document.chunks,
        "sha256": document.sha256,
    }


def read_document_record(one: ReadDocument) -> Record:
    """A document as `pincite report` tells of it."""
    document = one.document
    return {
        **document_record(document),
        "pages_by_kind": dataclasses.asdict(one.pages.kinds),
        "unread_pages": list(one.pages.unread),
        "read_at": document.read_at.isoformat() if document.read_at else None,
        "read_seconds": round(document.read_seconds, 3),
        "ignored": document.ignored,
        "need": one.need.sentence if one.need else None,
        "remedies": [remedy.value for remedy in one.need.remedies] if one.need else [],
    }


def reading_record(report: ReadingReport) -> Record:
    """What was read in all."""
    last = report.last
    return {
        "documents": len(report.documents),
        "need_you": len(report.needing),
        "ignored": len(report.ignored),
        "pages": report.totals.all,
        "pages_by_kind": dataclasses.asdict(report.totals),
        "left_out": report.left_out_by_reason,
        "ended_at": last.ended_at.isoformat() if last else None,
        "seconds": round(last.seconds, 3) if last else None,
        "pages_a_second": round(last.pages_a_second, 2) if last else None,
    }


def _ocr(confidence: float | None) -> Record:
    """Whether words were read off a page's picture, and how sure their letters are."""
    sure = None if confidence is None else round(confidence, 4)
    return {"ocr": confidence is not None, "ocr_confidence": sure}


def passage_record(passage: Passage) -> Record:
    """A hit of `pincite search`, or a source of an answer."""
    return {
        "chunk_id": passage.chunk.id,
        "document_id": passage.chunk.document_id,
        "document": passage.document_title,
        "path": str(passage.path),
        "page": passage.page,
        "label": passage.label,
        "heading": passage.chunk.heading,
        "similarity": None if passage.similarity is None else round(passage.similarity, 4),
        "ranks": {"lexical": passage.lexical_rank, "dense": passage.dense_rank},
        "text": passage.chunk.text,
        "hidden": passage.chunk.hidden,
        **_ocr(passage.ocr_confidence),
        "boxes": box_records(passage.boxes),
    }


def citation_record(citation: Citation) -> Record:
    """A citation of an answer."""
    return {
        "chunk_id": citation.chunk_id,
        "document_id": citation.document_id,
        "document": citation.document,
        "path": str(citation.path),
        "page": citation.page,
        "label": citation.label,
        "heading": citation.heading,
        "quote": citation.quote,
        "verified": citation.verified,
        "hidden": citation.hidden,
        **_ocr(citation.ocr_confidence),
        "boxes": box_records(citation.boxes),
    }


def answer_record(answer: Answer) -> Record:
    """An answer or refusal of `pincite ask`."""
    return {
        "status": answer.status.value,
        "reason": answer.reason.value if answer.reason else None,
        "question": answer.question,
        "answer": answer.text,
        "claims": [
            {
                "text": claim.text,
                "citations": list(claim.citations),
                "supported": claim.support.supported,
                "support_reason": claim.support.reason,
            }
            for claim in answer.claims
        ],
        "citations": [citation_record(citation) for citation in answer.citations],
        "confidence": round(answer.confidence, 4),
        "confidence_parts": (
            dataclasses.asdict(answer.confidence_parts) if answer.confidence_parts else None
        ),
        "citation_score": answer.citation_score,
        "sources": [passage_record(passage) for passage in answer.sources],
        "evidence": [passage_record(passage) for passage in answer.evidence],
        "withheld": dataclasses.asdict(answer.withheld),
        "style": answer.style.value,
        "model": answer.model,
        "trace": dataclasses.asdict(answer.trace)
        | {"withheld_text": list(answer.trace.withheld_text)},
        "timings": {
            name: None if seconds is None else round(seconds, 3)
            for name, seconds in dataclasses.asdict(answer.timings).items()
        },
        "unsearched": list(answer.unsearched),
    }
