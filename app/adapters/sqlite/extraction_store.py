"""The store of extractions on SQLite, in the library file."""

from __future__ import annotations

from collections.abc import Sequence

from app.adapters.sqlite import correction_table, extraction_job_table, extraction_table
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import may_be_id
from app.adapters.sqlite.stored_text import storable
from app.core.domain.extraction import (
    Correction,
    Extraction,
    ExtractionFault,
    KeptCorrection,
    KeptExtraction,
)
from app.core.ports import StoredSchema


class SqliteExtractions:
    """Implements :class:`~app.core.ports.ExtractionStore`. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def schemas(self) -> list[StoredSchema]:
        """See the port."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT name, definition FROM extraction_schema ORDER BY name"
            )
            return [StoredSchema(name, definition) for name, definition in rows]

    def put_schema(self, schema: StoredSchema) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO extraction_schema VALUES (?, ?)",
                (storable(schema.name), storable(schema.definition)),
            )

    def remove_schema(self, name: str) -> None:
        """See the port."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM extraction_schema WHERE name = ?", (storable(name),))
            extraction_table.delete_schema(connection, name)
            correction_table.delete_schema(connection, name)
            extraction_job_table.delete_schema(connection, name)

    def put(self, extraction: Extraction) -> bool:
        """See the port."""
        if not may_be_id(extraction.document_id):
            return False
        with self._database.write() as connection:
            if not extraction_table.may_be_kept(connection, extraction):
                return False
            extraction_table.put(connection, extraction)
            extraction_job_table.delete(connection, extraction.document_id, extraction.schema)
            return True

    def extraction(self, document_id: int, schema: str) -> KeptExtraction | None:
        """See the port."""
        if not may_be_id(document_id):
            return None
        with self._database.read() as connection:
            return extraction_table.one(connection, document_id, schema)

    def extractions(self, schema: str) -> list[KeptExtraction]:
        """See the port."""
        with self._database.read() as connection:
            return extraction_table.by_schema(connection, schema)

    def correct(self, correction: Correction) -> bool:
        """See the port."""
        if not may_be_id(correction.document_id):
            return False
        with self._database.write() as connection:
            return correction_table.put(connection, correction)

    def withdraw(self, document_id: int, schema: str, field: str) -> None:
        """See the port."""
        if may_be_id(document_id):
            with self._database.write() as connection:
                correction_table.delete(connection, document_id, schema, field)

    def corrections(self, schema: str) -> list[KeptCorrection]:
        """See the port."""
        with self._database.read() as connection:
            return correction_table.by_schema(connection, schema)

    def queue(self, document_ids: Sequence[int], schema: str) -> None:
        """See the port."""
        possible = [one for one in document_ids if may_be_id(one)]
        with self._database.write() as connection:
            extraction_job_table.put(connection, possible, schema)

    def waiting(self, schema: str) -> list[int]:
        """See the port."""
        with self._database.read() as connection:
            return extraction_job_table.waiting(connection, schema)

    def waiting_schemas(self) -> list[str]:
        """See the port."""
        with self._database.read() as connection:
            return extraction_job_table.waiting_schemas(connection)

    def done(self, document_id: int, schema: str) -> None:
        """See the port."""
        if may_be_id(document_id):
            with self._database.write() as connection:
                extraction_job_table.delete(connection, document_id, schema)

    def fail(self, document_id: int, schema: str, fault: ExtractionFault) -> None:
        """See the port."""
        if may_be_id(document_id):
            with self._database.write() as connection:
                extraction_job_table.put_fault(connection, document_id, schema, fault)

    def failures(self, schema: str) -> dict[int, ExtractionFault]:
        """See the port."""
        with self._database.read() as connection:
            return extraction_job_table.faults(connection, schema)

    def stop(self, schema: str) -> None:
        """See the port."""
        with self._database.write() as connection:
            extraction_job_table.delete_waiting(connection, schema)
