"""The table of what was extracted: documents down, fields across, a person's word before a model's.

It is what the window shows and what exports write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.core.domain.document import Document
from app.core.domain.extraction import (
    ExtractionFault,
    ExtractionSchema,
    FieldValue,
    KeptCorrection,
    KeptExtraction,
    Standing,
    Value,
)


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """The page that holds the words of a value: physical, from 1, with its printed label, and how
    sure OCR is of its letters, 0 to 1; None where the file itself holds them."""

    page: int
    label: str = ""
    ocr_confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ExtractedCell:
    """A field of a document.

    `found` is what a model found, None where it was not asked for this field; `correction` what a
    person said since; `place` where the cited words stand, None where nothing is cited or the
    passage is gone; `required` whether every document of this kind should state it.
    """

    name: str
    found: FieldValue | None = None
    correction: KeptCorrection | None = None
    place: CitedPlace | None = None
    required: bool = False

    @property
    def value(self) -> Value:
        """What counts: the word of a person, else that of the model."""
        if self.correction is not None:
            return self.correction.correction.value
        return None if self.found is None else self.found.value

    @property
    def corrected(self) -> bool:
        """Whether a person said it."""
        return self.correction is not None

    @property
    def verified(self) -> bool:
        """Whether the value was found in the passage that is cited. A person's word needs none."""
        return not self.corrected and self.found is not None and self.found.verified

    @property
    def needs_review(self) -> bool:
        """Whether a person should look at it (E5): what the model is unsure of, what is required
        and was not found, and what was corrected before the document got another content."""
        if self.correction is not None:
            return self.correction.outdated
        if self.found is None:
            return False
        return self.found.needs_review or (self.required and self.found.value is None)


@dataclass(frozen=True, slots=True)
class ExtractedRow:
    """A document with a cell for each field of the schema, in their order.

    `model` and `made_at` (ISO, UTC) are "" where nothing was extracted yet; `fault` says why the
    last try failed, after which values of an earlier one stay; `waiting` that the next one is to
    come.
    """

    document_id: int
    document: str
    path: Path
    cells: tuple[ExtractedCell, ...]
    model: str = ""
    made_at: str = ""
    standing: Standing = Standing.CURRENT
    fault: ExtractionFault | None = None
    waiting: bool = False

    @property
    def to_review(self) -> tuple[str, ...]:
        """Names of the fields that a person should look at, in their order."""
        return tuple(cell.name for cell in self.cells if cell.needs_review)


def extracted_row(
    document: Document,
    schema: ExtractionSchema,
    kept: KeptExtraction | None,
    corrections: Iterable[KeptCorrection] = (),
    places: Mapping[str, CitedPlace] | None = None,
    fault: ExtractionFault | None = None,
    *,
    waiting: bool = False,
) -> ExtractedRow:
    """The row of a document. `corrections` may be of other documents too; `places` are those of
    the cited words, by the name of the field. Fields that the schema has no more are left out."""
    fields = kept.extraction.fields if kept is not None else ()
    found = {field.name: field for field in fields}
    said = {
        one.correction.field: one
        for one in corrections
        if (one.correction.document_id, one.correction.schema) == (document.id, schema.name)
    }
    there = {} if places is None or (kept is not None and kept.stale) else places
    cells = tuple(
        ExtractedCell(
            field.name,
            found.get(field.name),
            said.get(field.name),
            there.get(field.name),
            field.required,
        )
        for field in schema.fields
    )
    return ExtractedRow(
        document.id,
        document.title,
        document.path,
        cells,
        model=kept.extraction.model if kept is not None else "",
        made_at=kept.extraction.made_at if kept is not None else "",
        standing=kept.standing if kept is not None else Standing.CURRENT,
        fault=fault,
        waiting=waiting,
    )
