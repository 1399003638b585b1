"""What happens while fields are read out of documents."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.domain.extraction import Extraction, ExtractionFault
from app.core.domain.extraction_trace import ExtractionTrace


@dataclass(frozen=True, slots=True)
class ExtractionBegun:
    """A document is next. `waiting` counts those that wait for the schema, this one among them."""

    schema: str
    document_id: int
    title: str
    waiting: int


@dataclass(frozen=True, slots=True)
class ExtractionProgress:
    """How much of a document's work is done, 0 to 1; it never goes back."""

    schema: str
    document_id: int
    fraction: float


@dataclass(frozen=True, slots=True)
class ExtractionHeld:
    """An answer is being made, which comes first; the document is begun anew afterwards."""

    schema: str
    document_id: int


@dataclass(frozen=True, slots=True)
class DocumentExtracted:
    """The fields of a document were found and stored."""

    extraction: Extraction
    trace: ExtractionTrace


@dataclass(frozen=True, slots=True)
class DocumentNotExtracted:
    """Nothing was found, and nothing is stored but the reason (E2, E3). `detail` names places and
    kinds of faults, never words of the document."""

    schema: str
    document_id: int
    fault: ExtractionFault
    detail: str = ""
    trace: ExtractionTrace = field(default_factory=ExtractionTrace)


@dataclass(frozen=True, slots=True)
class ExtractionsFinished:
    """Nothing waits any more, or it was stopped; then what waits goes on at the next run."""

    extracted: int
    failed: int
    stopped: bool
    seconds: float


ExtractionEvent = (
    ExtractionBegun
    | ExtractionProgress
    | ExtractionHeld
    | DocumentExtracted
    | DocumentNotExtracted
    | ExtractionsFinished
)
