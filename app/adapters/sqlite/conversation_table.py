"""The table of conversations, and their lists."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from app.adapters.sqlite import conversation_index, turn_table
from app.adapters.sqlite.stored_text import storable
from app.adapters.sqlite.turn_table import moment, stored_moment, text_of, wording
from app.core.domain.conversation import Conversation, ConversationSummary

_ROWS = "conversation.id, CAST(title AS BLOB) AS title, created, changed"
_NEWEST_FIRST = "ORDER BY changed DESC, conversation.id DESC LIMIT :limit OFFSET :offset"
_DETAILS = """
    SELECT found.*, (SELECT count(*) FROM turn WHERE conversation_id = found.id),
           CAST(scope_label AS BLOB), CAST(scope_spoken AS BLOB), scope_everything, scope_documents
    FROM ({found}) AS found
    LEFT JOIN turn ON turn.id = (SELECT max(id) FROM turn WHERE conversation_id = found.id)
    ORDER BY found.changed DESC, found.id DESC
"""

NEWEST = _DETAILS.format(found=f"SELECT {_ROWS} FROM conversation {_NEWEST_FIRST}")
ONE = _DETAILS.format(found=f"SELECT {_ROWS} FROM conversation WHERE id = :id")


def finding(words: str, pairs: str) -> str:
    """The search for expressions of the indexes; `words` and `pairs` are its values too."""
    where = conversation_index.condition(words, pairs)
    return _DETAILS.format(found=f"SELECT {_ROWS} FROM {where} {_NEWEST_FIRST}")


def put(connection: sqlite3.Connection, title: str, at: datetime) -> int:
    """Insert a conversation without turns and give its id."""
    now = stored_moment(at)
    (made,) = connection.execute(
        "INSERT INTO conversation (title, created, changed) VALUES (?, ?, ?) RETURNING id",
        (storable(title), now, now),
    ).fetchall()[0]
    return int(made)


def put_title(connection: sqlite3.Connection, conversation_id: int, title: str) -> None:
    """Give a conversation another title."""
    connection.execute(
        "UPDATE conversation SET title = ? WHERE id = ?", (storable(title), conversation_id)
    )


def touch(connection: sqlite3.Connection, conversation_id: int, at: datetime) -> None:
    """Record when a conversation changed."""
    connection.execute(
        "UPDATE conversation SET changed = ? WHERE id = ?", (stored_moment(at), conversation_id)
    )


def is_there(connection: sqlite3.Connection, conversation_id: int) -> bool:
    """Whether there is a conversation with this id."""
    query = "SELECT 1 FROM conversation WHERE id = ?"
    return connection.execute(query, (conversation_id,)).fetchone() is not None


def count(connection: sqlite3.Connection) -> int:
    """How many conversations there are."""
    return int(connection.execute("SELECT count(*) FROM conversation").fetchone()[0])


def by_id(connection: sqlite3.Connection, conversation_id: int) -> Conversation | None:
    """One conversation with its turns."""
    row = connection.execute(
        f"SELECT {_ROWS} FROM conversation WHERE id = ?", (conversation_id,)
    ).fetchone()
    if row is None:
        return None
    turns = tuple(turn_table.of_conversation(connection, conversation_id))
    return Conversation(row[0], text_of(row[1]), moment(row[2]), moment(row[3]), turns)


def summaries(
    connection: sqlite3.Connection, statement: str, values: dict[str, Any]
) -> list[ConversationSummary]:
    """What a statement of this module finds."""
    return [
        ConversationSummary(
            id_, text_of(title), moment(created), moment(changed), turns, wording(*scope)
        )
        for id_, title, created, changed, turns, *scope in connection.execute(statement, values)
    ]


def indexed_text(connection: sqlite3.Connection, conversation_id: int) -> str:
    """What the full-text indexes know of a conversation."""
    (title,) = connection.execute(
        "SELECT CAST(title AS BLOB) FROM conversation WHERE id = ?", (conversation_id,)
    ).fetchone()
    return "\n".join((text_of(title), *turn_table.texts(connection, conversation_id)))


def delete(connection: sqlite3.Connection, conversation_ids: Sequence[int]) -> None:
    """Delete conversations with their turns."""
    connection.execute(
        "DELETE FROM conversation WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(conversation_ids)),),
    )


def delete_all(connection: sqlite3.Connection) -> None:
    """Delete all conversations with their turns."""
    connection.execute("DELETE FROM conversation")
