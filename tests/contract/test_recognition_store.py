"""What every RecognitionStore does. There is no fake: SQLite is quick, and is what users have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.adapters.sqlite.connection import Database
from app.adapters.sqlite.lexical_index import SqliteLexicalIndex
from app.adapters.sqlite.library import SqliteLibrary
from app.adapters.sqlite.recognition_store import SqliteRecognition
from app.core.domain.chunk import DraftChunk
from app.core.domain.document import Document, DocumentStatus
from app.core.domain.evidence import EVERYTHING
from app.core.domain.page import PageKind, PageText
from app.core.ports import RecognisedPages, StoredRecognition
from app.core.reading.pages import page_without_text
from tests.stored_documents import A4, draft, new_document, page

READ_AT = datetime(2026, 3, 2, 13, 40, tzinfo=UTC)


class Shelf:
    """A library with what OCR has of it."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path)
        self.library = SqliteLibrary(self._database)
        self.lexical = SqliteLexicalIndex(self._database)
        self.store = SqliteRecognition(self._database)

    def put(self, name: str, *kinds: PageKind) -> Document:
        """A document whose pages have no text, or the text "Page n."."""
        pages = [
            page(number, f"Page {number}.")
            if kind is PageKind.TEXT
            else page_without_text(number, "", A4, kind)
            for number, kind in enumerate(kinds, 1)
        ]
        chunks = [draft(one.text, on_page=one.number) for one in pages if one.text]
        new = replace(new_document(name, []), pages=tuple(pages), chunks=tuple(chunks))
        return self.library.save_document(new)

    def save(
        self,
        document: Document,
        pages: Sequence[PageText],
        chunks: Sequence[DraftChunk] | None = None,
        *,
        sha256: str = "",
    ) -> StoredRecognition | None:
        return self.store.save_recognised(
            RecognisedPages(
                document.id,
                sha256 or document.sha256,
                DocumentStatus.PARTIAL,
                "Read by OCR.",
                tuple(pages),
                None if chunks is None else tuple(chunks),
                1.5,
                READ_AT,
            )
        )

    def ids(self, document: Document) -> list[int]:
        return [chunk.id for chunk in self.library.document_chunks(document.id)]


@pytest.fixture
def shelf(library_dir: Path) -> Iterator[Shelf]:
    opened = Shelf(library_dir / "library.db")
    yield opened
    opened.library.close()


def read_page(number: int, text: str) -> PageText:
    return replace(page(number, text), ocr_confidence=0.93, ocr_tried=True, ocr_unread_lines=2)


T, S, U = PageKind.TEXT, PageKind.SCAN, PageKind.UNREADABLE


def test_pages_that_show_what_cannot_be_read_wait(shelf: Shelf) -> None:
    assert not shelf.store.any_waiting()
    shelf.put("text.pdf", T, PageKind.EMPTY, PageKind.FAILED)
    assert not shelf.store.any_waiting()
    first = shelf.put("mixed.pdf", T, S, T, U)
    second = shelf.put("scan.pdf", S)
    assert shelf.store.waiting() == {first.id: (2, 4), second.id: (1,)}
    assert shelf.store.any_waiting()


def test_waiting_pages_are_found_without_passing_over_the_others(shelf: Shelf) -> None:
    with shelf._database.read() as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT document_id, number FROM page "
            "WHERE ocr_tried = 0 AND kind IN ('scan', 'unreadable') ORDER BY document_id, number"
        ).fetchall()
    assert "page_for_ocr" in plan[0][-1]


def test_what_was_read_comes_back_as_it_was_given(shelf: Shelf) -> None:
    document = shelf.put("mixed.pdf", T, S, U)
    read = read_page(2, "Fees are due.")
    noise = replace(page_without_text(3, "", A4, U), ocr_tried=True, ocr_unread_lines=4)
    drafts = [draft("Page 1."), draft(read.text, on_page=2)]
    stored = shelf.save(document, [read, noise], drafts)
    assert stored is not None
    assert stored.gone == ()
    assert (stored.document.status, stored.document.status_text) == (
        DocumentStatus.PARTIAL,
        "Read by OCR.",
    )
    assert shelf.library.pages(document.id)[1:] == [read, noise]
    assert shelf.store.waiting() == {}
    assert [hit.chunk_id for hit in shelf.lexical.search(["fees"], 5, EVERYTHING)] == [
        shelf.ids(document)[1]
    ]
    assert (stored.document.read_at, stored.document.read_seconds) == (READ_AT, 1.5)


def test_chunks_that_are_as_before_keep_id_and_vector_wherever_they_stand(shelf: Shelf) -> None:
    document = shelf.put("mixed.pdf", T, S, T)
    first, last = shelf.ids(document)
    shelf.library.mark_embedded([first, last])
    drafts = [draft("Page 1."), draft("New.", on_page=2), draft("Page 3.", on_page=3)]
    stored = shelf.save(document, [read_page(2, "New.")], drafts)
    assert stored is not None
    assert stored.document.embedded == 2
    ids = shelf.ids(document)
    assert (ids[0], ids[2]) == (first, last)
    assert ids[1] > last
    assert [one.ordinal for one in shelf.library.document_chunks(document.id)] == [0, 1, 2]
    assert [one.id for one in shelf.library.unembedded(5)] == [ids[1]]
    beside = shelf.library.chunks_beside([ids[1]])
    assert sorted(beside) == [first, last]


def test_chunks_that_are_others_now_are_gone_for_good(shelf: Shelf) -> None:
    document = shelf.put("mixed.pdf", T, S)
    (old,) = shelf.ids(document)
    joined = draft("Page 1. New.")
    stored = shelf.save(document, [read_page(2, "New.")], [joined])
    assert stored is not None
    assert stored.gone == (old,)
    assert shelf.ids(document) > [old]
    assert shelf.library.chunks([old]) == {}
    assert len(shelf.lexical.search(["page"], 5, EVERYTHING)) == 1
    assert shelf.library.integrity() == "ok"


def test_passages_that_are_there_twice_stay_two(shelf: Shelf) -> None:
    document = shelf.put("scan.pdf", S)
    twice = [draft("Same."), draft("Same.")]
    assert shelf.save(document, [read_page(1, "Same.")], twice) is not None
    ids = shelf.ids(document)
    assert len(set(ids)) == 2
    assert shelf.save(document, [read_page(1, "Same.")], twice) is not None
    assert shelf.ids(document) == ids


def test_without_other_text_the_chunks_stay(shelf: Shelf) -> None:
    document = shelf.put("mixed.pdf", T, S)
    ids = shelf.ids(document)
    blank = replace(page_without_text(2, "", A4, S), ocr_tried=True)
    assert shelf.save(document, [blank]) is not None
    assert shelf.ids(document) == ids
    assert not shelf.store.any_waiting()


def test_other_content_and_removed_documents_are_left_alone(shelf: Shelf) -> None:
    document = shelf.put("scan.pdf", S)
    assert shelf.save(document, [read_page(1, "Old.")], [draft("Old.")], sha256="0" * 64) is None
    assert shelf.store.waiting() == {document.id: (1,)}
    shelf.library.remove_documents([document.id])
    assert shelf.save(document, [read_page(1, "Old.")], [draft("Old.")]) is None
    assert shelf.library.count_chunks() == (0, 0)


def test_pages_without_a_find_can_be_looked_at_again(shelf: Shelf) -> None:
    document = shelf.put("scan.pdf", S, S)
    blank = replace(page_without_text(2, "", A4, S), ocr_tried=True, ocr_unread_lines=3)
    assert shelf.save(document, [read_page(1, "Read."), blank], [draft("Read.")]) is not None
    shelf.store.look_again([document.id, 0, 10**20])
    assert shelf.store.waiting() == {document.id: (2,)}
    again = shelf.library.page(document.id, 2)
    assert again is not None
    assert again.ocr_unread_lines == 0


def test_a_file_that_is_read_anew_waits_anew(shelf: Shelf) -> None:
    document = shelf.put("scan.pdf", S)
    shelf.save(document, [read_page(1, "Read.")], [draft("Read.")])
    shelf.put("scan.pdf", S)
    assert shelf.store.waiting() == {document.id: (1,)}
