"""The full-text indexes of conversations: one row each, with title, questions and answers.

They are built like those of chunks: one of words and one of pairs of characters, which hold no copy
of the text, so that a row is taken out by giving the same text again.
"""

from __future__ import annotations

import sqlite3

from app.adapters.sqlite.match_terms import beginning, pair_phrases, word_phrases
from app.adapters.sqlite.stored_text import bigram_form, index_form

WORDS, PAIRS = "conversation_fts", "conversation_bigram_fts"

_OF_BOTH = f"+conversation.id IN (SELECT rowid FROM {PAIRS} WHERE {PAIRS} MATCH :pairs)"


def put(connection: sqlite3.Connection, conversation_id: int, text: str) -> None:
    """Index a conversation that is in no index."""
    _write(connection, "{table} (rowid, text) VALUES (:id, :text)", conversation_id, text)


def take(connection: sqlite3.Connection, conversation_id: int, text: str) -> None:
    """Take a conversation out; `text` is what it was put in with."""
    command = "{table} ({table}, rowid, text) VALUES ('delete', :id, :text)"
    _write(connection, command, conversation_id, text)


def clear(connection: sqlite3.Connection) -> None:
    """Take out everything."""
    for table in (WORDS, PAIRS):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")


def expressions(text: str) -> tuple[str, str]:
    """What both indexes have to match, so that each word of the text, or one that begins with it,
    is found; "" where an index is not asked."""
    terms = text.split()
    return (
        " AND ".join(beginning(phrase) for phrase in word_phrases(terms)),
        " AND ".join(pair_phrases(terms)),
    )


def condition(words: str, pairs: str) -> str:
    """The rows of `conversation` that match, as the part of a statement behind FROM; its values
    are :words and :pairs."""
    table = WORDS if words else PAIRS
    match = ":words" if words else ":pairs"
    # CROSS: the index first. To ask it anew for each conversation would take minutes.
    found = f"{table} CROSS JOIN conversation ON conversation.id = {table}.rowid"
    return f"{found} WHERE {table} MATCH {match}" + (f" AND {_OF_BOTH}" if words and pairs else "")


def _write(connection: sqlite3.Connection, insertion: str, conversation_id: int, text: str) -> None:
    forms = {WORDS: index_form(text), PAIRS: bigram_form(text)}
    for table, form in forms.items():
        if form or table == WORDS:
            connection.execute(
                f"INSERT INTO {insertion.format(table=table)}",
                {"id": conversation_id, "text": form},
            )
