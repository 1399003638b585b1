from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from app.adapters.sqlite.migrate import (
    APPLICATION_ID,
    check_identity,
    migrate,
    scripts,
    statements,
)
from app.core.errors import StorageError


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(":memory:", isolation_level=None)
    yield opened
    opened.close()


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def tables(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


def test_the_scripts_count_from_one_without_a_gap() -> None:
    assert list(scripts()) == list(range(1, len(scripts()) + 1))


def test_a_new_file_gets_every_script(connection: sqlite3.Connection) -> None:
    check_identity(connection, newest=len(scripts()))
    migrate(connection, scripts())
    assert version(connection) == len(scripts())
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert {"document", "page", "chunk", "span", "chunk_fts", "queue"} <= tables(connection)
    check_identity(connection, newest=len(scripts()))


def test_the_text_of_an_older_file_is_indexed_anew(connection: sqlite3.Connection) -> None:
    migrate(connection, {number: scripts()[number] for number in (1, 2)})
    connection.execute(
        "INSERT INTO document VALUES (7, x'61', '手引き Guide', '', 'ab', 1, 1, 'indexed', '', 1)"
    )
    connection.execute("INSERT INTO chunk VALUES (9, 7, 0, 3, 1, '[\"Haus\"]', '誤り in Straße')")
    connection.execute("INSERT INTO chunk_fts (rowid, text, context) VALUES (9, 'old', 'form')")
    migrate(connection, scripts())

    def found(table: str, match: str) -> list[int]:
        rows = connection.execute(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (match,))
        return [row[0] for row in rows]

    assert found("chunk_fts", "text: strasse AND context: (guide AND haus)") == [9]
    assert found("chunk_bigram_fts", '"誤り" AND "手引"') == [9]
    assert found("chunk_fts", "old") == []


def test_in_an_older_file_nothing_is_known_to_be_hidden(connection: sqlite3.Connection) -> None:
    migrate(connection, {number: scripts()[number] for number in range(1, 5)})
    connection.execute(
        "INSERT INTO document VALUES (7, x'61', 'a', 'a', 'ab', 1, 1, 'indexed', '', 1, 1, 1)"
    )
    connection.execute("INSERT INTO page VALUES (1, 7, 1, '', 595, 842, 0, 'text', 'words', x'')")
    connection.execute("INSERT INTO chunk VALUES (9, 7, 0, 3, 1, '[]', 'words')")
    migrate(connection, scripts())
    assert connection.execute("SELECT hidden_from FROM page").fetchall() == [(None,)]
    assert connection.execute("SELECT hidden FROM chunk").fetchall() == [(0,)]


def test_only_what_is_missing_is_run(connection: sqlite3.Connection) -> None:
    migrate(connection, {1: "CREATE TABLE a (x);\n"})
    migrate(connection, {1: "CREATE TABLE a (x);\n", 2: "CREATE TABLE b (x);\n"})
    assert version(connection) == 2
    assert tables(connection) == {"a", "b"}


def test_a_script_that_fails_leaves_nothing_of_itself(connection: sqlite3.Connection) -> None:
    migrations = {
        1: "CREATE TABLE a (x);\n",
        2: "CREATE TABLE b (x);\nINSERT INTO none VALUES (1);\n",
    }
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, migrations)
    assert version(connection) == 1
    assert tables(connection) == {"a"}
    assert not connection.in_transaction


def test_statements_may_hold_semicolons_and_comments() -> None:
    script = (
        "-- a; comment\nCREATE TABLE a (\n    x TEXT  -- why; so\n);\nINSERT INTO a VALUES (';');\n"
    )
    assert [statement.split()[-1] for statement in statements(script)] == [");", "(';');"]
    with pytest.raises(ValueError, match="middle"):
        list(statements("CREATE TABLE a (x)"))


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("CREATE TABLE other (x)", "foreign_library"),
        ("PRAGMA user_version = 3", "foreign_library"),
        ("PRAGMA application_id = 7", "foreign_library"),
    ],
)
def test_other_files_are_refused(connection: sqlite3.Connection, sql: str, code: str) -> None:
    connection.execute(sql)
    with pytest.raises(StorageError) as caught:
        check_identity(connection, newest=9)
    assert caught.value.code == code


def test_a_newer_file_is_refused(connection: sqlite3.Connection) -> None:
    migrate(connection, scripts())
    with pytest.raises(StorageError) as caught:
        check_identity(connection, newest=0)
    assert caught.value.code == "newer_library"
