"""Extractions in memory, over documents that tests put in and take out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionFault,
    KeptCorrection,
    KeptExtraction,
    Standing,
)
from app.core.ports import StoredSchema


@dataclass(frozen=True, slots=True)
class _Read:
    """A document as it was read: its content, and the numbers of its chunks."""

    sha256: str
    chunk_ids: frozenset[int]


class MemoryExtractions:
    """An `ExtractionStore` for the documents that `put_document` named. `fault` is raised by every
    write, where it is set."""

    def __init__(self) -> None:
        self.fault: Exception | None = None
        self._library: dict[int, _Read] = {}
        self._schemas: dict[str, StoredSchema] = {}
        self._kept: dict[tuple[int, str], tuple[Extraction, str]] = {}
        self._corrections: dict[tuple[int, str, str], tuple[Correction, str]] = {}
        self._jobs: dict[tuple[int, str], ExtractionFault | None] = {}

    def put_document(self, document_id: int, chunk_ids: Collection[int], sha256: str = "") -> None:
        """A document of the library, or one that was read anew."""
        self._library[document_id] = _Read(sha256, frozenset(chunk_ids))

    def remove_document(self, document_id: int) -> None:
        """Take a document out of the library."""
        self._library.pop(document_id, None)
        self._kept = {key: one for key, one in self._kept.items() if key[0] != document_id}
        self._corrections = {
            key: one for key, one in self._corrections.items() if key[0] != document_id
        }
        self._jobs = {key: one for key, one in self._jobs.items() if key[0] != document_id}

    def schemas(self) -> list[StoredSchema]:
        return [self._schemas[name] for name in sorted(self._schemas)]

    def put_schema(self, schema: StoredSchema) -> None:
        self._may_write()
        self._schemas[schema.name] = schema

    def remove_schema(self, name: str) -> None:
        self._may_write()
        self._schemas.pop(name, None)
        self._kept = {key: one for key, one in self._kept.items() if key[1] != name}
        self._corrections = {key: one for key, one in self._corrections.items() if key[1] != name}
        self._jobs = {key: one for key, one in self._jobs.items() if key[1] != name}

    def put(self, extraction: Extraction) -> bool:
        self._may_write()
        known = self._library.get(extraction.document_id)
        if known is None or not _chunks(extraction) <= known.chunk_ids:
            return False
        self._kept[extraction.document_id, extraction.schema] = (extraction, known.sha256)
        self.done(extraction.document_id, extraction.schema)
        return True

    def extraction(self, document_id: int, schema: str) -> KeptExtraction | None:
        found = self._kept.get((document_id, schema))
        return None if found is None else self._standing(*found)

    def extractions(self, schema: str) -> list[KeptExtraction]:
        return [self._standing(*self._kept[key]) for key in sorted(self._kept) if key[1] == schema]

    def correct(self, correction: Correction) -> bool:
        self._may_write()
        known = self._library.get(correction.document_id)
        if known is None:
            return False
        key = (correction.document_id, correction.schema, correction.field)
        self._corrections[key] = (correction, known.sha256)
        return True

    def withdraw(self, document_id: int, schema: str, field: str) -> None:
        self._may_write()
        self._corrections.pop((document_id, schema, field), None)

    def corrections(self, schema: str) -> list[KeptCorrection]:
        found = [self._corrections[key] for key in sorted(self._corrections) if key[1] == schema]
        return [
            KeptCorrection(one, sha256 != self._library[one.document_id].sha256)
            for one, sha256 in found
        ]

    def queue(self, document_ids: Sequence[int], schema: str) -> None:
        self._may_write()
        for document_id in document_ids:
            key = (document_id, schema)
            if self._jobs.get(key) is not None:
                del self._jobs[key]
            if document_id in self._library:
                self._jobs.setdefault(key, None)

    def waiting(self, schema: str) -> list[int]:
        return [
            document_id
            for (document_id, name), fault in self._jobs.items()
            if name == schema and fault is None
        ]

    def waiting_schemas(self) -> list[str]:
        return list(dict.fromkeys(name for (_, name), fault in self._jobs.items() if fault is None))

    def done(self, document_id: int, schema: str) -> None:
        self._may_write()
        self._jobs.pop((document_id, schema), None)

    def fail(self, document_id: int, schema: str, fault: ExtractionFault) -> None:
        self._may_write()
        if document_id in self._library:
            self._jobs[document_id, schema] = fault

    def failures(self, schema: str) -> dict[int, ExtractionFault]:
        return {
            document_id: fault
            for (document_id, name), fault in sorted(self._jobs.items(), key=lambda job: job[0])
            if name == schema and fault is not None
        }

    def stop(self, schema: str) -> None:
        self._may_write()
        for document_id in self.waiting(schema):
            del self._jobs[document_id, schema]

    def _standing(self, extraction: Extraction, sha256: str) -> KeptExtraction:
        known = self._library[extraction.document_id]
        kept = KeptExtraction(extraction)
        if sha256 != known.sha256:
            return replace(kept, standing=Standing.CHANGED)
        if not _chunks(extraction) <= known.chunk_ids:
            return replace(kept, standing=Standing.READ_ANEW)
        return kept

    def _may_write(self) -> None:
        if self.fault is not None:
            raise self.fault


def _chunks(extraction: Extraction) -> set[int]:
    cited = {field.source_chunk_id for field in extraction.fields}
    return {*extraction.read, *(one for one in cited if one is not None)}
