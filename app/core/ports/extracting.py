"""Where fields out of documents are kept, with schemas, corrections and what is still to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionFault,
    KeptCorrection,
    KeptExtraction,
)


@dataclass(frozen=True, slots=True)
class StoredSchema:
    """A schema of the user: its name, and the JSON text that says the rest."""

    name: str
    definition: str


class ExtractionStore(Protocol):
    """Extractions, beside the library. Each write is one transaction: whole or not.

    Everything belongs to a document of the library and the name of a schema. A removed document
    takes all of it along; one that is read anew keeps it, and the store tells how it stands.
    Documents that are not in the library are passed over.
    """

    def schemas(self) -> list[StoredSchema]:
        """The schemas of the user by name."""
        ...

    def put_schema(self, schema: StoredSchema) -> None:
        """Keep a schema, or put it in the place of the one with this name. What was extracted by
        that stays."""
        ...

    def remove_schema(self, name: str) -> None:
        """Delete a schema with all that was extracted, corrected and queued under its name."""
        ...

    def put(self, extraction: Extraction) -> bool:
        """Keep an extraction in the place of the one before; the document then waits no more, and
        its last failure is forgotten. Corrections stay.

        Returns:
            False, and nothing is stored, where the document is not in the library or a chunk that
            was read or is cited is not one of its chunks (any more): it has to be read again.
        """
        ...

    def extraction(self, document_id: int, schema: str) -> KeptExtraction | None:
        """What was extracted from a document."""
        ...

    def extractions(self, schema: str) -> list[KeptExtraction]:
        """All that was extracted by a schema, by document id."""
        ...

    def correct(self, correction: Correction) -> bool:
        """Keep what a person says in the place of what they said before; False, and nothing is
        stored, where the document is not in the library."""
        ...

    def withdraw(self, document_id: int, schema: str, field: str) -> None:
        """Forget what a person said of a field, so that what the model found counts again."""
        ...

    def corrections(self, schema: str) -> list[KeptCorrection]:
        """All corrections of a schema, by document id and field."""
        ...

    def queue(self, document_ids: Sequence[int], schema: str) -> None:
        """Put documents at the end, in order, so that a restart goes on. Those that wait already
        keep their place; the failures of the others are forgotten."""
        ...

    def waiting(self, schema: str) -> list[int]:
        """The documents that wait, in order."""
        ...

    def waiting_schemas(self) -> list[str]:
        """The schemas for which documents wait; the one with the longest wait comes first."""
        ...

    def done(self, document_id: int, schema: str) -> None:
        """The document waits no more, and its last failure is forgotten."""
        ...

    def fail(self, document_id: int, schema: str, fault: ExtractionFault) -> None:
        """The document waits no more, and why its last try failed is kept until the next. What was
        extracted before stays."""
        ...

    def failures(self, schema: str) -> dict[int, ExtractionFault]:
        """Why the last try failed, by document id."""
        ...

    def stop(self, schema: str) -> None:
        """No document waits for this schema any more. Failures stay."""
        ...
