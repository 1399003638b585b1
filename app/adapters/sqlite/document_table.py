"""The table of documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from app.adapters.sqlite.stored_text import path_key, path_of, storable
from app.adapters.sqlite.stored_time import milliseconds, time_of
from app.core.domain.document import Document, DocumentStatus, FileStamp
from app.core.ports import NewDocument, RecognisedPages

# Counts of chunks come from an index alone, never from the rows with their text.
_SELECT = """
    SELECT id, title, path, sha256, size, mtime_ns, status, status_text, page_count,
           (SELECT count(*) FROM chunk WHERE document_id = document.id),
           (SELECT count(*) FROM chunk WHERE document_id = document.id AND embedded = 1),
           context_in_index, reading_version, embedded_pdfs, read_at, read_seconds, ignored
    FROM document
"""


def all_documents(connection: sqlite3.Connection) -> list[Document]:
    """All documents by title, ignoring case, then by id."""
    return [_document(row) for row in connection.execute(f"{_SELECT} ORDER BY title_key, id")]


def by_id(connection: sqlite3.Connection, document_id: int) -> Document | None:
    """One document."""
    return _one(connection, "WHERE id = ?", document_id)


def by_ids(connection: sqlite3.Connection, document_ids: Sequence[int]) -> list[Document]:
    """Some documents; unknown ids are left out."""
    condition = "WHERE id IN (SELECT value FROM json_each(?))"
    rows = connection.execute(f"{_SELECT} {condition}", (json.dumps(list(document_ids)),))
    return [_document(row) for row in rows]


def count_searchable(connection: sqlite3.Connection, document_ids: Sequence[int] | None) -> int:
    """How many of these documents, or of all, can be found at least in part."""
    searchable = json.dumps([status.value for status in DocumentStatus if status.searchable])
    query = "SELECT count(*) FROM document WHERE status IN (SELECT value FROM json_each(?))"
    values = [searchable]
    if document_ids is not None:
        query += " AND id IN (SELECT value FROM json_each(?))"
        values.append(json.dumps(list(document_ids)))
    return int(connection.execute(query, values).fetchone()[0])


def by_path(connection: sqlite3.Connection, path: Path) -> Document | None:
    """The document that was read from this path."""
    return _one(connection, "WHERE path = ?", path_key(path))


def by_sha256(connection: sqlite3.Connection, sha256: str) -> Document | None:
    """The document with this content; the oldest, should there be several."""
    return _one(connection, "WHERE sha256 = ? ORDER BY id LIMIT 1", sha256)


def put(connection: sqlite3.Connection, new: NewDocument) -> int:
    """Insert a document, or renew the row of the one with the same path; gives its id."""
    title = storable(new.title)
    row = connection.execute(
        """
        INSERT INTO document
            (path, title, title_key, sha256, size, mtime_ns, status, status_text, page_count,
             context_in_index, reading_version, embedded_pdfs, read_at, read_seconds)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET
            title = excluded.title, title_key = excluded.title_key, sha256 = excluded.sha256,
            size = excluded.size, mtime_ns = excluded.mtime_ns, status = excluded.status,
            status_text = excluded.status_text, page_count = excluded.page_count,
            context_in_index = excluded.context_in_index,
            reading_version = excluded.reading_version,
            embedded_pdfs = excluded.embedded_pdfs,
            read_at = excluded.read_at, read_seconds = excluded.read_seconds,
            -- What was ignored was what another content needed.
            ignored = ignored AND sha256 = excluded.sha256
        RETURNING id
        """,
        (
            path_key(new.path),
            title,
            title.casefold(),
            new.sha256,
            new.stamp.size,
            new.stamp.mtime_ns,
            new.status.value,
            storable(new.status_text),
            len(new.pages),
            new.context_in_index,
            new.reading_version,
            new.embedded_pdfs,
            None if new.read_at is None else milliseconds(new.read_at),
            new.read_seconds,
        ),
    ).fetchall()
    return int(row[0][0])


def put_stamp(
    connection: sqlite3.Connection, document_id: int, path: Path, stamp: FileStamp
) -> None:
    """Record where a document was seen last, and its stamp there."""
    connection.execute(
        "UPDATE document SET path = ?, size = ?, mtime_ns = ? WHERE id = ?",
        (path_key(path), stamp.size, stamp.mtime_ns, document_id),
    )


def put_recognised(connection: sqlite3.Connection, found: RecognisedPages) -> None:
    """Record in which state OCR left a document, when, and the time that it took."""
    connection.execute(
        """
        UPDATE document SET status = ?, status_text = ?, read_at = ?,
                            read_seconds = read_seconds + ?
        WHERE id = ?
        """,
        (
            found.status.value,
            storable(found.status_text),
            milliseconds(found.read_at),
            found.seconds,
            found.document_id,
        ),
    )


def delete(connection: sqlite3.Connection, document_ids: Sequence[int]) -> None:
    """Delete documents with their pages. Their chunks must be deleted first."""
    connection.executemany(
        "DELETE FROM document WHERE id = ?", [(document_id,) for document_id in document_ids]
    )


def _one(connection: sqlite3.Connection, condition: str, value: object) -> Document | None:
    row = connection.execute(f"{_SELECT} {condition}", (value,)).fetchone()
    return None if row is None else _document(row)


def _document(row: tuple[object, ...]) -> Document:
    id_, title, path, sha256, size, mtime_ns, status, status_text, pages, *rest = row
    chunks, embedded, context_in_index, reading_version, embedded_pdfs, *reading = rest
    read_at, read_seconds, ignored = reading
    assert isinstance(read_seconds, int | float)
    assert isinstance(path, bytes)
    return Document(
        id=_integer(id_),
        title=str(title),
        path=path_of(path),
        sha256=str(sha256),
        stamp=FileStamp(size=_integer(size), mtime_ns=_integer(mtime_ns)),
        status=DocumentStatus(str(status)),
        status_text=str(status_text),
        pages=_integer(pages),
        chunks=_integer(chunks),
        embedded=_integer(embedded),
        context_in_index=bool(context_in_index),
        reading_version=_integer(reading_version),
        embedded_pdfs=_integer(embedded_pdfs),
        read_at=None if read_at is None else time_of(_integer(read_at)),
        read_seconds=float(read_seconds),
        ignored=bool(ignored),
    )


def _integer(value: object) -> int:
    assert isinstance(value, int)
    return value
