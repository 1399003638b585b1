"""The table of what people say that fields hold."""

from __future__ import annotations

import sqlite3

from app.adapters.sqlite import stored_value
from app.adapters.sqlite.stored_text import storable
from app.core.domain.extraction import Correction, KeptCorrection


def put(connection: sqlite3.Connection, correction: Correction) -> bool:
    """Store a correction in the place of the one before; whether its document is there."""
    rows = connection.execute(
        """
        INSERT OR REPLACE INTO field_correction
            (document_id, schema, field, kind, value, made_at, sha256)
        SELECT id, ?, ?, ?, ?, ?, sha256 FROM document WHERE id = ? RETURNING 1
        """,
        (
            storable(correction.schema),
            storable(correction.field),
            *stored_value.pack(correction.value),
            storable(correction.made_at),
            correction.document_id,
        ),
    ).fetchall()
    return bool(rows)


def delete(connection: sqlite3.Connection, document_id: int, schema: str, field: str) -> None:
    """Delete the correction of a field."""
    connection.execute(
        "DELETE FROM field_correction WHERE document_id = ? AND schema = ? AND field = ?",
        (document_id, storable(schema), storable(field)),
    )


def delete_schema(connection: sqlite3.Connection, schema: str) -> None:
    """Delete all corrections of a schema."""
    connection.execute("DELETE FROM field_correction WHERE schema = ?", (storable(schema),))


def by_schema(connection: sqlite3.Connection, schema: str) -> list[KeptCorrection]:
    """All corrections of a schema, by document id and field."""
    rows = connection.execute(
        """
        SELECT document_id, schema, field, kind, value, made_at,
               field_correction.sha256 <> document.sha256
        FROM field_correction JOIN document ON document.id = document_id
        WHERE schema = ? ORDER BY document_id, field
        """,
        (storable(schema),),
    )
    return [
        KeptCorrection(
            Correction(document_id, schema_, field, stored_value.unpack(kind, value), made_at),
            bool(outdated),
        )
        for document_id, schema_, field, kind, value, made_at, outdated in rows
    ]
