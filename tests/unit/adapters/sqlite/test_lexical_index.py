from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.sqlite import lexical_index
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.lexical_index import Expressions, SqliteLexicalIndex
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.evidence import EVERYTHING, Scope
from tests.stored_documents import new_document


def plan(database: Database, statement: str, values: dict[str, object] | None = None) -> list[str]:
    with database.read() as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values or {})
        return [row[3] for row in rows]


@pytest.mark.parametrize("table", [lexical_index.WORDS, lexical_index.PAIRS])
@pytest.mark.parametrize(
    "conditions",
    [[], ["documents"], ["chunks"], ["others"], ["documents", "chunks", "others"]],
)
def test_a_search_is_served_by_the_index(
    library_dir: Path, table: str, conditions: list[str]
) -> None:
    database = Database(library_dir / "library.db")
    library = SqliteLibrary(database)
    library.save_document(new_document("lease.pdf", ["rent 家賃"] * 200))
    values = {"match": '"rent"', "k": 5, "documents": "[1]", "chunks": "[2]", "others": '"rent"'}
    values |= {"first": 1, "last": 9}
    steps = plan(database, lexical_index.statement(table, conditions), values)
    # "M" is FTS5's MATCH. "=" would be a row by its number: the index would be asked anew for each.
    scans = [step for step in steps if step.startswith("SCAN") and "json_each" not in step]
    assert all(re.search(r" VIRTUAL TABLE INDEX 0:M\d[<>]*$", scan) for scan in scans), steps
    assert all("USING COVERING INDEX" in step for step in steps if step.startswith("SEARCH chunk"))
    database.close()


@pytest.mark.parametrize("table", [lexical_index.WORDS, lexical_index.PAIRS])
def test_counting_and_scopes_scan_no_chunk(library_dir: Path, table: str) -> None:
    database = Database(library_dir / "library.db")
    values = {"match": '"rent"', "limit": 5, "documents": "[1]", "chunks": "[2]"}
    steps = plan(database, lexical_index.counting(table), values)
    assert any(re.search(r" VIRTUAL TABLE INDEX 0:M\d$", step) for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)  # it can stop at the limit
    steps = plan(database, lexical_index.EXTENT, values)
    assert "USING COVERING INDEX chunk_by_document" in steps[0]
    steps = plan(database, lexical_index.DOCUMENTS_OF, values)
    assert steps[0] == "SEARCH chunk USING INTEGER PRIMARY KEY (rowid=?)"
    # One row, from the end.
    assert plan(database, lexical_index.NEWEST) == ["SEARCH chunk"]
    database.close()


def test_an_embedding_run_and_the_list_scan_no_chunk(library_dir: Path) -> None:
    database = Database(library_dir / "library.db")
    for statement in (
        "SELECT text FROM chunk WHERE embedded = 0 ORDER BY id LIMIT 16",
        "SELECT count(*) FROM chunk WHERE embedded = 0",
        "SELECT count(*) FROM chunk WHERE document_id = 1 AND embedded = 1",
        "SELECT id FROM chunk WHERE document_id = 1",
    ):
        steps = plan(database, statement)
        assert all("USING" in step and "INDEX chunk_" in step for step in steps), statement
    database.close()


@pytest.mark.parametrize(
    ("terms", "words", "pairs"),
    [
        ([], [], []),
        (["", "  ", "§ ?"], [], []),
        (["rent", "due date", "rent"], ['"rent"', '"due date"'], []),
        (['say "no"'], ['"say ""no"""'], []),
        (["誤り"], [], ['"誤り"']),
        (["東京都", "税"], [], ['"東京 京都"', '"税" *']),
        (["iPhone手机"], ['"iphone"'], ['"手机"']),
        (["a\0b"], ['"a b"'], []),
    ],
)
def test_each_term_is_quoted(terms: list[str], words: list[str], pairs: list[str]) -> None:
    assert Expressions.of(terms) == Expressions(tuple(words), tuple(pairs))
    assert Expressions.of(["x"], terms).required_words == " AND ".join(words)


@pytest.fixture
def large(library_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteLexicalIndex]:
    """40 documents of 20 chunks, which count as many: "the" is in each chunk, "rent" in a third,
    "deposit" in one of each document, and "tiger" in three of the last document."""
    monkeypatch.setattr(lexical_index, "LEAST_BUDGET", 50)
    monkeypatch.setattr(lexical_index, "WIDE_DOCUMENTS", 10)
    database = Database(library_dir / "library.db")
    library = SqliteLibrary(database)
    for number in range(40):
        texts = [
            "the house"
            + " rent" * (place % 3 == 0)
            + " deposit" * (place == 7)
            + " tiger" * (number == 39 and place < 3)
            for place in range(20)
        ]
        library.save_document(new_document(f"{number}.pdf", texts, title=""))
    yield SqliteLexicalIndex(database)
    database.close()


def documents(*numbers: int) -> Scope:
    return Scope(frozenset(numbers))


@pytest.mark.parametrize("share", [1, 3, 25])
def test_the_rarest_words_decide_in_a_large_library(large: SqliteLexicalIndex, share: int) -> None:
    scope = documents(*range(1 + 40 - share, 41))
    hits = large.search(["the", "rent", "tiger"], 5, scope)
    # Chunk numbers of the last document begin at 781.
    assert {hit.chunk_id for hit in hits[:3]} == {781, 782, 783}
    assert all(hit.chunk_id > 20 * (40 - share) for hit in hits)


def test_scores_are_those_of_all_words(
    large: SqliteLexicalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = large.search(["the", "rent", "deposit"], 40, EVERYTHING)
    monkeypatch.setattr(lexical_index, "LEAST_BUDGET", 10_000)
    every = large.search(["the", "rent", "deposit"], 40, EVERYTHING)
    assert [hit.chunk_id for hit in chosen] == [hit.chunk_id for hit in every]
    assert [hit.score for hit in chosen] == pytest.approx([hit.score for hit in every])


def test_a_scope_without_the_rare_words_is_searched_by_the_others(
    large: SqliteLexicalIndex,
) -> None:
    for scope in (documents(*range(1, 4)), documents(*range(1, 31))):
        hits = large.search(["the", "tiger"], 30, scope)
        assert len(hits) == 30
        assert all(hit.chunk_id <= 20 * len(scope.document_ids or ()) for hit in hits)


def test_filters_are_kept_in_a_large_library(large: SqliteLexicalIndex) -> None:
    within = set(range(400, 500))
    hits = large.search(["the", "tiger"], 500, documents(*range(1, 31)), within=within)
    assert {hit.chunk_id for hit in hits} == within
    hits = large.search(["the"], 100, EVERYTHING, required=["deposit"], within=within)
    assert [hit.chunk_id for hit in hits] == [408, 428, 448, 468, 488]
