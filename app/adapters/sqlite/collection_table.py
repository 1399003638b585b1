"""The tables of collections, of the documents in them, and of files that are to join them."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.adapters.sqlite.stored_text import path_key, storable
from app.core.domain.collection import Collection


def all_collections(connection: sqlite3.Connection) -> list[Collection]:
    """All collections by name, ignoring case."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for collection_id, document_id in connection.execute(
        "SELECT collection_id, document_id FROM collection_document"
    ):
        members[collection_id].append(document_id)
    return [
        Collection(id_, name, frozenset(members[id_]))
        for id_, name in connection.execute("SELECT id, name FROM collection ORDER BY name_key")
    ]


def by_id(connection: sqlite3.Connection, collection_id: int) -> Collection | None:
    """One collection."""
    row = connection.execute(
        "SELECT name FROM collection WHERE id = ?", (collection_id,)
    ).fetchone()
    if row is None:
        return None
    members = connection.execute(
        "SELECT document_id FROM collection_document WHERE collection_id = ?", (collection_id,)
    )
    return Collection(collection_id, str(row[0]), frozenset(id_ for (id_,) in members))


def id_of_name(connection: sqlite3.Connection, name: str) -> int | None:
    """The number of the collection with this name, ignoring case."""
    row = connection.execute(
        "SELECT id FROM collection WHERE name_key = ?", (_key(name),)
    ).fetchone()
    return None if row is None else int(row[0])


def put(connection: sqlite3.Connection, name: str) -> int | None:
    """Insert an empty collection and give its id; None where the name is taken."""
    rows = connection.execute(
        "INSERT INTO collection (name, name_key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id",
        (storable(name), _key(name)),
    ).fetchall()
    return int(rows[0][0]) if rows else None


def put_name(connection: sqlite3.Connection, collection_id: int, name: str) -> bool:
    """Give a collection another name; whether that was possible."""
    if id_of_name(connection, name) not in (None, collection_id):
        return False
    connection.execute(
        "UPDATE collection SET name = ?, name_key = ? WHERE id = ?",
        (storable(name), _key(name), collection_id),
    )
    return True


def delete(connection: sqlite3.Connection, collection_id: int) -> None:
    """Delete a collection; its documents stay."""
    connection.execute("DELETE FROM collection WHERE id = ?", (collection_id,))


def put_documents(
    connection: sqlite3.Connection, collection_id: int, document_ids: Iterable[int]
) -> None:
    """Put documents into a collection; what is not in the library is left out."""
    connection.executemany(
        """
        INSERT INTO collection_document (collection_id, document_id)
        SELECT ?, id FROM document WHERE id = ? ON CONFLICT DO NOTHING
        """,
        [(collection_id, document_id) for document_id in document_ids],
    )


def take_documents(
    connection: sqlite3.Connection, collection_id: int, document_ids: Iterable[int]
) -> None:
    """Take documents out of a collection."""
    connection.executemany(
        "DELETE FROM collection_document WHERE collection_id = ? AND document_id = ?",
        [(collection_id, document_id) for document_id in document_ids],
    )


def put_heir(connection: sqlite3.Connection, document_id: int, heir_id: int) -> None:
    """Put a document into all collections of another."""
    connection.execute(
        """
        INSERT INTO collection_document (collection_id, document_id)
        SELECT collection_id, ?2 FROM collection_document WHERE document_id = ?1
        ON CONFLICT DO NOTHING
        """,
        (document_id, heir_id),
    )


def expect(connection: sqlite3.Connection, collection_id: int, paths: Sequence[Path]) -> None:
    """Remember files whose documents are to join a collection."""
    connection.executemany(
        "INSERT INTO expected_file (path, collection_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(path_key(path), collection_id) for path in paths],
    )


def expecting(connection: sqlite3.Connection, path: Path) -> list[int]:
    """The collections that wait for a file."""
    rows = connection.execute(
        "SELECT collection_id FROM expected_file WHERE path = ?", (path_key(path),)
    )
    return [int(collection_id) for (collection_id,) in rows]


def forget(connection: sqlite3.Connection, path: Path | None) -> None:
    """Wait no longer for a file, or for any."""
    if path is None:
        connection.execute("DELETE FROM expected_file")
    else:
        connection.execute("DELETE FROM expected_file WHERE path = ?", (path_key(path),))


def _key(name: str) -> str:
    return storable(name).casefold()
