from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.adapters.sqlite import (
    conversation_index,
    conversation_table,
    faults,
    stored_answer,
    turn_table,
)
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.conversation_store import SqliteConversations
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.answer import AnswerStyle
from app.core.domain.collection import ScopeChoice
from app.core.domain.conversation import AskedQuestion, ScopeWording, Turn
from app.core.errors import StorageError
from tests.answers import answered, asked, at, refused

# Each stands in another place, and is a word that nothing else here begins like.
SECRETS = ("quizzaciously", "xylophonist", "jambalaya", "vortexing")
QUESTION = f"Who is the {SECRETS[0]}?"
ANSWER = answered(f"A {SECRETS[1]} 寿司.")


@pytest.fixture
def database(library_dir: Path) -> Iterator[Database]:
    opened = Database(library_dir / "library.db")
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> SqliteConversations:
    return SqliteConversations(database)


def kept_turns(store: SqliteConversations, conversation_id: int) -> tuple[Turn, ...]:
    found = store.conversation(conversation_id)
    assert found is not None
    return found.turns


def begun(store: SqliteConversations) -> int:
    """A conversation of three turns."""
    first = store.begin("Rent", asked("One?"), answered("Alpha."), at(0))
    for number, question in enumerate(("Two?", "Three?"), start=1):
        store.append(first.conversation_id, asked(question, number), answered("Beta."), at(number))
    return first.conversation_id


# --- erasing --------------------------------------------------------------------------------


def content(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


def secret_in_files(folder: Path, *deflated: bytes) -> list[str]:
    found = content(folder)
    words = [word for word in SECRETS if word.encode() in found.lower()]
    return words + ["answer" for answer in deflated if answer[8:72] in found]


def indexed_words(database: Database, index: str) -> set[str]:
    connection = database.connection()
    connection.execute(f"CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, {index}, row)")
    words = {row[0] for row in connection.execute("SELECT term FROM temp.v")}
    connection.execute("DROP TABLE temp.v")
    return words


@pytest.mark.parametrize(
    "delete",
    [
        lambda store, secret: store.delete([secret]),
        lambda store, _secret: store.delete_all(),
    ],
    ids=["one", "all"],
)
def test_erasing_leaves_no_byte(
    store: SqliteConversations,
    database: Database,
    library_dir: Path,
    delete: Callable[[SqliteConversations, int], None],
) -> None:
    begun(store)
    place = store.begin(SECRETS[2], asked(QUESTION), ANSWER, at(1))
    for number in range(30):
        store.append(place.conversation_id, asked(f"{SECRETS[3]} {number}"), ANSWER, at(2))
    deflated = stored_answer.pack(ANSWER)
    assert secret_in_files(library_dir, deflated) == [*SECRETS, "answer"]

    delete(store, place.conversation_id)
    store.erase_free_space()
    assert secret_in_files(library_dir, deflated) == []
    for index in (conversation_index.WORDS, conversation_index.PAIRS):
        assert indexed_words(database, index).isdisjoint({*SECRETS, "寿司", "司"})
    assert SqliteLibrary(database).integrity() == "ok"


def test_erasing_takes_what_was_replaced_renamed_or_forgotten(
    store: SqliteConversations, library_dir: Path
) -> None:
    replaced = store.begin(SECRETS[2], asked(QUESTION), ANSWER, at(1))
    forgotten = store.append(
        replaced.conversation_id, asked("Kept?"), answered(f"A {SECRETS[3]}.", document=4), at(2)
    )
    assert forgotten is not None
    store.rename(replaced.conversation_id, "Title")
    store.replace(replaced.turn_id, asked("Plain?"), answered("Plain."), at(3))
    store.forget_documents([4], "Erased.")
    store.erase_free_space()
    assert secret_in_files(library_dir, stored_answer.pack(ANSWER)) == []
    assert [turn.asked.question for turn in kept_turns(store, replaced.conversation_id)] == [
        "Plain?",
        "Kept?",
    ]


# --- damage ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("answer = x'00ff'", stored_answer.DAMAGED),
        ("answer = NULL", stored_answer.DAMAGED),
        ("format = 'x'", stored_answer.DAMAGED),
        (f"format = {stored_answer.FORMAT + 1}", stored_answer.NEWER),
    ],
)
def test_a_turn_without_its_answer_says_so_and_the_others_stay(
    store: SqliteConversations, database: Database, damage: str, message: str
) -> None:
    conversation = begun(store)
    before = kept_turns(store, conversation)
    with database.write() as connection:
        connection.execute(f"UPDATE turn SET {damage} WHERE id = ?", (before[1].id,))
    after = kept_turns(store, conversation)
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] == Turn(before[1].id, before[1].asked, None, message)
    assert store.summaries(10)[0].turns == 3
    assert store.search("beta two", 10)[0].id == conversation
    # What is asked again there is kept.
    store.replace(before[1].id, asked("Two?", 9), answered("Gamma."), at(9))
    assert kept_turns(store, conversation)[1].answer == answered("Gamma.")


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        ("asked_at = 'noon'", AskedQuestion("One?", turn_table.moment("1970-01-01"))),
        ("style = 'sung'", AskedQuestion("One?", at(0), style=AnswerStyle.WRITTEN)),
        ("question = CAST(x'4fff' AS TEXT)", asked("O\N{REPLACEMENT CHARACTER}")),
        ("document_ids = '[1,'", AskedQuestion("One?", at(0), ScopeChoice(None, frozenset()))),
        ("document_ids = '{}'", AskedQuestion("One?", at(0), ScopeChoice(None, frozenset()))),
        (
            "scope_documents = 'many', scope_everything = 0, scope_label = x'ff'",
            AskedQuestion(
                "One?", at(0), wording=ScopeWording("\N{REPLACEMENT CHARACTER}", False, 0, "")
            ),
        ),
    ],
)
def test_damage_beside_the_answer_hides_nothing_else(
    store: SqliteConversations, database: Database, damage: str, expected: AskedQuestion
) -> None:
    conversation = begun(store)
    before = kept_turns(store, conversation)
    with database.write() as connection:
        connection.execute(f"UPDATE turn SET {damage} WHERE id = ?", (before[0].id,))
    after = kept_turns(store, conversation)
    assert after == (Turn(before[0].id, expected, before[0].answer), *before[1:])
    assert store.search("alpha", 10)[0].id == conversation
    store.delete([conversation])
    assert store.summaries(10) == []


def test_a_damaged_conversation_leaves_the_list_standing(
    store: SqliteConversations, database: Database
) -> None:
    first, second = begun(store), begun(store)
    with database.write() as connection:
        connection.execute(
            "UPDATE conversation SET title = CAST(x'52ff' AS TEXT), changed = 'x' WHERE id = ?",
            (first,),
        )
    listed = {summary.id: summary for summary in store.summaries(10)}
    assert set(listed) == {first, second}
    assert listed[first].title == "R\N{REPLACEMENT CHARACTER}"
    assert listed[first].changed == turn_table.moment("1970-01-01")


@pytest.mark.parametrize(
    ("damage", "report"),
    [
        ("DELETE FROM conversation_fts_docsize", "The full-text index does not fit the conv"),
        ("DELETE FROM conversation_fts_data WHERE id > 10", "The full-text index of conversat"),
    ],
)
def test_damage_of_the_index_is_found(
    store: SqliteConversations, database: Database, damage: str, report: str
) -> None:
    begun(store)
    library = SqliteLibrary(database)
    assert library.integrity() == "ok"
    with database.write() as connection:
        connection.execute(damage)
    # Since SQLite 3.44 its own check finds the second.
    assert library.integrity().startswith((report, "malformed inverted index"))


def test_a_question_of_no_conversation_is_found(
    store: SqliteConversations, database: Database
) -> None:
    begun(store)
    database.connection().execute("PRAGMA foreign_keys = OFF")
    with database.write() as connection:
        connection.execute("UPDATE turn SET conversation_id = 99 WHERE id = 1")
    assert SqliteLibrary(database).integrity() == "Some questions belong to no conversation."


# --- faults ---------------------------------------------------------------------------------


def test_a_fault_in_the_middle_leaves_what_was_there(
    store: SqliteConversations, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = begun(store)
    before = store.conversation(conversation)
    turn = kept_turns(store, conversation)[0].id

    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    monkeypatch.setattr(conversation_index, "put", full)
    writes: list[Callable[[], object]] = [
        lambda: store.begin("New", asked("New?"), refused(), at(9)),
        lambda: store.append(conversation, asked("More?"), refused(), at(9)),
        lambda: store.replace(turn, asked("Other?"), refused(), at(9)),
        lambda: store.rename(conversation, "Other"),
        lambda: store.forget_documents([1], "Gone."),
    ]
    for write in writes:
        with pytest.raises(StorageError) as caught:
            write()
        assert caught.value.message == faults.DISK_FULL
    assert store.conversation(conversation) == before
    assert store.count() == 1
    assert store.search("alpha", 10) != []
    assert SqliteLibrary(database).integrity() == "ok"


def test_a_library_from_before_conversations_can_keep_them(library_dir: Path) -> None:
    from app.adapters.sqlite.migrate import migrate, scripts

    path = library_dir / "library.db"
    older = sqlite3.connect(path, isolation_level=None)
    migrate(older, {number: script for number, script in scripts().items() if number < 4})
    older.close()
    database = Database(path)
    store = SqliteConversations(database)
    assert store.summaries(10) == []
    assert len(kept_turns(store, begun(store))) == 3
    database.close()


# --- speed ----------------------------------------------------------------------------------


def plan(database: Database, statement: str, values: dict[str, object]) -> list[str]:
    with database.read() as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    return [row[3] for row in rows]


WINDOW: dict[str, object] = {"limit": 50, "offset": 0}


def test_a_list_reads_its_part_of_the_index_only(database: Database) -> None:
    steps = plan(database, conversation_table.NEWEST, WINDOW)
    assert "SCAN conversation USING INDEX conversation_by_change" in steps
    # The rows of the part are put in order once more; nothing else is scanned or sorted.
    assert [step for step in steps if step.startswith("SCAN")] in (
        ["SCAN conversation USING INDEX conversation_by_change", "SCAN found"],
        ["SCAN conversation USING INDEX conversation_by_change"],
    )
    searches = [step for step in steps if step.startswith("SEARCH")]
    assert any("USING COVERING INDEX turn_by_conversation" in step for step in searches)
    assert any("SEARCH turn USING INTEGER PRIMARY KEY" in step for step in searches)


@pytest.mark.parametrize("text", ["rent", "東京", "rent 東京"])
def test_a_search_asks_the_full_text_indexes(database: Database, text: str) -> None:
    words, pairs = conversation_index.expressions(text)
    values = {**WINDOW, "words": words, "pairs": pairs}
    steps = plan(database, conversation_table.finding(words, pairs), values)
    scans = [step for step in steps if step.startswith("SCAN")]
    assert all("VIRTUAL TABLE INDEX" in step or step == "SCAN found" for step in scans)
    assert any(step.startswith("SEARCH conversation USING INTEGER PRIMARY KEY") for step in steps)


def test_documents_are_looked_up_by_index(database: Database) -> None:
    with database.read() as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {turn_table.HOLDING}", ("[1]",)).fetchall()
    steps = [row[3] for row in rows]
    assert any("SEARCH turn_document USING PRIMARY KEY (document_id=?)" in step for step in steps)
    assert not any(step.startswith(("SCAN turn", "SCAN turn_document")) for step in steps)
