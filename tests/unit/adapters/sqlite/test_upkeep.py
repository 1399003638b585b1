from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.adapters.sqlite import connection as connection_module
from app.adapters.sqlite import upkeep
from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.core.errors import LibraryBusy
from tests.stored_documents import new_document

# Each stands in another column, and is a word that nothing else here begins like.
SECRETS = ("quizzaciously", "xylophonist", "jambalaya", "vortexing", "wobblegong")
SECRET = new_document(
    f"{SECRETS[0]}.pdf",
    [f"{SECRETS[1]} number {number} has a {SECRETS[2]}" for number in range(150)],
    title=SECRETS[3],
    headings=[SECRETS[4]],
)
KEPT = new_document("kept.pdf", [f"This stays, part {number}." for number in range(300)])


@pytest.fixture
def database(library_dir: Path) -> Iterator[Database]:
    opened = Database(library_dir / "library.db")
    yield opened
    opened.close()


def found_in_files(folder: Path) -> set[str]:
    content = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file()).lower()
    return {word for word in SECRETS if word.encode() in content}


def indexed_words(database: Database, index: str = "chunk_fts") -> set[str]:
    connection = database.connection()
    connection.execute(f"CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, {index}, row)")
    words = {row[0] for row in connection.execute("SELECT term FROM temp.v")}
    connection.execute("DROP TABLE temp.v")
    return words


def test_erasing_leaves_no_byte_of_what_was_removed(database: Database, library_dir: Path) -> None:
    library = SqliteLibrary(database)
    library.save_document(KEPT)
    library.erase_free_space()
    size = (library_dir / "library.db").stat().st_size
    secret = library.save_document(SECRET)
    assert found_in_files(library_dir) == set(SECRETS)  # so the search can find them

    library.remove_documents([secret.id])
    library.erase_free_space()
    assert found_in_files(library_dir) == set()
    assert indexed_words(database).isdisjoint(SECRETS)
    assert (library_dir / "library.db").stat().st_size == size
    assert b"This stays, part 299." in (library_dir / "library.db").read_bytes()
    assert library.integrity() == "ok"


def test_erasing_takes_pairs_of_characters_too(database: Database) -> None:
    library = SqliteLibrary(database)
    library.save_document(new_document("kept.pdf", [f"手引き {number}" for number in range(30)]))
    secret = library.save_document(new_document("secret.pdf", ["寿司職人"]))
    library.remove_documents([secret.id])
    library.erase_free_space()
    assert "手引" in indexed_words(database, "chunk_bigram_fts")
    assert indexed_words(database, "chunk_bigram_fts").isdisjoint({"寿司", "司職", "職人", "人"})


def test_erasing_takes_what_a_replaced_document_held(database: Database, library_dir: Path) -> None:
    library = SqliteLibrary(database)
    library.save_document(SECRET)
    renewed = new_document(f"{SECRETS[0]}.pdf", ["Plain."], title="Plain")
    library.save_document(renewed)
    library.erase_free_space()
    assert found_in_files(library_dir) == {SECRETS[0]}  # the path, which is the same


def test_erasing_keeps_ids_and_marks(database: Database) -> None:
    library = SqliteLibrary(database)
    secret, kept = library.save_document(SECRET), library.save_document(KEPT)
    ids = [chunk.id for chunk in library.document_chunks(kept.id)]
    library.mark_embedded(ids[:7])
    library.remove_documents([secret.id])
    library.erase_free_space()
    assert [chunk.id for chunk in library.document_chunks(kept.id)] == ids
    assert library.count_chunks() == (300, 7)
    again = library.save_document(SECRET)
    assert library.document_chunks(again.id)[0].id > max(ids)


def test_a_reader_that_holds_old_text_is_told_of(
    database: Database, library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "BUSY_SECONDS", 0.05)
    writing = Database(library_dir / "library.db")
    library = SqliteLibrary(writing)
    secret = library.save_document(SECRET)
    with database.read() as connection:
        connection.execute("SELECT count(*) FROM document").fetchone()
        library.remove_documents([secret.id])
        with pytest.raises(LibraryBusy) as caught:
            library.erase_free_space()
    assert caught.value.message == upkeep.STILL_READ
    library.erase_free_space()
    assert found_in_files(library_dir) == set()
    writing.close()


@pytest.mark.parametrize(
    ("damage", "report"),
    [
        ("DELETE FROM chunk_fts_docsize WHERE id = 1", "The full-text index"),
        ("DELETE FROM chunk_fts_data WHERE id > 10", "The full-text index"),
        ("DELETE FROM chunk WHERE id = 2", "The full-text index does not fit the passages."),
    ],
)
def test_damage_is_found(database: Database, damage: str, report: str) -> None:
    library = SqliteLibrary(database)
    library.save_document(KEPT)
    assert library.integrity() == "ok"
    with database.write() as connection:
        connection.execute(damage)
    assert library.integrity().startswith(report)


def test_checking_waits_for_no_writer_and_holds_none_up(
    database: Database, library_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "BUSY_SECONDS", 0.05)
    other = Database(library_dir / "library.db")
    library = SqliteLibrary(other)
    library.save_document(KEPT)
    with database.write() as connection:
        connection.execute("INSERT INTO queue (path) VALUES (x'61')")
        assert library.integrity() == "ok"
    looked = upkeep._first_fault

    def look_while_another_writes(connection: sqlite3.Connection) -> str | None:
        fault = looked(connection)
        SqliteLibrary(database).save_document(SECRET)
        return fault

    monkeypatch.setattr(upkeep, "_first_fault", look_while_another_writes)
    assert library.integrity() == "ok"
    assert len(library.documents()) == 2
    other.close()


def test_a_page_without_its_document_is_found(database: Database) -> None:
    library = SqliteLibrary(database)
    library.save_document(KEPT)
    database.connection().execute("PRAGMA foreign_keys = OFF")
    with database.write() as connection:
        connection.execute("UPDATE page SET document_id = 99 WHERE number = 1")
    assert library.integrity() == "Some pages or passages belong to no document."
