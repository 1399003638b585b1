"""The tables of chunks and their spans, and the full-text index that follows them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.adapters.sqlite.stored_text import bigram_form, context_form, index_form, storable
from app.core.domain.chunk import Chunk, DraftChunk, Span

_SELECT = "SELECT id, document_id, ordinal, text, heading_path, tokens, hidden FROM chunk"
_LISTED = "IN (SELECT value FROM json_each(?))"

ON_PAGES = "SELECT DISTINCT chunk_id FROM span WHERE page BETWEEN ? AND ?"
ON_PAGES_OF_DOCUMENTS = f"""
    SELECT DISTINCT chunk.id FROM chunk CROSS JOIN span ON span.chunk_id = chunk.id
    WHERE chunk.document_id {_LISTED} AND span.page BETWEEN ? AND ?
"""


def put(
    connection: sqlite3.Connection,
    document_id: int,
    title: str | None,
    drafts: Sequence[DraftChunk],
) -> None:
    """Store the chunks of a document that has none.

    Args:
        title: Is indexed with the headings; None leaves both out of the indexes.
    """
    _insert(connection, document_id, title, range(len(drafts)), drafts)


def renew(
    connection: sqlite3.Connection,
    document_id: int,
    title: str | None,
    drafts: Sequence[DraftChunk],
) -> list[int]:
    """Store these chunks in place of those that a document has. One that is as before keeps its id
    and its vector, whatever stands before it now; the ids of those that are gone are returned.

    Args:
        title: As in `put`; also that with which the old chunks were stored.
    """
    held: dict[DraftChunk, list[int]] = {}
    for old in of_document(connection, document_id):
        held.setdefault(_draft(old), []).append(old.id)
    kept: list[tuple[int, int]] = []
    places: list[int] = []
    added: list[DraftChunk] = []
    for ordinal, draft in enumerate(drafts):
        same = held.get(_stored(draft))
        if same:
            kept.append((ordinal, same.pop(0)))
        else:
            places.append(ordinal)
            added.append(draft)
    gone = sorted(chunk_id for ids in held.values() for chunk_id in ids)
    _delete_rows(connection, gone, title)
    connection.executemany("UPDATE chunk SET ordinal = ? WHERE id = ?", kept)
    _insert(connection, document_id, title, places, added)
    return gone


def delete(connection: sqlite3.Connection, document_id: int, title: str | None) -> None:
    """Delete the chunks of a document; `title` is the one they were stored with."""
    rows = connection.execute("SELECT id FROM chunk WHERE document_id = ?", (document_id,))
    _delete_rows(connection, [chunk_id for (chunk_id,) in rows.fetchall()], title)


def put_into_indexes(
    connection: sqlite3.Connection, title: str | None, chunks: Iterable[Chunk]
) -> None:
    """Index stored chunks, which are in no index."""
    _put_into_indexes(
        connection,
        ((chunk.id, chunk.text, _context(title, chunk.heading_path)) for chunk in chunks),
    )


def by_ids(connection: sqlite3.Connection, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
    """Chunks by id; unknown ids are left out."""
    listed = json.dumps(list(chunk_ids))
    rows = connection.execute(f"{_SELECT} WHERE id {_LISTED}", (listed,)).fetchall()
    return {chunk.id: chunk for chunk in _chunks(connection, rows)}


def of_document(connection: sqlite3.Connection, document_id: int) -> list[Chunk]:
    """All chunks of a document in reading order."""
    rows = connection.execute(
        f"{_SELECT} WHERE document_id = ? ORDER BY ordinal", (document_id,)
    ).fetchall()
    return list(_chunks(connection, rows))


def ids_on_pages(
    connection: sqlite3.Connection,
    pages: Sequence[tuple[int, int]],
    document_ids: Sequence[int] | None,
) -> set[int]:
    """Chunks with a part on a page of one of the ranges (first, last), in these documents or, with
    None, in all."""
    found: set[int] = set()
    for first, last in pages:
        if document_ids is None:
            rows = connection.execute(ON_PAGES, (first, last))
        else:
            rows = connection.execute(
                ON_PAGES_OF_DOCUMENTS, (json.dumps(list(document_ids)), first, last)
            )
        found.update(chunk_id for (chunk_id,) in rows)
    return found


def beside(connection: sqlite3.Connection, chunk_ids: Sequence[int]) -> dict[int, Chunk]:
    """The chunks before and after these in their documents, by id."""
    rows = connection.execute(
        f"""
        SELECT id FROM chunk JOIN (
            SELECT document_id AS inside, ordinal AS place FROM chunk WHERE id {_LISTED}
        ) ON document_id = inside AND ordinal IN (place - 1, place + 1)
        """,
        (json.dumps(list(chunk_ids)),),
    ).fetchall()
    return by_ids(connection, [chunk_id for (chunk_id,) in rows])


def unembedded(connection: sqlite3.Connection, limit: int) -> list[Chunk]:
    """Chunks without a vector, oldest first, at most `limit`."""
    rows = connection.execute(
        f"{_SELECT} WHERE embedded = 0 ORDER BY id LIMIT ?", (limit,)
    ).fetchall()
    return list(_chunks(connection, rows))


def count(connection: sqlite3.Connection) -> tuple[int, int]:
    """(all chunks, chunks with a vector)."""
    (total,) = connection.execute("SELECT count(*) FROM chunk").fetchone()
    (waiting,) = connection.execute("SELECT count(*) FROM chunk WHERE embedded = 0").fetchone()
    return total, total - waiting


def has_embedded(connection: sqlite3.Connection) -> bool:
    """Whether any chunk has a vector."""
    query = "SELECT EXISTS (SELECT 1 FROM chunk INDEXED BY chunk_by_document WHERE embedded = 1)"
    return bool(connection.execute(query).fetchone()[0])


def mark_embedded(connection: sqlite3.Connection, chunk_ids: Iterable[int]) -> None:
    """Record that these chunks have a vector."""
    _set_embedded(connection, 1, chunk_ids)


def embedded_ids(connection: sqlite3.Connection) -> set[int]:
    """Chunks that are marked as having a vector."""
    rows = connection.execute("SELECT id FROM chunk WHERE embedded = 1")
    return {chunk_id for (chunk_id,) in rows}


def reset_embedded(connection: sqlite3.Connection, keep: set[int]) -> None:
    """Record that exactly these chunks have a vector. Rows that say so already are not written."""
    marked = embedded_ids(connection)
    _set_embedded(connection, 0, marked - keep)
    _set_embedded(connection, 1, keep - marked)


def _insert(
    connection: sqlite3.Connection,
    document_id: int,
    title: str | None,
    ordinals: Sequence[int],
    drafts: Sequence[DraftChunk],
) -> None:
    """Insert chunks, each at its place in the document."""
    first = _next_id(connection)
    # Each table gets its rows in one call; ids are given here, as that needs no round trips.
    connection.executemany(
        """
        INSERT INTO chunk (id, document_id, ordinal, tokens, heading_path, text, hidden)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        (
            (
                chunk_id,
                document_id,
                ordinal,
                draft.tokens,
                json.dumps([storable(part) for part in draft.heading_path], ensure_ascii=False),
                storable(draft.text),
                draft.hidden,
            )
            for chunk_id, (ordinal, draft) in enumerate(zip(ordinals, drafts, strict=True), first)
        ),
    )
    connection.executemany("INSERT INTO span VALUES (?, ?, ?, ?, ?, ?)", _span_rows(first, drafts))
    _put_into_indexes(
        connection,
        (
            (chunk_id, draft.text, _context(title, draft.heading_path))
            for chunk_id, draft in enumerate(drafts, first)
        ),
    )


def _delete_rows(
    connection: sqlite3.Connection, chunk_ids: Sequence[int], title: str | None
) -> None:
    rows = connection.execute(
        f"SELECT id, text, heading_path FROM chunk WHERE id {_LISTED}",
        (json.dumps(list(chunk_ids)),),
    ).fetchall()
    _delete_from_indexes(
        connection,
        [
            (chunk_id, text, _context(title, json.loads(heading_path)))
            for chunk_id, text, heading_path in rows
        ],
    )
    connection.executemany("DELETE FROM chunk WHERE id = ?", [(one,) for one in chunk_ids])


def _draft(chunk: Chunk) -> DraftChunk:
    """A stored chunk as it was before it had an id."""
    return DraftChunk(chunk.text, chunk.heading_path, chunk.spans, chunk.tokens, chunk.hidden)


def _stored(draft: DraftChunk) -> DraftChunk:
    """A draft as it is read back once it is stored."""
    path = tuple(storable(part) for part in draft.heading_path)
    return replace(draft, text=storable(draft.text), heading_path=path)


def _set_embedded(connection: sqlite3.Connection, value: int, chunk_ids: Iterable[int]) -> None:
    connection.executemany(
        f"UPDATE chunk SET embedded = {value:d} WHERE id = ?",
        [(chunk_id,) for chunk_id in sorted(chunk_ids)],
    )


def _next_id(connection: sqlite3.Connection) -> int:
    """One more than any id that a chunk ever had (SQLite keeps it for AUTOINCREMENT)."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'chunk'").fetchone()
    return 1 if row is None else int(row[0]) + 1


def _context(title: str | None, heading_path: Iterable[str]) -> str:
    return "" if title is None else context_form(title, heading_path)


def _put_into_indexes(
    connection: sqlite3.Connection, entries: Iterable[tuple[int, str, str]]
) -> None:
    """Index chunks, given by id, text and context."""
    words, pairs = _index_rows(entries)
    connection.executemany("INSERT INTO chunk_fts (rowid, text, context) VALUES (?, ?, ?)", words)
    connection.executemany(
        "INSERT INTO chunk_bigram_fts (rowid, text, context) VALUES (?, ?, ?)", pairs
    )


def _delete_from_indexes(
    connection: sqlite3.Connection, entries: Iterable[tuple[int, str, str]]
) -> None:
    """Take chunks out of the indexes; they need the same id, text and context for it."""
    words, pairs = _index_rows(entries)
    for table, rows in (("chunk_fts", words), ("chunk_bigram_fts", pairs)):
        connection.executemany(
            f"INSERT INTO {table} ({table}, rowid, text, context) VALUES ('delete', ?, ?, ?)", rows
        )


def _index_rows(
    entries: Iterable[tuple[int, str, str]],
) -> tuple[list[tuple[int, str, str]], list[tuple[int, str, str]]]:
    """Rows of the index of words, and of that of pairs where there are any."""
    words, pairs = [], []
    for chunk_id, text, context in entries:
        words.append((chunk_id, index_form(text), index_form(context)))
        forms = bigram_form(text), bigram_form(context)
        if any(forms):
            pairs.append((chunk_id, *forms))
    return words, pairs


def _span_rows(
    first: int, drafts: Sequence[DraftChunk]
) -> Iterator[tuple[int, int, int, int, int, int]]:
    for chunk_id, draft in enumerate(drafts, first):
        for ordinal, span in enumerate(draft.spans):
            yield (
                chunk_id,
                ordinal,
                span.page,
                span.page_start,
                span.page_end,
                span.chunk_start,
            )


def _chunks(
    connection: sqlite3.Connection, rows: Sequence[tuple[int, int, int, str, str, int, int]]
) -> Iterator[Chunk]:
    """Chunks from their rows, with their spans, which are fetched together."""
    spans: dict[int, list[Span]] = {row[0]: [] for row in rows}
    found = connection.execute(
        f"""
        SELECT chunk_id, page, page_start, page_end, chunk_start FROM span
        WHERE chunk_id {_LISTED} ORDER BY chunk_id, ordinal
        """,
        (json.dumps(list(spans)),),
    )
    for chunk_id, *place in found:
        spans[chunk_id].append(Span(*place))
    for chunk_id, document_id, ordinal, text, heading_path, tokens, hidden in rows:
        yield Chunk(
            id=chunk_id,
            document_id=document_id,
            ordinal=ordinal,
            text=text,
            heading_path=tuple(json.loads(heading_path)),
            spans=tuple(spans[chunk_id]),
            tokens=tokens,
            hidden=bool(hidden),
        )
