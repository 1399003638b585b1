from __future__ import annotations

from pathlib import Path

import pytest

from app.adapters.sqlite import lexical_index
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.lexical_index import match_expression
from app.adapters.sqlite.library import SqliteLibrary
from tests.stored_documents import new_document


def plan(database: Database, statement: str, *values: object) -> list[str]:
    with database.read() as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        return [row[3] for row in rows]


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (lexical_index.EVERYWHERE, ('"rent"', 5)),
        (lexical_index.IN_DOCUMENTS, ('"rent"', 5, "[1, 2]")),
    ],
)
def test_a_search_is_served_by_the_index(
    library_dir: Path, statement: str, values: tuple[object, ...]
) -> None:
    database = Database(library_dir / "library.db")
    library = SqliteLibrary(database)
    library.save_document(new_document("lease.pdf", ["rent"] * 200))
    steps = plan(database, statement, *values)
    # "M" is FTS5's MATCH; the one other table is reached by its key.
    scans = [step for step in steps if step.startswith("SCAN") and "json_each" not in step]
    assert [scan.partition(" VIRTUAL TABLE INDEX 0:M")[0] for scan in scans] == ["SCAN chunk_fts"]
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
    ("terms", "expression"),
    [
        ([], ""),
        (["", "  "], ""),
        (["rent", "due date", "rent"], '"rent" OR "due date"'),
        (['say "no"'], '"say ""no"""'),
        (["誤り"], '"誤  り"'),
        (["a\0b"], '"a b"'),
    ],
)
def test_each_term_is_quoted(terms: list[str], expression: str) -> None:
    assert match_expression(terms) == expression
