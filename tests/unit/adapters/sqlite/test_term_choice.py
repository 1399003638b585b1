from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np
import pytest

from app.adapters.sqlite.term_choice import Choice, choose

ROWS = 2000
# The share of rows that hold a word.
WORDS = {"the": 0.9, "contract": 0.4, "month": 0.3, "deposit": 0.02, "tiger": 0.005}
BUDGET = 100


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5 (text)")
    chance = np.random.default_rng(6)
    for _ in range(ROWS):
        held = [word for word, share in WORDS.items() if chance.random() < share]
        connection.execute("INSERT INTO t VALUES (?)", (" ".join(held) or "nothing",))
    yield connection
    connection.close()


def rows(index: sqlite3.Connection, match: str) -> dict[int, float]:
    found = index.execute("SELECT rowid, bm25(t) FROM t WHERE t MATCH ?", (match,))
    return dict(found.fetchall())


def chosen(index: sqlite3.Connection, *words: str, enough: int = 10) -> Choice:
    def count(match: str) -> int:
        return min(len(rows(index, match)), BUDGET + 1)

    return choose([f'"{word}"' for word in words], enough, BUDGET, count)


def scored(index: sqlite3.Connection, choice: Choice) -> dict[int, float]:
    found: dict[int, float] = {}
    for match in choice.matches:
        part = rows(index, match)
        assert not found.keys() & part.keys()  # each row is scored once
        found |= part
    return found


def holding(index: sqlite3.Connection, match: str) -> set[int]:
    return set(rows(index, match))


def test_few_rows_are_all_scored_in_one_go(index: sqlite3.Connection) -> None:
    assert chosen(index, "tiger", "deposit") == Choice(('"tiger" OR "deposit"',), complete=True)
    assert chosen(index, "unicorn") == Choice(('"unicorn"',), complete=True)


def test_rows_with_a_rare_word_are_scored_by_all_words(index: sqlite3.Connection) -> None:
    choice = chosen(index, "the", "deposit", "contract", "tiger")
    assert not choice.complete
    found = scored(index, choice)
    assert set(found) == holding(index, "tiger OR deposit")
    full = rows(index, "the OR deposit OR contract OR tiger")
    assert found == pytest.approx({row: full[row] for row in found})


def test_words_that_no_row_holds_take_no_part(index: sqlite3.Connection) -> None:
    assert chosen(index, "the", "unicorn", "tiger") == chosen(index, "the", "tiger")


def test_too_few_rows_with_a_rare_word_are_joined_by_those_with_all_others(
    index: sqlite3.Connection,
) -> None:
    few = len(holding(index, "tiger"))
    choice = chosen(index, "tiger", "contract", "month", "the", enough=few + 1)
    # Contract and month stand together in more rows than may be scored, with "the" too.
    assert set(scored(index, choice)) == holding(index, "tiger")
    index.execute("INSERT INTO t VALUES ('lease pet')")
    for _ in range(150):
        index.execute("INSERT INTO t VALUES ('lease')")
        index.execute("INSERT INTO t VALUES ('pet')")
    choice = chosen(index, "tiger", "lease", "pet", enough=few + 1)
    found = scored(index, choice)
    assert set(found) == holding(index, "tiger") | holding(index, "lease AND pet")
    assert len(found) == few + 1


def test_frequent_words_alone_must_stand_together(index: sqlite3.Connection) -> None:
    choice = chosen(index, "the", "contract", "month")
    assert not choice.complete
    found = scored(index, choice)
    assert set(found) == holding(index, "contract AND month AND the")
    full = rows(index, "the OR contract OR month")
    assert found == pytest.approx({row: full[row] for row in found})


def test_one_frequent_word_is_scored_wherever_it_stands(index: sqlite3.Connection) -> None:
    choice = chosen(index, "the")
    assert choice == Choice(('"the"',), complete=True)
