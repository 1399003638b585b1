"""Every way in which a library may be less than whole is found, and none is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from app.adapters.locked_vectors import LockedVectorIndex
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Span
from app.core.domain.document import Document
from app.core.domain.library_check import VectorContents
from app.core.domain.page import PageText, WordTable
from app.core.errors import Cancelled, StorageError
from app.services.findings import Finding, VerifyProgress
from app.services.verifying import MOST_NAMED, VerifyingService, document_fault, vector_faults
from tests.workbench import Workbench

LEASE = ("Rent is due monthly.\n\nPets are allowed.", "The deposit is 東京 two rents.")


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    bench.put_text("lease.pdf", *LEASE, title="Lease")
    bench.put_text("fees.pdf", "Boats under eight metres pay fourteen euros a night.")
    bench.read()
    return bench


def service(bench: Workbench) -> VerifyingService:
    return VerifyingService(bench.library, bench.audit, bench.vectors, bench.erasure)


def findings(bench: Workbench) -> dict[str, Finding]:
    found = service(bench).verify(cancel=CancelToken())
    return {one.check: one for one in found if isinstance(one, Finding)}


def wrong(bench: Workbench) -> dict[str, str]:
    return {name: one.message for name, one in findings(bench).items() if not one.ok}


def test_a_whole_library(filled: Workbench) -> None:
    found = findings(filled)
    assert list(found) == ["rows", "documents", "vectors:content"]
    assert all(one.ok for one in found.values())
    assert found["documents"].message.startswith("All 2 documents are whole")
    assert "2 vectors agree" in found["vectors:content"].message


def test_an_empty_library(bench: Workbench) -> None:
    assert wrong(bench) == {}


def test_progress_is_told_and_it_can_be_stopped(filled: Workbench) -> None:
    cancel = CancelToken()
    looking = service(filled).verify(cancel=cancel)
    told = [one for one in looking if isinstance(one, VerifyProgress)]
    assert told == [VerifyProgress(0, 2), VerifyProgress(1, 2), VerifyProgress(2, 2)]
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(service(filled).verify(cancel=cancel))


@pytest.mark.parametrize(
    ("damage", "check", "words"),
    [
        ("UPDATE page SET document_id = 99 WHERE id = 1", "rows:pages", "1 pages belong to no"),
        ("UPDATE chunk SET document_id = 99 WHERE id = 1", "rows:chunks", "1 passages belong to"),
        ("UPDATE span SET chunk_id = 99 WHERE chunk_id = 1", "rows:spans", "belong to no passage"),
        (
            "INSERT INTO chunk_bigram_fts (rowid, text, context) VALUES (77, 'x', '')",
            "rows:index_rows",
            "1 entries for search by words",
        ),
        ("UPDATE document SET sha256 = 'same'", "rows:same_content", "content of another"),
        ("DELETE FROM page WHERE number = 2", "document:{}", "should have 2 pages and has 1"),
        ("UPDATE page SET text = 'Rent' WHERE number = 1", "document:{}", "words of page 1"),
        (
            "UPDATE chunk SET text = replace(text, 'Rent', 'Tent')",
            "document:{}",
            "not what stands on its pages",
        ),
        (
            "DELETE FROM span WHERE chunk_id = {chunk}",
            "document:{}",
            "not what stands on its pages",
        ),
        ("DELETE FROM chunk_fts_docsize WHERE id = {chunk}", "document:{}", "search by words"),
        (
            "DELETE FROM chunk_bigram_fts_docsize WHERE id = {chunk}",
            "document:{}",
            "search by words does not know 1 of its passages",
        ),
        ("UPDATE document SET title = 'A longer title'", "document:{}", "search by words"),
        ("UPDATE chunk SET ordinal = ordinal + 1", "document:{}", "passages are missing"),
        ("UPDATE document SET status = 'damaged'", "document:{}", "counts as damaged and has"),
        ("UPDATE chunk SET embedded = 0", "vectors:content", "2 vectors belong to no passage"),
    ],
)
def test_damage_is_found(filled: Workbench, damage: str, check: str, words: str) -> None:
    [lease] = [one for one in filled.library.documents() if one.title == "Lease"]
    chunk = filled.library.document_chunks(lease.id)[0].id
    connection = filled.database.connection()
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(damage.format(chunk=chunk))
    found = wrong(filled)
    assert words in found[check.format(lease.id)]


def test_lost_vectors_are_found(filled: Workbench) -> None:
    filled.vectors.remove_documents([1])
    assert "have lost their vector" in wrong(filled)["vectors:content"]
    filled.read()
    assert wrong(filled) == {}


def test_vectors_that_cannot_be_read_are_told(filled: Workbench) -> None:
    filled.vectors.fault = StorageError("The index is damaged.")
    assert wrong(filled) == {"vectors:content": "The index is damaged."}


def test_vectors_that_another_program_has_are_left_to_the_doctor(filled: Workbench) -> None:
    locked = VerifyingService(filled.library, filled.audit, LockedVectorIndex(), filled.erasure)
    found = [one for one in locked.verify(cancel=CancelToken()) if isinstance(one, Finding)]
    assert [one.check for one in found] == ["rows", "documents"]


def test_a_document_that_is_replaced_meanwhile_is_not_called_damaged(filled: Workbench) -> None:
    """Its pages are read after the list; what is read anew in between is looked at again."""
    pages = filled.library.pages

    def replace_first(document_id: int, numbers: Sequence[int] | None = None) -> list[PageText]:
        filled.library.pages = pages  # type: ignore[method-assign]
        filled.put_text("lease.pdf", "One page only.", mtime_ns=2)
        filled.put_text("fees.pdf", "One page.", "And another.", mtime_ns=2)
        filled.read()
        return pages(document_id, numbers)

    filled.library.pages = replace_first  # type: ignore[method-assign]
    assert wrong(filled) == {}


def test_a_document_that_is_removed_meanwhile_is_not_called_damaged(filled: Workbench) -> None:
    pages = filled.library.pages

    def remove_first(document_id: int, numbers: Sequence[int] | None = None) -> list[PageText]:
        filled.library.remove_documents([1, 2])
        filled.vectors.remove_documents([1, 2])
        return pages(document_id, numbers)

    filled.library.pages = remove_first  # type: ignore[method-assign]
    assert wrong(filled) == {}


def test_erasing_that_was_interrupted_is_told(filled: Workbench) -> None:
    filled.erasure.begin([])
    assert "`pincite erase` finishes it" in wrong(filled)["erasing"]
    filled.erasure.finish()
    assert wrong(filled) == {}


def test_of_many_only_some_are_named(bench: Workbench) -> None:
    for number in range(MOST_NAMED + 2):
        bench.put_text(f"{number}.pdf", f"Text {number}.")
    bench.read()
    bench.database.connection().execute("DELETE FROM page")
    found = wrong(bench)
    assert len(found) == MOST_NAMED + 1
    assert found["documents"] == f"{MOST_NAMED + 2} documents are not whole."


# --- one document -----------------------------------------------------------------------------


def whole(bench: Workbench) -> Document:
    [lease] = [one for one in bench.library.documents() if one.title == "Lease"]
    return lease


Spoil = Callable[[Span], Span]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda span: replace(span, page=9),
        lambda span: replace(span, page_end=10_000),
        lambda span: replace(span, page_start=span.page_start + 1),
        lambda span: replace(span, chunk_start=span.chunk_start + 1),
        lambda span: replace(span, page_end=span.page_start),
    ],
)
def test_spans_that_do_not_fit(filled: Workbench, spoil: Spoil) -> None:
    document = whole(filled)
    pages = filled.library.pages(document.id)
    first, *others = filled.library.document_chunks(document.id)
    assert document_fault(document, pages, [first, *others]) == ""
    spoiled = replace(first, spans=(spoil(first.spans[0]), *first.spans[1:]))
    assert "not what stands" in document_fault(document, pages, [spoiled, *others])


def test_hidden_text_and_hidden_passages_agree(filled: Workbench) -> None:
    document = whole(filled)
    pages = filled.library.pages(document.id)
    chunks = [replace(one, hidden=True) for one in filled.library.document_chunks(document.id)]
    assert "not what stands" in document_fault(document, pages, chunks)
    hidden = [replace(page, hidden_from=0) for page in pages]
    assert document_fault(document, hidden, chunks) == ""


@pytest.mark.parametrize("data", [b"half a word", np.array([5, 1, 0] + [0] * 4, "<u4").tobytes()])
def test_words_that_are_none(filled: Workbench, data: bytes) -> None:
    document = whole(filled)
    pages = filled.library.pages(document.id)
    chunks = filled.library.document_chunks(document.id)
    pages[1] = replace(pages[1], words=WordTable(data))
    assert "words of page 2" in document_fault(document, pages, chunks)


# --- vectors ----------------------------------------------------------------------------------

MARKED, DOCUMENTS = {1, 2}, {1: 7, 2: 7, 3: 7}
WHOLE = VectorContents({1: 7, 2: 7}, {1: 7, 2: 7})


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (replace(WHOLE, documents={1: 7}, rows={1: 7}), "1 passages have lost their vector"),
        (replace(WHOLE, documents={1: 7, 2: 7, 3: 7}), "1 vectors belong to no passage"),
        (replace(WHOLE, documents={1: 7, 2: 8}), "1 vectors are kept for a wrong document"),
        (replace(WHOLE, rows={1: 7}), "1 vectors are missing for exact search"),
        (replace(WHOLE, rows={1: 7, 2: 7, 3: 7}), "for exact search belong to nothing"),
        (replace(WHOLE, rows={1: 7, 2: 8}), "exact search are kept for a wrong document"),
        (replace(WHOLE, unusable=frozenset([2])), "1 vectors cannot be used"),
        (replace(WHOLE, differing=frozenset([2])), "1 vectors differ"),
    ],
)
def test_vectors_that_do_not_fit(held: VectorContents, words: str) -> None:
    assert vector_faults(WHOLE, MARKED, DOCUMENTS) == []
    assert any(words in fault for fault in vector_faults(held, MARKED, DOCUMENTS))
