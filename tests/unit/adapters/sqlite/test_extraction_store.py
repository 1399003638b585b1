"""What only the store on SQLite can show: transactions, erasing, and how rows are found."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import pytest

from app.adapters.sqlite import extraction_job_table, extraction_table
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.adapters.sqlite.library import SqliteLibrary
from app.core.domain.extraction import Correction, Extraction, FieldValue, KeptExtraction
from app.core.errors import StorageError
from app.core.ports import StoredSchema
from tests.stored_documents import new_document

AT = "2026-11-30T20:00:00+00:00"
# Each stands in another column, and is a word that nothing else here begins like.
SECRETS = ("xylophonist", "jambalaya", "vortexing", "wobblegong")


@pytest.fixture
def database(library_dir: Path) -> Iterator[Database]:
    opened = Database(library_dir / "library.db")
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> SqliteExtractions:
    return SqliteExtractions(database)


def put_document(database: Database, name: str = "a.pdf") -> tuple[int, int]:
    """A document with one chunk; the ids of both."""
    library = SqliteLibrary(database)
    document = library.save_document(new_document(name, ["Plain words."]))
    return document.id, library.document_chunks(document.id)[0].id


def extraction(document: int, chunk: int, *values: str) -> Extraction:
    fields = tuple(FieldValue(f"f{n}", one, 0.9, chunk) for n, one in enumerate(values))
    return Extraction(document, "invoice", fields, "a model", AT, (chunk,))


def counts(database: Database) -> dict[str, int]:
    tables = ("extraction", "extracted_field", "field_correction", "extraction_job")
    with database.read() as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in tables
        }


def test_a_fault_in_the_middle_keeps_the_old_extraction_whole(
    database: Database, store: SqliteExtractions
) -> None:
    document, chunk = put_document(database)
    old = extraction(document, chunk, "one", "two")
    store.put(old)
    store.queue([document], "invoice")
    bad = FieldValue("late", datetime(2024, 3, 3), 0.9, chunk)  # noqa: DTZ001
    with pytest.raises(TypeError):
        store.put(replace(old, fields=(old.fields[0], bad), model="better"))
    assert store.extractions("invoice") == [KeptExtraction(old)]
    assert store.waiting("invoice") == [document]
    assert counts(database)["extracted_field"] == 2


def test_what_cannot_leave_the_queue_is_not_kept_either(
    database: Database, store: SqliteExtractions, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, chunk = put_document(database)

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(extraction_job_table, "delete", full)
    with pytest.raises(StorageError):
        store.put(extraction(document, chunk, "one"))
    assert store.extractions("invoice") == []


def test_a_replaced_extraction_leaves_no_row_behind(
    database: Database, store: SqliteExtractions
) -> None:
    document, chunk = put_document(database)
    store.put(extraction(document, chunk, "one", "two", "three"))
    store.put(extraction(document, chunk, "one"))
    assert counts(database) == {
        "extraction": 1, "extracted_field": 1, "field_correction": 0, "extraction_job": 0,
    }  # fmt: skip


def test_erasing_leaves_no_byte_of_what_was_extracted(
    database: Database, store: SqliteExtractions, library_dir: Path
) -> None:
    document, chunk = put_document(database)
    other, other_chunk = put_document(database, "kept.pdf")
    made = extraction(document, chunk, *[f"{SECRETS[0]} {number}" for number in range(200)])
    quoted = tuple(replace(field, quote=f"{SECRETS[1]} x") for field in made.fields)
    store.put(replace(made, fields=quoted))
    store.put(extraction(other, other_chunk, "stays here"))
    store.correct(Correction(document, "invoice", "f0", SECRETS[2], AT))
    store.put_schema(StoredSchema("lab", SECRETS[3] * 50))

    def found() -> set[str]:
        content = b"".join(file.read_bytes() for file in library_dir.rglob("*") if file.is_file())
        return {word for word in (*SECRETS, "stays here") if word.encode() in content}

    assert found() == {*SECRETS, "stays here"}  # so the search can find them
    library = SqliteLibrary(database)
    library.remove_documents([document])
    store.remove_schema("lab")
    library.erase_free_space()
    assert found() == {"stays here"}
    assert library.integrity() == "ok"


def test_a_file_that_moves_onto_another_takes_its_place(
    database: Database, store: SqliteExtractions
) -> None:
    """The same content was seen where another document lay: that one is gone."""
    library = SqliteLibrary(database)
    first, first_chunk = put_document(database)
    second, second_chunk = put_document(database, "b.pdf")
    kept = extraction(first, first_chunk, "one")
    store.put(kept)
    store.put(extraction(second, second_chunk, "two"))
    there = library.document(second)
    assert there is not None
    library.update_stamp(first, there.path, there.stamp)
    assert store.extractions("invoice") == [KeptExtraction(kept)]
    assert counts(database)["extracted_field"] == 1


@pytest.mark.parametrize("table", ["extraction", "field_correction", "extraction_job"])
def test_rows_without_their_document_are_found(
    database: Database, store: SqliteExtractions, table: str
) -> None:
    document, chunk = put_document(database)
    store.put(extraction(document, chunk, "one"))
    store.correct(Correction(document, "invoice", "f0", "two", AT))
    store.queue([document], "invoice")
    library = SqliteLibrary(database)
    assert library.integrity() == "ok"
    database.connection().execute("PRAGMA foreign_keys = OFF")
    with database.write() as connection:
        connection.execute(f"UPDATE {table} SET document_id = 99")
    assert library.integrity() == "Some extracted values belong to no document."


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (f"{extraction_table._SELECT} WHERE schema = ? ORDER BY extraction.document_id", ["x"]),
        ("DELETE FROM document WHERE id = ?", [1]),
        ("SELECT * FROM extraction_job WHERE schema = ? ORDER BY position", ["x"]),
        ("SELECT * FROM field_correction WHERE schema = ? ORDER BY document_id, field", ["x"]),
    ],
)
def test_rows_are_found_by_an_index(
    database: Database, statement: str, values: list[object]
) -> None:
    plan = database.connection().execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    steps = [row[3] for row in plan]
    assert steps
    assert [step for step in steps if step.startswith("SCAN") and "json_each" not in step] == [
        step for step in steps if step == "SCAN seen"
    ]
    assert "USE TEMP B-TREE FOR ORDER BY" not in steps
