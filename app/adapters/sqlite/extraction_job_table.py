"""The table of documents that wait for a schema, and of those of which the last try failed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from app.adapters.sqlite.stored_text import storable
from app.core.domain.extraction import ExtractionFault


def put(connection: sqlite3.Connection, document_ids: Iterable[int], schema: str) -> None:
    """Add documents of the library at the end; those that wait already keep their place."""
    name = storable(schema)
    pairs = [(document_id, name) for document_id in document_ids]
    connection.executemany(
        "DELETE FROM extraction_job WHERE document_id = ? AND schema = ? AND fault IS NOT NULL",
        pairs,
    )
    connection.executemany(
        """
        INSERT INTO extraction_job (document_id, schema)
        SELECT id, ?2 FROM document WHERE id = ?1 ON CONFLICT DO NOTHING
        """,
        pairs,
    )


def put_fault(
    connection: sqlite3.Connection, document_id: int, schema: str, fault: ExtractionFault
) -> None:
    """Record why the last try failed, whether the document waited or not."""
    connection.execute(
        """
        INSERT INTO extraction_job (document_id, schema, fault)
        SELECT id, ?2, ?3 FROM document WHERE id = ?1
        ON CONFLICT (document_id, schema) DO UPDATE SET fault = excluded.fault
        """,
        (document_id, storable(schema), fault.value),
    )


def delete(connection: sqlite3.Connection, document_id: int, schema: str) -> None:
    """Take a document out, and its failure."""
    connection.execute(
        "DELETE FROM extraction_job WHERE document_id = ? AND schema = ?",
        (document_id, storable(schema)),
    )


def delete_waiting(connection: sqlite3.Connection, schema: str) -> None:
    """Take out all that wait for a schema."""
    connection.execute(
        "DELETE FROM extraction_job WHERE schema = ? AND fault IS NULL", (storable(schema),)
    )


def delete_schema(connection: sqlite3.Connection, schema: str) -> None:
    """Take out all that wait for a schema, and its failures."""
    connection.execute("DELETE FROM extraction_job WHERE schema = ?", (storable(schema),))


def waiting(connection: sqlite3.Connection, schema: str) -> list[int]:
    """The documents that wait, in order."""
    rows = connection.execute(
        """
        SELECT document_id FROM extraction_job
        WHERE schema = ? AND fault IS NULL ORDER BY position
        """,
        (storable(schema),),
    )
    return [document_id for (document_id,) in rows]


def waiting_schemas(connection: sqlite3.Connection) -> list[str]:
    """The schemas for which documents wait, by the first of each."""
    rows = connection.execute(
        """
        SELECT schema FROM extraction_job
        WHERE fault IS NULL GROUP BY schema ORDER BY min(position)
        """
    )
    return [schema for (schema,) in rows]


def faults(connection: sqlite3.Connection, schema: str) -> dict[int, ExtractionFault]:
    """Why the last try failed, by document id."""
    rows = connection.execute(
        """
        SELECT document_id, fault FROM extraction_job
        WHERE schema = ? AND fault IS NOT NULL ORDER BY document_id
        """,
        (storable(schema),),
    )
    return {document_id: ExtractionFault(fault) for document_id, fault in rows}
