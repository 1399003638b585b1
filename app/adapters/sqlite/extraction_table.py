"""The tables of extractions and of the fields in them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from app.adapters.sqlite import stored_value
from app.adapters.sqlite.stored_text import storable
from app.core.domain.extraction import Extraction, FieldValue, KeptExtraction, Standing

# A chunk that is gone says that the document was read anew: reading makes all of them anew, and
# their numbers are never used again.
_GONE = """
    SELECT 1 FROM (
        SELECT value AS chunk_id FROM json_each(extraction.read_chunks)
        UNION ALL
        SELECT chunk_id FROM extracted_field
        WHERE extraction_id = extraction.id AND chunk_id IS NOT NULL
    ) AS seen
    WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE id = seen.chunk_id)
"""
_SELECT = f"""
    SELECT extraction.id, extraction.document_id, schema, model, made_at, read_chunks,
           CASE WHEN extraction.sha256 <> document.sha256 THEN '{Standing.CHANGED.value}'
                WHEN EXISTS ({_GONE}) THEN '{Standing.READ_ANEW.value}'
                ELSE '{Standing.CURRENT.value}' END
    FROM extraction JOIN document ON document.id = extraction.document_id
"""


def one(connection: sqlite3.Connection, document_id: int, schema: str) -> KeptExtraction | None:
    """What was extracted from a document."""
    condition = "WHERE extraction.document_id = ? AND schema = ?"
    found = _kept(connection, condition, (document_id, storable(schema)))
    return found[0] if found else None


def by_schema(connection: sqlite3.Connection, schema: str) -> list[KeptExtraction]:
    """All that was extracted by a schema, by document id."""
    condition = "WHERE schema = ? ORDER BY extraction.document_id"
    return _kept(connection, condition, (storable(schema),))


def may_be_kept(connection: sqlite3.Connection, extraction: Extraction) -> bool:
    """Whether the document is there, and every chunk that was read or is cited is one of its."""
    known = connection.execute("SELECT 1 FROM document WHERE id = ?", (extraction.document_id,))
    if known.fetchone() is None:
        return False
    chunks = _chunks(extraction)
    (there,) = connection.execute(
        """
        SELECT count(*) FROM chunk
        WHERE document_id = ? AND id IN (SELECT value FROM json_each(?))
        """,
        (extraction.document_id, json.dumps(chunks)),
    ).fetchone()
    return int(there) == len(chunks)


def put(connection: sqlite3.Connection, extraction: Extraction) -> None:
    """Store an extraction in the place of the one before."""
    schema = storable(extraction.schema)
    connection.execute(
        "DELETE FROM extraction WHERE document_id = ? AND schema = ?",
        (extraction.document_id, schema),
    )
    ((made,),) = connection.execute(
        """
        INSERT INTO extraction (document_id, schema, model, made_at, sha256, read_chunks)
        SELECT id, ?, ?, ?, sha256, ? FROM document WHERE id = ? RETURNING id
        """,
        (
            schema,
            storable(extraction.model),
            storable(extraction.made_at),
            json.dumps(extraction.read),
            extraction.document_id,
        ),
    ).fetchall()
    connection.executemany(
        "INSERT INTO extracted_field VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        _rows(int(made), extraction.fields),
    )


def delete_schema(connection: sqlite3.Connection, schema: str) -> None:
    """Delete all that was extracted by a schema."""
    connection.execute("DELETE FROM extraction WHERE schema = ?", (storable(schema),))


def _chunks(extraction: Extraction) -> list[int]:
    cited = {field.source_chunk_id for field in extraction.fields}
    return sorted({*extraction.read, *(one for one in cited if one is not None)})


def _rows(extraction_id: int, fields: Iterable[FieldValue]) -> Iterable[tuple[object, ...]]:
    for ordinal, field in enumerate(fields):
        yield (
            extraction_id,
            ordinal,
            storable(field.name),
            *stored_value.pack(field.value),
            field.confidence,
            field.source_chunk_id,
            field.verified,
            storable(field.quote),
            field.start,
            field.end,
        )


def _kept(
    connection: sqlite3.Connection, condition: str, values: tuple[object, ...]
) -> list[KeptExtraction]:
    return [
        KeptExtraction(
            Extraction(
                document_id,
                schema,
                _fields(connection, id_),
                model,
                made_at,
                tuple(json.loads(read)),
            ),
            Standing(standing),
        )
        for id_, document_id, schema, model, made_at, read, standing in connection.execute(
            f"{_SELECT} {condition}", values
        )
    ]


def _fields(connection: sqlite3.Connection, extraction_id: int) -> tuple[FieldValue, ...]:
    rows = connection.execute(
        """
        SELECT name, kind, value, confidence, chunk_id, verified, quote, chunk_start, chunk_end
        FROM extracted_field WHERE extraction_id = ? ORDER BY ordinal
        """,
        (extraction_id,),
    )
    return tuple(
        FieldValue(
            name,
            stored_value.unpack(kind, value),
            confidence,
            chunk_id,
            bool(verified),
            quote,
            start,
            end,
        )
        for name, kind, value, confidence, chunk_id, verified, quote, start, end in rows
    )
