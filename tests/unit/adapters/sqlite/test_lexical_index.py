from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.sqlite import lexical_index
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.lexical_index import Expressions
from app.adapters.sqlite.library import SqliteLibrary
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
    steps = plan(database, lexical_index.statement(table, conditions), values)
    # "M" is FTS5's MATCH, "=" a row by its number; the one other table is reached by its key.
    scans = [step for step in steps if step.startswith("SCAN") and "json_each" not in step]
    assert all(" VIRTUAL TABLE INDEX 0:" in scan and "M" in scan[-3:] for scan in scans), steps
    assert all(
        "USING INTEGER PRIMARY KEY" in step for step in steps if step.startswith("SEARCH chunk")
    )
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
        ([], "", ""),
        (["", "  ", "§ ?"], "", ""),
        (["rent", "due date", "rent"], '"rent" OR "due date"', ""),
        (['say "no"'], '"say ""no"""', ""),
        (["誤り"], "", '"誤り"'),
        (["東京都", "税"], "", '"東京 京都" OR "税" *'),
        (["iPhone手机"], '"iphone"', '"手机"'),
        (["a\0b"], '"a b"', ""),
    ],
)
def test_each_term_is_quoted(terms: list[str], words: str, pairs: str) -> None:
    assert Expressions.of(terms) == Expressions(words, pairs)
    assert Expressions.of(["x"], terms).required_words == words.replace(" OR ", " AND ")
