"""Counting pages by kind, on a real library file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.reading_report_store import _PAGES, SqliteReadingReport
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.page import PageKind
from app.core.domain.reading_report import LeftOut, PagesByKind, ReadPages
from tests.stored_documents import FOLDER, new_document


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty library file."""
    opened = Database(tmp_path / "library.db")
    yield opened
    opened.close()


def put(database: Database, name: str, kinds: str, **values: object) -> Document:
    """A document with a page of each of these kinds, by their first letters."""
    by_letter = {kind.value[0]: kind for kind in PageKind}
    new = new_document(name, ["Words."] * len(kinds), status=DocumentStatus.PARTIAL)
    pages = tuple(
        replace(page, kind=by_letter[letter]) for page, letter in zip(new.pages, kinds, strict=True)
    )
    return SqliteLibrary(database).save_document(replace(new, pages=pages, **values))  # type: ignore[arg-type]


def set_pages(database: Database, document: Document, numbers: str, values: str) -> None:
    with database.write() as connection:
        connection.execute(
            f"UPDATE page SET {values} WHERE document_id = {document.id} AND number IN ({numbers})"
        )


def test_pages_of_each_kind(database: Database) -> None:
    first, second = put(database, "a.pdf", "ttessuft"), put(database, "b.pdf", "t")
    set_pages(database, first, "1, 2", "ocr_confidence = 0.9, ocr_tried = 1")
    set_pages(database, first, "4", "ocr_tried = 1, ocr_unread_lines = 3")
    found = SqliteReadingReport(database).pages()
    assert found == {
        first.id: ReadPages(
            PagesByKind(text=1, ocr=2, empty=1, scan=2, unreadable=1, failed=1), (4, 5, 6, 7), 2
        ),
        second.id: ReadPages(PagesByKind(text=1)),
    }


def test_a_picture_on_which_ocr_saw_nothing_has_nothing_to_read(database: Database) -> None:
    document = put(database, "a.pdf", "ss")
    set_pages(database, document, "2", "ocr_tried = 1")
    assert SqliteReadingReport(database).pages() == {
        document.id: ReadPages(PagesByKind(empty=1, scan=1), (1,), 1)
    }


def test_a_document_without_pages_is_not_there(database: Database) -> None:
    put(database, "a.pdf", "")
    assert SqliteReadingReport(database).pages() == {}


def test_counting_looks_at_no_text(database: Database) -> None:
    with database.read() as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {_PAGES}")]
    assert plan == ["SCAN page USING COVERING INDEX page_kinds"]


def test_files_that_were_left_out(database: Database) -> None:
    with database.write() as connection:
        connection.executemany(
            "INSERT INTO skipped_file (path, reason) VALUES (?, ?)",
            [(b"/x/b.txt", "not_a_pdf"), (b"/x/a\xff.pdf", "duplicate")],
        )
    assert SqliteReadingReport(database).left_out() == [
        LeftOut(Path("/x/a\udcff.pdf"), "duplicate"),
        LeftOut(Path("/x/b.txt"), "not_a_pdf"),
    ]


def test_ignoring_and_telling_again(database: Database) -> None:
    first, second = put(database, "a.pdf", "s"), put(database, "b.pdf", "s")
    store, library = SqliteReadingReport(database), SqliteLibrary(database)
    store.set_ignored([first.id, 999], ignored=True)
    assert [one.ignored for one in library.documents()] == [True, False]
    store.set_ignored([first.id, second.id], ignored=False)
    assert [one.ignored for one in library.documents()] == [False, False]


def test_what_was_ignored_stays_so_only_with_its_content(database: Database) -> None:
    document = put(database, "a.pdf", "s", sha256="1" * 64)
    SqliteReadingReport(database).set_ignored([document.id], ignored=True)
    assert put(database, "a.pdf", "s", sha256="1" * 64).ignored
    assert not put(database, "a.pdf", "s", sha256="2" * 64).ignored


def test_a_document_that_is_to_be_read_again_keeps_its_text(database: Database) -> None:
    document = put(database, "a.pdf", "t", reading_version=7)
    SqliteReadingReport(database).forget_reading([document.id])
    after = SqliteLibrary(database).document(document.id)
    assert after == replace(document, reading_version=-1)


def test_when_it_was_read_and_how_long_it_took(database: Database) -> None:
    at = datetime(2026, 3, 2, 13, 40, 0, 123000, tzinfo=UTC)
    document = put(database, "a.pdf", "t", read_at=at, read_seconds=1.25)
    assert (document.read_at, document.read_seconds) == (at, 1.25)
    older = put(database, FOLDER.name, "t")
    assert (older.read_at, older.read_seconds) == (None, 0.0)
