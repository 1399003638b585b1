"""Fields read out of documents: what is looked for, what was found, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class FieldType(StrEnum):
    """What kind of value a field holds."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    YES_NO = "yes_no"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class SchemaField:
    """One field. `name` is how files and scripts call it (a-z, 0-9, "_"); `choices` are the values
    of a field of type `choice`, in their order, and empty for all others."""

    name: str
    title: str
    type: FieldType
    description: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionSchema:
    """Fields that are looked for together. `name` is unique in a library."""

    name: str
    title: str
    fields: tuple[SchemaField, ...]
    description: str = ""
    built_in: bool = False


class ExtractionFault(StrEnum):
    """The closed set of reasons for which nothing was extracted (E2)."""

    DOCUMENT_NOT_FOUND = "document_not_found"
    NO_CHUNKS = "no_chunks"
    UNKNOWN_SCHEMA = "unknown_schema"
    PARSE_ERROR = "parse_error"
    SCHEMA_INVALID = "schema_invalid"
    INVALID_CITATION = "invalid_citation"


Value = str | float | date | bool | None
"""Text and choices are str, numbers and amounts of money float, None where the document does not
say."""

REVIEW_BELOW = 0.75
"""A field of less confidence is marked for review (E5)."""


@dataclass(frozen=True, slots=True)
class FieldValue:
    """What a model found for one field.

    `value` is None where the document does not say; then there is no citation. `quote` are the
    words of the cited chunk that hold the value, `chunk_text[start:end]`; `verified` says that they
    were found there. `confidence` lies in 0..1.
    """

    name: str
    value: Value
    confidence: float
    source_chunk_id: int | None
    verified: bool = False
    quote: str = ""
    start: int = 0
    end: int = 0

    @property
    def needs_review(self) -> bool:
        """Whether a person should look at it (E5)."""
        return self.confidence < REVIEW_BELOW or (self.value is not None and not self.verified)


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was extracted from one document by one schema. `made_at` is an ISO time in UTC; `read`
    are the chunks that the model saw."""

    document_id: int
    schema: str
    fields: tuple[FieldValue, ...]
    model: str
    made_at: str
    read: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says that a field holds; it wins over what a model found, and is kept apart
    from it."""

    document_id: int
    schema: str
    field: str
    value: Value
    made_at: str


class Standing(StrEnum):
    """How what was extracted stands to its document as it is in the library now."""

    CURRENT = "current"
    READ_ANEW = "read_anew"
    """The content is the same and was read anew: values hold, and the passages that they cite are
    gone."""
    CHANGED = "changed"
    """The document has another content: values may be wrong, and the passages are gone."""


@dataclass(frozen=True, slots=True)
class KeptExtraction:
    """A stored extraction. Its citations lead to passages only where it is current (C16)."""

    extraction: Extraction
    standing: Standing = Standing.CURRENT

    @property
    def stale(self) -> bool:
        """Whether the passages that were read are gone."""
        return self.standing is not Standing.CURRENT


@dataclass(frozen=True, slots=True)
class KeptCorrection:
    """A stored correction. `outdated` says that the document had another content when it was
    made."""

    correction: Correction
    outdated: bool = False
