"""The table of turns, and of the documents that their answers hold text of."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from app.adapters.sqlite import stored_answer
from app.adapters.sqlite.stored_answer import UnreadableAnswer
from app.adapters.sqlite.stored_text import storable
from app.core.domain.answer import Answer, AnswerStatus, AnswerStyle
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn

_COLUMNS = (
    "asked_at",
    "question",
    "style",
    "alone",
    "collection_id",
    "document_ids",
    "scope_label",
    "scope_spoken",
    "scope_everything",
    "scope_documents",
    "lost",
    "prose",
    "format",
    "answer",
)

# Bytes that are no text, as a damaged file gives, would make a fault of the whole row.
_SELECT = """
    SELECT id, asked_at, CAST(question AS BLOB), style, alone, collection_id, document_ids,
           CAST(scope_label AS BLOB), CAST(scope_spoken AS BLOB), scope_everything,
           scope_documents, CAST(lost AS BLOB), format, answer
    FROM turn
"""
_LISTED = "IN (SELECT value FROM json_each(?))"

HOLDING = f"""
    SELECT DISTINCT turn.conversation_id FROM turn_document
    JOIN turn ON turn.id = turn_document.turn_id
    WHERE turn_document.document_id {_LISTED} ORDER BY turn.conversation_id
"""


def put(
    connection: sqlite3.Connection, conversation_id: int, asked: AskedQuestion, answer: Answer
) -> int:
    """Put a turn at the end of a conversation and give its id."""
    names, marks = ", ".join(_COLUMNS), ", ".join("?" * len(_COLUMNS))
    (turn_id,) = connection.execute(
        f"INSERT INTO turn (conversation_id, {names}) VALUES (?, {marks}) RETURNING id",
        (conversation_id, *_values(asked, answer)),
    ).fetchall()[0]
    _put_documents(connection, turn_id, answer)
    return int(turn_id)


def put_again(
    connection: sqlite3.Connection, turn_id: int, asked: AskedQuestion, answer: Answer
) -> None:
    """Give a turn another question and answer."""
    names = ", ".join(f"{name} = ?" for name in _COLUMNS)
    connection.execute(f"UPDATE turn SET {names} WHERE id = ?", (*_values(asked, answer), turn_id))
    connection.execute("DELETE FROM turn_document WHERE turn_id = ?", (turn_id,))
    _put_documents(connection, turn_id, answer)


def conversation_of(connection: sqlite3.Connection, turn_id: int) -> int | None:
    """The conversation that a turn belongs to."""
    row = connection.execute("SELECT conversation_id FROM turn WHERE id = ?", (turn_id,)).fetchone()
    return None if row is None else int(row[0])


def of_conversation(connection: sqlite3.Connection, conversation_id: int) -> Iterator[Turn]:
    """The turns of a conversation, oldest first."""
    rows = connection.execute(
        f"{_SELECT} WHERE conversation_id = ? ORDER BY id", (conversation_id,)
    )
    return (_turn(row) for row in rows)


def texts(connection: sqlite3.Connection, conversation_id: int) -> Iterator[str]:
    """What search finds in a conversation besides its title: questions and answers, in order."""
    rows = connection.execute(
        "SELECT CAST(question AS BLOB), CAST(prose AS BLOB) FROM turn "
        "WHERE conversation_id = ? ORDER BY id",
        (conversation_id,),
    )
    return (text_of(value) for row in rows for value in row)


def holding(connection: sqlite3.Connection, document_ids: Collection[int]) -> list[int]:
    """The conversations, by id, that hold text of these documents."""
    rows = connection.execute(HOLDING, (json.dumps(sorted(document_ids)),))
    return [int(conversation_id) for (conversation_id,) in rows]


def forget_documents(
    connection: sqlite3.Connection, document_ids: Collection[int], because: str
) -> None:
    """Take the text of documents out of all answers; see the port."""
    rows = connection.execute(
        f"SELECT turn_id, max(used) FROM turn_document WHERE document_id {_LISTED} "
        "GROUP BY turn_id ORDER BY turn_id",
        (json.dumps(sorted(document_ids)),),
    ).fetchall()
    for turn_id, used in rows:
        left = None if used else _without(connection, turn_id, document_ids)
        if left is None:
            connection.execute(
                "UPDATE turn SET answer = NULL, prose = '', lost = ? WHERE id = ?",
                (because, turn_id),
            )
        else:
            connection.execute(
                "UPDATE turn SET answer = ?, format = ? WHERE id = ?",
                (stored_answer.pack(left), stored_answer.FORMAT, turn_id),
            )
        connection.execute("DELETE FROM turn_document WHERE turn_id = ?", (turn_id,))
        if left is not None:
            _put_documents(connection, turn_id, left)


def moment(stored: object) -> datetime:
    """A time as it is stored; where it cannot be read, the beginning of 1970."""
    try:
        found = datetime.fromisoformat(str(stored))
    except ValueError:
        found = datetime.fromtimestamp(0, UTC)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def stored_moment(at: datetime) -> str:
    """A time in UTC to the microsecond, so that texts are in the order of times."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def text_of(stored: object) -> str:
    """A text that was read as bytes; what is no text is replaced."""
    return stored.decode(errors="replace") if isinstance(stored, bytes) else str(stored)


def wording(label: object, spoken: object, everything: object, documents: object) -> ScopeWording:
    """How a scope was called, of its four columns."""
    count = documents if isinstance(documents, int) else 0
    return ScopeWording(text_of(label), bool(everything), count, text_of(spoken))


def _without(
    connection: sqlite3.Connection, turn_id: int, document_ids: Collection[int]
) -> Answer | None:
    """An answer without the passages of documents that were only found; None if unreadable."""
    row = connection.execute("SELECT format, answer FROM turn WHERE id = ?", (turn_id,)).fetchone()
    try:
        answer = stored_answer.unpack(*row)
    except UnreadableAnswer:
        return None
    kept = tuple(one for one in answer.evidence if one.chunk.document_id not in document_ids)
    return replace(answer, evidence=kept)


def _values(asked: AskedQuestion, answer: Answer) -> tuple[object, ...]:
    scope, words = asked.scope, asked.wording
    documents = None if scope.document_ids is None else json.dumps(sorted(scope.document_ids))
    return (
        stored_moment(asked.asked_at),
        storable(asked.question),
        asked.style.value,
        int(asked.alone),
        scope.collection_id,
        documents,
        storable(words.label),
        storable(words.spoken),
        int(words.everything),
        words.documents,
        "",
        storable(_prose(answer)),
        stored_answer.FORMAT,
        stored_answer.pack(answer),
    )


def _prose(answer: Answer) -> str:
    """What a search is to find of an answer. The fixed sentences of refusals are none of it."""
    if answer.status is not AnswerStatus.ANSWERED:
        return ""
    return "\n".join(claim.text for claim in answer.claims)


def _put_documents(connection: sqlite3.Connection, turn_id: int, answer: Answer) -> None:
    found = {passage.chunk.document_id: 0 for passage in answer.evidence}
    used = (
        *(passage.chunk.document_id for passage in answer.sources),
        *(citation.document_id for citation in answer.citations),
    )
    found.update(dict.fromkeys(used, 1))
    rows: Iterable[tuple[int, int, int]] = (
        (document_id, turn_id, made_from) for document_id, made_from in found.items()
    )
    connection.executemany("INSERT INTO turn_document VALUES (?, ?, ?)", rows)


def _turn(row: tuple[object, ...]) -> Turn:
    id_, asked_at, question, style, alone, *scope, lost, format_, stored = row
    asked = AskedQuestion(
        text_of(question),
        moment(asked_at),
        _choice(*scope[:2]),
        wording(*scope[2:]),
        _style(style),
        bool(alone),
    )
    turn_id = int(str(id_))
    if stored is None and lost:
        return Turn(turn_id, asked, None, text_of(lost))
    try:
        return Turn(turn_id, asked, stored_answer.unpack(format_, stored))
    except UnreadableAnswer as error:
        return Turn(turn_id, asked, None, error.message)


def _choice(collection_id: object, document_ids: object) -> ScopeChoice:
    """Where a question looked. What cannot be read is no document, rather than all of them."""
    if isinstance(collection_id, int):
        return ScopeChoice(collection_id)
    if collection_id is None and document_ids is None:
        return ScopeChoice()
    try:
        listed = json.loads(str(document_ids))
    except ValueError:
        listed = ()
    ids = listed if isinstance(listed, list) else ()
    return ScopeChoice(document_ids=frozenset(one for one in ids if isinstance(one, int)))


def _style(stored: object) -> AnswerStyle:
    return next((style for style in AnswerStyle if style.value == stored), AnswerStyle.WRITTEN)
